import torch

f = torch.finfo(torch.float32)
print(f.min, f.max, f.eps, f.tiny, f.bits, torch.iinfo(torch.int32).max, torch.iinfo(torch.uint8).bits)  # expect: -3.4028234663852886e+38 3.4028234663852886e+38 1.1920928955078125e-07 1.1754943508222875e-38 32 2147483647 8
print(f)  # expect: finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, smallest_normal=1.17549e-38, tiny=1.17549e-38, dtype=float32)
print(torch.iinfo(torch.int8))  # expect: iinfo(min=-128, max=127, dtype=int8)
