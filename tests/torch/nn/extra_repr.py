import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.d = d

    def extra_repr(self):
        return f"d={self.d}"


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = nn.ModuleList(Head(i) for i in range(2))

    def extra_repr(self):
        return "first\nsecond"


print(Head(3))  # expect: Head(d=3)
print(Two())  # expect: Two(
# expect:   first
# expect:   second
# expect:   (heads): ModuleList(
# expect:     (0): Head(d=0)
# expect:     (1): Head(d=1)
# expect:   )
# expect: )
