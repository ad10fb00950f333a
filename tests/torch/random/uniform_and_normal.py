import torch

torch.manual_seed(42)
print(torch.rand(3))  # expect: tensor([0.8823, 0.9150, 0.3829])
print(torch.randn(3))  # expect: tensor([-0.8293, -1.6137, -0.2147])
print(torch.randn(4, 5))  # expect: tensor([[-0.9342, -0.2483, -1.2082, -0.4777, -0.2168],
# expect:         [-1.3847, -0.8712, -0.2234,  1.7174,  0.3189],
# expect:         [-0.4245,  0.3057,  0.3309, -1.5576,  0.9956],
# expect:         [-0.8798, -0.6011, -1.2742,  2.1228, -1.2347]])
print(torch.rand(2, 2, dtype=torch.float64))  # expect: tensor([[0.7157, 0.5620],
# expect:         [0.4546, 0.2822]], dtype=torch.float64)
