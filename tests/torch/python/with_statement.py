log = []


class Ctx:
    def __enter__(self):
        log.append("in")
        return self

    def __exit__(self, kind, e, trace):
        log.append(("out", kind.__name__ if kind else None))
        return kind is ValueError


with Ctx() as c:
    log.append("body")
print(log)  # expect: ['in', 'body', ('out', None)]
with Ctx():
    raise ValueError("taken")
print(log[3:], isinstance(c, Ctx))  # expect: ['in', ('out', 'ValueError')] True
