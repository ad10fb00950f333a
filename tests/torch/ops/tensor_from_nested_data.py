import torch

print(torch.tensor([[1, 2], [3, 4]]), torch.tensor((1, 2.5)), torch.tensor([True, 2]), torch.tensor(range(3)), torch.tensor([torch.tensor(1), 2]))  # expect: tensor([[1, 2],
# expect:         [3, 4]]) tensor([1.0000, 2.5000]) tensor([1, 2]) tensor([0, 1, 2]) tensor([1, 2])
print(torch.tensor([]), torch.tensor([[]]).shape, torch.tensor(5).shape, torch.tensor([1], dtype=torch.float64), torch.tensor([1.5], dtype=torch.long))  # expect: tensor([]) torch.Size([1, 0]) torch.Size([]) tensor([1.], dtype=torch.float64) tensor([1])
