#pragma once

// One call of what a learner wrote, on the sizes and numbers of a probe.

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

/// How the input lies for a program that takes it otherwise than the assignment has
/// it, (batch, tokens, ...): the batch's only text alone, or the tokens first.
enum class Layout { as_given, one_text, tokens_first };

/// How a candidate is called, where there is a choice.
struct Manner {
  Layout layout = Layout::as_given;
  std::map<std::string, size_t> which;  // alternative of each input
  std::set<std::string> also_given;     // inputs for arguments with a default
  /// Inputs of zeros and ones that the program gets the other way round: a mask that says
  /// what is hidden, not what is kept.
  std::set<std::string> inverted;
  /// Arguments with a default that stand for a size, and are left to the program.
  std::set<std::string> left_out;
  /// Of inputs whose words nobody knows: the order that they come in, if not the homework's.
  std::vector<size_t> order;
  /// An argument that is False by default and is True here: a function's own switch for
  /// training. Empty: all are as they are.
  std::string switched;
  /// Sizes that nothing in the program tells: a guess.
  std::map<std::string, int64_t> guessed;
};

/// An argument of a call and what it is given: an input, a weight or a size.
struct Argument {
  std::string name;       // the program's word for it
  std::string canonical;  // the assignment's
  lang::Value value;      // where it is the same for every call
  bool by_keyword = false;
};

/// Why something could not be called at all.
struct Trouble {
  enum class Kind { none, unknown_size, unknown_input, gives_none, gives_no_tensor, is_a_part };
  Kind kind = Kind::none;
  std::string text;
  bool empty() const { return kind == Kind::none; }
};

struct Trial {
  Setting setting;
  Names names;            // of the reference: sizes, inputs, what the setup makes
  lang::Value object;     // the learner's instance
  FoundWeights found;
  /// The weights as roles, where the trial itself handed them out.
  std::optional<Roles> handed;
  std::map<std::string, lang::Value> own;  // arguments that the program made itself
  bool global_weights = false;  // are among them, at its module's level
  Recording recording;
  std::optional<Numbers> output;
  Tensor output_tensor;
  std::optional<torch::Report> failure;  // the program's own
  std::vector<Argument> arguments;  // of the call
  std::set<std::string> inverted;   // as in Manner
  bool constructed = false;
  /// A program without anything to call: what it should give may stand anywhere.
  bool script = false;
  Trouble trouble;
  /// Where it came to its end without giving anything, if that is the trouble.
  std::optional<torch::Report> no_return;
  std::set<std::string> bound;   // sizes that the program asked for
  std::set<std::string> inputs;  // inputs that it was given
  std::set<std::string> could_take;  // inputs that it has arguments with defaults for
  std::set<std::string> left_out;    // arguments with defaults that were given nothing
  size_t guessed_inputs = 0;         // whose words nobody knows
  bool ran() const { return output.has_value(); }
};

/// Whether a program learns more numbers than play a role.
bool has_spare(const Trial& trial, const Roles& roles);

/// What a program's own statements did, seen as an answer to assignments.
class Script {
 public:
  explicit Script(Program& program) : program_(program) {}

  /// One trial for each choice of tensors of theirs that may be the inputs, if they
  /// made of them what the first stages make. The reference is made if there is any
  /// use for it.
  std::vector<Trial> trials(const Assignment& assignment, std::shared_ptr<Reference>& reference);

  /// The program's names of a tensor of its own, the words of the expression that made it,
  /// and the names of all that is computed from it.
  struct Lineage {
    std::set<std::string> names, words, computed;
  };
  const Lineage& lineage(const Numbers& numbers);

 private:
  /// What it knows of a tensor that may be a first input.
  struct Input {
    FoundWeights weights;
    bool mapped = false;  // by one of them, to something that was made
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

  /// Whether a call gives another result than `before` with other numbers in a weight, which
  /// then has its own again.
  bool depends_on(Trial& trial, const Tensor& weight, const Numbers& before);
  /// Whether the result of a call has a gradient for a weight. True where it stops.
  bool learns(Trial& trial, const Tensor& weight);

  /// One that has learnt nothing yet.
  TrialRunner anew() const { return {program_, candidate_, reference_, seed_}; }
  /// Sizes that the program itself decides are found out at the first trial and
  /// kept for the next ones.
  Trial run(const ProbeSpec& probe, const Manner& manner, bool record);
  /// Calls the object of a trial again: with an input replaced, say.
  /// An observer hears of that call instead of the recording.
  std::optional<Numbers> again(Trial& trial, const Names& inputs, bool training = false,
                               bool reseed = true, lang::Observer* observer = nullptr);
  /// All that one more such call makes; what is drawn is drawn anew.
  Recording made_again(Trial& trial);
  const Program& program() const { return program_; }
  const Candidate& candidate() const { return candidate_; }
  /// What ended the last call of `again`; null where it came to its end.
  const std::optional<torch::Report>& last_failure() const { return last_failure_; }
  /// The tensors that the last call was given, as it left them.
  const std::map<std::string, Tensor>& last_inputs() const { return last_inputs_; }
  const std::map<std::string, lang::Value>& fixed() const { return fixed_; }
  /// The sizes that a word of the program's stands for.
  std::vector<std::string> sizes_named(const std::string& word) const;
  /// Whether its functions read whole numbers of the module that no size is known for.
  bool reads_unknown_numbers() const {
    return std::any_of(globals_.begin(), globals_.end(), [&](const auto& g) { return sizes_named(g.first).empty(); });
  }
  /// Whether a configuration was asked for sizes in words that nobody knows.
  bool has_own_words() const { return !own_words_.empty(); }

 private:
  const reading::Vocabulary& vocabulary() const { return reference_.assignment().vocabulary(); }
  reading::ConstructorOf constructor_of() const;
  reading::SizesByUse sizes_by_use(const lang::FunctionObject* init,
                                   const lang::FunctionObject& call,
                                   const reading::ConstructorOf& constructor_of,
                                   const std::set<std::string>& globals) const;
  lang::Value size_for(Trial& trial, const std::string& word);
  lang::Value config_for(const lang::Value& inner);
  lang::Value own_value(const std::string& parameter);
  const std::vector<OwnArguments>& own_arguments();
  Trial run_as_told(const ProbeSpec& probe, const Manner& manner, bool record);
  bool is_refused(const Trial& trial) const;
  void construct(Trial& trial);
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
  void learn_from_weights(const Trial& trial);
  void learn_parts(const Trial& trial);
  void learn_dropout(const Trial& trial);
  bool is_left_at_one(const std::string& parameter) const;
  bool learn_sizes(const Trial& trial);
  bool learn_from_output(const Trial& trial);
  struct CallAsked;
  void name_argument(Trial& trial, const Manner& manner, CallAsked& asked, size_t i);
  bool guess_unknown(Trial& trial, const Manner& manner, CallAsked& asked) const;
  void prepare_call(Trial& trial, const Manner& manner);
  bool is_mask(const Trial& trial, const struct ParameterView& p, const std::set<std::string>& used);
  bool is_own_mask(const Trial& trial, const std::string& parameter);
  bool is_forgotten_mask(const std::string& parameter) const;
  void hand_out_weights(Trial& trial);
  void give_stages(Trial& trial);
  Tensor laid_out(const Tensor& input) const;
  Tensor laid_back(const Tensor& output) const;
  lang::Value call(const Trial& trial, const Names& inputs, bool reseed);
  const Tensor* output_among(const Trial& trial, const lang::Value& v);
  void set_mode(const Trial& trial, bool training) const;
  void set_mode(const lang::Value& module, bool training) const;
  void quiet_last_dropout(Trial& trial);

  Program& program_;
  const Candidate& candidate_;
  Reference& reference_;
  uint32_t seed_;
  bool arrays_ = false;  // hands out NumPy's arrays
  bool lists_ = false;   // or lists of lists, and is given such
  reading::SizesByUse by_use_;
  std::map<std::string, lang::Value> globals_;  // whole numbers that its functions read
  Trial* current_ = nullptr;  // that the program runs for
  std::optional<size_t> output_at_;  // among what a call gives
  std::map<std::string, lang::Value> fixed_;
  std::map<std::string, bool> masks_;  // parameters that were asked about
  std::map<std::string, Tensor> last_inputs_;
  std::optional<torch::Report> last_failure_;
  bool last_learns_ = false;  // whether what the last call gave has a gradient
  std::optional<std::vector<OwnArguments>> own_;
  bool tried_own_ = false;
  Layout layout_ = Layout::as_given;
  std::map<std::string, std::string> means_part_;  // the program's d_out: a head's
  std::set<std::string> singles_;  // sizes that have a word of their own
  std::set<std::string> shared_;   // that another size's word stands for, too
  std::set<std::string> own_words_;  // that only the file's own configuration knows
};

}  // namespace mha::homework
