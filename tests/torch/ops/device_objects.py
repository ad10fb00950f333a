import torch

d = torch.device("cpu")
print(d, repr(d), d.type, d.index, d == torch.device("cpu"), torch.zeros(1, device=d).device)  # expect: cpu device(type='cpu') cpu None True cpu
print(torch.device("cuda:1"), repr(torch.device("cuda", 0)), torch.cuda.is_available())  # expect: cuda:1 device(type='cuda', index=0) False
