import torch

x = torch.zeros(2)
print(x == None, x != None, x == "a", x is None)  # expect: False True False False
