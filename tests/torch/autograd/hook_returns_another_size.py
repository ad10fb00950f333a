import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
x.register_hook(lambda g: torch.ones(3))
(x * 2).sum().backward()  # expect RuntimeError: hook '<lambda>' has changed the size of value
