a, *b = 1, 2, 3
print(a, b)  # expect: 1 [2, 3]
*a, b = "xyz"
print(a, b)  # expect: ['x', 'y'] z
a, (b, *c), *d = 1, (2, 3, 4), 5
print(a, b, c, d)  # expect: 1 2 [3, 4] [5]
[x, y] = {"k": 1, "l": 2}
print(x, y)  # expect: k l
