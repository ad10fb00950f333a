import torch

# The k-th smallest, from 1; NaN counts as the largest.
x = torch.tensor([[3.0, 1.0, 2.0, 5.0], [9.0, 7.0, float("nan"), 8.0]], requires_grad=True)
r = x.kthvalue(2)
print(r)  # expect: torch.return_types.kthvalue(
# expect: values=tensor([2., 8.], grad_fn=<KthvalueBackward0>),
# expect: indices=tensor([2, 3]))
print(x.kthvalue(4).values)  # expect: tensor([5., nan], grad_fn=<KthvalueBackward0>)
print(torch.kthvalue(x.detach(), 1, dim=0, keepdim=True).indices)  # expect: tensor([[0, 0, 0, 0]])
r.values.sum().backward()
print(x.grad.nonzero().tolist())  # expect: [[0, 2], [1, 3]]
print(torch.tensor([3, 1, 2]).kthvalue(2).values)  # expect: tensor(2)
try:
    x.kthvalue(5)
except RuntimeError as e:
    print(e)  # expect: kthvalue(): selected number k out of range for dimension 1
try:
    torch.zeros(2, 0).kthvalue(1)
except IndexError as e:
    print(e)  # expect: kthvalue(): Expected reduction dim 1 to have non-zero size.
