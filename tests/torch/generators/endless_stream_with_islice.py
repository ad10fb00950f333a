from itertools import islice


def tokens(text):
    while True:
        for word in text.split():
            yield word


def counted(stream, start=0):
    n = start
    for item in stream:
        yield n, item
        n += 1


stream = tokens("the cat sat")
print(list(islice(stream, 5)))
print(list(islice(stream, 2)))
print(list(islice(counted(stream, 10), 3)))
print(dict(zip(tokens("a b"), range(5))))

# expect: ['the', 'cat', 'sat', 'the', 'cat']
# expect: ['sat', 'the']
# expect: [(10, 'cat'), (11, 'sat'), (12, 'the')]
# expect: {'a': 4, 'b': 3}
