import torch

torch.manual_seed(123)
w = torch.softmax(torch.rand(6, 6), dim=-1)
print(w.sum(dim=-1))  # expect: tensor([1.0000, 1.0000, 1.0000, 1.0000, 1.0000, 1.0000])
print(w.sum(dim=-1) == 1)  # expect: tensor([False, False, False,  True,  True,  True])
