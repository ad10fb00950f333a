import torch

print(torch.tensor(-1, dtype=torch.uint8), torch.tensor([127, -128], dtype=torch.int8))  # expect: tensor(255, dtype=torch.uint8) tensor([ 127, -128], dtype=torch.int8)
print(torch.tensor(300).to(torch.uint8), torch.ones(1, dtype=torch.int8) * 200)  # expect: tensor(44, dtype=torch.uint8) tensor([-56], dtype=torch.int8)
torch.tensor([1, 300], dtype=torch.uint8)  # expect RuntimeError: value cannot be converted to type uint8 without overflow
