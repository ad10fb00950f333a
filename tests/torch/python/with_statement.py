class Ctx:
    def __enter__(self):
        print("in")  # expect: in
        return self

    def __exit__(self, kind, e, trace):
        print("out", kind.__name__ if kind else None)  # expect: out None
        return kind is ValueError


with Ctx() as c:
    print("body")  # expect: body
