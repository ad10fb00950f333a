import torch

x = torch.linspace(0.1, 9, 1024)
print((x ** 0.3).view(torch.int32).sum())  # expect: tensor(1095044107322)
print((10000.0 ** (x / 9)).view(torch.int32).sum())  # expect: tensor(1148134155721)
print((2 ** x[:5]).tolist())  # expect: [1.0717734098434448, 1.0782561302185059, 1.0847779512405396, 1.091339349746704, 1.0979403257369995]
print(torch.pow(x[:16], x[:16]).view(torch.int32).sum())  # expect: tensor(16977677012)
print(torch.tensor([0.0, 1.0, -2.0]) ** torch.tensor([0.0, 5.0, 3.0]))  # expect: tensor([ 1.,  1., -8.])
