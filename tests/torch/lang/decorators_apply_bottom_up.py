said = []


def say(*values):
    said.append(" ".join(map(str, values)))


def tag(name):
    say("made", name)

    def wrap(f):
        say("wraps", name)
        return lambda: f"<{name}>{f()}</{name}>"

    return wrap


@tag("b")
@tag("i")
def text():
    return "hello"


say(text())


print("\n".join(said))  # expect: made b
# expect: made i
# expect: wraps i
# expect: wraps b
# expect: <b><i>hello</i></b>
