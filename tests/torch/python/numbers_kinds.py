import numbers
from numbers import Integral, Number, Real
import numpy as np
import torch

for_each = [3, True, 2.5, np.float32(1), np.int64(2), "3", None, torch.tensor(1)]
print([isinstance(x, Number) for x in for_each])  # expect: [True, True, True, True, True, False, False, False]
print([isinstance(x, Integral) for x in for_each])  # expect: [True, True, False, False, True, False, False, False]
print([isinstance(x, Real) for x in for_each], isinstance(2.5, numbers.Rational))  # expect: [True, True, True, True, True, False, False, False] False
size = 8
print((size,) if isinstance(size, numbers.Integral) else tuple(size))  # expect: (8,)
