class V:
    def __init__(self, *xs):
        self.xs = xs

    def __repr__(self):
        return f"V{self.xs}"

    def __add__(self, o):
        return V(*(a + b for a, b in zip(self.xs, o.xs)))

    def __mul__(self, k):
        return V(*(a * k for a in self.xs))

    __rmul__ = __mul__

    def __getitem__(self, i):
        return self.xs[i]

    def __len__(self):
        return len(self.xs)

    def __eq__(self, o):
        return self.xs == o.xs

    def __call__(self, k):
        return self[k]

    def __contains__(self, x):
        return x in self.xs

    def __iter__(self):
        return iter(self.xs)


v = V(1, 2)
print(v + V(3, 4), 3 * v, v[1], len(v), v == V(1, 2), v(0), 2 in v, list(v), bool(V()))  # expect: V(4, 6) V(3, 6) 2 2 True 1 True [1, 2] False
