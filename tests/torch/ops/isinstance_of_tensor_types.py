import torch
from torch.autograd import Variable

x = torch.ones(2)
print(isinstance(x, torch.FloatTensor), isinstance(x, torch.LongTensor))  # expect: True False
print(isinstance(x.long(), torch.LongTensor), isinstance(x, (int, torch.FloatTensor)))  # expect: True True
print(isinstance(x, Variable), isinstance(2, Variable))  # expect: True False
