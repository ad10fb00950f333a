import torch
import torch.nn as nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(7, 4)
        self.head = nn.Linear(4, 7, bias=False)
        self.table.weight = self.head.weight
        self.apply(self.start)

    def start(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, mean=0.0, std=0.02)

    def forward(self, ids):
        return self.head(self.table(ids))


torch.manual_seed(1)
model = Model()
print(model.table.weight is model.head.weight, len(list(model.parameters())))  # expect: True 1
print(model(torch.tensor([1, 2])))  # expect: tensor([[ 5.3585e-04,  1.4420e-03,  7.6423e-04,  9.6365e-05,  4.1419e-04,
# expect:          -3.3518e-05,  1.5846e-04],
# expect:         [ 2.0043e-05,  7.6423e-04,  2.9132e-03,  5.2141e-04, -8.7100e-04,
# expect:          -1.4265e-04,  2.7040e-04]], grad_fn=<MmBackward0>)
print(list(model.state_dict()))  # expect: ['table.weight', 'head.weight']
