import torch

a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
print(torch.dot(a, b), a.dot(b), torch.outer(a, b), torch.inner(a, b), torch.vdot(a, b))  # expect: tensor(11.) tensor(11.) tensor([[3., 4.],
# expect:         [6., 8.]]) tensor(11.) tensor(11.)
