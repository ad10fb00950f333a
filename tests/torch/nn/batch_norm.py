import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
norm = nn.BatchNorm1d(3)
print(norm, list(norm.state_dict()))
x = torch.randn(4, 3, requires_grad=True)
y = norm(x)
print(y)
y.pow(3).sum().backward()
print(x.grad, norm.weight.grad, norm.bias.grad)
print(norm.running_mean, norm.running_var, norm.num_batches_tracked)
norm.eval()
print(norm(x))
print(nn.BatchNorm2d(2, affine=False, track_running_stats=False).eval()(torch.arange(16.0).view(1, 2, 2, 4)))
wide = nn.BatchNorm2d(3, eps=1e-3, momentum=0.2)
print(wide, wide(torch.randn(2, 3, 2, 2)).shape, wide.running_var)
for call in (lambda: norm(torch.ones(2, 2, 2, 2)), lambda: wide(torch.ones(3, 3)), lambda: norm(torch.ones(2, 4)),
             lambda: nn.BatchNorm1d(3)(torch.ones(1, 3))):
    try:
        call()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
# expect: BatchNorm1d(3, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True) ['weight', 'bias', 'running_mean', 'running_var', 'num_batches_tracked']
# expect: tensor([[ 1.4666, -0.0131, -1.3234],
# expect:         [ 0.0594, -1.1326, -0.4257],
# expect:         [-0.1794,  1.5879,  0.3560],
# expect:         [-1.3466, -0.4422,  1.3931]], grad_fn=<NativeBatchNormBackward0>)
# expect: tensor([[ 3.8702, -4.2099,  2.9976],
# expect:         [-4.3707,  4.1628, -2.6965],
# expect:         [-4.0631,  2.3055, -3.1230],
# expect:         [ 4.5636, -2.2583,  2.8219]]) tensor([2.1213, 7.3939, 1.0610]) tensor([11.9997, 11.9998, 11.9998])
# expect: tensor([ 0.0527, -0.0284, -0.1029]) tensor([0.9637, 0.9666, 1.0007]) tensor(1)
# expect: tensor([[ 1.5160, -0.2696, -2.0752],
# expect:         [ 0.5253, -1.0742, -1.2953],
# expect:         [ 0.3572,  0.8813, -0.6162],
# expect:         [-0.4646, -0.5780,  0.2848]], grad_fn=<NativeBatchNormBackward0>)
# expect: tensor([[[[-1.5275, -1.0911, -0.6547, -0.2182],
# expect:           [ 0.2182,  0.6547,  1.0911,  1.5275]],
# expect:
# expect:          [[-1.5275, -1.0911, -0.6547, -0.2182],
# expect:           [ 0.2182,  0.6547,  1.0911,  1.5275]]]])
# expect: BatchNorm2d(3, eps=0.001, momentum=0.2, affine=True, track_running_stats=True) torch.Size([2, 3, 2, 2]) tensor([0.8788, 1.1143, 1.0812])
# expect: ValueError expected 2D or 3D input (got 4D input)
# expect: ValueError expected 4D input (got 2D input)
# expect: RuntimeError running_mean should contain 4 elements not 3
# expect: ValueError Expected more than 1 value per channel when training, got input size torch.Size([1, 3])
