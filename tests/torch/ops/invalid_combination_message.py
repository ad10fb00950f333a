import torch

try:
    torch.zeros(2).masked_fill(1, 2)
except TypeError as e:
    print(e)  # expect: masked_fill() received an invalid combination of arguments - got (int, int), but expected one of:
# expect:  * (Tensor mask, Tensor value)
# expect:       didn't match because some of the arguments have invalid types: (!int!, !int!)
# expect:  * (Tensor mask, Number value)
# expect:       didn't match because some of the arguments have invalid types: (!int!, !int!)
# expect:
