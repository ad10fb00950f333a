data = [1, 5, 3]
if (n := len(data)) > 2:
    print(n)  # expect: 3
print([last := x for x in data], last)  # expect: [1, 5, 3] 3
print(any((hit := x) > 2 for x in data), hit)  # expect: True 5
