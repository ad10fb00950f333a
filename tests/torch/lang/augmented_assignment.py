x = 5
x += 2
x *= 3
x -= 1
x //= 4
x **= 2
x %= 7
print(x)  # expect: 4
items = [1]
alias = items
items += [2]
print(alias)  # expect: [1, 2]
a = {"n": 1}
a["n"] <<= 3
print(a)  # expect: {'n': 8}
