import torch

x = torch.tensor([[1.5, 2.5]])
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.long), torch.full_like(x, 3))  # expect: tensor([[0., 0.]]) tensor([[1, 1]]) tensor([[3., 3.]])
print(x.new_zeros(2), torch.empty_like(x).shape)  # expect: tensor([0., 0.]) torch.Size([1, 2])
