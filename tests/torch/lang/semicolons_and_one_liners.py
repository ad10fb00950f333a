said = []


def say(*values):
    said.append(" ".join(map(str, values)))


class A: x = 1; y = 2
def f(): return A.x; say("never")
for i in range(2): say(i); say("-")
while True: break
try: 1 / 0
except ZeroDivisionError: say("caught")
say(f())


print("\n".join(said))  # expect: 0
# expect: -
# expect: 1
# expect: -
# expect: caught
# expect: 1
