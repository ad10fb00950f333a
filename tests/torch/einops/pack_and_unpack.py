# needs: einops
import torch
from einops import pack, unpack

words, image = torch.randn(2, 5, 8), torch.randn(2, 3, 4, 8)
both, shapes = pack([words, image], "b * d")
print(both.shape, shapes)  # expect: torch.Size([2, 17, 8]) [torch.Size([5]), torch.Size([3, 4])]
first, second = unpack(both, shapes, "b * d")
print(torch.equal(first, words), torch.equal(second, image))  # expect: True True
first, second = unpack(both, [[-1], [3, 4]], "b * d")
print(first.shape, second.shape)  # expect: torch.Size([2, 5, 8]) torch.Size([2, 3, 4, 8])
one, empty = pack([words[0, 0, 0]], "*")
print(one.shape, empty)  # expect: torch.Size([1]) [torch.Size([])]
unpack(both, [[5], [3, 5]], "b * d")  # expect EinopsError: Error during unpack(..., "b * d"): could not split axis of size 17 into requested [[5], [3, 5]]
