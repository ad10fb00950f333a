said = []


def say(*values):
    said.append(" ".join(map(str, values)))


def f(x):
    try:
        return 10 // x
    except ZeroDivisionError:
        return "zero"
    else:
        say("never: the try returned")
    finally:
        say("finally", x)


say(f(5))
say(f(0))
for i in range(3):
    try:
        if i == 1:
            continue
        say(i)
    finally:
        say("after", i)


print("\n".join(said))  # expect: finally 5
# expect: 2
# expect: finally 0
# expect: zero
# expect: 0
# expect: after 0
# expect: after 1
# expect: 2
# expect: after 2
