#pragma once

// Every tensor that a program makes while it is watched, with its place.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "homework/compare/numbers.h"
#include "lang/runtime/interpreter.h"

namespace mha::homework {

/// A place in what was handed in; without source where there is none.
struct Location {
  SourcePtr source;
  Span span;
  bool known() const { return source != nullptr; }
};

/// A tensor as it was when it was made: later writes do not change it.
struct Made {
  Numbers numbers;
  const Source* source = nullptr;  // null for a number that was handed in
  Span span;
  std::string operation;  // "view", "@"; empty for a plain name or an assignment
  std::string name;       // of a tensor that was handed in
  double precision = 0;   // half a unit of its last printed digit
  /// Without a place of its own: a name that is read, a value that is assigned.
  bool secondary() const { return operation.empty() && name.empty(); }
  /// Only a place for numbers that are written later: torch.empty(...), zeros_like(...).
  bool allocated() const;
};

/// Where a value was seen.
struct Match {
  Fit fit = Fit::none;
  size_t index = 0;  // among made(); of its first part if it was seen in parts
  bool in_parts = false;
};

/// True if a dropout may have made `n` of `whole`: some are 0, the rest is
/// multiplied by `factor`.
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
  /// Nothing is kept while it is off.
  bool on = true;

  /// Where this was seen, whole or slice by slice along one axis or two: laid
  /// out in any way before scrambled, made before merely named; the first one,
  /// but one not in `taken` if there is any.
  std::optional<Match> find(const Numbers& expected, const std::vector<size_t>& taken = {},
                            size_t from = 0) const;
  /// Where its slices were seen, however they lay.
  std::optional<Match> find_in_parts(const Numbers& expected) const {
    return find_parts(expected, 2, 0);
  }
  /// The earliest place where this was made, whole or in parts, however it lay;
  /// but in the same shape only as it lies there, if asked for.
  std::optional<Match> find_first(const Numbers& expected, bool as_it_lies = false) const;
  /// A tensor of which each number is that of `whole` times `factor`, or 0, and
  /// some are: what a dropout made of it, in any order of its axes. Also put
  /// together from slices.
  std::optional<Numbers> find_thinned(const Numbers& whole, double factor) const;

 private:
  void keep(const Source& source, Span span, std::string_view operation,
            const lang::Value& value);
  std::optional<Numbers> thinned_whole(const Numbers& whole, double factor) const;
  std::optional<Numbers> thinned_as_it_lies(const Numbers& whole, double factor) const;
  std::optional<Match> find_whole(const Numbers& expected, const std::vector<size_t>& taken,
                                  size_t from, bool as_it_lies = false) const;
  std::optional<Match> find_parts(const Numbers& expected, int axes, size_t from,
                                  bool as_it_lies = false) const;

  /// Those with so many numbers, in order.
  const std::vector<size_t>& with_count(int64_t count) const;
  void forget_index() {
    by_count_.clear();
    indexed_ = 0;
  }

  std::deque<Made> made_;
  mutable std::unordered_map<int64_t, std::vector<size_t>> by_count_;
  mutable size_t indexed_ = 0;  // of made_, from the first
};

}  // namespace mha::homework
