"""What goes with layers: keeping gradients small, padded batches."""

from torch.nn.utils import rnn
from torch.nn.utils.clip_grad import clip_grad_norm_, clip_grad_value_
