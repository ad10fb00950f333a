ids = [ord(c) for c in "low low lower newest newest widest"]
merges = {}
for new in range(256, 260):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    best = max(counts, key=counts.get)
    merged, i = [], 0
    while i < len(ids):
        if tuple(ids[i : i + 2]) == best:
            merged.append(new)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    ids, merges[best] = merged, new
print(merges)  # expect: {(108, 111): 256, (256, 119): 257, (101, 115): 258, (258, 116): 259}
print(len(ids), ids[:6])  # expect: 22 [257, 32, 257, 32, 257, 101]
