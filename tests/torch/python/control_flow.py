for i in range(5):
    if i == 1:
        continue
    if i == 3:
        break
else:
    print("not reached")
print(i)  # expect: 3
while i:
    i -= 1
else:
    print("else", i)  # expect: else 0
print("yes" if i == 0 else "no", i or "empty", i and 1, not i)  # expect: yes empty 0 True
