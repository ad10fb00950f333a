// Runs what tests/bench/compare.py times, in this process, one case after another.
// Commands come on standard input, an answer goes out for each:
//   threads N           so many threads from now on          -> ok
//   program / ... / end  a new interpreter runs these lines   -> ok, or the error
//   repeat N            calls repeat(N) of the program       -> seconds, through N
//   fused B T D HEADS   makes a fused layer's weights        -> ok
//   forward N           runs it so often                     -> seconds of one run
//   memory              the process's peak                   -> bytes

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "attention/fused.h"
#include "lang/runtime/interpreter.h"
#include "random/draws.h"
#include "tensor/core/parallel.h"
#include "tensor/ops/binary.h"
#include "torch/register.h"

namespace {

using namespace mha;

double seconds_of_one(int64_t times, const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < times; ++i) work();
  const std::chrono::duration<double> all = std::chrono::steady_clock::now() - begin;
  return all.count() / static_cast<double>(times);
}

class Worker {
 public:
  std::string answer(const std::string& line) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    std::ostringstream out;
    if (command == "threads") {
      int n = 1;
      words >> n;
      set_thread_count(n);
      return "ok";
    }
    if (command == "program") return program();
    if (command == "repeat") {
      int64_t times = 1;
      words >> times;
      const lang::Value* const f =
          interp_ ? interp_->main().attributes().find(lang::Symbol("repeat")) : nullptr;
      if (!f) return "error: no program";
      out << seconds_of_one(1, [&] { interp_->call(*f, {lang::Value(times)}); }) /
                 static_cast<double>(times);
      return out.str();
    }
    if (command == "fused") {
      int64_t batch = 1, tokens = 1, width = 1;
      words >> batch >> tokens >> width >> weights_.heads;
      x_ = randn({batch, tokens, width});
      weights_.qkv = mul(randn({3 * width, width}), 0.02);
      weights_.out = mul(randn({width, width}), 0.02);
      weights_.out_bias = randn({width});
      return "ok";
    }
    if (command == "forward") {
      int64_t times = 1;
      words >> times;
      out << seconds_of_one(times, [&] { fused_causal_attention(x_, weights_); });
      return out.str();
    }
    if (command == "memory") {
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      out << usage.ru_maxrss * 1024;
      return out.str();
    }
    return "error: no such command: " + command;
  }

 private:
  std::string program() {
    std::string text, line;
    while (std::getline(std::cin, line) && line != "end") text += line + "\n";
    interp_ = std::make_unique<lang::Interpreter>();
    interp_->budget.seconds = 1e6;
    interp_->budget.steps = int64_t{1} << 60;
    torch::add_torch(*interp_, {});
    interp_->run(std::make_shared<Source>("<case>", text));
    return "ok";
  }

  std::unique_ptr<lang::Interpreter> interp_;
  Tensor x_;
  MultiHeadWeights weights_;
};

}  // namespace

int main() {
  Worker worker;
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string answer;
    try {
      answer = worker.answer(line);
    } catch (const mha::lang::PyError& e) {
      answer = fmt::format("error: {}: {}", e.kind(), e.message());
    } catch (const std::exception& e) {
      answer = fmt::format("error: {}", e.what());
    }
    std::cout << answer << std::endl;
  }
}
