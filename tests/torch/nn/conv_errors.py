import torch
import torch.nn as nn
import torch.nn.functional as F


def told(call):
    try:
        call()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)


conv, x = nn.Conv1d(3, 4, 3), torch.ones(2, 3, 5)
told(lambda: conv(torch.ones(2, 2, 5)))
told(lambda: conv(torch.ones(2, 3, 5, 5)))
told(lambda: conv(torch.ones(2, 3, 2)))
told(lambda: conv(x.double()))
told(lambda: conv(x.long()))
told(lambda: nn.Conv2d(1, 1, 3)(torch.ones(2, 5)))
told(lambda: nn.Conv2d(1, 1, 3, groups=1)(torch.ones(1, 2, 5, 5)))
told(lambda: nn.Conv2d(1, 1, 3)(torch.ones(1, 1, 2, 5)))
told(lambda: F.conv1d(x, conv.weight, padding="same", stride=2))
told(lambda: nn.Conv1d(3, 4, 3, groups=2))
told(lambda: nn.Conv1d(4, 3, 3, groups=2))
# expect: RuntimeError Given groups=1, weight of size [4, 3, 3], expected input[2, 2, 5] to have 3 channels, but got 2 channels instead
# expect: RuntimeError Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: [2, 3, 5, 5]
# expect: RuntimeError Calculated padded input size per channel: (2). Kernel size: (3). Kernel size can't be greater than actual input size
# expect: RuntimeError expected scalar type Double but found Float
# expect: RuntimeError expected scalar type Long but found Float
# expect: RuntimeError Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [2, 5]
# expect: RuntimeError Given groups=1, weight of size [1, 1, 3, 3], expected input[1, 2, 5, 5] to have 1 channels, but got 2 channels instead
# expect: RuntimeError Calculated padded input size per channel: (2 x 5). Kernel size: (3 x 3). Kernel size can't be greater than actual input size
# expect: RuntimeError padding='same' is not supported for strided convolutions
# expect: ValueError in_channels must be divisible by groups
# expect: ValueError out_channels must be divisible by groups
