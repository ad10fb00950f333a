def f(x, seen=[]):
    seen.append(x)
    return seen


print(f(1))  # expect: [1]
print(f(2))  # expect: [1, 2]
print(f(3, []))  # expect: [3]
print(f(4))  # expect: [1, 2, 4]
