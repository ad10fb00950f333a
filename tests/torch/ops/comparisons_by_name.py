import torch

x = torch.tensor([1, 2, 3])
print(x.eq(2), torch.ne(x, 2), x.lt(2), x.ge(torch.tensor(2)), torch.greater(x, 1))  # expect: tensor([False,  True, False]) tensor([ True, False,  True]) tensor([ True, False, False]) tensor([False,  True,  True]) tensor([False,  True,  True])
