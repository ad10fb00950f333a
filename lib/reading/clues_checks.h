#pragma once

// The checks behind find_clues(), one family a file, and what they share.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reading/clues.h"
#include "reading/index.h"

namespace mha::reading {

/// The part of a program that is judged.
struct Reach {
  const Index& program;
  bool all = false;  // module-level code as well
  const FunctionNode* subject = nullptr;  // where a function is judged
  std::set<const ClassNode*> classes;
  std::set<const FunctionNode*> functions;
  /// Those of the functions that the methods of a module lead to.
  std::set<const FunctionNode*> in_modules;

  /// Whether code stands in what is judged.
  bool has(const ExprNode& n) const;
  bool has(const StmtNode& s) const;
};
Reach reach_of(const Index& program, std::string_view subject);

/// What the checks have found.
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
void find_text_biases(const Reach& reach, ClueList& clues);
void find_naive_exponentials(const Reach& reach, ClueList& clues);
void find_unused_attributes(const Reach& reach, ClueList& clues);
void find_unused_names(const Reach& reach, ClueList& clues);
void find_globals(const Reach& reach, ClueList& clues);
void find_dropouts(const Reach& reach, ClueList& clues);
void find_lists_of_layers(const Reach& reach, ClueList& clues);
void find_equal_seeds(const Reach& reach, ClueList& clues);
void find_method_slips(const Reach& reach, ClueList& clues);

// ---------------------------------------------------------- what it is

/// The class of the layer that an expression makes: "Linear", "Parameter", or
/// the name of an own module class. None if it makes no layer.
std::optional<std::string> layer_made(const Index& p, const lang::Expr& e);
/// Whether the value is a mask by the way it is built: from triu, tril, a
/// comparison of aranges, ones of bools, or from another mask.
bool is_mask(const Index& p, const lang::Expr& e);
/// Whether the value is surely a tensor.
bool is_tensor(const Index& p, const lang::Expr& e);
/// Whether the name of an argument says that it is a mask.
bool names_mask(std::string_view name);
/// The method or function around, also of inner functions; null if none.
const FunctionNode* outermost(const ExprNode& n);
/// Whether the function never reads what it is given for a parameter.
bool never_reads(const Index& p, const FunctionNode& f, lang::Symbol name);
/// Whether it is a method that callers of an instance run.
bool is_forward(const FunctionNode& f);

/// The source of an expression on one line, arguments of a call left out.
std::string shown(const Index& p, const lang::Expr& e);
/// The same in backquotes.
std::string quoted(const Index& p, const lang::Expr& e);

}  // namespace mha::reading
