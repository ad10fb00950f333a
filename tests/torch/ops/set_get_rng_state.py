import torch

torch.manual_seed(1)
s = torch.get_rng_state()
a = torch.rand(2)
torch.set_rng_state(s)
print(torch.equal(a, torch.rand(2)), s.shape, s.dtype, torch.initial_seed())  # expect: True torch.Size([5056]) torch.uint8 1
