import torch

torch.manual_seed(0)
x = torch.randn(2, 3, dtype=torch.double, requires_grad=True)
w = torch.randn(3, dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(lambda x, w: torch.softmax(x * w, dim=-1), (x, w)))  # expect: True
print(torch.autograd.gradcheck(lambda x: (x.sum(), x @ w.detach()), x), x.grad)  # expect: True None
print(torch.autograd.gradcheck(lambda x: x.detach() * x, (x,), raise_exception=False))  # expect: False
try:
    torch.autograd.gradcheck(lambda x: x.detach() * x, (torch.ones(2, dtype=torch.double, requires_grad=True),))
except RuntimeError as e:
    print(e)  # expect: Jacobian mismatch for output 0 with respect to input 0,
# expect: numerical:tensor([[2.0000, 0.0000],
# expect:         [0.0000, 2.0000]], dtype=torch.float64)
# expect: analytical:tensor([[1., 0.],
# expect:         [0., 1.]], dtype=torch.float64)
# expect:
torch.autograd.gradcheck(torch.exp, (x.detach(),))  # expect ValueError: gradcheck expects at least one input tensor to require gradient, but none of the them have requires_grad=True.
