def batches(items, size):
    """Chunks of `size`, the last one shorter."""
    for start in range(0, len(items), size):
        yield items[start:start + size]


print([len(b) for b in batches(list(range(10)), 4)])
for i, batch in enumerate(batches("abcdefg", 3)):
    print(i, batch)
it = batches([1, 2, 3], 2)
print(next(it), next(it), next(it, "none left"))
print(type(it).__name__, iter(it) is it)

# expect: [4, 4, 2]
# expect: 0 abc
# expect: 1 def
# expect: 2 g
# expect: [1, 2] [3] none left
# expect: generator True
