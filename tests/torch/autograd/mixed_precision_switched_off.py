import warnings

import torch
from torch import nn
from torch.cuda.amp import GradScaler, autocast

warnings.simplefilter("ignore")
torch.manual_seed(0)
layer = nn.Linear(3, 2)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
scaler = GradScaler(enabled=torch.cuda.is_available())
x = torch.randn(4, 3)
for step in range(3):
    optimizer.zero_grad()
    with autocast(enabled=torch.cuda.is_available()):
        loss = layer(x).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
    print(f"{loss.item():.4f}", loss.dtype)
with torch.autocast(device_type="cuda", enabled=False):
    print(layer(x).dtype)


@autocast()
def predict(x):
    return layer(x)


print(predict(x).dtype)
# expect: 0.3541 torch.float32
# expect: 0.2717 torch.float32
# expect: 0.2115 torch.float32
# expect: torch.float32
# expect: torch.float32
