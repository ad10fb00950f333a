import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = "none"
        self.act = nn.ReLU()


print(Net())  # expect: Net(
# expect:   (act): ReLU()
# expect: )
print("act" in Net().__dict__)  # expect: False
