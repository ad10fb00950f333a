said = []


def say(*values):
    said.append(" ".join(map(str, values)))


total = 1 + \
    2
say(total)
values = [
    1,  # one

    2,
]
say(values); say(len(values))
if values: say("same line"); total = 0
say(total)


print("\n".join(said))  # expect: 3
# expect: [1, 2]
# expect: 2
# expect: same line
# expect: 0
