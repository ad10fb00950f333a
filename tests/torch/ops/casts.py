import torch

x = torch.tensor([0.0, 1.7, -2.5])
print(x.int(), x.long(), x.bool(), x.double(), x.half())  # expect: tensor([ 0,  1, -2], dtype=torch.int32) tensor([ 0,  1, -2]) tensor([False,  True,  True]) tensor([ 0.0000,  1.7000, -2.5000], dtype=torch.float64) tensor([ 0.0000,  1.7002, -2.5000], dtype=torch.float16)
print(x.to(torch.int64), x.type(torch.float64).dtype, x.type(), x.long().type_as(x).dtype)  # expect: tensor([ 0,  1, -2]) torch.float64 torch.FloatTensor torch.float32
print(x.float() is x, x.to(torch.float32) is x, x.to(torch.float32, copy=True) is x)  # expect: True True False
