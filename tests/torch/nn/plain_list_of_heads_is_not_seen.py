import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = nn.ModuleList([nn.Linear(2, 2)])
        self.unseen = [nn.Linear(2, 2)]


print(len(list(M().parameters())), list(M().state_dict()))  # expect: 2 ['seen.0.weight', 'seen.0.bias']
