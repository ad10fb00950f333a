from torch.optim.adam import AdamW
