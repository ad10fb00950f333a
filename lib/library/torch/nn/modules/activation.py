"""Layers that are one function of each number, softmax, and nn.MultiheadAttention."""

import math
import warnings

import torch
from torch.nn import functional as F
from torch.nn.init import constant_, xavier_normal_, xavier_uniform_
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class _InPlace(Module):
    """What may write over its input."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_InPlace):
    def forward(self, input):
        return F.relu(input, self.inplace)


class SiLU(_InPlace):
    def forward(self, input):
        return F.silu(input, self.inplace)


class SELU(_InPlace):
    def forward(self, input):
        return F.selu(input, self.inplace)


class Mish(_InPlace):
    def forward(self, input):
        return F.mish(input, self.inplace)


class Hardswish(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.hardswish(input, self.inplace)


class Hardsigmoid(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)


class LeakyReLU(_InPlace):
    def __init__(self, negative_slope=1e-2, inplace=False):
        super().__init__(inplace)
        self.negative_slope = negative_slope

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")


class ELU(_InPlace):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(inplace)
        self.alpha = alpha

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class GELU(Module):
    """x times the share of a normal distribution that lies below x."""

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Softplus(Module):
    def __init__(self, beta=1, threshold=20):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class Hardtanh(Module):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}"


class ReLU6(Hardtanh):
    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class Threshold(Module):
    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        return f"threshold={self.threshold}, value={self.value}"


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)


class LogSigmoid(Module):
    def forward(self, input):
        return F.logsigmoid(input)


class Softsign(Module):
    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    def forward(self, input):
        return F.tanhshrink(input)


class _AlongDim(Module):
    """What works along one dimension."""

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def extra_repr(self):
        return f"dim={self.dim}"


class Softmax(_AlongDim):
    def forward(self, input):
        return F.softmax(input, self.dim)


class LogSoftmax(_AlongDim):
    def forward(self, input):
        return F.log_softmax(input, self.dim)


class Softmin(_AlongDim):
    def forward(self, input):
        return F.softmin(input, self.dim)


class GLU(_AlongDim):
    """The first half along dim, times the sigmoid of the second."""

    def __init__(self, dim=-1):
        super().__init__(dim)

    def forward(self, input):
        return F.glu(input, self.dim)


class MultiheadAttention(Module):
    """Projects queries, keys and values, cuts each into heads, lets every head attend, and
    puts the heads side by side for the output layer.

    Sizes: N batches, T queries, S keys, E embed_dim, D head_dim = E / num_heads. Inside,
    tokens come first, (T, N, E), whatever batch_first says of the outside.
    """

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False,
                 add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None,
                 dtype=None):
        super().__init__()
        factory = {"device": device, "dtype": dtype}
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        assert self.head_dim * num_heads == embed_dim, \
            "embed_dim must be divisible by num_heads"

        def add(name, *sizes):
            self.register_parameter(
                name, Parameter(torch.empty(sizes, **factory)) if sizes else None)

        if self._qkv_same_embed_dim:
            # One matrix for all three: rows of the queries, the keys, the values.
            add("in_proj_weight", 3 * embed_dim, embed_dim)
            add("q_proj_weight")
            add("k_proj_weight")
            add("v_proj_weight")
        else:
            add("q_proj_weight", embed_dim, embed_dim)
            add("k_proj_weight", embed_dim, self.kdim)
            add("v_proj_weight", embed_dim, self.vdim)
            add("in_proj_weight")
        add("in_proj_bias", *((3 * embed_dim,) if bias else ()))
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **factory)
        extra = (1, 1, embed_dim) if add_bias_kv else ()
        add("bias_k", *extra)
        add("bias_v", *extra)
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight,
                       self.v_proj_weight):
            if weight is not None:
                xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            constant_(self.in_proj_bias, 0.0)
            constant_(self.out_proj.bias, 0.0)
        for extra in (self.bias_k, self.bias_v):
            if extra is not None:
                xavier_normal_(extra)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True,
                attn_mask=None, average_attn_weights=True, is_causal=False):
        """The result, and the weights or None: (N, T, S), or (N, num_heads, T, S) if they
        are not averaged. Without batches, the same without N."""
        if is_causal and attn_mask is None:
            raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
        batched = query.dim() == 3
        one_source = query is key and key is value
        same_kv = key is value
        if self.batch_first and batched:
            query, key, value = (x.transpose(1, 0) if x.dim() >= 2 else x
                                 for x in (query, key, value))
        self._check_dims(query, key, value, key_padding_mask, attn_mask)
        if not batched:
            query, key, value = (x.unsqueeze(1) for x in (query, key, value))
            if key_padding_mask is not None:
                key_padding_mask = key_padding_mask.unsqueeze(0)
        self._check_sizes(query, key, value, key_padding_mask)
        tokens, batch, _ = query.shape

        # 1. Project, and cut into heads.
        q, k, v = self._project(query, key, value, one_source, same_kv)
        mask = self._checked_mask(attn_mask, batch, tokens, key.size(0))
        padding = key_padding_mask
        if self.bias_k is not None:
            k = torch.cat([k, self.bias_k.repeat(1, batch, 1)])
            v = torch.cat([v, self.bias_v.repeat(1, batch, 1)])
            mask, padding = _one_key_more(mask), _one_key_more(padding)
        q, k, v = (self._split_heads(x) for x in (q, k, v))
        if self.add_zero_attn:
            nothing = torch.zeros((k.size(0), 1, self.head_dim), dtype=k.dtype)
            k = torch.cat([k, nothing], dim=1)
            v = torch.cat([v, nothing], dim=1)
            mask, padding = _one_key_more(mask), _one_key_more(padding)
        mask = self._join(mask, padding, batch, k.size(1))
        if mask is not None and mask.dtype == torch.bool:
            mask = torch.zeros(mask.shape, dtype=q.dtype).masked_fill(mask, float("-inf"))

        # 2. Scores, weights, and the weighted values.
        scaled = q / math.sqrt(self.head_dim)
        if mask is None:
            scores = torch.bmm(scaled, k.transpose(-2, -1))
        else:
            scores = torch.baddbmm(mask, scaled, k.transpose(-2, -1))
        weights = F.softmax(scores, dim=-1)
        if self.training and self.dropout > 0.0:
            weights = F.dropout(weights, p=self.dropout)
        context = torch.bmm(weights, v)

        # 3. The heads side by side again, and the output layer.
        context = context.transpose(0, 1).contiguous().view(tokens * batch, self.embed_dim)
        out = F.linear(context, self.out_proj.weight, self.out_proj.bias)
        out = out.view(tokens, batch, out.size(1))
        if not batched:
            out = out.squeeze(1)
        elif self.batch_first:
            out = out.transpose(1, 0)
        if not need_weights:
            return out, None
        weights = weights.view(batch, self.num_heads, tokens, k.size(1))
        if average_attn_weights:
            weights = weights.sum(dim=1) / self.num_heads
        return out, weights if batched else weights.squeeze(0)

    def _project(self, query, key, value, one_source, same_kv):
        """What comes from one source is made by one product."""
        weight, bias = self.in_proj_weight, self.in_proj_bias
        if weight is None:
            wq, wk, wv = self.q_proj_weight, self.k_proj_weight, self.v_proj_weight
        elif one_source:
            return F.linear(query, weight, bias).chunk(3, dim=-1)
        else:
            wq, wk, wv = weight.chunk(3)
        bq, bk, bv = (None, None, None) if bias is None else bias.chunk(3)
        if weight is not None and same_kv:
            rest = None if bias is None else bias[self.embed_dim:]
            k, v = F.linear(key, weight[self.embed_dim:], rest).chunk(2, dim=-1)
            return F.linear(query, wq, bq), k, v
        return F.linear(query, wq, bq), F.linear(key, wk, bk), F.linear(value, wv, bv)

    def _split_heads(self, x):
        """(L, N, E) -> (N * num_heads, L, D)"""
        length, batch, _ = x.shape
        return x.contiguous().view(length, batch * self.num_heads, self.head_dim).transpose(0, 1)

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
        """The mask with three dimensions: (1 or N * num_heads, T, S)."""
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

    def _join(self, mask, padding, batch, keys):
        """Padding joined to the mask: (N * num_heads, 1 or T, S), bool or float."""
        if padding is None:
            return mask
        assert padding.shape == (batch, keys), (
            f"expecting key_padding_mask shape of {(batch, keys)}, but got {padding.shape}")
        padding = padding.view(batch, 1, 1, keys).expand(-1, self.num_heads, -1, -1)
        padding = padding.reshape(batch * self.num_heads, 1, keys)
        if mask is None:
            return padding
        if mask.dtype == torch.bool and padding.dtype == torch.bool:
            return mask.logical_or(padding)
        return _as_float(mask) + _as_float(padding)


def _one_key_more(mask):
    """A mask for one more key, which every query may see."""
    return None if mask is None else F.pad(mask, (0, 1))


def _as_float(mask):
    """0 where a key may be seen, -inf where not."""
    if mask.dtype != torch.bool:
        return mask
    return torch.zeros(mask.shape).masked_fill(mask, float("-inf"))
