import torch

with torch.autograd.detect_anomaly():
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    y = torch.sqrt(x).sum()
    y.backward()
    print(x.grad)  # expect: tensor([   inf, 0.2500])
torch.autograd.set_detect_anomaly(True)
z = (torch.sqrt(x - x) * 0).sum()
z.backward()  # expect RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.
