def read(text):
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        yield line


def split(lines):
    for number, line in enumerate(lines, start=1):
        key, _, value = line.partition("=")
        if not value:
            raise ValueError(f"line {number}: no value")
        yield key.strip(), value.strip()


def as_numbers(pairs):
    for key, value in pairs:
        try:
            yield key, int(value)
        except ValueError:
            yield key, float(value)


text = """
# sizes
d_model = 64
heads = 8

dropout = 0.1
"""
print(dict(as_numbers(split(read(text)))))
try:
    for pair in as_numbers(split(read("a = 1\nb"))):
        print(pair)
except ValueError as e:
    print(e)


def primes():
    found = []
    n = 2
    while True:
        if all(n % p for p in found):
            found.append(n)
            yield n
        n += 1


for p in primes():
    if p > 20:
        break
    print(p, end=" ")
print()

# expect: {'d_model': 64, 'heads': 8, 'dropout': 0.1}
# expect: ('a', 1)
# expect: line 2: no value
# expect: 2 3 5 7 11 13 17 19
