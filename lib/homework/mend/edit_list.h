#pragma once

// Where the kinds of edits put what they find.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "homework/mend/edits.h"
#include "homework/mend/survey.h"
#include "homework/spec/misconception.h"

namespace mha::homework {

/// At more places than this the same change is not made at once.
constexpr size_t kMostAlike = 8;

/// The edits of one program: each change once, at the lowest cost that was found
/// for it.
class EditList {
 public:
  /// `survey` outlives the list.
  explicit EditList(const Survey& survey) : survey_(survey) {}

  /// The misconception that the edits added from here on mend.
  void begin(const Misconception& known) { known_ = &known; }
  const Misconception& known() const { return *known_; }
  int price() const { return known_->price; }
  /// Whether edits of this kind ("constant", "name", ...) mend it.
  bool mends(std::string_view kind) const;

  /// Adds changes, in order and apart, that mend the statement of a node. `price`
  /// says how unlikely they are; `at` is what is wrong, by default the first of them.
  /// Returns the edit, until the next is added; null if it is not new, or no change.
  Edit* add(const reading::ExprNode& n, std::vector<Change> changes, int price,
            std::optional<Span> at = std::nullopt) {
    return add(*n.module, *n.stmt, std::move(changes), price, at);
  }
  Edit* add(const reading::StmtNode& s, std::vector<Change> changes, int price,
            std::optional<Span> at = std::nullopt) {
    return add(*s.module, *s.stmt, std::move(changes), price, at);
  }
  /// Adds the change of `e`, the node's expression or a part of it, into `text`. The
  /// same replacement at several places is one more edit.
  Edit* replace(const reading::ExprNode& n, const lang::Expr& e, std::string text, int price);

  /// All edits, the likeliest first. The list is empty afterwards.
  std::vector<Edit> take();

 private:
  Edit* add(const lang::Module& module, const lang::Stmt& stmt, std::vector<Change> changes, int price,
            std::optional<Span> at);
  void add_alike();

  const Survey& survey_;
  const Misconception* known_ = nullptr;
  std::vector<Edit> edits_;
  std::map<std::string, size_t> seen_;  // by the changes
  /// Edits that replace a whole expression, by what it is and becomes.
  std::map<std::tuple<const lang::Module*, const Misconception*, std::string>, std::vector<size_t>> wholes_;
};

/// The changes in the order of their places.
std::vector<Change> in_order(std::vector<Change> changes);

}  // namespace mha::homework
