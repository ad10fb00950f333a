a, b = 1, 2
del a
try:
    a
except NameError as e:
    print(e)  # expect: name 'a' is not defined
xs = [0, 1, 2, 3, 4]
del xs[0], xs[-1]
print(xs)  # expect: [1, 2, 3]
d = {"k": 1, "l": 2}
del d["k"]
print(d)  # expect: {'l': 2}
