import torch

print(torch.get_default_dtype())  # expect: torch.float32
torch.set_default_dtype(torch.float64)
print(torch.tensor([1.5]), torch.zeros(1), torch.tensor([1]))  # expect: tensor([1.5000]) tensor([0.]) tensor([1])
torch.set_default_dtype(torch.float32)
print(torch.tensor([1.5]))  # expect: tensor([1.5000])
