import torch
import torch.nn.functional as F


F.softmax()  # expect TypeError: softmax() missing 1 required positional argument: 'input'
