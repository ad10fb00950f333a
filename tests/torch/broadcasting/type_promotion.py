import torch

i, f, d, b = torch.tensor([1]), torch.tensor([1.5]), torch.tensor([1.5], dtype=torch.float64), torch.tensor([True])
print((i + f).dtype, (f + d).dtype, (i + b).dtype, (b + b).dtype, (i / i).dtype)  # expect: torch.float32 torch.float64 torch.int64 torch.bool torch.float32
print((i + 1.5).dtype, (f + 1).dtype, (f + torch.tensor(2.0, dtype=torch.float64)).dtype)  # expect: torch.float32 torch.float32 torch.float32
print((torch.tensor([1], dtype=torch.int32) + i).dtype, (i * True).dtype)  # expect: torch.int64 torch.int64
