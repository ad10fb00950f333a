import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self):
        self.register_buffer("mask", torch.zeros(2))


Head()  # expect AttributeError: cannot assign buffer before Module.__init__() call
