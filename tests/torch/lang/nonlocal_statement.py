def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n

    return step


a, b = counter(), counter()
print(a(), a(5), b(), a())  # expect: 1 6 1 7
