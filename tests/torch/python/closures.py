def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n

    return step


c = counter()
print(c(), c(5), counter()())  # expect: 1 6 1
total = 0


def add(x):
    global total
    total += x


add(3)
add(4)
print(total, (lambda x, y=2: x * y)(5))  # expect: 7 10
