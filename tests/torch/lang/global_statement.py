count = 0


def bump():
    global count, fresh
    count += 1
    fresh = "made"


bump()
bump()
print(count, fresh)  # expect: 2 made
