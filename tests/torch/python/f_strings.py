x, name = 3.14159, "attn"
print(f"{x:.2f} {x:8.3f}| {name!r:>8} {name:^9}| {1e6:,.0f} {255:#x} {0.25:.1%}")  # expect: 3.14    3.142|   'attn'   attn   | 1,000,000 0xff 25.0%
print(f"{x = :.1f} {name=} {'nested ' + f'{x:.0f}'} {{braces}}")  # expect: x = 3.1 name='attn' nested 3 {braces}
width = 7
print(f"{name:*<{width}}|{42:0{width}d}|{-1:+d}")  # expect: attn***|0000042|-1
