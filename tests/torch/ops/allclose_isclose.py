import torch

x = torch.tensor([1.0, 2.0])
print(torch.allclose(x, x + 1e-7), x.allclose(x + 1), torch.isclose(x, torch.tensor([1.0, 2.1])))  # expect: True False tensor([ True, False])
print(torch.allclose(x, x + 0.1, atol=0.2), torch.equal(x, x.clone()))  # expect: True True
