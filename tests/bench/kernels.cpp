// Kernels and single ops by themselves: bench_kernels --benchmark_filter=gemm.
// Rates are of what a dense computation would need.

#include <benchmark/benchmark.h>

#include <cmath>

#include "attention/fused.h"
#include "random/draws.h"
#include "tensor/core/factory.h"
#include "tensor/core/parallel.h"
#include "tensor/core/views.h"
#include "tensor/kernels/gemm.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/join.h"
#include "tensor/ops/matmul.h"
#include "tensor/ops/nn.h"
#include "tensor/ops/reduce.h"
#include "tensor/ops/softmax.h"
#include "tensor/ops/unary.h"

namespace mha {
namespace {

using benchmark::Counter;
using benchmark::State;

void count_flops(State& state, double flops) {
  state.counters["FLOP/s"] = Counter(flops, Counter::kIsIterationInvariantRate);
}

/// (m, 768) @ (768, 768), the second matrix as it lies or transposed.
void gemm(State& state) {
  const int64_t m = state.range(0), n = 768, k = 768;
  set_thread_count(static_cast<int>(state.range(2)));
  const Tensor a = randn({m, k});
  const Tensor b = state.range(1) ? t(randn({n, k})) : randn({k, n});
  for (auto _ : state) benchmark::DoNotOptimize(mm(a, b));
  count_flops(state, 2.0 * static_cast<double>(m * n * k));
}
BENCHMARK(gemm)
    ->ArgNames({"rows", "turned", "threads"})
    ->ArgsProduct({{100, 400, 1024, 4096}, {0, 1}, {1, 2}})
    ->UseRealTime();

/// Fused causal attention with its projections; 12 heads of 64.
void fused(State& state) {
  const int64_t batch = state.range(0), tokens = state.range(1), width = 768;
  set_thread_count(static_cast<int>(state.range(2)));
  const Tensor x = randn({batch, tokens, width});
  MultiHeadWeights w;
  w.qkv = mul(randn({3 * width, width}), 0.02);
  w.out = mul(randn({width, width}), 0.02);
  w.heads = 12;
  for (auto _ : state) benchmark::DoNotOptimize(fused_causal_attention(x, w));
  const auto rows = static_cast<double>(batch * tokens), d = static_cast<double>(width);
  count_flops(state, 8 * rows * d * d + 4 * rows * static_cast<double>(tokens) * d);
}
BENCHMARK(fused)
    ->ArgNames({"batch", "tokens", "threads"})
    ->ArgsProduct({{1, 2, 4}, {50, 100, 1024}, {1, 2}})
    ->Args({1, 4096, 1})
    ->Args({1, 4096, 2})
    ->Args({1, 16384, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// One op on scores of 12 heads.
template <typename F>
void on_scores(State& state, F op) {
  const int64_t tokens = state.range(0);
  set_thread_count(static_cast<int>(state.range(1)));
  const Tensor scores = randn({12, tokens, tokens});
  for (auto _ : state) benchmark::DoNotOptimize(op(scores));
  state.SetBytesProcessed(state.iterations() * scores.numel() * 4);
}
void sizes(benchmark::internal::Benchmark* b) {
  b->ArgNames({"tokens", "threads"})->ArgsProduct({{6, 100, 1024}, {1, 2}})->UseRealTime();
}
BENCHMARK_CAPTURE(on_scores, softmax, [](const Tensor& x) { return softmax(x, -1); })->Apply(sizes);
BENCHMARK_CAPTURE(on_scores, exp, [](const Tensor& x) { return exp(x); })->Apply(sizes);
BENCHMARK_CAPTURE(on_scores, sum, [](const Tensor& x) { return sum(x, {-1}); })->Apply(sizes);
BENCHMARK_CAPTURE(on_scores, scale, [](const Tensor& x) { return div(x, 8.0); })->Apply(sizes);
BENCHMARK_CAPTURE(on_scores, contiguous, [](const Tensor& x) {
  return contiguous(transpose(x, 0, 1));
})->Apply(sizes);

}  // namespace
}  // namespace mha

BENCHMARK_MAIN();
