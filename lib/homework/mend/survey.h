#pragma once

// What is known about a program before it is edited. The kinds of edits ask it where a change may
// help and which names they can use.

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "homework/mend/edits.h"
#include "reading/index.h"

namespace mha::homework {

/// What a name stands for, as far as the run and the source show.
enum class NameKind : uint8_t { other, tensor, number, layer };
using NameKinds = std::map<std::string, NameKind>;

class Survey {
 public:
  /// `at` and what it refers to must outlive the survey.
  explicit Survey(const EditsAt& at);
  const reading::Index& program() const { return program_; }

  /// Whether the code ran, or prepared what ran. Edits elsewhere are pointless.
  bool is_run(const reading::ExprNode& n) const { return is_run(n.function, n.cls); }
  bool is_run(const reading::StmtNode& s) const { return is_run(s.function, s.cls); }
  /// Whether the span is in code that builds an object: __init__ and what it calls.
  bool is_setting_up(const lang::Module& module, Span span) const;
  /// How many steps lie between a statement and the first wrong tensor. All statements that do not
  /// contribute to that tensor are equally far.
  int distance(const lang::Stmt& s) const;

  /// Whether the run recorded a tensor for the expression.
  bool is_tensor(const lang::Expr& e) const;
  /// Whether the value is a layer: nn.Linear(...), Head(...).
  bool makes_layer(const lang::Expr& value) const;
  /// The tensor operand of an operation: x of x.f(), f(x), self.f(x), x[i] and x + 1; or null.
  const lang::Expr* worked_on(const lang::Expr& e) const;

  /// The names in a function (null: in the module's own statements), or a class's attributes.
  const NameKinds& names(const reading::FunctionNode* f) const;
  const NameKinds& attributes(const reading::ClassNode* c) const;
  /// The sizes that can be written at `n`: whole numbers of its function and of self, and the last
  /// axis of its tensors.
  std::vector<std::string> sizes_at(const reading::ExprNode& n) const;
  /// Whether a function, or the module's own statements, read a name. `x = x + 1` does not count as
  /// reading x.
  bool is_read(const reading::FunctionNode* f, const std::string& name) const;

 private:
  using Place = std::tuple<const Source*, uint32_t, uint32_t>;

  void find_setting_up();
  void find_run();
  void add_made(std::set<const reading::ClassNode*>& classes) const;
  void find_distances();
  void add_distances(const lang::Module& module, Span at, int steps);
  void find_kinds();

  bool is_run(const reading::FunctionNode* f, const reading::ClassNode* cls) const;
  bool has_tensors(const reading::FunctionNode& f) const;
  /// The program's own function, or method of the same object, that a call runs.
  const reading::FunctionNode* called(const reading::ExprNode& n) const;
  NameKind kind_of(const reading::ExprNode& n, bool handed_on = false) const;
  NameKind written_kind(const reading::ExprNode& n) const;
  void note_buffer(const reading::ExprNode& n);

  const EditsAt& at_;
  const reading::Index program_;
  std::set<Place> tensors_;
  std::set<const reading::FunctionNode*> run_, setting_up_;
  std::map<const lang::Stmt*, int> distances_;  // empty if the fault is unknown
  std::map<const reading::FunctionNode*, NameKinds> names_;
  std::map<const reading::ClassNode*, NameKinds> attributes_;
  // Cache of is_read().
  mutable std::map<std::pair<const reading::FunctionNode*, std::string>, bool> read_;
};

}  // namespace mha::homework
