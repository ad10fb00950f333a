import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(2, 2)


Model()  # expect AttributeError: cannot assign module before Module.__init__() call
