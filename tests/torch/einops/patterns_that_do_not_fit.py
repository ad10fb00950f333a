# needs: einops
import torch
from einops import EinopsError, rearrange, reduce, repeat

x = torch.zeros(2, 3, 4)


def tell(function, *arguments, **sizes):
    try:
        return function(x, *arguments, **sizes)
    except EinopsError as error:
        return str(error).split("\n")[-1].strip()


print(tell(rearrange, "b t -> b t"))  # expect: Wrong shape: expected 2 dims. Received 3-dim tensor.
print(tell(rearrange, "b t d -> b t"))  # expect: Identifiers only on one side of expression (should be on both): {'d'}
print(tell(rearrange, "b t d -> b t d", h=2))  # expect: Axis h is not used in transform
print(tell(rearrange, "b (t d -> b t d"))  # expect: Imbalanced parentheses in expression: "b (t d "
print(tell(rearrange, "b b d -> b d"))  # expect: Indexing expression contains duplicate dimension "b"
print(tell(rearrange, "b t (2 d) -> b 2 t d"))  # expect: Non-unitary anonymous axes are not supported in rearrange (exception is length 1)
print(tell(rearrange, "b t d -> b (t (d))"))  # expect: Axis composition is one-level (brackets inside brackets not allowed)
print(tell(rearrange, "b t d -> b t-d"))  # expect: Unknown character '-'
print(tell(repeat, "b t d -> b t d r"))  # expect: Specify sizes for new axes in repeat: {'r'}
print(tell(reduce, "b t d -> b q", "mean"))  # expect: Unexpected identifiers on the right side of reduce mean: {'q'}
print(tell(rearrange, "1 t d -> t d"))  # expect: Shape mismatch, 2 != 1
try:
    rearrange(x, "b t (h d) -> b h t d", h=3)
except EinopsError as error:
    print(error)  # expect:  Error while processing rearrange-reduction pattern "b t (h d) -> b h t d".
# expect:  Input tensor shape: torch.Size([2, 3, 4]). Additional info: {'h': 3}.
# expect:  Shape mismatch, can't divide axis of length 4 in chunks of 3
