from collections import deque


def windows(sequence, n):
    window = deque(maxlen=n)
    for x in sequence:
        window.append(x)
        if len(window) == n:
            yield tuple(window)


def pairs(ids, context):
    for i in range(len(ids) - context):
        x, y = ids[i:i + context], ids[i + 1:i + context + 1]
        yield x, y


print(list(windows(range(5), 3)))
for x, y in pairs([1, 2, 3, 4, 5], 3):
    print(x, "->", y)
print(sum(a * b for a, b in windows([1, 2, 3, 4], 2)))

# expect: [(0, 1, 2), (1, 2, 3), (2, 3, 4)]
# expect: [1, 2, 3] -> [2, 3, 4]
# expect: [2, 3, 4] -> [3, 4, 5]
# expect: 20
