import torch
import torch.nn as nn


torch.manual_seed(11)
print(nn.init.xavier_uniform_(torch.empty(2, 3)))  # expect: tensor([[-0.7689, -0.0295,  1.0640],
# expect:         [-0.7265,  0.1839,  0.4242]])
print(nn.init.xavier_normal_(torch.empty(2, 3), gain=2.0))  # expect: tensor([[-0.8475, -1.4265,  0.4424],
# expect:         [ 0.6483,  1.5265,  1.7770]])
print(nn.init.kaiming_uniform_(torch.empty(2, 3), nonlinearity="relu"))  # expect: tensor([[0.8585, 0.7504, 1.0491],
# expect:         [0.6309, 0.9516, 0.2320]])
print(nn.init.kaiming_normal_(torch.empty(2, 3), mode="fan_out"))  # expect: tensor([[-0.2343, -1.0713,  0.1648],
# expect:         [ 0.1157,  0.3834, -0.1234]])
print(nn.init.normal_(torch.empty(4), 1.0, 0.1), nn.init.uniform_(torch.empty(4), -1, 1))  # expect: tensor([1.0893, 0.9511, 0.8553, 1.1194]) tensor([-0.5523,  0.1278,  0.2250, -0.5472])
