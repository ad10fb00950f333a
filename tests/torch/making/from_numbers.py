import torch

print(torch.tensor([[1, 2], [3, 4]]).dtype, torch.tensor([1, 2.0]).dtype, torch.tensor([True]).dtype)  # expect: torch.int64 torch.float32 torch.bool
print(torch.tensor(3), torch.tensor([]), torch.tensor([[]]).shape)  # expect: tensor(3) tensor([]) torch.Size([1, 0])
print(torch.tensor([1, 2], dtype=torch.float32), torch.FloatTensor([1, 2]))  # expect: tensor([1., 2.]) tensor([1., 2.])
