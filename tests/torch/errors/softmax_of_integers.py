import torch

torch.softmax(torch.arange(3), dim=0)  # expect RuntimeError: "softmax_lastdim_kernel_impl" not implemented for 'Long'
