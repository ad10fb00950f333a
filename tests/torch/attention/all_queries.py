import torch

torch.manual_seed(7)
x = torch.randn(4, 3)
scores = x @ x.T
weights = torch.softmax(scores, dim=-1)
print(scores)  # expect: tensor([[1.5360, 0.6455, 1.1519, 0.6224],
# expect:         [0.6455, 4.9013, 2.3564, 2.2928],
# expect:         [1.1519, 2.3564, 1.6643, 1.0081],
# expect:         [0.6224, 2.2928, 1.0081, 2.9483]])
print(weights)  # expect: tensor([[0.4012, 0.1647, 0.2732, 0.1609],
# expect:         [0.0122, 0.8574, 0.0673, 0.0631],
# expect:         [0.1455, 0.4854, 0.2430, 0.1261],
# expect:         [0.0555, 0.2949, 0.0816, 0.5680]])
print(weights @ x)  # expect: tensor([[-0.6102,  0.9817,  0.2916],
# expect:         [-1.0874,  1.5622, -0.7380],
# expect:         [-0.8607,  1.2746, -0.2462],
# expect:         [-1.3213,  0.8232, -0.1246]])
