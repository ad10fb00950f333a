import torch.nn as nn


class Feed(nn.Module):
    def __init__(self, emb, expansion=4):
        super().__init__()
        self.steps = nn.ModuleList()
        self.steps.append(nn.Linear(emb, emb * expansion))
        self.steps.append(nn.GELU())
        self.steps.append(nn.Linear(emb * expansion, emb))

    def forward(self, y):
        for step in self.steps:
            y = step(y)
        return y
