import torch
import torch.nn as nn


class Model(nn.Module):
    def foward(self, x):
        return x


Model()(torch.zeros(2))  # expect NotImplementedError: Module [Model] is missing the required "forward" function
