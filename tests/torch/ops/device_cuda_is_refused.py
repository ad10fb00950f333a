import torch

x = torch.zeros(2).to("cuda")  # expect AssertionError: Torch not compiled with CUDA enabled
