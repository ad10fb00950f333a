def make(n):
    class Box:
        size = n

        def double(self):
            return n * 2

    return Box


print(make(3).size, make(4)().double())  # expect: 3 8
