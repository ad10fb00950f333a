#include "torch/binding/torch_module.h"

// What programs name and this library has not: refused at the line that uses
// it, by name, with a way round.

namespace mha::torch {

namespace {

struct ModuleAdvice {
  const char* names;  // separated by blanks
  const char* advice;
};

constexpr ModuleAdvice kModuleAdvice[] = {
    {"numpy.fft numpy.ma numpy.polynomial numpy.typing numpy.lib",
     "this part of NumPy is left out; the core of it is here: arrays of numbers, their arithmetic, "
     "sums and means, dot, matmul, einsum, reshape, transpose, concatenate, where, random"},
    {"matplotlib matplotlib.pyplot matplotlib.ticker matplotlib.cm seaborn plotly plotly.express plotly.graph_objects",
     "nothing can be drawn from a program here; print the tensor, or its shape"},
    {"pandas polars", "tables are not here; nested lists and torch.tensor do for small data"},
    {"scipy scipy.special scipy.stats sklearn sklearn.metrics sklearn.model_selection "
     "sklearn.preprocessing",
     "only torch and a part of Python's own modules are here; torch has the usual functions"},
    {"re string", "use the methods of str: split, replace, strip, startswith, in"},
    {"json csv pickle yaml toml configparser", "programs here read and write no files; put the data into the program"},
    {"pathlib os os.path glob shutil tempfile io zipfile",
     "programs here reach no files and no processes; put the data into the program"},
    {"argparse logging.handlers logging.config", "use print(); settings can be plain variables"},
    {"subprocess multiprocessing threading concurrent concurrent.futures asyncio socket signal",
     "programs here run on their own, one step after the other"},
    {"requests urllib urllib.request http", "there is no network here; put the data into the program"},
    {"rich tqdm tqdm.auto tqdm.notebook tabulate termcolor colorama",
     "loop without it, and use print()"},
    {"tiktoken transformers datasets tokenizers sentencepiece nltk spacy huggingface_hub safetensors "
     "safetensors.torch accelerate peft torchtext gensim",
     "tokenizers, data sets and trained models are not here; make token ids with torch.tensor or "
     "torch.randint"},
    {"torchvision torchvision.transforms torchvision.datasets torchvision.models torchaudio PIL cv2 "
     "timm skimage",
     "pictures and sound are not here; torch.randn gives a tensor of any shape"},
    {"torch.utils.data torch.utils.data.dataset torch.utils.data.dataloader",
     "data loaders serve training; take slices of a tensor: for i in range(0, len(x), batch)"},
    {"torch.utils.tensorboard torch.utils.checkpoint tensorboard wandb mlflow lightning pytorch_lightning "
     "torchmetrics ignite",
     "training and its reports are not here; the forward pass runs as it is"},
    {"torchinfo torchsummary torchviz thop fvcore",
     "print(model) shows the layers; sum(p.numel() for p in model.parameters()) counts"},
    {"torch.distributed torch.multiprocessing torch.onnx torch.profiler torch.fx torch.quantization "
     "torch.ao torch.amp torch.cuda.amp torch.jit torch.fft torch.distributions torch.sparse "
     "torch.nn.attention torch.nn.attention.flex_attention torch.hub torch.func torch._dynamo",
     "this part of PyTorch is left out; attention needs torch, torch.nn and torch.nn.functional"},
    {"jax jax.numpy flax tensorflow keras cupy numba triton xformers xformers.ops flash_attn mlx mlx.core "
     "jaxtyping beartype torchtyping",
     "only torch is here; annotations are read and ignored, so they need no import"},
    {"unittest pytest doctest cProfile psutil platform traceback inspect types weakref "
     "pkg_resources hashlib uuid datetime calendar getpass locale",
     "this module of Python is left out; assert and print do for checks"},
    {"IPython IPython.display ipywidgets google google.colab nbformat",
     "a notebook's own helpers are not here; print() shows values"},
};

// Names that PyTorch's torch and Tensor have, beyond those of the tables.
constexpr const char* kTorchNames =
    " abs_ acosh set_default_tensor_type addbmm addr affine_grid_generator align_to alpha_dropout aminmax amp angle apply_ "
    "arccosh arcsinh arctanh as_strided_ asinh atanh autocast avg_pool1d baddbmm_ bartlett_window "
    "batch_norm bilinear bitwise_left_shift bitwise_left_shift_ bitwise_right_shift "
    "bitwise_right_shift_ blackman_window block_diag bucketize bucketize_ cauchy_ cdist cdouble "
    "cfloat chain_matmul chalf cholesky cholesky_inverse cholesky_solve choose_qparams_optimized "
    "clamp_max_ clamp_min_ classes combinations compiled_with_cxx11_abi complex complex128 "
    "complex64 cond conj conj_physical constant_pad_nd conv1d conv2d conv3d conv_transpose1d "
    "conv_transpose2d conv_transpose3d convolution copysign corrcoef cosine_embedding_loss "
    "count_nonzero_ cov cross ctc_loss cummax cummin cumulative_trapezoid deg2rad deg2rad_ det "
    "diagonal_scatter diff digamma dist distributed distributions dsplit dstack erfc export "
    "fake_quantize_per_tensor_affine fft float_power float_power_ fmax fmin fork fork_rng frac_ frexp "
    "from_dlpack from_file frombuffer func fx gather_ gcd geometric_ geqrf get_autocast_dtype "
    "gradient group_norm gru gru_cell hamming_window hann_window heaviside hinge_embedding_loss "
    "histc histogram histogramdd hsplit hub hypot hypot_ i0 igamma igammac imag index_copy "
    "index_copy_ index_put index_put_ index_reduce index_reduce_ instance_norm inverse "
    "is_autocast_enabled is_sparse_csr isin isneginf isposinf isreal istft kaiser_window kl_div "
    "kron kthvalue lcm ldexp lgamma library lobpcg log_normal_ logaddexp logaddexp2 logcumsumexp "
    "logdet logit lstm lstm_cell lu lu_solve lu_unpack map_ margin_ranking_loss masked "
    "masked_scatter masked_scatter_ matrix_exp matrix_power matrix_rank max_pool1d max_pool2d "
    "max_pool3d mode module_load msort multiprocessing mvlgamma nanmedian nanquantile native_norm "
    "nested nextafter nuclear_norm onnx ops orgqr ormqr overrides package pairwise_distance "
    "parse_ir pca_lowrank pdist pin_memory pinverse pixel_shuffle pixel_unshuffle poisson "
    "poisson_nll_loss polar polygamma prelu profiler put put_ qint32 qint8 qr quantization "
    "quantize_per_tensor quasirandom quint8 rad2deg rad2deg_ real refine_names "
    "rename rename_ renorm resize_ resize_as_ resolve_conj rnn_relu rnn_tanh rot90 rrelu "
    "scatter_reduce scatter_reduce_ searchsorted select_scatter selu set_ share_memory_ signal "
    "signbit sinc slice_scatter slogdet smm softplus_ sparse sparse_coo_tensor spmm stft storage "
    "storage_type sum_to_size svd svd_lowrank swapdims_ sym_int take_along_axis threshold "
    "to_dense to_sparse trapezoid trapz triangular_solve tril_solve triplet_margin_loss "
    "unflatten_ unique_consecutive unravel_index untyped_storage vander view_as_complex "
    "view_as_real vsplit vsplit_ xlogy ";

}  // namespace

void add_unsupported_modules(lang::Interpreter& interp) {
  for (const ModuleAdvice& m : kModuleAdvice) {
    std::string_view rest = m.names;
    while (!rest.empty()) {
      const size_t blank = std::min(rest.find(' '), rest.size());
      interp.add_unsupported(std::string(rest.substr(0, blank)), m.advice);
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
  }
}

void refuse_if_known(std::string_view owner, std::string_view name) {
  const std::string wanted = " " + std::string(name) + " ";
  if (std::string_view(kTorchNames).find(wanted) == std::string_view::npos) return;
  throw Refusal(std::string(owner) + "." + std::string(name) + " is not supported here")
      .with_help("PyTorch has it, this tutor has not: write it with other operations");
}

}  // namespace mha::torch
