#pragma once

// The checks behind find_clues(), one source file for each family, and what they share.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reading/clues.h"
#include "reading/index.h"

namespace mha::reading {

/// The part of a program that is examined.
struct Reach {
  const Index& program;
  bool all = false;  // module-level code as well
  const FunctionNode* subject = nullptr;  // set if a function is examined
  std::set<const ClassNode*> classes;
  std::set<const FunctionNode*> functions;
  /// Those of the functions that methods of a module call, directly or indirectly.
  std::set<const FunctionNode*> in_modules;

  /// Whether a node belongs to the part that is examined.
  bool has(const ExprNode& n) const;
  bool has(const StmtNode& s) const;
};
Reach reach_of(const Index& program, std::string_view subject);

/// Collects the clues.
class ClueList {
 public:
  explicit ClueList(std::vector<Clue>& clues) : clues_(clues) {}
  void add(std::string id, std::string subject, const lang::Module& module,
           Span span, std::string text) {
    clues_.push_back({std::move(id), std::move(subject), span, module.source,
                      std::move(text)});
  }

 private:
  std::vector<Clue>& clues_;
};

void find_discarded(const Reach& reach, ClueList& clues);
void find_overwritten_inputs(const Reach& reach, ClueList& clues);
void find_tuple_asserts(const Reach& reach, ClueList& clues);
void find_bare_choices(const Reach& reach, ClueList& clues);
void find_repeated_keys(const Reach& reach, ClueList& clues);
void find_text_biases(const Reach& reach, ClueList& clues);
void find_unused_attributes(const Reach& reach, ClueList& clues);
void find_unused_names(const Reach& reach, ClueList& clues);
void find_changed_defaults(const Reach& reach, ClueList& clues);
void find_globals(const Reach& reach, ClueList& clues);
void find_dropouts(const Reach& reach, ClueList& clues);
void find_equal_seeds(const Reach& reach, ClueList& clues);
void find_method_slips(const Reach& reach, ClueList& clues);
void find_training_slips(const Reach& reach, ClueList& clues);

// ---------------------------------------------------------- what it is

/// The class of the layer that an expression builds: "Linear", "Parameter", or the name of a module
/// class in the program. Nothing if it builds no layer.
std::optional<std::string> layer_made(const Index& p, const lang::Expr& e);
/// Whether a value is built like a mask: from triu, tril, a comparison of aranges, a tensor of
/// bools, or another mask.
bool is_mask(const Index& p, const lang::Expr& e);
/// Whether a function of torch makes it, a tensor: torch.rand(2, 3).double().
bool is_tensor(const Index& p, const lang::Expr& e);
/// Whether the name of an argument suggests a mask.
bool names_mask(std::string_view name);
/// The outermost function or method that contains the node; null if there is none.
const FunctionNode* outermost(const ExprNode& n);
/// Whether the function never reads this parameter.
bool never_reads(const Index& p, const FunctionNode& f, lang::Symbol name);
/// Whether it is a method that runs when an instance is called.
bool is_forward(const FunctionNode& f);

/// The source of an expression on one line, without the arguments of a call.
std::string shown(const Index& p, const lang::Expr& e);
/// The same in backquotes.
std::string quoted(const Index& p, const lang::Expr& e);

}  // namespace mha::reading
