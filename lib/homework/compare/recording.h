#pragma once

// Records every tensor that a program makes while it is observed, with its place in the source.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "homework/compare/numbers.h"
#include "lang/runtime/interpreter.h"

namespace mha::homework {

/// A place in the submitted program; `source` is null if it is unknown.
struct Location {
  SourcePtr source;
  Span span;
  bool known() const { return source != nullptr; }
};

/// A copy of a tensor at the moment when it was made; later writes do not change it.
struct Made {
  Numbers numbers;
  const Source* source = nullptr;  // null for a tensor that was submitted as numbers
  Span span;
  std::string operation;  // "view", "@"; empty for a plain name or an assignment
  std::string name;       // of a tensor that was submitted as numbers
  double precision = 0;   // half a unit of its last printed digit, for printed tensors
  bool requires_grad = false, is_leaf = true;  // integers count as if they could have a gradient
  bool joined = false;    // rows that a loop made one by one, as a table
  /// Whether no operation made it here: a name is read, or a value is assigned.
  bool secondary() const { return operation.empty() && name.empty(); }
  /// Whether it only allocates memory that is written later: torch.empty(...), zeros_like(...).
  bool allocated() const;
};

/// Where a value was found in a recording.
struct Match {
  Fit fit = Fit::none;
  size_t index = 0;  // into made(); of the first part if the value was found in parts
  bool in_parts = false;
};

/// Whether `n` may be `whole` after dropout: some numbers are 0, the rest are multiplied
/// by `factor`.
bool is_thinned(const Numbers& whole, const Numbers& n, double factor);

class Recording : public lang::Observer {
 public:
  void on_value(const Source& source, const lang::Expr& expr, std::string_view operation,
                const lang::Value& value) override;
  void on_assign(const Source& source, Span target, const lang::Value& value) override;
  void add(std::string name, const Tensor& tensor, double precision);
  void add(Made made) { made_.push_back(std::move(made)); }

  const std::deque<Made>& made() const { return made_; }
  /// Forgets all but the first `n` tensors.
  void keep_first(size_t n) {
    if (made_.size() > n) made_.erase(made_.begin() + static_cast<std::ptrdiff_t>(n), made_.end());
    forget_index();
  }
  void clear() {
    made_.clear();
    forget_index();
  }
  /// While this is false, nothing is recorded.
  bool on = true;

  /// Where this value was recorded, whole or as slices along one or two axes. A better fit
  /// wins (exact, then laid out, then scrambled), then a tensor made by an operation over one
  /// that was only named, then the earlier one; entries in `taken` come last.
  std::optional<Match> find(const Numbers& expected, const std::vector<size_t>& taken = {}) const;
  /// Whether it was recorded in any layout, whole or in parts.
  bool shows(const Numbers& expected) const {
    const std::optional<Match> match = find(expected);
    return match && match->fit != Fit::scrambled;
  }
  /// Where its slices were recorded, in any layout.
  std::optional<Match> find_in_parts(const Numbers& expected) const {
    return find_parts(expected, 2);
  }
  /// The earliest place where this value was made, whole or in parts, in any layout. With
  /// `as_it_lies`, a tensor of the same shape must also have the same order.
  std::optional<Match> find_first(const Numbers& expected, bool as_it_lies = false) const;
  /// What dropout made of `whole`, in any order of axes, whole or joined from slices: each
  /// number is 0 or that of `whole` times `factor`, and at least one is 0.
  std::optional<Numbers> find_thinned(const Numbers& whole, double factor) const;

 private:
  void keep(const Source& source, Span span, std::string_view operation,
            const lang::Value& value);
  std::optional<Numbers> thinned_whole(const Numbers& whole, double factor) const;
  std::optional<Numbers> thinned_as_it_lies(const Numbers& whole, double factor) const;
  std::optional<Match> find_whole(const Numbers& expected, const std::vector<size_t>& taken,
                                  bool as_it_lies = false) const;
  std::optional<Match> find_parts(const Numbers& expected, int axes, bool as_it_lies = false) const;

  /// Indices of the tensors with this many numbers, in order.
  const std::vector<size_t>& with_count(int64_t count) const;
  void forget_index() {
    by_count_.clear();
    indexed_ = 0;
  }

  std::deque<Made> made_;
  mutable std::unordered_map<int64_t, std::vector<size_t>> by_count_;
  mutable size_t indexed_ = 0;  // how many of made_ are in by_count_
};

}  // namespace mha::homework
