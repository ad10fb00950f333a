fs = []
for i in range(3):
    fs.append(lambda: i)
print([f() for f in fs])  # expect: [2, 2, 2]
print([f() for f in [lambda i=i: i for i in range(3)]])  # expect: [0, 1, 2]
