import torch
import torch.nn.functional as F

x = torch.arange(6.0).reshape(1, 2, 3).requires_grad_()
print(F.pad(x, (2, 1), mode="reflect"))  # expect: tensor([[[2., 1., 0., 1., 2., 1.],
# expect:          [5., 4., 3., 4., 5., 4.]]], grad_fn=<ReflectionPad1DBackward0>)
print(F.pad(x, (1, 2), mode="replicate"))  # expect: tensor([[[0., 0., 1., 2., 2., 2.],
# expect:          [3., 3., 4., 5., 5., 5.]]], grad_fn=<ReplicationPad1DBackward0>)
print(F.pad(x, (1, 1), mode="circular").tolist())  # expect: [[[2.0, 0.0, 1.0, 2.0, 0.0], [5.0, 3.0, 4.0, 5.0, 3.0]]]
print(F.pad(x[None], (1, 1, 1, 0), mode="reflect"))  # expect: tensor([[[[4., 3., 4., 5., 4.],
# expect:           [1., 0., 1., 2., 1.],
# expect:           [4., 3., 4., 5., 4.]]]], grad_fn=<ReflectionPad2DBackward0>)
print(F.pad(x, (-1, 1), "replicate").tolist())  # expect: [[[1.0, 2.0, 2.0], [4.0, 5.0, 5.0]]]
F.pad(x, (2, 2), mode="reflect").sum().backward()
print(x.grad)  # expect: tensor([[[2., 3., 2.],
# expect:          [2., 3., 2.]]])
print(F.pad(torch.ones(2, 3), (1, 0), mode="replicate"))  # expect: tensor([[1., 1., 1., 1.],
# expect:         [1., 1., 1., 1.]])
errors = []
for pads, mode in [((3, 0), "reflect"), ((1, 1, 1, 1, 1, 1), "reflect"), ((1, 1), "mirror"), ((1,), "circular")]:
    try:
        F.pad(x, pads, mode=mode)
    except (RuntimeError, NotImplementedError) as e:
        errors.append(f"{type(e).__name__}: {e}")
print("\n".join(errors))  # expect: RuntimeError: Argument #4: Padding size should be less than the corresponding input dimension, but got: padding (3, 0) at dimension 2 of input [1, 2, 3]
# expect: NotImplementedError: Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now
# expect: NotImplementedError: Unrecognised padding mode mirror
# expect: RuntimeError: Padding length must be divisible by 2
print(F.pad(x, (3, 0), mode="circular").tolist())  # expect: [[[0.0, 1.0, 2.0, 0.0, 1.0, 2.0], [3.0, 4.0, 5.0, 3.0, 4.0, 5.0]]]
F.pad(x, (4, 0), mode="circular")  # expect RuntimeError: Padding value causes wrapping around more than once.
