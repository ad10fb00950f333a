s = {1, 2}
s.add(3)
s.discard(9)
s.remove(1)
s.update([5], (6,))
print(sorted(s))  # expect: [2, 3, 5, 6]
s |= {7}
s &= {5, 7}
s -= {5}
s ^= {1}
print(sorted(s))  # expect: [1, 7]
s.intersection_update([1])
print(s)  # expect: {1}
s.difference_update([1])
print(s)  # expect: set()
s.symmetric_difference_update([4])
print(s)  # expect: {4}
try:
    for x in s: s.add(x + 1)
except RuntimeError as x: print(x)
# expect: Set changed size during iteration
