import math
import math as m, sys
from math import sqrt as root, pi
from math import (floor,
                  ceil,)

print(m is math, root(16), floor(pi), ceil(pi))  # expect: True 4.0 3 4


def f():
    from math import tau
    return tau > 6


print(f())  # expect: True
