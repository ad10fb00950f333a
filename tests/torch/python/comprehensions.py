print([x * y for x in range(3) for y in range(3) if x != y])  # expect: [0, 0, 0, 2, 0, 2]
print({k: v for v, k in enumerate("abc")}, {n % 3 for n in range(7)})  # expect: {'a': 0, 'b': 1, 'c': 2} {0, 1, 2}
print(sum(x**2 for x in range(5)), [y for x in range(3) if (y := x * 2) > 1])  # expect: 30 [2, 4]
x = "kept"
print([x for x in range(2)], x)  # expect: [0, 1] kept
