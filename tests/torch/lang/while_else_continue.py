said = []


def say(*values):
    said.append(" ".join(map(str, values)))


n = 0
while n < 5:
    n += 1
    if n == 2:
        continue
    say(n)
else:
    say("end")


print("\n".join(said))  # expect: 1
# expect: 3
# expect: 4
# expect: 5
# expect: end
