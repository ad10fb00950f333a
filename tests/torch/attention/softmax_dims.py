import torch

x = torch.tensor([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]])
print(torch.softmax(x, dim=-1))  # expect: tensor([[0.0900, 0.2447, 0.6652],
# expect:         [0.3333, 0.3333, 0.3333]])
print(torch.softmax(x, dim=0))  # expect: tensor([[0.5000, 0.7311, 0.8808],
# expect:         [0.5000, 0.2689, 0.1192]])
print(torch.log_softmax(x, dim=1))  # expect: tensor([[-2.4076, -1.4076, -0.4076],
# expect:         [-1.0986, -1.0986, -1.0986]])
print(torch.softmax(torch.tensor([1000.0, 1000.0]), dim=0))  # expect: tensor([0.5000, 0.5000])
