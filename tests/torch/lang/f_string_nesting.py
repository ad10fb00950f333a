x, width = 3.14159, 10
print(f"{x:>{width}.2f}|{x!r:^{width + 2}}|")  # expect:       3.14|  3.14159   |
print(f"{'quoted'}{{braces}}{[n for n in range(2)]}")  # expect: quoted{braces}[0, 1]
print(f"{x = } {x=:.1f} {width + 1 = }")  # expect: x = 3.14159 x=3.1 width + 1 = 11
print(f"{'a' if x > 3 else 'b'}" f"{{}}" "{x}")  # expect: a{}{x}
long = f"""{
    x
    + 1
:.3f}"""
print(long)  # expect: 4.142
