import torch

print(torch.ones(2, 3).shape, torch.ones((2, 3)).shape, torch.zeros([2]), torch.zeros(size=(1,)), torch.ones(2, dtype=torch.int32), torch.zeros(()))  # expect: torch.Size([2, 3]) torch.Size([2, 3]) tensor([0., 0.]) tensor([0.]) tensor([1, 1], dtype=torch.int32) tensor(0.)
print(torch.zeros(torch.Size([2, 1])).shape, torch.zeros(torch.tensor(2)), torch.ones(1, requires_grad=True))  # expect: torch.Size([2, 1]) tensor([0., 0.]) tensor([1.], requires_grad=True)
