import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.layers = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4, bias=False))
        self.drop = nn.Dropout(0.1)


print(Block())  # expect: Block(
# expect:   (norm): LayerNorm((4,), eps=1e-05, elementwise_affine=True)
# expect:   (layers): Sequential(
# expect:     (0): Linear(in_features=4, out_features=8, bias=True)
# expect:     (1): GELU(approximate='none')
# expect:     (2): Linear(in_features=8, out_features=4, bias=False)
# expect:   )
# expect:   (drop): Dropout(p=0.1, inplace=False)
# expect: )
