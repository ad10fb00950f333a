#include "attention/stages.h"

#include "base/text.h"
#include "tensor/core/check.h"

namespace mha {

namespace {

using S = AttentionSizes;

// With sizes below this, no product here overflows 64 bits, even after a typing
// mistake; GPT-3 with its full context is far below it.
constexpr int64_t kLargestSize = 1 << 20;
constexpr int64_t kLargestTensor = int64_t{1} << 50;

int64_t none(const S&) { return 0; }

int64_t projection(const S& s, int64_t in, bool bias) {
  return in * s.d_out + (bias ? s.d_out : 0);
}

Shape model_shape(const S& s) { return {s.batch, s.tokens, s.d_out}; }
Shape tokens_first(const S& s) {
  return {s.batch, s.tokens, s.heads, s.head_dim()};
}
Shape heads_first(const S& s) {
  return {s.batch, s.heads, s.tokens, s.head_dim()};
}
Shape score_shape(const S& s) {
  return {s.batch, s.heads, s.tokens, s.tokens};
}
int64_t score_count(const S& s) {
  return s.batch * s.heads * s.tokens * s.tokens;
}

}  // namespace

void AttentionSizes::check() const {
  for (const auto& [name, size] :
       {std::pair{"batch", batch}, {"seq", tokens}, {"d-model", d_out},
        {"d-in", d_in}, {"heads", heads}}) {
    throw_if<ValueError>(size < 1 || size > kLargestSize, "{} must be from 1 to {}, not {}", name,
                         kLargestSize, size);
  }
  throw_if<ValueError>(d_out % heads != 0, "d-model must be divisible by heads: {} / {} leaves {}",
                       d_out, heads, d_out % heads);
  const double scores = static_cast<double>(batch) * static_cast<double>(heads) *
                        static_cast<double>(tokens) * static_cast<double>(tokens);
  const double width = static_cast<double>(batch) * static_cast<double>(tokens) *
                       static_cast<double>(d_out) * static_cast<double>(d_in);
  throw_if<ValueError>(
      scores * static_cast<double>(head_dim()) > static_cast<double>(kLargestTensor) * 64 ||
          width > static_cast<double>(kLargestTensor) * 64,
      "these sizes together are too large to count");
}

const std::vector<Stage>& stages() {
  static const std::vector<Stage> table = {
      {"input", "The input: a vector for every token", "x",
       "batch, tokens, d_in",
       "Each token comes as d_in numbers; the batch holds several texts.",
       [](const S& s) { return Shape{s.batch, s.tokens, s.d_in}; }, none, none,
       true},
      {"project", "Make queries, keys and values",
       "q, k, v = W_query(x), W_key(x), W_value(x)", "batch, tokens, d_out",
       "Three learned views of each token: what it looks for, what it offers, "
       "what it passes on.",
       model_shape,
       [](const S& s) { return 3 * projection(s, s.d_in, s.qkv_bias); },
       [](const S& s) { return 3 * s.batch * s.tokens * s.d_in * s.d_out; },
       true},
      {"split", "Cut each vector into heads",
       "q = q.view(b, tokens, heads, head_dim)",
       "batch, tokens, heads, head_dim",
       "No number moves: the last axis is only read as two.", tokens_first,
       none, none, false},
      {"transpose", "Put the heads before the tokens", "q = q.transpose(1, 2)",
       "batch, heads, tokens, head_dim",
       "A product works on the last two axes, so those must be tokens and "
       "head_dim, one head at a time.",
       heads_first, none, none, false},
      {"scores", "Compare every query with every key",
       "scores = q @ k.transpose(2, 3)", "batch, heads, tokens, tokens",
       "Row i, column j: how well the key of token j answers the query of "
       "token i.",
       score_shape, none,
       [](const S& s) { return score_count(s) * s.head_dim(); }, true},
      {"mask", "Hide what comes later",
       "scores.masked_fill_(mask[:tokens, :tokens], -torch.inf)",
       "batch, heads, tokens, tokens",
       "A token may look at itself and back; exp(-inf) is 0, so the rest gets "
       "no weight.",
       score_shape, none, none, false},
      {"weights", "Scale, and turn scores into weights",
       "weights = torch.softmax(scores / head_dim ** 0.5, dim=-1)",
       "batch, heads, tokens, tokens",
       "The scale keeps softmax from picking one key alone; each row sums "
       "to 1.",
       score_shape, none, score_count, true},
      {"dropout", "Drop some weights while training",
       "weights = dropout(weights)", "batch, heads, tokens, tokens",
       "So that no token is relied on too much; nothing is dropped in eval.",
       score_shape, none, none, true},
      {"context", "Mix the values by the weights", "context = weights @ v",
       "batch, heads, tokens, head_dim",
       "Each token receives a weighted mean of the values it looks at.",
       heads_first, none,
       [](const S& s) { return score_count(s) * s.head_dim(); }, true},
      {"untranspose", "Put the tokens first again",
       "context = context.transpose(1, 2)", "batch, tokens, heads, head_dim",
       "The heads of one token must lie side by side before they are joined.",
       tokens_first, none, none, false},
      {"merge", "Join the heads",
       "context = context.contiguous().view(b, tokens, d_out)",
       "batch, tokens, d_out",
       "contiguous() moves the numbers into the new order, so that view can "
       "read the heads as one vector.",
       model_shape, none, none, true},
      {"project_out", "Let the heads speak to each other",
       "out = out_proj(context)", "batch, tokens, d_out",
       "Until here each head kept to its own columns; this mixes them.",
       model_shape,
       [](const S& s) { return projection(s, s.d_out, /*bias=*/true); },
       [](const S& s) { return s.batch * s.tokens * s.d_out * s.d_out; }, true},
  };
  return table;
}

const std::vector<CountedStep>& counting(int steps) {
  static const std::vector<CountedStep> six = {
      {"Project", "project"},  {"Split", "split"},
      {"Transpose", "transpose"}, {"Attend", "scores"},
      {"Concatenate", "untranspose"}, {"Project out", "project_out"}};
  // Counts what __init__ prepares, too.
  static const std::vector<CountedStep> ten = {
      {"Make the weight matrices", ""},
      {"Make the dropout and the causal mask", ""},
      {"Project to queries, keys, values", "project"},
      {"Split into heads", "split"},
      {"Scores", "scores"},
      {"Causal mask", "mask"},
      {"Scale and softmax, dropout", "weights"},
      {"Mix the values", "context"},
      {"Concatenate the heads", "untranspose"},
      {"Project out", "project_out"}};
  static const std::vector<CountedStep> twelve = [] {
    std::vector<CountedStep> all;
    for (const Stage& s : stages()) all.push_back({s.title, s.id});
    return all;
  }();
  switch (steps) {
    case 6: return six;
    case 10: return ten;
    case 12: return twelve;
    default:
      throw_error<ValueError>("attention is counted in 6, 10 or 12 steps, not {}", steps);
  }
}

// Sizes of GPT-2: Radford et al. 2019, table 2 and the released checkpoints
// (heads of 64 numbers); GPT-3 175B: Brown et al. 2020, table 2.1.
const std::vector<ModelSizes>& models() {
  static const std::vector<ModelSizes> table = {
      {"gpt2", "GPT-2 small", 768, 12, 12, 1024},
      {"gpt2-medium", "GPT-2 medium", 1024, 16, 24, 1024},
      {"gpt2-large", "GPT-2 large", 1280, 20, 36, 1024},
      {"gpt2-xl", "GPT-2 XL", 1600, 25, 48, 1024},
      {"gpt3", "GPT-3 (175B)", 12288, 96, 96, 2048},
  };
  return table;
}

const ModelSizes& find_model(const std::string& name) {
  std::vector<std::string> names;
  for (const ModelSizes& m : models()) {
    if (name == m.name) return m;
    names.emplace_back(m.name);
  }
  const std::string near = nearest(name, names);
  throw_error<ValueError>(
      "no model '{}'; {}", name,
      near.empty() ? "there are " + join(names, ", ") : "did you mean '" + near + "'?");
}

}  // namespace mha
