x = 1


def f():
    print("in f")  # expect: in f
    y = x
    x = 2


try:
    f()
except UnboundLocalError as e:
    print(e)  # expect: cannot access local variable 'x' where it is not associated with a value
