class C:
    size = 3

    @staticmethod
    def twice(x):
        return 2 * x

    @classmethod
    def make(cls, n):
        c = cls()
        c.n = n
        return c

    @property
    def square(self):
        return self.n**2

    @square.setter
    def square(self, v):
        self.n = int(v**0.5)


c = C.make(4)
print(C.twice(5), c.twice(6), c.square, C.size)  # expect: 10 12 16 3
c.square = 81
print(c.n)  # expect: 9
