class Bad(ValueError):
    pass


def f(x):
    try:
        if x:
            raise Bad("bad", x)
        return "ok"
    except (KeyError, Bad) as e:
        return f"{type(e).__name__} {e.args}"
    finally:
        names.append(x)


names = []
print(f(0), f(1), names)  # expect: ok Bad ('bad', 1) [0, 1]
try:
    {}["k"]
except LookupError as e:
    print(repr(e), e)  # expect: KeyError('k') 'k'
try:
    [][1]
except Exception as e:
    print(type(e), e)  # expect: <class 'IndexError'> list index out of range
raise Bad("the end")  # expect Bad: the end
