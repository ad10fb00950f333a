xs = [3, 1, 2]
xs.append(5)
xs.insert(0, 9)
xs.sort()
print(xs, xs.pop(), xs.index(3), xs[1:3], xs.count(1), sorted(xs, reverse=True))  # expect: [1, 2, 3, 5] 9 2 [2, 3] 1 [5, 3, 2, 1]
xs[1:2] = [7, 8]
del xs[0]
print(xs, [0] * 3, [1] + [2], xs == [7, 8, 3, 5])  # expect: [7, 8, 3, 5] [0, 0, 0] [1, 2] True
d = {"a": 1}
d["b"] = 2
d.update(c=3)
print(d, d.get("z", 0), list(d.items()), d.pop("a"), "a" in d, len(d))  # expect: {'b': 2, 'c': 3} 0 [('a', 1), ('b', 2), ('c', 3)] 1 False 2
for k, v in d.items():
    pass
print(k, v, dict(zip("xy", [1, 2])), d.setdefault("q", []))  # expect: c 3 {'x': 1, 'y': 2} []
