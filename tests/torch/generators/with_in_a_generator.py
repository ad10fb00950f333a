class Scope:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print("enter", self.name)
        return self.name

    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None)
        return self.swallow


def steps():
    with Scope("a") as a, Scope("b") as b:
        yield a + b
        yield "more"
    with Scope("c", swallow=True):
        yield "in c"
        raise RuntimeError("lost")
    for i in range(3):
        with Scope(i):
            if i == 1:
                continue
            yield i
            if i == 2:
                return "end"


for s in steps():
    print(s)
g = steps()
next(g)
try:
    g.throw(ValueError("x"))
except ValueError as e:
    print("ValueError", e)

# expect: enter a
# expect: enter b
# expect: ab
# expect: more
# expect: exit b None
# expect: exit a None
# expect: enter c
# expect: in c
# expect: exit c RuntimeError
# expect: enter 0
# expect: 0
# expect: exit 0 None
# expect: enter 1
# expect: exit 1 None
# expect: enter 2
# expect: 2
# expect: exit 2 None
# expect: enter a
# expect: enter b
# expect: exit b ValueError
# expect: exit a ValueError
# expect: ValueError x
