import torch

print(torch.arange(5), torch.arange(1, 10, 4), torch.arange(0, 1, 0.25))  # expect: tensor([0, 1, 2, 3, 4]) tensor([1, 5, 9]) tensor([0.0000, 0.2500, 0.5000, 0.7500])
print(torch.linspace(0, 1, 5), torch.eye(2), torch.full((2,), 7))  # expect: tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000]) tensor([[1., 0.],
# expect:         [0., 1.]]) tensor([7, 7])
