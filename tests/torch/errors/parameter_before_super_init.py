import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self):
        self.w = nn.Parameter(torch.zeros(2))


Head()  # expect AttributeError: cannot assign parameters before Module.__init__() call
