import torch

rows = [("query", (2, 4, 8), 128.5), ("value", (2, 4, 16), 0.0001234)]
print(f"{'name':<8}|{'shape':^14}|{'value':>10}")  # expect: name    |    shape     |     value
print("\n".join(f"{n:<8}|{str(s):^14}|{v:>10.4f}" for n, s, v in rows))  # expect: query   |  (2, 4, 8)   |  128.5000
# expect: value   |  (2, 4, 16)  |    0.0001
x = torch.tensor(3.14159)
print(f"{x:.2f}|{x.item():8.3f}|{x:>6.1f}|{torch.tensor(5):>3}|{1234567:,}|{0.256:.1%}")  # expect: 3.14|   3.142|   3.1|  5|1,234,567|25.6%
print("%-6s|%5.2f|%03d|%r" % ("ab", 2.5, 7, "q"))  # expect: ab    | 2.50|007|'q'
