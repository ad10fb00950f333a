import math
from math import pi, sqrt as root

print(math.sqrt(2), root(16), math.floor(-1.5), math.ceil(1.2), math.exp(0), math.log(8, 2))  # expect: 1.4142135623730951 4.0 -2 2 1.0 3.0
print(pi, math.inf > 1, math.isnan(math.nan), math.prod([2, 3]), math.gcd(12, 18), math.tanh(0.5))  # expect: 3.141592653589793 True True 6 6 0.46211715726000974
