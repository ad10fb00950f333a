a, *b, c = range(5)
print(a, b, c)  # expect: 0 [1, 2, 3] 4
(d, e), f = (1, 2), [3]
print(d, e, f, *[7, 8], sep="-")  # expect: 1-2-[3]-7-8
a, c = c, a
print(a, c, [*range(2), *"xy"], {**{"k": 1}, "l": 2})  # expect: 4 0 [0, 1, 'x', 'y'] {'k': 1, 'l': 2}
