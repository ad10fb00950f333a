#pragma once

// Collects edits, each once and at its lowest cost.

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

/// The same change is not combined at more places than this.
constexpr size_t kMostAlike = 8;

/// The edits of one program. Of two equal edits the cheaper one is kept.
class EditList {
 public:
  /// `survey` must outlive the list.
  explicit EditList(const Survey& survey) : survey_(survey) {}

  /// Sets the misconception that the next edits mend.
  void begin(const Misconception& known) { known_ = &known; }
  const Misconception& known() const { return *known_; }
  int price() const { return known_->price; }
  /// Whether edits of this kind ("constant", "name", ...) mend the current misconception.
  bool mends(std::string_view kind) const;

  /// Adds an edit of the statement of a node; the changes are in order and do not overlap. `price`
  /// says how unlikely the edit is; `at` marks what is wrong, by default the first change. Returns
  /// the edit, valid until the next one is added, or null if it is not new or changes nothing.
  Edit* add(const reading::ExprNode& n, std::vector<Change> changes, int price,
            std::optional<Span> at = std::nullopt) {
    return add(*n.module, *n.stmt, std::move(changes), price, at);
  }
  Edit* add(const reading::StmtNode& s, std::vector<Change> changes, int price,
            std::optional<Span> at = std::nullopt) {
    return add(*s.module, *s.stmt, std::move(changes), price, at);
  }
  /// Adds an edit that replaces `e`, the node's expression or a part of it, with `text`. If the
  /// same replacement occurs at several places, one more edit makes it everywhere.
  Edit* replace(const reading::ExprNode& n, const lang::Expr& e, std::string text, int price);

  /// Removes and returns all edits, the most likely first.
  std::vector<Edit> take();

 private:
  Edit* add(const lang::Module& module, const lang::Stmt& stmt, std::vector<Change> changes, int price,
            std::optional<Span> at);
  void add_alike();

  const Survey& survey_;
  const Misconception* known_ = nullptr;
  std::vector<Edit> edits_;
  std::map<std::string, size_t> seen_;  // index by the text of the changes
  /// Edits that replace a whole expression, by the old and the new text.
  std::map<std::tuple<const lang::Module*, const Misconception*, std::string>, std::vector<size_t>> wholes_;
};

/// The changes, sorted by position.
std::vector<Change> in_order(std::vector<Change> changes);

}  // namespace mha::homework
