a = b = [1]
b.append(2)
print(a)  # expect: [1, 2]
i = 0
i = x = [10, 20, 30]
print(i is x)  # expect: True
p = (q, r) = 1, 2
print(p, q, r)  # expect: (1, 2) 1 2
