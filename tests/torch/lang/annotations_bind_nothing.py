x: int
try:
    x
except NameError as e:
    print(e)  # expect: name 'x' is not defined
y: "anything at all" = 3
print(y)  # expect: 3


def f(a: int, *b: str) -> None:
    z: float
    return a


print(f("not an int"))  # expect: not an int
