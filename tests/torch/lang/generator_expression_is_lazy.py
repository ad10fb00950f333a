said = []


def say(*values):
    said.append(" ".join(map(str, values)))


def loud(x):
    say("computes", x)
    return x


g = (loud(x) for x in (1, 2, 3))
say("made")
say(next(g))
say(list(g))


print("\n".join(said))  # expect: made
# expect: computes 1
# expect: 1
# expect: computes 2
# expect: computes 3
# expect: [2, 3]
