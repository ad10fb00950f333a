print(-2**2)  # expect: -4
print(2**-1)  # expect: 0.5
print(2**3**2)  # expect: 512
print(not 1 == 2)  # expect: True
print(1 + 2 * 3 // 2 - 5 % 3)  # expect: 2
print(1 << 2 + 1, 6 & 3 | 8 ^ 1)  # expect: 8 11
print(-7 // 2, -7 % 3, ~5)  # expect: -4 2 -6
