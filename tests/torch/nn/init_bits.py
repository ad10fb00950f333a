import torch
import torch.nn as nn

# Every bit of what layers start from, in the order of the draws.
torch.manual_seed(123)
layer = nn.Linear(3, 2)
print([x.item() for x in layer.weight.detach().flatten()])  # expect: [-0.23542964458465576, 0.019124476239085197, -0.28674593567848206, 0.21772661805152893, -0.491934210062027, 0.423223078250885]
print([x.item() for x in layer.bias.detach()])  # expect: [-0.4196414053440094, -0.45901766419410706]

torch.manual_seed(123)
cut = nn.init.trunc_normal_(torch.empty(3), std=0.02)
print(cut)  # expect: tensor([-0.0107,  0.0008, -0.0134])
print([x.item() for x in nn.init.xavier_uniform_(torch.empty(2, 3)).flatten()])  # expect: [0.4131072461605072, -0.933379590511322, 0.8030093908309937, -0.7962136268615723, -0.8709248304367065, -0.6921976208686829]
print([x.item() for x in nn.init.kaiming_normal_(torch.empty(2, 3), nonlinearity="relu").flatten()])  # expect: [0.3610754907131195, -0.8862602114677429, -0.5077875852584839, -0.25116318464279175, -0.4888647198677063, -0.4542614221572876]
print(torch.tensor([-0.9, -0.5, 0.0, 0.3, 0.75, 0.999]).erfinv())  # expect: tensor([-1.1631, -0.4769,  0.0000,  0.2725,  0.8134,  2.3268])

leaf = torch.empty(2, 2, requires_grad=True)
print(nn.init.ones_(leaf), leaf.is_leaf)  # expect: tensor([[1., 1.],
# expect:         [1., 1.]], requires_grad=True) True
try:
    nn.init.xavier_uniform_(torch.empty(2))
except ValueError as e:
    print(e)  # expect: Fan in and fan out can not be computed for tensor with fewer than 2 dimensions
