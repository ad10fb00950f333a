import torch

try:
    torch.ones(2).sum(foo=1)
except TypeError as e:
    print(e)  # expect: sum() received an invalid combination of arguments - got (foo=int, ), but expected one of:
# expect:  * (*, torch.dtype dtype)
# expect:  * (tuple of ints dim, bool keepdim, *, torch.dtype dtype)
# expect:  * (tuple of names dim, bool keepdim, *, torch.dtype dtype)
# expect:
try:
    torch.exp(torch.ones(2), foo=1)
except TypeError as e:
    print(e)  # expect: exp() got an unexpected keyword argument 'foo'
