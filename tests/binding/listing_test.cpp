#include "torch/explain/listing.h"

#include <doctest/doctest.h>

#include <map>

#include "library/library.h"
#include "torch/register.h"

using mha::torch::Listing;

namespace {

/// What a learner reads of each name in turn; the message where there is none.
std::map<std::string, Listing> listings(const std::vector<std::string>& names, std::map<std::string, std::string>& failed) {
  mha::lang::Interpreter interp;
  mha::torch::add_torch(interp);
  std::map<std::string, Listing> found;
  interp.perform([&] {
    for (const std::string& name : names) {
      try {
        found[name] = mha::torch::find_listing(interp, name);
      } catch (const mha::Error& e) {
        failed[name] = e.message();
      }
    }
  });
  return found;
}

std::string first_line(const Listing& l) {
  return l.source ? l.source->name() + ": " + std::string(l.source->line(l.first_line)) : "C++";
}

}  // namespace

TEST_CASE("listing: what is written in the language is found by every name that it has") {
  const std::map<std::string, std::string> expected = {
      {"nn.Linear", "torch/nn/modules/linear.py: class Linear(Module):"},
      {"torch.nn.Linear", "torch/nn/modules/linear.py: class Linear(Module):"},
      {"Linear", "torch/nn/modules/linear.py: class Linear(Module):"},
      {"nn.Linear.forward", "torch/nn/modules/linear.py:     def forward(self, input):"},
      {"F.softmax", "torch/nn/functional.py: def softmax(input, dim=None, _stacklevel=3, dtype=None):"},
      {"rearrange", "einops.py: def rearrange(tensor, pattern, **axes_lengths):"},
      {"contextlib.contextmanager", "python/contextlib.py: def contextmanager(function):"},
      {"torch.nn.init", "torch/nn/init.py: \"\"\"What parameters start from."},
      {"nn.Embedding.from_pretrained", "torch/nn/modules/sparse.py:     @classmethod"},
      {"torch.matmul", "C++"},
      {"nn.Linear.__call__", "C++"},
  };
  std::vector<std::string> names;
  for (const auto& [name, line] : expected) names.push_back(name);
  std::map<std::string, std::string> failed;
  const auto found = listings(names, failed);
  CHECK(failed.empty());
  for (const auto& [name, line] : expected) {
    CAPTURE(name);
    CHECK(first_line(found.at(name)).starts_with(line));
  }
}

TEST_CASE("listing: what is C++ is told with its signature and what it does") {
  std::map<std::string, std::string> failed;
  const auto found = listings({"torch.matmul", "Tensor.masked_fill_", "len", "nn.Linear.register_buffer", "math.sqrt"}, failed);
  CHECK(failed.empty());
  CHECK(found.at("torch.matmul").signatures == std::vector<std::string>{"matmul(Tensor input, Tensor other, *, Tensor out)"});
  CHECK(found.at("torch.matmul").about.starts_with("The matrix product"));
  CHECK(found.at("Tensor.masked_fill_").about.ends_with("In place: the tensor itself changes."));
  CHECK(found.at("len").signatures == std::vector<std::string>{"len(x)"});
  CHECK(found.at("nn.Linear.register_buffer").signatures ==
        std::vector<std::string>{"register_buffer(name, tensor, persistent=True)"});
  CHECK(found.at("math.sqrt").about == "The square root.");
}

TEST_CASE("listing: what is not there is told with what is nearest, or refused by name") {
  std::map<std::string, std::string> failed;
  listings({"nn.MultiHeadAttention", "rearange", "torch.sofmax", "nn.Conv3d", "nn.LSTM.forward", "plotly.express", "qqqqqq"}, failed);
  CHECK(failed["nn.MultiHeadAttention"] == "nothing here is called 'nn.MultiHeadAttention'; did you mean 'nn.MultiheadAttention'?");
  CHECK(failed["rearange"] == "nothing here is called 'rearange'; did you mean 'rearrange'?");
  CHECK(failed["torch.sofmax"] == "nothing here is called 'torch.sofmax'; did you mean 'torch.softmax'?");
  CHECK(failed["nn.Conv3d"] == "nn.Conv3d is not supported here");
  CHECK(failed["nn.LSTM.forward"] == "nn.LSTM is not supported here");
  CHECK(failed["plotly.express"] == "plotly.express is not part of this tutor");
  CHECK(failed["qqqqqq"] == "nothing here is called 'qqqqqq'; `source` alone lists what there is to read");
}

TEST_CASE("listing: every name that built_in.md tells of is there, and is C++") {
  std::vector<std::string> names;
  for (const std::string& name : mha::library::noted_names()) names.push_back(name);
  CHECK(names.size() > 250);
  std::map<std::string, std::string> failed;
  const auto found = listings(names, failed);
  for (const auto& [name, why] : failed) {
    CAPTURE(name);
    CHECK(why == "");
  }
  for (const auto& [name, listing] : found) {
    CAPTURE(name);
    CHECK(listing.about != "");
  }
}

// The ops that homework has, of which each must have its line or its page.
TEST_CASE("listing: nothing that homework calls is without a word") {
  std::vector<std::string> names;
  const auto add = [&](const std::string& owner, std::initializer_list<const char*> of) {
    for (const char* name : of) names.push_back(owner + name);
  };
  add("nn.", {"Module", "Linear", "Dropout", "Parameter", "Softmax", "ModuleList", "LayerNorm", "Sequential",
              "MultiheadAttention", "Identity", "Embedding", "init.normal_", "init.constant_", "init.kaiming_normal_",
              "init.xavier_uniform_", "Module.register_buffer", "Module.parameters",
              "Module.named_parameters", "Module.eval", "Module.to"});
  add("torch.", {"ones", "softmax", "triu", "inf", "matmul", "manual_seed", "tril", "cat", "tensor", "empty", "stack",
                 "rand", "randn", "Tensor", "zeros", "arange", "einsum", "dot", "exp", "transpose", "bmm", "round",
                 "device", "float32", "no_grad", "bool", "sqrt", "cuda.is_available", "repeat_interleave", "long",
                 "allclose", "concat", "swapaxes", "FloatTensor", "cos", "sin", "sum", "full", "from_numpy",
                 "masked_fill", "zeros_like", "ones_like", "bernoulli", "set_printoptions", "tanh", "pow", "rsqrt",
                 "finfo"});
  add("F.", {"softmax", "scaled_dot_product_attention", "dropout", "pad", "normalize"});
  add("Tensor.", {"transpose", "view", "masked_fill", "contiguous", "bool", "masked_fill_", "reshape", "size", "permute",
                  "unsqueeze", "sum", "chunk", "to", "softmax", "dot", "split", "float", "expand", "matmul", "t",
                  "repeat", "eq", "squeeze", "detach", "swapaxes", "mean", "item", "tolist", "clone", "numel", "round",
                  "byte", "unbind", "fill_", "flatten", "var", "cumsum", "repeat_interleave", "new_zeros", "view_as",
                  "shape", "T", "device", "data", "dtype", "ndim"});
  add("math.", {"sqrt", "log2", "floor"});
  add("", {"print", "float", "range", "enumerate", "map", "sum", "isinstance", "int", "zip", "max", "min", "len", "type"});
  add("np.", {"sqrt", "exp", "sum", "max", "dot", "matmul", "array", "inf", "random.randn", "ones", "tril", "zeros_like",
              "ndarray", "triu", "where", "concatenate", "reshape", "einsum", "expand_dims", "arange", "zeros", "sin",
              "cos", "divide", "random.seed", "random.randint", "random.uniform", "random.permutation"});
  add("einops.", {"rearrange", "einsum", "repeat", "layers.torch.Rearrange"});
  std::map<std::string, std::string> failed;
  const auto found = listings(names, failed);
  for (const auto& [name, why] : failed) {
    CAPTURE(name);
    CHECK(why == "");
  }
  for (const auto& [name, listing] : found) {
    CAPTURE(name);
    CHECK((listing.source || listing.about != ""));
  }
}
