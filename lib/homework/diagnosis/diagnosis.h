#pragma once

// Explains a trial: finds the fewest known mistakes that, put in place of the reference's
// stages, reproduce the learner's tensors.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "homework/spec/misconception.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// What a learner did in place of one stage, or of several in a row.
struct Mistake {
  int first = 0, last = 0;              // stages
  const Misconception* known = nullptr; // if null, `name` and `seen` are set instead
  const Snippet* snippet = nullptr;         // the variant's lines
  std::vector<std::string> only;        // which of the names that it makes; empty: all
  std::string name;                     // the tensor that differs for an unknown reason
  size_t seen = 0;                      // its index in the recording
};

/// A way from the inputs to the program's result.
struct Explanation {
  std::vector<Mistake> mistakes;  // in the order of stages; empty: the program is right
  Names names;              // every tensor as the program has it
  size_t matching = 0;           // index into Diagnosis::matchings()
  /// The program contains the mistakes' tensors, but they do not explain its whole result;
  /// `names` ends where the two part.
  bool partial = false;
  bool by_known() const {
    return std::all_of(mistakes.begin(), mistakes.end(), [](const Mistake& m) { return m.known; });
  }
};

/// Explains one trial. The reference and the trial must outlive it.
class Diagnosis {
 public:
  Diagnosis(Reference& reference, const Trial& trial);

  /// The matching under which the program's result equals the reference's, if there is one.
  std::optional<size_t> right_matching();
  /// The matching under which most of the program's tensors equal the reference's, minus the
  /// cost of names and order.
  size_t likeliest_matching();
  /// Whether the author's names for the weights say other roles than this matching.
  bool contradicts_names(size_t matching) const { return name_costs_[matching] > name_costs_[0]; }
  /// The names before the first stage: sizes, inputs, the weights as layers.
  Names start(size_t matching);
  /// How many of the reference's tensors under a matching the program made; 0 if there is no such matching.
  int seen_tensors(size_t matching);
  /// What the reference makes under a matching, up to the first error.
  const Names& reference_names(size_t matching);
  /// The reference's result in training, with new random numbers for dropout.
  std::optional<Numbers> redrawn_output(size_t matching);
  /// All explanations by one known mistake; one without mistakes if the program is right; empty
  /// if nothing was found.
  std::vector<Explanation> explain();
  /// Slower: explanations by several mistakes at once, or else as far as the program's tensors
  /// can be followed.
  std::vector<Explanation> explain_by_several();
  /// Explanations by mistakes known from another call of this program, plus at most one more.
  std::vector<Explanation> explain_with(const Explanation& known);
  /// For a program that is right only if its weights do not have the roles that their names say:
  /// each mistake or remark that gives the same numbers with the roles that they say.
  std::vector<Explanation> misnamed();
  /// The tensors that an explanation from another call gives in this one; nothing if they do
  /// not lead to the program's result.
  std::optional<Names> follow(const Explanation& explanation);
  /// The possible assignments of the program's weights to roles, the likeliest first. Other
  /// functions refer to one by its index.
  const std::vector<Roles>& matchings() const { return matchings_; }
  /// Whether these names end in the program's result: its output or its error.
  bool reproduces(const Names& names, const std::string& error) const;
  /// Whether the result equals an input, as after split and merge; then it proves nothing.
  bool gives_input(const Names& names) const;
  /// Whether the program made the tensor of this name, and not just the tensor of another name
  /// with the same numbers: queries before their heads are split.
  bool found_in_program(const Names& names, const std::string& name) const;
  const Assignment& assignment() const { return reference_.assignment(); }
  Reference& reference() { return reference_; }
  const Trial& trial() const { return trial_; }
  /// The tensor of the last stage, or nothing.
  std::optional<Numbers> output_of(const Names& names) const;

 private:
  /// Whether the result is right in every row but those of padding, which stand for no token: what is
  /// in them, other than NaN, does not matter.
  bool is_right_beside_padding(const Names& right) const;
  /// Which mistakes a search tries: all; those whose tensors the program made; or of these, only
  /// those that begin at the first stage that the program did not make.
  enum class Among { all, seen, at_frontier };

  void search();
  void search_for_several();
  void search_together(size_t matching, int more, Among among);
  void search_other_matchings(bool as_likely);
  std::string run_from(size_t stage, Names& names);
  std::string run_with(const std::vector<Mistake>& mistakes, Names& names, size_t& at);
  void try_known(size_t matching, const std::vector<Mistake>& before, const Names& names, int from,
                 int more, Among among);
  std::string run(const Mistake& mistake, Names& names);
  double found_dropout() const;
  bool makes_all(const Names& names) const;
  std::optional<Tensor> drawn_by_program(const Tensor& shares, int64_t at) const;
  void try_unknown(size_t matching);
  void try_with_own(size_t matching);
  std::optional<size_t> next_unmatched(const Shape& shape, size_t matching, size_t after);
  void try_seen(size_t matching, bool partly);
  int evidence(const Mistake& mistake, const Names& tried, const Names& right) const;
  bool changes(const Mistake& mistake, const Names& tried, const Names* right) const;
  int frontier_of(Names names, int from);
  void take_hidden(const StageSpec& stage, Names& names) const;
  bool accounts_for(const std::vector<Mistake>& mistakes, const Names& names,
                    const std::string& error, size_t matching);
  size_t ends_at(const Names& names) const;
  int fails_at(size_t matching);
  std::vector<const Made*> operands() const;
  std::optional<bool> stops_with_its_operands(const std::vector<Mistake>& mistakes, size_t matching);
  bool applies(const Snippet& snippet, const Names& names) const;
  const std::vector<Mistake>& by_stage();
  bool seen(const Mistake& mistake, const Names& names, const Names* right);
  bool shared(const Names& names, const Numbers& n) const;
  bool shown_under_mask(const Numbers& n) const;
  lang::Value layer(const LinearMap& map);

  Reference& reference_;
  const Trial& trial_;
  std::vector<Roles> matchings_;
  std::vector<int> name_costs_;  // of the matchings
  std::vector<std::pair<LinearMap, lang::Value>> layers_;  // of the matchings, as far as they were made
  std::map<size_t, Names> complete_;
  std::map<size_t, int> fails_at_;
  std::optional<size_t> likeliest_;
  std::vector<Explanation> found_;
  std::vector<Mistake> by_stage_;
  double drops_in_eval_ = 0;  // the dropout probability that explain() found
  int tries_left_ = 0;  // how many more variants may be run
};

/// Whether a script made this result as one tensor, in any order of its axes, rather than only
/// its parts.
bool was_made(const Recording& recording, const Numbers& result);

/// The numbers of the tensor under this name, or nothing if there is none.
std::optional<Numbers> numbers_in(const Names& names, const std::string& name);
/// Those of the tensors that the stages make, in order, as far as these names have them.
std::vector<Numbers> stage_tensors(const Assignment& assignment, const Names& names);

}  // namespace mha::homework
