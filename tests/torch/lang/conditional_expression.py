x = 7
print("odd" if x % 2 else "even")  # expect: odd
print(1 if x > 9 else 2 if x > 6 else 3)  # expect: 2
print([a if a else "-" for a in (0, 1, "")])  # expect: ['-', 1, '-']
