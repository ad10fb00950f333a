import torch

torch.manual_seed(123)
a = torch.rand(2, 3)
torch.manual_seed(123)
print(torch.equal(a, torch.rand(2, 3)))  # expect: True
print(a)  # expect: tensor([[0.2961, 0.5166, 0.2517],
# expect:         [0.6886, 0.0740, 0.8665]])
