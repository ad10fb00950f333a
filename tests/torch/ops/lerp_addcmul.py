import torch

a, b = torch.tensor([0.0, 1.0]), torch.tensor([10.0, 20.0])
print(torch.lerp(a, b, 0.5), a.lerp(b, torch.tensor([0.1, 0.2])), torch.addcmul(a, b, b, value=0.1), a.addcdiv(a, b))  # expect: tensor([ 5.0000, 10.5000]) tensor([1.0000, 4.8000]) tensor([10., 41.]) tensor([0.0000, 1.0500])
