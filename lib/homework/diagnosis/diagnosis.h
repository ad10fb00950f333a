#pragma once

// From a learner's tensors to what the learner did: the fewest known mistakes
// that give the same numbers.

#include <optional>
#include <string>
#include <vector>

#include "homework/spec/misconception.h"
#include "homework/trial/trial.h"

namespace mha::homework {

/// Something that a learner did in place of a stage, or of a run of stages.
struct Mistake {
  int first = 0, last = 0;              // stages
  const Misconception* known = nullptr; // or null:
  const Snippet* snippet = nullptr;         // its lines
  std::vector<std::string> only;        // of what they make; empty: all of it
  std::string name;                     // the tensor that differs, and
  size_t seen = 0;                      // where it is in the recording
};

/// A way to get from the inputs to what the program gave.
struct Explanation {
  std::vector<Mistake> mistakes;  // by stages; none: the program is right
  Names names;              // every tensor as the program has it
  size_t casting = 0;           // which of Diagnosis::castings()
  /// The mistakes' tensors are in the program, but they do not lead to all of what
  /// it gave: names end where they part.
  bool partial = false;
};

/// Explains one trial.
class Diagnosis {
 public:
  Diagnosis(Reference& reference, const Trial& trial);

  /// The roles under which the program gives what the reference gives, if there
  /// are any.
  std::optional<size_t> right_casting();
  /// The roles under which most of the program's tensors are the reference's,
  /// unless names and order speak against it.
  size_t likeliest_casting();
  /// The names before the first stage: sizes, inputs, the weights as layers.
  Names start(size_t casting);
  /// How many of these; under a certain casting, none if there is no such.
  int seen_tensors();
  int seen_tensors(size_t casting) { return casting < castings_.size() ? seen_under(casting) : 0; }
  /// What the reference makes, as far as it gets.
  const Names& reference_names(size_t casting);
  /// What the reference gives in training, with what falls drawn anew.
  std::optional<Numbers> drawn_anew(size_t casting);
  /// All explanations by one known mistake, or none where the program is right; nothing
  /// if there is no such.
  std::vector<Explanation> explain();
  /// Where there is none: by several mistakes at once, or else as far as the program's
  /// tensors can be followed. This takes longer by far.
  std::vector<Explanation> explain_by_several();
  /// By mistakes that are known of another call of the same program, and one more behind them.
  std::vector<Explanation> explain_with(const Explanation& known);
  /// Of a program that is right, but only if its weights have other roles than their
  /// names say: each mistake, or remark, by which it gives the same numbers with the
  /// names taken at their word.
  std::vector<Explanation> misnamed();
  /// The tensors that this explanation gives here, or nothing if they do not end
  /// in what the program gave.
  std::optional<Names> follow(const Explanation& explanation);
  /// Which of the program's weights could play which role, the likeliest first: one
  /// whole casting each. Others are told by their index here.
  const std::vector<Roles>& castings() const { return castings_; }
  /// Whether the names end in what the program gave: its output or its error.
  bool reproduces(const Names& names, const std::string& error) const;
  /// Whether one of the tensors that the program stopped with is the reference's,
  /// as far as that can be told.
  bool stops_at_right_tensor();
  /// Whether the program made what a name stands for, and not only another name's tensor
  /// that holds the same numbers in the same order: queries whose heads are not cut out yet.
  bool found_in_program(const Names& names, const std::string& name) const;
  const Assignment& assignment() const { return reference_.assignment(); }
  Reference& reference() { return reference_; }
  const Trial& trial() const { return trial_; }
  /// The last tensor, or nothing.
  std::optional<Numbers> output_of(const Names& names) const;

 private:
  /// Which mistakes are tried together: all; those of which the first are in the
  /// program; or of these, those that begin where its tensors are no more right.
  enum class Among { all, seen, unmade };

  void search();
  void search_for_several();
  void search_together(size_t casting, int more, Among among);
  void search_other_castings(bool as_likely);
  std::string run_from(size_t stage, Names& names);
  void try_known(size_t casting, const std::vector<Mistake>& before, const Names& names, int from,
                 int more, Among among);
  std::vector<std::vector<std::string>> parts_of(const Snippet& snippet, bool one_stage) const;
  std::string run(const Mistake& mistake, Names& names);
  double found_dropout() const;
  void try_unknown(size_t casting);
  void try_with_own(size_t casting);
  std::optional<size_t> named_tensor(const std::string& name, const Shape& shape) const;
  std::optional<size_t> next_stranger(const Shape& shape, size_t casting, size_t after);
  void try_seen(size_t casting, bool partly);
  int evidence(const Mistake& mistake, const Names& tried, const Names& right) const;
  bool changes(const Mistake& mistake, const Names& tried, const Names* right) const;
  int frontier_of(Names names, int from);
  void take_hidden(const StageSpec& stage, Names& names) const;
  bool accounts_for(const std::vector<Mistake>& mistakes, const Names& names,
                    const std::string& error, size_t casting);
  bool ends_early(const Names& names) const;
  int fails_at(size_t casting);
  std::vector<const Made*> operands() const;
  std::optional<bool> stops_with_its_operands(const std::vector<Mistake>& mistakes, size_t casting);
  bool applies(const Snippet& snippet, const Names& names) const;
  const std::vector<std::pair<int, const Misconception*>>& by_stage();
  bool seen(const Mistake& mistake, const Names& names, const Names* right);
  bool shared(const Names& names, const Numbers& n) const;
  bool shown_under_mask(const Numbers& n) const;
  bool out_of_tries() const;
  int seen_under(size_t casting);

  Reference& reference_;
  const Trial& trial_;
  std::vector<Roles> castings_;
  std::vector<int> surprises_;  // of the castings
  std::map<size_t, Names> complete_;
  std::map<size_t, int> fails_at_;
  std::optional<size_t> likeliest_;
  std::vector<Explanation> found_;
  std::vector<std::pair<int, const Misconception*>> by_stage_;
  double drops_in_eval_ = 0;  // its probability, once explain() looked for it
  int tries_ = 0;  // how many lines of mistakes may still be run
};

/// Whether a script made this result: as such, in whatever order of its axes, and not only
/// what it is put together from.
bool was_made(const Recording& recording, const Numbers& result);

/// The numbers of a name, or nothing if it is no tensor.
std::optional<Numbers> numbers_in(const Names& names, const std::string& name);

}  // namespace mha::homework
