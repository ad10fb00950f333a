import torch

try:
    torch.zeros(2, 3) @ torch.zeros(2, 3)
except RuntimeError as e:
    print(type(e).__name__, e)  # expect: RuntimeError mat1 and mat2 shapes cannot be multiplied (2x3 and 2x3)
finally:
    print("done")  # expect: done
