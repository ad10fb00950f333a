def reader(lines):
    print("open")
    try:
        for line in lines:
            yield line
        print("all read")
    finally:
        print("close")


for line in reader(["a", "b"]):
    print(line)

for line in reader(["a", "b"]):
    print(line)
    break
print("after the break")

g = reader(["x"])
print(next(g))
g.close()
g.close()
print(next(g, "closed"))


def catches():
    while True:
        try:
            x = yield
            print("got", x)
        except ValueError as e:
            print("caught", e)
        except GeneratorExit:
            print("exit")
            raise
        else:
            print("fine")
        finally:
            print("round over")


c = catches()
next(c)
c.send(1)
c.throw(ValueError("bad"))
c.throw(ValueError, "worse")
c.close()
try:
    c = catches()
    next(c)
    c.throw(KeyError("k"))
except KeyError as e:
    print("out came", repr(e))

# expect: open
# expect: a
# expect: b
# expect: all read
# expect: close
# expect: open
# expect: a
# expect: close
# expect: after the break
# expect: open
# expect: x
# expect: close
# expect: closed
# expect: got 1
# expect: fine
# expect: round over
# expect: caught bad
# expect: round over
# expect: caught worse
# expect: round over
# expect: exit
# expect: round over
# expect: round over
# expect: out came KeyError('k')
