#pragma once

// A trial: one call of a learner's program with the sizes and numbers of a probe.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "homework/compare/reference.h"
#include "homework/compare/weights.h"
#include "homework/trial/program.h"
#include "reading/parameters.h"

namespace mha::homework {

/// The layout of the input that a program takes: (batch, tokens, ...) as in the assignment, a
/// single text without the batch axis, or (tokens, batch, ...).
enum class Layout { as_given, one_text, tokens_first };

/// How to call a candidate where there is a choice.
struct CallOptions {
  Layout layout = Layout::as_given;
  std::map<std::string, size_t> which;  // the alternative chosen for each input
  std::set<std::string> also_given;     // inputs to pass for arguments with a default
  /// Inputs of zeros and ones to pass inverted: a mask that says what is hidden rather than what
  /// is kept.
  std::set<std::string> inverted;
  /// Arguments for sizes that keep the program's own defaults.
  std::set<std::string> left_out;
  /// The order of inputs whose names are unknown, if it is not the assignment's.
  std::vector<size_t> order;
  /// An argument of the constructor or of the call that is False by default and is passed as True,
  /// such as a function's own switch for training. Empty: none.
  std::string switched;
  /// Sizes that had to be guessed because the program does not reveal them.
  std::map<std::string, int64_t> guessed;
  /// Other sizes for names that no list has and whose use seemed to show what they are: the number
  /// of heads and the width of one both divide a width, and are both axes of a weight.
  std::map<std::string, std::string> reading;
  /// It counts only if the program is right when called so.
  bool tentative = false;
};

/// An argument of a call and its value: an input, a weight or a size.
struct Argument {
  std::string name;       // in the program
  std::string canonical;  // in the assignment
  lang::Value value;      // if it is the same for every call
  bool by_keyword = false;
  /// Several inputs in one argument, with their keys in a dict; without keys it is a tuple.
  struct Part {
    std::string key, canonical;
  };
  std::vector<Part> parts = {};
  lang::Value record = {};  // the program's class that holds them, by the names of its fields
};

/// Why a candidate could not be called at all.
struct Trouble {
  enum class Kind { none, unknown_size, unknown_input, gives_none, gives_no_tensor, is_a_part };
  Kind kind = Kind::none;
  std::string text;
  bool empty() const { return kind == Kind::none; }
};

struct Trial {
  Setting setting;
  Names names;            // the reference's: sizes, inputs, what the setup makes
  lang::Value object;     // the learner's instance
  FoundWeights found;
  /// The weights by role, if the trial made them and passed them in.
  std::optional<Roles> handed;
  std::map<std::string, lang::Value> own;  // arguments that are objects of the program
  /// Arguments of the constructor, if one of them is an input that is an object. Each call then
  /// gets an object of the program's class of its own, since the last call may have changed both.
  std::vector<Argument> made_with;
  bool global_weights = false;  // whether `own` holds weights from the module's globals
  Recording recording;
  std::optional<Numbers> output;
  Tensor output_tensor;
  std::optional<torch::Report> failure;  // raised by the program
  std::vector<Argument> arguments;  // of the call
  std::set<std::string> inverted;   // as in CallOptions
  bool constructed = false;
  /// Whether the homework draws random numbers, and another call gave another result.
  bool draws = false;
  /// Whether the program has nothing to call, so that any of its tensors may be the result.
  bool script = false;
  Trouble trouble;
  /// Set if the call ended without returning anything.
  std::optional<torch::Report> no_return;
  std::set<std::string> bound;   // sizes that the program asked for
  std::set<std::string> inputs;  // inputs that were passed
  std::set<std::string> could_take;  // inputs for which it has arguments with defaults
  std::set<std::string> left_out;    // arguments with defaults that were not passed
  size_t guessed_inputs = 0;         // how many inputs were matched by position alone
  bool ran() const { return output.has_value(); }
};

/// Where the line that fails had run before in another call of its function: the call that fails now,
/// since only what it passes differs.
std::optional<Location> failing_call(const Trial& trial);

/// The name that a NameError says is not defined; empty for any other error.
std::string undefined_name(const torch::Report& error);

/// Whether a program trains more numbers than its roles need.
bool has_spare(const Trial& trial, const Roles& roles);

/// A program of loose statements, seen as an answer to an assignment.
class Script {
 public:
  explicit Script(Program& program) : program_(program) {}

  /// One trial for each choice of the script's tensors as inputs, provided that the script also
  /// made what the first stages make of them. The reference is only built if it is needed.
  std::vector<Trial> trials(const Assignment& assignment, std::shared_ptr<Reference>& reference);

  /// The names a tensor has in the program, the words of the expression that made it, and the
  /// names of everything computed from it.
  struct Lineage {
    std::set<std::string> names, words, computed;
  };
  const Lineage& lineage(const Numbers& numbers);

 private:
  /// What is known about a tensor that may be the first input.
  struct Input {
    FoundWeights weights;
    bool mapped = false;  // one of the weights maps it to a tensor of the script
  };
  const Input& input(const Numbers& numbers);

  Program& program_;
  std::map<const Numbers*, Input> inputs_;
  std::map<const Numbers*, Lineage> lineages_;
};

/// Calls candidates of one program for one assignment.
class TrialRunner {
 public:
  TrialRunner(Program& program, const Candidate& candidate, Reference& reference, uint32_t seed);

  /// Whether other numbers in a weight change the result from `before`, which is one of eval mode
  /// unless `training`. The weight's numbers are restored.
  bool depends_on(Trial& trial, const Tensor& weight, const Numbers& before, bool training = false,
                  lang::Observer* observer = nullptr);

  /// A runner that has not yet learned any size from the program.
  TrialRunner fresh() const { return {program_, candidate_, reference_, seed_}; }
  /// A runner that learns anew whether a width is that of a head or of the whole: for a changed
  /// program.
  TrialRunner for_changed() const {
    TrialRunner out = *this;
    out.means_part_.clear();
    return out;
  }
  /// Calls the candidate. Sizes that the program fixes itself are learned in the first trial and
  /// kept for later ones.
  Trial run(const ProbeSpec& probe, const CallOptions& options, bool record);
  /// Calls the object of a trial again, for instance with another input. `observer` replaces the
  /// recording for this call.
  std::optional<Numbers> again(Trial& trial, const Names& inputs, bool training = false,
                               bool reseed = true, lang::Observer* observer = nullptr);
  /// Records one more such call, with new random numbers.
  Recording made_again(Trial& trial);
  /// Records one more such call in training mode, with the same random numbers: as it is, or with
  /// other numbers in a weight.
  Recording made_in_training(Trial& trial, const Tensor* changed);
  const Program& program() const { return program_; }
  const Candidate& candidate() const { return candidate_; }
  /// The error of the last call of again(); null if it succeeded.
  const std::optional<torch::Report>& last_failure() const { return last_failure_; }
  /// The tensors passed to the last call, including what the call wrote into them.
  const std::map<std::string, Tensor>& last_inputs() const { return last_inputs_; }
  /// The result of the last call of again(), with the graph that it came by.
  const Tensor& last_output() const { return last_output_; }
  const std::map<std::string, lang::Value>& fixed() const { return fixed_; }
  /// The sizes that a name in the program stands for.
  std::vector<std::string> sizes_named(const std::string& word) const;
  /// Whether its functions read whole numbers from the module that match no known size.
  bool reads_unknown_numbers() const {
    return std::any_of(globals_.begin(), globals_.end(), [&](const auto& g) { return sizes_named(g.first).empty(); });
  }
  /// Other sizes that names may stand for whose use alone showed it, those with the fewest changes first.
  std::vector<std::map<std::string, std::string>> readings() const;
  /// Whether its configuration was asked for sizes under unknown names.
  bool has_own_words() const { return !own_words_.empty(); }

 private:
  const reading::Vocabulary& vocabulary() const { return reference_.assignment().vocabulary(); }
  reading::ConstructorOf constructor_of() const;
  bool says_little(const std::string& word) const;
  reading::SizesByUse sizes_by_use(const lang::FunctionObject* init,
                                   const lang::FunctionObject& call,
                                   const reading::ConstructorOf& constructor_of,
                                   const std::set<std::string>& globals) const;
  lang::Value size_for(Trial& trial, const std::string& word);
  lang::Value config_for(const lang::Value& inner);
  lang::Value own_value(const std::string& parameter);
  const std::vector<OwnArguments>& own_arguments();
  Trial run_as_told(const ProbeSpec& probe, const CallOptions& options, bool record);
  void gives_none(Trial& trial, const lang::Value& returned) const;
  bool is_refused(const Trial& trial) const;
  bool is_asked_for_sizes(const std::string& parameter) const;
  bool keeps_default(const struct ParameterView& p) const;
  lang::Value sizes_together(Trial& trial, const std::vector<std::string>& names);
  lang::Value sizes_of_field(const std::string& field);
  lang::Value more_than_a_size(Trial& trial, const struct ParameterView& p);
  lang::Value constructor_value(Trial& trial, const struct ParameterView& p, lang::Value& config);
  std::vector<Argument> constructor_arguments(Trial& trial);
  void construct(Trial& trial);
  void take_weights(Trial& trial);
  bool makes_weights_in_call(Trial& trial);
  lang::Value own_object(const Trial& trial, const std::string& input);
  lang::Value constructed(const Trial& trial);
  std::string object_asked(const std::string& parameter, const lang::FunctionObject& f) const;
  std::vector<std::string> words_for(const std::vector<struct ParameterView>& parameters) const;
  void make_weights(Trial& trial);
  bool take_global(Trial& trial, const struct ParameterView& p);
  void weights_by_use(Trial& trial);
  bool may_ask_for_weights() const;
  lang::Value weights_named(const Trial& trial, const std::set<std::string>& keys);
  lang::Value in_its_form(const Tensor& t);
  lang::Value dropout_layer(const Trial& trial, const lang::Value& rate);
  void fill(const FoundWeights& found) const;
  bool is_made(const std::string& size) const;
  bool is_computed_with(const std::string& size, const lang::Value& now) const;
  void learn(const Trial& trial, const std::string& word, const lang::Value& value);
  void learn_from_names(const Trial& trial);
  bool divides_into_parts(const Trial& trial, const std::string& size, int64_t width) const;
  void learn_from_weights(const Trial& trial);
  struct PerHead {
    int64_t width, count;
    std::string name;
  };
  std::optional<PerHead> made_per_head(const Trial& trial) const;
  void learn_parts(const Trial& trial);
  void learn_dropout(const Trial& trial);
  bool is_left_at_one(const std::string& parameter) const;
  void forget_moving(const Trial& trial);
  bool learn_sizes(const Trial& trial);
  bool learn_from_output(const Trial& trial);
  struct CallAsked;
  bool is_mask_beside(const CallAsked& asked, const ParameterView& p, const std::string& tensor) const;
  void name_argument(Trial& trial, const CallOptions& options, CallAsked& asked, size_t i);
  void give_missing(CallAsked& asked) const;
  bool name_arguments(Trial& trial, const CallOptions& options, CallAsked& asked);
  bool guess_unknown(Trial& trial, const CallOptions& options, CallAsked& asked) const;
  std::vector<std::string> needed_inputs() const;
  std::vector<Argument::Part> parts_of(const std::string& parameter) const;
  std::vector<Argument::Part> weights_of(const std::string& parameter) const;
  std::vector<Argument::Part> parts_of_record(const lang::Value& record) const;
  lang::Value record_asked(const std::string& parameter) const;
  void prepare_call(Trial& trial, const CallOptions& options);
  bool is_mask(const Trial& trial, const struct ParameterView& p, const std::set<std::string>& used);
  bool is_own_mask(const Trial& trial, const std::string& parameter);
  bool is_mask_elsewhere(const std::string& parameter) const;
  void hand_out_weights(Trial& trial);
  Tensor laid_out(const Tensor& input) const;
  Tensor laid_back(const Tensor& output) const;
  lang::Value with_lists_as_tensors(const lang::Value& v) const;
  void seed_all();
  lang::Value call(const Trial& trial, const Names& inputs, bool reseed);
  const Tensor* output_among(const Trial& trial, const lang::Value& v);
  void set_mode(const Trial& trial, bool training) const;
  void set_mode(const lang::Value& module, bool training) const;
  void quiet_last_dropout(Trial& trial);

  Program& program_;
  const Candidate& candidate_;
  Reference& reference_;
  uint32_t seed_;
  bool arrays_ = false;  // passes NumPy arrays
  bool lists_ = false;   // passes lists of lists
  reading::SizesByUse by_use_;
  std::map<std::string, std::string> by_place_;  // the homework's words for parameters with unknown names
  std::map<std::string, lang::Value> globals_;  // whole numbers that its functions read
  Trial* current_ = nullptr;  // the trial that is running
  std::optional<size_t> output_at_;  // position of the output among what a call returns
  std::map<std::string, lang::Value> fixed_;
  std::map<std::string, bool> masks_;  // results of is_own_mask()
  std::map<std::string, Tensor> last_inputs_;
  std::optional<torch::Report> last_failure_;
  Tensor last_output_;
  std::optional<std::vector<OwnArguments>> own_;
  bool tried_own_ = false;
  bool learning_ = false;  // calls it again with sizes that its first call showed
  Layout layout_ = Layout::as_given;
  std::map<std::string, std::string> means_part_;  // the program's d_out: a head's
  std::map<std::string, std::string> reading_;  // as in CallOptions
  std::string switched_;                        // the same
  std::set<std::string> not_learned_;  // sizes that follow from what the program is given
  bool equal_widths_ = false;  // it wants an input as wide as its d_out
  std::set<std::string> singles_;  // sizes that have a word of their own
  std::set<std::string> shared_;   // that another size's word stands for, too
  std::set<std::string> own_words_;  // that only the file's own configuration knows
};

}  // namespace mha::homework
