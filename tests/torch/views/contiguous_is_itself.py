import torch

x = torch.arange(6.0).view(2, 3)
print(x.contiguous() is x)  # expect: True
t = x.T.contiguous()
print(t.stride(), x.T.stride(), t.is_contiguous(), x.T.is_contiguous())  # expect: (2, 1) (1, 3) True False
