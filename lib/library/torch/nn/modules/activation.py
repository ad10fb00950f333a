"""Activations, a function of each number; softmax; and nn.MultiheadAttention."""

import math
import warnings

import torch
from torch.nn import functional as F
from torch.nn.init import constant_, xavier_uniform_
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from _tutor import refuse


class _InPlace(Module):
    """An activation that, if it is told so, writes its result over the input."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    """x where x is above 0, else 0."""

    def forward(self, input):
        return F.relu(input, self.inplace)


class SiLU(_InPlace):
    """x * sigmoid(x)"""

    def forward(self, input):
        return F.silu(input, self.inplace)


class LeakyReLU(_InPlace):
    """x where x is above 0, else negative_slope * x."""

    def __init__(self, negative_slope=1e-2, inplace=False):
        super().__init__(inplace)
        self.negative_slope = negative_slope

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class ELU(_InPlace):
    """x where x is above 0, else alpha * (exp(x) - 1)."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(inplace)
        self.alpha = alpha

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class GELU(Module):
    """x times the probability that a normally distributed number is below x."""

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Tanh(Module):
    """The hyperbolic tangent: between -1 and 1."""

    def forward(self, input):
        return torch.tanh(input)


class Sigmoid(Module):
    """1 / (1 + exp(-x)): between 0 and 1."""

    def forward(self, input):
        return torch.sigmoid(input)


class _AlongDim(Module):
    """What works along one dimension."""

    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax(_AlongDim):
    """Positive numbers that add up to 1 along dim: exp(x) divided by the sum of exp(x)."""

    def __init__(self, dim=None):
        super().__init__(dim)

    def forward(self, input):     # any shape, kept
        return F.softmax(input, self.dim)


class LogSoftmax(_AlongDim):
    """The logarithm of softmax."""

    def __init__(self, dim=None):
        super().__init__(dim)

    def forward(self, input):
        return F.log_softmax(input, self.dim)


class GLU(_AlongDim):
    """The first half along dim, times the sigmoid of the second half."""

    def __init__(self, dim=-1):
        super().__init__(dim)

    def forward(self, input):     # (*, 2 * E) -> (*, E)
        return F.glu(input, self.dim)


class MultiheadAttention(Module):
    """Projects queries, keys and values, splits each into heads, lets every
    head attend on its own, and joins the heads again in the output layer.

    In the shapes below, N is the batch, L the number of queries, S the
    number of keys and values, E embed_dim, H num_heads, and D = E / H
    head_dim. Inside, tokens come first, (L, N, E), whatever batch_first
    says of the tensors outside.
    """

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True,
                 add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None,
                 batch_first=False, device=None, dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        assert self.head_dim * num_heads == embed_dim, \
            "embed_dim must be divisible by num_heads"

        if self._qkv_same_embed_dim:
            # One matrix for all three: the rows for the queries, those for
            # the keys, those for the values.
            self.in_proj_weight = Parameter(
                torch.empty((3 * embed_dim, embed_dim), **factory))
            self.register_parameter("q_proj_weight", None)
            self.register_parameter("k_proj_weight", None)
            self.register_parameter("v_proj_weight", None)
        else:
            self.q_proj_weight = Parameter(
                torch.empty((embed_dim, embed_dim), **factory))
            self.k_proj_weight = Parameter(
                torch.empty((embed_dim, self.kdim), **factory))
            self.v_proj_weight = Parameter(
                torch.empty((embed_dim, self.vdim), **factory))
            self.register_parameter("in_proj_weight", None)
        if bias:
            self.in_proj_bias = Parameter(
                torch.empty(3 * embed_dim, **factory))
        else:
            self.register_parameter("in_proj_bias", None)
        self.out_proj = NonDynamicallyQuantizableLinear(
            embed_dim, embed_dim, bias=bias, **factory)

        if add_bias_kv or add_zero_attn:
            refuse("nn.MultiheadAttention with one more key and value",
                   "torch.cat() them to key and value")
        self.bias_k, self.bias_v, self.add_zero_attn = None, None, False
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight,
                       self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            constant_(self.in_proj_bias, 0.0)
            constant_(self.out_proj.bias, 0.0)

    def forward(self, query, key, value, key_padding_mask=None,
                need_weights=True, attn_mask=None, average_attn_weights=True,
                is_causal=False):
        """Returns the output, in the shape of query, and the weights:
        (N, L, S), or (N, H, L, S) with average_attn_weights=False, or None
        with need_weights=False. Where query has no batch, (L, E), neither
        have they."""
        if is_causal and attn_mask is None:
            raise RuntimeError(
                "Need attn_mask if specifying the is_causal hint.")
        batched = query.dim() == 3
        if self.batch_first and batched:
            # (N, L or S, E) -> (L or S, N, E)
            query, key, value = _tokens_first(query, key, value)
        self._check_dims(query, key, value, key_padding_mask, attn_mask)
        if not batched:  # (L or S, E) -> (L or S, 1, E)
            query, key, value = (
                x.unsqueeze(1) for x in (query, key, value))
            if key_padding_mask is not None:
                key_padding_mask = key_padding_mask.unsqueeze(0)
        self._check_sizes(query, key, value, key_padding_mask)
        tokens, batch, _ = query.shape

        # 1. Project, and split into heads.
        # q is (L, N, E), k and v are (S, N, E).
        q, k, v = self._in_projection(query, key, value)
        mask = self._checked_mask(attn_mask, batch, tokens, key.size(0))
        q = self._split_heads(q)                          # (N * H, L, D)
        k = self._split_heads(k)                          # (N * H, S, D)
        v = self._split_heads(v)                          # (N * H, S, D)

        # 2. Compare every query with every key; hide what the masks hide;
        #    make each row of scores positive numbers that add up to 1.
        mask = self._join_masks(mask, key_padding_mask, batch, k.size(1))
        q = q / math.sqrt(self.head_dim)
        k_t = k.transpose(-2, -1)                         # (N * H, D, S)
        if mask is None:
            scores = torch.bmm(q, k_t)                    # (N * H, L, S)
        else:
            mask = _as_float(mask, q.dtype)
            scores = torch.baddbmm(mask, q, k_t)          # mask + q @ k_t
        weights = F.softmax(scores, dim=-1)               # (N * H, L, S)
        if self.training and self.dropout > 0.0:
            weights = F.dropout(weights, p=self.dropout)

        # 3. Mix the values, put the heads side by side, and project.
        context = torch.bmm(weights, v)                   # (N * H, L, D)
        context = context.transpose(0, 1).contiguous()    # (L, N * H, D)
        context = context.view(tokens * batch, self.embed_dim)
        out = F.linear(context, self.out_proj.weight, self.out_proj.bias)
        out = out.view(tokens, batch, out.size(1))        # (L, N, E)
        if not batched:
            out = out.squeeze(1)                          # (L, E)
        elif self.batch_first:
            out = out.transpose(1, 0)                     # (N, L, E)
        if not need_weights:
            return out, None

        # (N, H, L, S), or the average of the heads, (N, L, S)
        weights = weights.view(batch, self.num_heads, tokens, k.size(1))
        if average_attn_weights:
            weights = weights.sum(dim=1) / self.num_heads
        return out, weights if batched else weights.squeeze(0)

    def _in_projection(self, query, key, value):
        """Queries, keys and values, (L or S, N, E) each. What comes from one
        and the same tensor is made in one product."""
        weight, bias = self.in_proj_weight, self.in_proj_bias
        if weight is not None and query is key and key is value:
            qkv = F.linear(query, weight, bias)           # (L, N, 3 * E)
            return qkv.chunk(3, dim=-1)
        if weight is None:
            w_q, w_k, w_v = (self.q_proj_weight, self.k_proj_weight,
                             self.v_proj_weight)
        else:
            w_q, w_k, w_v = weight.chunk(3)               # (E, E) each
        b_q = b_k = b_v = b_kv = None
        if bias is not None:
            b_q, b_k, b_v = bias.chunk(3)                 # (E,) each
            b_kv = bias[self.embed_dim:]
        q = F.linear(query, w_q, b_q)
        if weight is not None and key is value:
            kv = F.linear(key, weight[self.embed_dim:], b_kv)
            k, v = kv.chunk(2, dim=-1)
            return q, k, v
        return q, F.linear(key, w_k, b_k), F.linear(value, w_v, b_v)

    def _split_heads(self, x):
        """(L, N, E) -> (L, N * H, D) -> (N * H, L, D)"""
        tokens, batch, _ = x.shape
        heads = batch * self.num_heads
        x = x.contiguous().view(tokens, heads, self.head_dim)
        return x.transpose(0, 1)

    def _check_dims(self, query, key, value, padding, mask):
        dims = query.dim()
        assert dims in (2, 3), ("query should be unbatched 2D or batched 3D tensor but received "
                                f"{dims}-D query tensor")
        kind = "batched (3-D)" if dims == 3 else "unbatched (2-D)"
        assert key.dim() == dims and value.dim() == dims, (
            f"For {kind} `query`, expected `key` and `value` to be {dims}-D but found "
            f"{key.dim()}-D and {value.dim()}-D tensors respectively")
        assert padding is None or padding.dim() == dims - 1, (
            f"For {kind} `query`, expected `key_padding_mask` to be `None` or {dims - 1}-D but "
            f"found {padding.dim()}-D tensor instead")
        if mask is None:
            return
        assert mask.dim() in (2, 3), (
            f"For {kind} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found "
            f"{mask.dim()}-D tensor instead")
        if dims == 2 and mask.dim() == 3:
            wanted = (self.num_heads, query.shape[0], key.shape[0])
            assert mask.shape == wanted, (
                f"Expected `attn_mask` shape to be {wanted} but got {mask.shape}")

    def _check_sizes(self, query, key, value, padding):
        assert padding is None or padding.dtype == torch.bool or padding.is_floating_point(), \
            "only bool and floating types of key_padding_mask are supported"
        assert query.shape[2] == self.embed_dim, (
            f"was expecting embedding dimension of {self.embed_dim}, but got {query.shape[2]}")
        if self._qkv_same_embed_dim:
            assert key.shape == value.shape, (
                f"key shape {key.shape} does not match value shape {value.shape}")
        else:
            assert key.shape[:2] == value.shape[:2], (
                f"key's sequence and batch dims {key.shape[:2]} do not match value's "
                f"{value.shape[:2]}")

    def _checked_mask(self, mask, batch, tokens, keys):
        """(L, S) -> (1, L, S); a mask for each head, (N * H, L, S), stays."""
        if mask is None:
            return None
        if mask.dtype == torch.uint8:
            warnings.warn("Byte tensor for attn_mask in nn.MultiheadAttention is deprecated. "
                          "Use bool tensor instead.")
            mask = mask.to(torch.bool)
        assert mask.dtype == torch.bool or mask.is_floating_point(), (
            f"Only float, byte, and bool types are supported for attn_mask, not {mask.dtype}")
        wanted = (tokens, keys) if mask.dim() == 2 else (batch * self.num_heads, tokens, keys)
        if mask.shape != wanted:
            raise RuntimeError(f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, "
                               f"but should be {wanted}.")
        return mask.unsqueeze(0) if mask.dim() == 2 else mask

    def _join_masks(self, mask, padding, batch, keys):
        """One mask of both: (1 or N * H, L, S), or (N * H, 1, S) where there
        is only padding, which is the same for every query."""
        if padding is None:
            return mask
        assert padding.shape == (batch, keys), (
            f"expecting key_padding_mask shape of {(batch, keys)}, but got {padding.shape}")
        padding = padding.view(batch, 1, 1, keys)
        padding = padding.expand(-1, self.num_heads, -1, -1)
        padding = padding.reshape(batch * self.num_heads, 1, keys)
        if mask is None:
            return padding
        if mask.dtype == torch.bool and padding.dtype == torch.bool:
            return mask.logical_or(padding)
        return _as_float(mask) + _as_float(padding)


def _tokens_first(query, key, value):
    """(N, L, E) -> (L, N, E). Tensors that are one and the same stay so: they
    can be projected in one product."""
    q = query.transpose(1, 0)
    k = q if key is query else key.transpose(1, 0)
    v = k if value is key else value.transpose(1, 0)
    return q, k, v


def _as_float(mask, dtype=None):
    """What is added to the scores: 0 where a key may be seen, and -inf where
    it is hidden."""
    if mask.dtype != torch.bool:
        return mask
    return torch.zeros(mask.shape, dtype=dtype).masked_fill(mask, float("-inf"))
