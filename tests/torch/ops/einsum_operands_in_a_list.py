import torch

a = torch.arange(4.0).view(2, 2)
print(torch.einsum("ij,jk->ik", [a, a]), torch.einsum("ii", a), torch.einsum("i j -> j i", a))  # expect: tensor([[ 2.,  3.],
# expect:         [ 6., 11.]]) tensor(3.) tensor([[0., 2.],
# expect:         [1., 3.]])
