#include "torch/nn/unsupported.h"

#include <string>

#include "base/text.h"
#include "torch/nn/support.h"

namespace mha::torch {

namespace {

struct Advice {
  const char* names;  // between spaces
  const char* advice;
};

constexpr Advice kLayerAdvice[] = {
    {" Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d "
     "Unfold Fold MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d "
     "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveMaxPool1d AdaptiveMaxPool2d "
     "BatchNorm1d BatchNorm2d BatchNorm3d InstanceNorm1d InstanceNorm2d "
     "GroupNorm Dropout1d Dropout2d Dropout3d Upsample PixelShuffle "
     "ZeroPad2d ConstantPad1d ReflectionPad2d ",
     "layers for images are left out; attention needs nn.Linear, nn.LayerNorm "
     "and nn.Dropout"},
    {" RNN LSTM GRU RNNCell LSTMCell GRUCell RNNBase ",
     "recurrent layers are left out; this is about attention"},
    {" LazyLinear LazyConv2d ",
     "give the number of input features: nn.Linear(in_features, out_features)"},
    {" Bilinear PReLU RReLU AlphaDropout FeatureAlphaDropout EmbeddingBag "
     "Softmax2d LocalResponseNorm CrossMapLRN2d Hardshrink Softshrink CELU "
     "AdaptiveLogSoftmaxWithLoss CTCLoss TripletMarginLoss PairwiseDistance "
     "MarginRankingLoss PoissonNLLLoss GaussianNLLLoss MultiMarginLoss "
     "CosineEmbeddingLoss DataParallel SyncBatchNorm ",
     "write it with tensor operations in a forward() of your own"},
};

constexpr Advice kFunctions[] = {
    {" conv1d conv2d conv3d max_pool1d max_pool2d avg_pool1d avg_pool2d "
     "adaptive_avg_pool1d adaptive_avg_pool2d batch_norm group_norm "
     "instance_norm interpolate unfold fold grid_sample ",
     "functions for images are left out; attention needs F.softmax, F.linear "
     "and F.dropout"},
    {" multi_head_attention_forward ",
     "use nn.MultiheadAttention, or F.scaled_dot_product_attention"},
    {" gumbel_softmax prelu rrelu hardshrink softshrink bilinear "
     "embedding_bag ctc_loss triplet_margin_loss cosine_embedding_loss "
     "alpha_dropout dropout1d dropout2d dropout3d feature_alpha_dropout pdist "
     "upsample pixel_shuffle margin_ranking_loss poisson_nll_loss ",
     "write it with tensor operations"},
};

constexpr Advice kInit[] = {
    {" orthogonal_ dirac_ sparse_ ", "fill the tensor yourself under torch.no_grad()"},
};

}  // namespace

void refuse_if_unsupported(std::string_view module, std::string_view name) {
  const std::string wanted = " " + std::string(name) + " ";
  const auto look = [&](std::span<const Advice> table, const char* shown) {
    for (const Advice& a : table) {
      if (std::string_view(a.names).find(wanted) == std::string_view::npos) {
        continue;
      }
      refuse(std::string(shown) + std::string(name), a.advice);
    }
  };
  if (module == "torch.nn") look(kLayerAdvice, "nn.");
  if (module == "torch.nn.functional") look(kFunctions, "F.");
  if (module == "torch.nn.init") look(kInit, "nn.init.");
}

void add_unsupported_parts(lang::Interpreter& interp) {
  const char* training = "leave it out: the layers themselves are as they are in PyTorch";
  for (const char* name :
       {"torch.nn.utils.parametrize", "torch.nn.utils.parametrizations",
        "torch.nn.parallel"}) {
    interp.add_unsupported(name, training);
  }
}

}  // namespace mha::torch
