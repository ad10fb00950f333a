import torch

d = torch.float32
print(d, [d], d is torch.float, d.is_floating_point, torch.int64.is_signed, torch.bool.is_floating_point)  # expect: torch.float32 [torch.float32] True True True False
print(torch.promote_types(torch.int32, torch.float16), torch.result_type(torch.tensor(1), 1.0), torch.can_cast(torch.float, torch.int))  # expect: torch.float16 torch.float32 False
