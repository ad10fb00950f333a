#include "attention/fused.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tensor/core/check.h"
#include "tensor/core/numerics.h"
#include "tensor/core/parallel.h"
#include "tensor/core/views.h"
#include "tensor/kernels/gemm.h"
#include "tensor/ops/binary.h"

namespace mha {
namespace {

// A tile of scores: so many queries, contiguous in memory, against so many
// keys. It stays in the L2 cache with its keys and values. The number of
// queries is what fast_gemm reads in place with AVX-512.
constexpr int64_t kQueries = 64;
constexpr int64_t kKeys = 256;
// Queries of a tile are padded to a multiple of this: whole vectors.
constexpr int64_t kPadding = 8;
// Tiles of queries for which one head's keys and values are copied once.
constexpr int64_t kTilesAtOnce = 8;

// The number of rows from which a product is large.
constexpr int64_t kRowsAtOnce = 1024;

constexpr float kHidden = -std::numeric_limits<float>::infinity();

using Numbers = Eigen::Array<float, Eigen::Dynamic, 1>;
using Columns = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic>;
using Rows = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One head of a tensor: (tokens, width), in steps of elements.
struct Head {
  float* data;
  int64_t token_step;
  int64_t number_step;
  const float* row(int64_t token) const { return data + token * token_step; }
};

Head head_of(const Tensor& t, int64_t batch, int64_t head) {
  const Shape& s = t.strides();
  return {t.data<float>() + batch * s[0] + head * s[1], s[2], s[3]};
}

/// Contiguous rows of a head: copies them unless they are contiguous already or
/// few tiles of queries will read them.
class Packed {
 public:
  Packed(const Head& head, int64_t tokens, int64_t width, int64_t readers, bool in_steps)
      : view_{head.data, head.token_step, head.number_step} {
    constexpr int64_t kFewReaders = 2;
    if (head.number_step == 1 && head.token_step == width) return;
    if (in_steps && readers <= kFewReaders) return;
    room_.resize(tokens, width);
    for (int64_t t = 0; t < tokens; ++t) {
      const float* from = head.row(t);
      if (head.number_step == 1) {
        std::copy_n(from, width, room_.row(t).data());
      } else {
        for (int64_t i = 0; i < width; ++i) room_(t, i) = from[i * head.number_step];
      }
    }
    view_ = {room_.data(), width, 1};
  }
  Packed(const Packed&) = delete;
  Packed& operator=(const Packed&) = delete;

  MatrixView<float> from(int64_t token) const {
    return {view_.data + token * view_.row_step, view_.row_step, view_.column_step};
  }

 private:
  Rows room_;
  MatrixView<float> view_;
};

/// The mask of one head, however it was expanded.
struct Mask {
  const Tensor* tensor = nullptr;
  int64_t offset = 0, query_step = 0, key_step = 0;

  /// Adds the mask to the scores of one key, for queries from `query` on.
  void onto(Eigen::Ref<Numbers> scores, int64_t query, int64_t key, int64_t queries) const {
    const int64_t first = offset + query * query_step + key * key_step;
    if (tensor->dtype() == DType::bool_) {
      const bool* seen = tensor->data<bool>() + first;
      for (int64_t i = 0; i < queries; ++i) {
        if (!seen[i * query_step]) scores[i] = kHidden;
      }
    } else {
      const float* added = tensor->data<float>() + first;
      for (int64_t i = 0; i < queries; ++i) scores[i] += added[i * query_step];
    }
  }
};

/// What a thread needs for one tile of queries.
struct Tile {
  explicit Tile(int64_t width, int64_t value_width)
      : queries(kQueries * width), scores(kQueries, kKeys), values(kQueries, value_width) {}
  Numbers queries;  // scaled, one number of all queries after the other
  Columns scores;   // a column for each key
  Rows values;      // the queries' mixes so far
  Numbers largest, sum, now, correction;
};

struct Work {
  const Tensor &q, &k, &v, &mask;
  Tensor out;  // (batch, heads, L, Ev), a row's numbers side by side
  bool causal;
  float scale;
  int64_t heads, queries, keys, width, value_width;
};

/// Replaces the scores of one tile by exp(score - largest so far), not yet
/// divided by the sum.
void update_softmax(Tile& t, Eigen::Ref<Columns> scores) {
  t.now = t.largest;
  for (Eigen::Index j = 0; j < scores.cols(); ++j) t.now = t.now.max(scores.col(j));
  t.largest.swap(t.now);
  // Subtracts nothing for queries that have seen no key yet.
  t.correction = (t.largest == kHidden).select(0.0f, t.largest);
  t.now -= t.correction;
  exp_f32(t.now.data(), t.now.data(), t.now.size());
  t.sum *= t.now;
  // So many columns at a time stay in the L1 cache from step to step.
  constexpr Eigen::Index kAtOnce = 32;
  for (Eigen::Index j = 0; j < scores.cols(); j += kAtOnce) {
    auto some = scores.middleCols(j, std::min(kAtOnce, scores.cols() - j));
    some.colwise() -= t.correction;
    exp_f32(some.data(), some.data(), some.size());
    for (Eigen::Index i = 0; i < some.cols(); ++i) t.sum += some.col(i);
  }
}

/// Queries from `first` on, at most kQueries, of one head.
void attend(const Work& w, Tile& t, const Head& q, const Packed& keys, const Packed& values,
            const Mask& mask, const Head& out, int64_t first) {
  const int64_t count = std::min(kQueries, w.queries - first);
  const int64_t padded = (count + kPadding - 1) / kPadding * kPadding;
  auto queries = t.queries.head(w.width * padded);
  if (count < padded) queries.setZero();
  if (q.number_step == 1) {
    transpose_into(q.row(first), q.token_step, count, w.width, queries.data(), padded);
  } else {
    for (int64_t i = 0; i < count; ++i) {
      const float* from = q.row(first + i);
      for (int64_t n = 0; n < w.width; ++n) queries[n * padded + i] = from[n * q.number_step];
    }
  }
  queries *= w.scale;
  t.largest.setConstant(padded, kHidden);
  t.sum.setZero(padded);
  t.values.topRows(padded).setZero();
  const int64_t seen = w.causal ? std::min(w.keys, first + count) : w.keys;
  for (int64_t k = 0; k < seen; k += kKeys) {
    checkpoint();
    const int64_t n = std::min(kKeys, seen - k);
    Eigen::Map<Columns> scores(t.scores.data(), padded, n);
    // (n, width) @ (width, padded)
    fast_gemm(keys.from(k), {t.queries.data(), padded, 1}, scores.data(), padded, n, padded,
              w.width, /*onto=*/false);
    const bool diagonal = w.causal && k + n > first + 1;
    if (diagonal) {
      for (int64_t j = std::max<int64_t>(0, first + 1 - k); j < n; ++j) {
        scores.col(j).head(std::min(padded, k + j - first)).setConstant(kHidden);
      }
    }
    if (mask.tensor) {
      for (int64_t j = 0; j < n; ++j) mask.onto(scores.col(j), first, k + j, count);
    }
    update_softmax(t, scores);
    if (k > 0 && (t.now != 1.0f).any()) t.values.topRows(padded).colwise() *= t.now;
    // (padded, n) @ (n, value_width)
    fast_gemm({scores.data(), 1, padded}, values.from(k), t.values.data(), w.value_width, padded,
              w.value_width, n, /*onto=*/true);
  }
  for (int64_t i = 0; i < count; ++i) {
    Eigen::Map<Numbers>(out.data + (first + i) * out.token_step, w.value_width) =
        t.values.row(i).transpose() / t.sum[i];
  }
}

void attend_all(const Work& w) {
  const int64_t tiles = (w.queries + kQueries - 1) / kQueries;
  const int64_t parts = (tiles + kTilesAtOnce - 1) / kTilesAtOnce;
  const int64_t all = w.q.size(0) * w.heads * parts;
  parallel_for(all, 1, [&](int64_t begin, int64_t end) {
    Tile tile(w.width, w.value_width);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t batch = i / parts / w.heads, head = i / parts % w.heads;
      // Starts with the longest rows, so that the last task is short.
      const int64_t part = parts - 1 - i % parts;
      const int64_t last = std::min(w.queries, (part + 1) * kTilesAtOnce * kQueries);
      const int64_t seen = w.causal ? std::min(w.keys, last) : w.keys;
      const int64_t first_query = part * kTilesAtOnce * kQueries;
      const int64_t readers = (last - first_query + kQueries - 1) / kQueries;
      const Packed keys(head_of(w.k, batch, head), seen, w.width, readers, /*in_steps=*/true);
      const Packed values(head_of(w.v, batch, head), seen, w.value_width, readers,
                          /*in_steps=*/false);
      Mask mask;
      if (w.mask.defined()) {
        const Shape& s = w.mask.strides();
        mask = {&w.mask, batch * s[0] + head * s[1], s[2], s[3]};
      }
      for (int64_t first = first_query; first < last; first += kQueries) {
        attend(w, tile, head_of(w.q, batch, head), keys, values, mask,
               head_of(w.out, batch, head), first);
      }
    }
  });
}

/// Adds onto `out`, whose rows are contiguous.
void attend_into(const Tensor& out, const Tensor& q, const Tensor& k, const Tensor& v,
                 const FusedOptions& options) {
  Tensor mask;
  if (options.mask.defined()) {
    mask = expand(detach(options.mask), {q.size(0), q.size(1), q.size(2), k.size(2)});
  }
  const double scale =
      options.scale.value_or(1 / std::sqrt(static_cast<double>(q.size(3))));
  attend_all({q, k, v, mask, out, options.causal, static_cast<float>(scale), q.size(1), q.size(2),
              k.size(2), q.size(3), v.size(3)});
}

/// out (rows, d_out), row after row, = x (rows, d_in) @ weight.mT + bias
void project(const Tensor& x, const Tensor& weight, const Tensor& bias, const Tensor& out) {
  if (bias.defined()) copy_(out, detach(bias));
  parallel_fast_gemm({x.data<float>(), x.strides()[0], x.strides()[1]},
                     {weight.data<float>(), weight.strides()[1], weight.strides()[0]},
                     out.data<float>(), out.size(1), out.size(0), out.size(1), x.size(1),
                     /*onto=*/bias.defined());
}

/// Throws unless the shapes of a layer fit together.
void check_layer(const Tensor& x, const MultiHeadWeights& w) {
  const auto require = [](bool fits, const std::string& what, const Tensor& seen) {
    if (fits) return;
    throw_error("fused attention: {}, but it is {}", what, seen.shape());
  };
  require(w.qkv.dim() == 2 && w.qkv.size(0) % 3 == 0, "qkv must be (3 * d_out, d_in)", w.qkv);
  const int64_t d_out = w.qkv.size(0) / 3, d_in = w.qkv.size(1);
  throw_if(w.heads < 1 || d_out % w.heads != 0,
           "fused attention: {} heads do not divide d_out = {}", w.heads, d_out);
  require(x.dim() == 3 && x.size(2) == d_in,
          fmt::format("x must be (batch, tokens, {})", d_in), x);
  require(w.out.dim() == 2 && w.out.size(1) == d_out,
          fmt::format("the output layer must be (any, {})", d_out), w.out);
  const auto require_bias = [&](const Tensor& bias, int64_t size, const char* whose) {
    if (!bias.defined()) return;
    require(bias.shape() == Shape{size}, fmt::format("the bias of {} must be ({})", whose, size),
            bias);
  };
  require_bias(w.qkv_bias, 3 * d_out, "qkv");
  require_bias(w.out_bias, w.out.size(0), "the output layer");
}

}  // namespace

Tensor fused_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                       const FusedOptions& options) {
  const Tensor out = Tensor::empty({q.size(0), q.size(1), q.size(2), v.size(3)});
  attend_into(out, q, k, v, options);
  return out;
}

Tensor fused_causal_attention(const Tensor& x, const MultiHeadWeights& weights) {
  const int64_t d_out = weights.qkv.size(0) / 3;
  check_layer(x, weights);
  const int64_t batch = x.size(0), tokens = x.size(1), head_dim = d_out / weights.heads;
  const Tensor tall = reshape(detach(x), {batch * tokens, x.size(2)});
  const Tensor out = Tensor::empty({batch * tokens, weights.out.size(0)});
  // Takes whole sequences, as many as make large products; intermediate results
  // then do not grow with the batch and stay in the last-level cache.
  const int64_t at_once =
      std::clamp<int64_t>(kRowsAtOnce / std::max<int64_t>(tokens, 1), 1, std::max<int64_t>(batch, 1));
  const Tensor qkv_room = Tensor::empty({at_once * tokens, 3 * d_out});
  const Tensor context_room = Tensor::empty({at_once * tokens, d_out});
  for (int64_t first = 0; first < batch; first += at_once) {
    const int64_t count = std::min(at_once, batch - first), rows = count * tokens;
    const Tensor qkv = narrow(qkv_room, 0, 0, rows), context = narrow(context_room, 0, 0, rows);
    project(narrow(tall, 0, first * tokens, rows), weights.qkv, weights.qkv_bias, qkv);
    const Tensor apart = view(qkv, {count, tokens, 3, weights.heads, head_dim});
    // Each is (batch, heads, tokens, head_dim), as it lies in one row of a token.
    const auto part = [&](int64_t i) { return transpose(select(apart, 2, i), 1, 2); };
    attend_into(transpose(view(context, {count, tokens, weights.heads, head_dim}), 1, 2),
                part(0), part(1), part(2), {.causal = true, .mask = {}, .scale = {}});
    project(context, weights.out, weights.out_bias, narrow(out, 0, first * tokens, rows));
  }
  return view(out, {batch, tokens, weights.out.size(0)});
}

}  // namespace mha
