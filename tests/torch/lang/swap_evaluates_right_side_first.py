x = [1, 2, 3]
i = 0
i, x[i] = 2, 9
print(i, x)  # expect: 2 [1, 2, 9]
a, b = 1, 2
a, b = b, a
print(a, b)  # expect: 2 1
