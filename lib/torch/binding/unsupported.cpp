#include "torch/binding/torch_module.h"

// What programs name and this library has not: refused at the line that uses
// it, by name, with a way round.

namespace mha::torch {

namespace {

struct Module {
  const char* names;  // separated by blanks
  const char* advice;
};

constexpr Module kModules[] = {
    {"numpy.fft numpy.ma numpy.polynomial numpy.testing numpy.typing numpy.lib numpy.core",
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
    {"unittest pytest doctest timeit cProfile gc psutil platform traceback inspect types weakref "
     "importlib pkg_resources hashlib uuid datetime calendar getpass locale",
     "this module of Python is left out; assert and print do for checks"},
    {"IPython IPython.display ipywidgets google google.colab nbformat",
     "a notebook's own helpers are not here; print() shows values"},
};

// Names that PyTorch's torch and Tensor have, beyond those of the tables.
constexpr const char* kTorchNames =
    " abs_ acosh arccosh arcsinh arctanh asinh atanh addbmm addr affine_grid_generator alpha_dropout angle "
    "as_strided_ avg_pool1d baddbmm_ bartlett_window batch_norm bilinear bitwise_left_shift "
    "blackman_window block_diag bucketize_ cauchy_ cdist chain_matmul cholesky cholesky_inverse "
    "cholesky_solve choose_qparams_optimized clamp_min_ clamp_max_ combinations complex complex64 "
    "complex128 conj conj_physical constant_pad_nd conv1d conv2d conv3d conv_transpose1d "
    "conv_transpose2d conv_transpose3d convolution copysign corrcoef cosine_embedding_loss "
    "count_nonzero_ cov cross ctc_loss cumulative_trapezoid cfloat cdouble chalf det "
    "diagonal_scatter diff digamma dist dsplit dstack erfc fake_quantize_per_tensor_affine "
    "frexp from_dlpack from_file frombuffer fft fork frac_ gather_ gcd geometric_ geqrf gradient "
    "group_norm gru gru_cell hamming_window hann_window heaviside hinge_embedding_loss histogram "
    "histogramdd hsplit i0 igamma igammac imag index_put index_put_ index_reduce index_reduce_ "
    "instance_norm inverse isin isneginf isposinf isreal istft kaiser_window kl_div kron lcm ldexp "
    "lgamma lobpcg log_normal_ logaddexp logaddexp2 logcumsumexp logdet logit lstm lstm_cell lu "
    "lu_solve lu_unpack map_ margin_ranking_loss masked_scatter_ matrix_exp matrix_power "
    "matrix_rank max_pool1d max_pool2d max_pool3d mvlgamma nanmedian nanquantile native_norm "
    "nextafter nuclear_norm orgqr ormqr pairwise_distance parse_ir pca_lowrank pdist pinverse "
    "pixel_shuffle pixel_unshuffle poisson poisson_nll_loss polar polygamma prelu put put_ qr "
    "quantize_per_tensor quint8 qint8 qint32 real rename rename_ renorm resize_ resize_as_ "
    "resolve_conj rnn_relu rnn_tanh rrelu scatter_reduce scatter_reduce_ select_scatter selu set_ "
    "signbit sinc slice_scatter slogdet smm softplus_ sparse_coo_tensor spmm stft sum_to_size svd "
    "svd_lowrank swapdims_ take_along_axis threshold to_dense to_sparse trapezoid trapz "
    "triangular_solve tril_solve triplet_margin_loss unflatten_ unravel_index vander view_as_complex "
    "view_as_real vsplit vsplit_ xlogy storage untyped_storage register_hook apply_ share_memory_ "
    "pin_memory module_load is_sparse_csr align_to refine_names autocast get_autocast_dtype "
    "is_autocast_enabled compiled_with_cxx11_abi quasirandom sym_int cond func hub onnx fx "
    "distributed distributions profiler quantization sparse multiprocessing masked nested signal "
    "export library package overrides storage_type amp ops classes ";

}  // namespace

void add_unsupported_modules(lang::Interpreter& interp) {
  for (const Module& m : kModules) {
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
