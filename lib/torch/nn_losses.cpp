// Losses as modules: they keep the options of the functions of
// torch.nn.functional and call those.

#include "tensor/ops_nn.h"
#include "torch/functional.h"
#include "torch/nn_support.h"

namespace mha::torch {

using lang::KeywordArg;
using lang::Symbol;
using lang::Value;

namespace {

/// Calls F.NAME(input, target, option=self.option, ...).
Value forward(Nn& nn, Arguments a, const char* function,
              std::initializer_list<const char*> options) {
  std::vector<KeywordArg> keywords;
  for (const char* name : options) {
    keywords.push_back({Symbol(name), field(nn, a[0], name)});
  }
  Value both[] = {a[1], a[2]};
  return nn.interp.call(find_functional(nn, function), both, keywords);
}

std::string reduction_of(Nn& nn, const Value& size_average, const Value& reduce,
                         const Value& reduction) {
  if (!given(size_average) && !given(reduce)) {
    return text_arg(reduction, "mean");
  }
  if (given(reduce) && !nn.interp.truth(reduce)) return "none";
  return given(size_average) && !nn.interp.truth(size_average) ? "sum" : "mean";
}

void set_weight(const Value& self, const Value& weight) {
  // A weight is a buffer, so that it moves and is saved with the module.
  self.object()->attributes().find(names().buffers)
      ->get<lang::DictObject>()->set(std::string_view("weight"),
                                     or_none(weight));
}

Value weighted_init(Nn& nn, Arguments a) {
  // self, weight, size_average, ignore_index, reduce, reduction[, smoothing]
  init_module(nn, a[0]);
  set_field(a[0], "reduction", lang::str(reduction_of(nn, a[2], a[4], a[5])));
  set_weight(a[0], a[1]);
  set_field(a[0], "ignore_index", or_else(a[3], Value(-100)));
  if (a.size() > 6) {
    set_field(a[0], "label_smoothing", or_else(a[6], Value(0.0)));
  }
  return Value::none();
}

Value plain_init(Nn& nn, Arguments a) {
  // self, size_average, reduce, reduction
  init_module(nn, a[0]);
  set_field(a[0], "reduction", lang::str(reduction_of(nn, a[1], a[2], a[3])));
  return Value::none();
}

constexpr Method kCrossEntropy[] = {
    {"__init__",
     "self, weight=None, size_average=None, ignore_index=-100, reduce=None, "
     "reduction='mean', label_smoothing=0.0",
     weighted_init},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "cross_entropy",
                      {"weight", "ignore_index", "reduction", "label_smoothing"});
     }},
};
constexpr Method kNll[] = {
    {"__init__",
     "self, weight=None, size_average=None, ignore_index=-100, reduce=None, "
     "reduction='mean'",
     weighted_init},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "nll_loss", {"weight", "ignore_index", "reduction"});
     }},
};
constexpr Method kMse[] = {
    {"__init__", "self, size_average=None, reduce=None, reduction='mean'",
     plain_init},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) { return forward(nn, a, "mse_loss", {"reduction"}); }},
};
constexpr Method kL1[] = {
    {"__init__", "self, size_average=None, reduce=None, reduction='mean'",
     plain_init},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) { return forward(nn, a, "l1_loss", {"reduction"}); }},
};
constexpr Method kSmoothL1[] = {
    {"__init__",
     "self, size_average=None, reduce=None, reduction='mean', beta=1.0",
     [](Nn& nn, Arguments a) {
       plain_init(nn, a);
       set_field(a[0], "beta", or_else(a[4], Value(1.0)));
       return Value::none();
     }},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "smooth_l1_loss", {"reduction", "beta"});
     }},
};
constexpr Method kHuber[] = {
    {"__init__", "self, reduction='mean', delta=1.0",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "reduction", or_else(a[1], lang::str("mean")));
       set_field(a[0], "delta", or_else(a[2], Value(1.0)));
       return Value::none();
     }},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "huber_loss", {"reduction", "delta"});
     }},
};
constexpr Method kKlDiv[] = {
    {"__init__",
     "self, size_average=None, reduce=None, reduction='mean', log_target=False",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "reduction", or_else(a[3], lang::str("mean")));
       set_field(a[0], "log_target", or_else(a[4], false));
       return Value::none();
     }},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "kl_div", {"reduction", "log_target"});
     }},
};
constexpr Method kBce[] = {
    {"__init__",
     "self, weight=None, size_average=None, reduce=None, reduction='mean'",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "reduction",
                 lang::str(reduction_of(nn, a[2], a[3], a[4])));
       set_weight(a[0], a[1]);
       return Value::none();
     }},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "binary_cross_entropy", {"weight", "reduction"});
     }},
};
constexpr Method kBceLogits[] = {
    {"__init__",
     "self, weight=None, size_average=None, reduce=None, reduction='mean', "
     "pos_weight=None",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "reduction",
                 lang::str(reduction_of(nn, a[2], a[3], a[4])));
       set_weight(a[0], a[1]);
       set_field(a[0], "pos_weight", or_none(a[5]));
       return Value::none();
     }},
    {"forward", "self, input, target",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "binary_cross_entropy_with_logits",
                      {"weight", "reduction", "pos_weight"});
     }},
};
constexpr Method kCosine[] = {
    {"__init__", "self, dim=1, eps=1e-8",
     [](Nn& nn, Arguments a) {
       init_module(nn, a[0]);
       set_field(a[0], "dim", or_else(a[1], Value(1)));
       set_field(a[0], "eps", or_else(a[2], Value(1e-8)));
       return Value::none();
     }},
    {"forward", "self, x1, x2",
     [](Nn& nn, Arguments a) {
       return forward(nn, a, "cosine_similarity", {"dim", "eps"});
     }},
};

constexpr const char* kModule = "torch.nn.modules.loss";
constexpr ClassRow kClasses[] = {
    {"_Loss", kModule, "Module", {}},
    {"_WeightedLoss", kModule, "_Loss", {}},
    {"CrossEntropyLoss", kModule, "_WeightedLoss", kCrossEntropy},
    {"NLLLoss", kModule, "_WeightedLoss", kNll},
    {"MSELoss", kModule, "_Loss", kMse},
    {"L1Loss", kModule, "_Loss", kL1},
    {"SmoothL1Loss", kModule, "_Loss", kSmoothL1},
    {"HuberLoss", kModule, "_Loss", kHuber},
    {"KLDivLoss", kModule, "_Loss", kKlDiv},
    {"BCELoss", kModule, "_WeightedLoss", kBce},
    {"BCEWithLogitsLoss", kModule, "_Loss", kBceLogits},
    {"CosineSimilarity", "torch.nn.modules.distance", "Module", kCosine},
};

}  // namespace

std::span<const ClassRow> loss_classes() { return kClasses; }

}  // namespace mha::torch
