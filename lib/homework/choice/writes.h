#pragma once

#include <string>

#include "homework/trial/trial.h"

namespace mha::homework {

/// Finds the first statement of a call that writes to an input.
class Writes : public lang::Observer {
 public:
  Writes(const TrialRunner& trials, const Names& before) : trials_(trials), before_(before) {}

  void on_statement(const Source& source, Span span) override {
    look();
    if (found_) return;
    source_ = &source;
    span_ = span;
  }
  /// Call this after the call as well, since the last statement may be the one that writes.
  void look() {
    if (found_) return;
    for (const auto& [name, tensor] : trials_.last_inputs()) {
      const Tensor* before = tensor_in(before_, name);
      if (!before || same(numbers_of(*before), numbers_of(tensor))) continue;
      found_ = true;
      input_ = name;
      return;
    }
  }
  bool found() const { return found_; }
  const std::string& input() const { return input_; }
  Location place() const {
    return source_ ? Location{trials_.program().source_of(source_), span_} : Location{};
  }

 private:
  const TrialRunner& trials_;
  const Names& before_;
  bool found_ = false;
  std::string input_;
  const Source* source_ = nullptr;
  Span span_;
};

}  // namespace mha::homework
