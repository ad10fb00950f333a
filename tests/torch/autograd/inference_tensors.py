import torch
from torch import nn

w = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    seen = torch.arange(2.0)
    part = w[:1]
    print(seen.is_inference(), part.is_inference(), torch.is_inference_mode_enabled())  # expect: True False True
    seen += 1
print(torch.is_inference(seen), torch.is_inference_mode_enabled())  # expect: True False
print(seen * 2, (seen + w).sum())  # expect: tensor([2., 4.]) tensor(5., grad_fn=<SumBackward0>)
print((seen.clone() * w).sum(), seen.clone().requires_grad_())  # expect: tensor(3., grad_fn=<SumBackward0>) tensor([1., 2.], requires_grad=True)
array = seen.numpy()
array += 1
print(torch.from_numpy(array) * w)  # expect: tensor([2., 3.], grad_fn=<MulBackward0>)


def error(make):
    try:
        make()
    except RuntimeError as e:
        return str(e)


@torch.inference_mode()
def features(x):
    return x * 2


with torch.inference_mode():
    late = torch.ones(2)
print(error(lambda: late * w))  # expect: Inference tensors cannot be saved for backward. To work around you can make a clone to get a normal tensor and use it in autograd.
print(error(lambda: late.add_(1)))  # expect: Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.
print(error(lambda: late.requires_grad_()))  # expect: Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.
print(features(torch.ones(1)).is_inference(), (features(w) + 1).is_inference())  # expect: True False
head = nn.Linear(2, 1)
head(features(torch.ones(3, 2)))  # expect RuntimeError: Inference tensors cannot be saved for backward. To work around you can make a clone to get a normal tensor and use it in autograd.
