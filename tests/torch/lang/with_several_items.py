said = []


def say(*values):
    said.append(" ".join(map(str, values)))


class Room:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        say("enter", self.name)
        return self.name.upper()

    def __exit__(self, *error):
        say("leave", self.name)


with Room("a") as a, Room("b") as b:
    say(a, b)
with (
    Room("c") as c,
    Room("d"),
):
    say(c)


print("\n".join(said))  # expect: enter a
# expect: enter b
# expect: A B
# expect: leave b
# expect: leave a
# expect: enter c
# expect: enter d
# expect: C
# expect: leave d
# expect: leave c
