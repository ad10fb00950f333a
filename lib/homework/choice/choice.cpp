#include "homework/choice/choice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "homework/choice/call_options.h"
#include "homework/choice/probes.h"
#include "homework/choice/properties.h"
#include "homework/choice/resemblance.h"
#include "homework/choice/scale.h"
#include "homework/trial/own_use.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "lesson/course/document.h"
#include "reading/clues.h"
#include "reading/vocabulary.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

using scale::kAllSeen, scale::kRight;

/// Whether the source shows a mistake that the numbers may hide.
bool shows_mistake(const Program& program, const Candidate& candidate) {
  for (const reading::Clue& clue : reading::find_clues(program.modules(), candidate.name)) {
    for (const Misconception& m : misconceptions()) {
      if (m.remark || m.variants.empty()) continue;
      if (m.is_told_by(clue.id, clue.subject)) return true;
    }
  }
  return false;
}

/// Whether the source shows that the author meant more: something is made and never used, or a
/// result is discarded.
bool shows_more(const Program& program, const Candidate& candidate) {
  const std::vector<reading::Clue> clues = reading::find_clues(program.modules(), candidate.name);
  return std::any_of(clues.begin(), clues.end(), [](const reading::Clue& clue) {
    return clue.id.starts_with("unused-") || clue.id == "discarded";
  });
}

/// Whether the author meant more than the numbers show: there is a mask, or a size that this
/// homework does not use and that of `wrong` does.
bool meant_more(const Choice& c, const Choice& wrong, const std::set<std::string>& words) {
  const std::set<std::string> asked = sizes_asked(*c.assignment);
  const std::set<std::string> by_wrong = sizes_asked(*wrong.assignment);
  const auto unasked = [&](const std::string& size) {
    return !asked.contains(size) && by_wrong.contains(size);
  };
  return std::any_of(wrong.trial->bound.begin(), wrong.trial->bound.end(), unasked) ||
         speaks_for_others(*c.assignment, *c.trial, words);
}

/// Another homework or form that the program answers correctly, although it looks more like one
/// that it answers wrongly. Nothing if more was meant.
std::optional<Choice> right_otherwise(Program& program, const Choice& wrong,
                                      const std::vector<const Assignment*>& among,
                                      uint32_t seed, bool named) {
  const Candidate& candidate = *wrong.candidate;
  if (shows_mistake(program, candidate) || shows_more(program, candidate)) return std::nullopt;
  const std::set<std::string> words = words_without_options(program, *wrong.candidate);
  std::optional<Choice> best;
  std::optional<bool> on_purpose;
  const auto left_out_on_purpose = [&] {
    if (!on_purpose) on_purpose = leaves_out_by_default(wrong);
    return *on_purpose;
  };
  const auto look = [&](const Assignment& assignment, Layout layout) {
    if (&assignment == wrong.assignment && layout == Layout::as_given) return;
    Choice c = begun(program, *wrong.candidate, assignment,
                     std::make_shared<Reference>(assignment), seed, words, layout);
    if (!c.trial->trouble.empty() || (meant_more(c, wrong, words) && !left_out_on_purpose())) return;
    c = finished(c, /*mistaken=*/false);
    if (!c.right) return;
    if (!best || c.score > best->score) best = std::move(c);
  };
  for (const Layout layout : layouts(wrong, words, named)) {
    for (const Assignment* assignment : among) look(*assignment, layout);
    if (best) return best;
  }
  for (const Assignment* assignment : among) {
    for (const Assignment& form : assignment->forms) look(form, Layout::as_given);
  }
  return best;
}

/// Whether a function is only a helper: neither it nor what it uses multiplies tensors, it asks
/// for no size that the stages need, and it does not return the expected numbers in the wrong
/// places. With `only`, the function is judged on its own. So is a class, an activation for
/// instance, unless the homework is named.
bool is_helper(const Program& program, const Choice& c, bool named, bool only) {
  if (!c.candidate || (named && c.candidate->is_class) || multiplies(program, *c.candidate) || misplaces(c, named)) return false;
  if (only && named && c.trial->failure) return false;
  const std::vector<InputSpec>& inputs = c.assignment->inputs;
  return std::none_of(c.trial->bound.begin(), c.trial->bound.end(), [&](const std::string& size) {
    return c.assignment->stages_read(size) &&
           std::none_of(inputs.begin(), inputs.end(), [&](const InputSpec& i) {
             return i.expression.find(size) != std::string::npos;
           });
  });
}

/// Whether a right choice is right on every probe and has every property.
bool holds_everywhere(const Choice& c) {
  if (!c.candidate) return c.right;  // a script is run once
  const std::vector<Probed> probes = probe(c);
  const std::vector<PropertyResult> properties = check_properties(c);
  return std::all_of(probes.begin(), probes.end(), [](const Probed& p) { return p.right; }) &&
         std::all_of(properties.begin(), properties.end(), [](const PropertyResult& p) { return p.holds; });
}

/// Whether the assignment's input has as many axes as one of these tensors.
bool begins_with(const Assignment& assignment, const std::vector<Numbers>& tensors) {
  const std::string& first = assignment.inputs[0].name;
  return std::any_of(assignment.inputs.begin(), assignment.inputs.end(), [&](const InputSpec& input) {
    return input.name == first && std::any_of(tensors.begin(), tensors.end(), [&](const Numbers& n) {
      return n.shape.size() == input.axes().size();
    });
  });
}

/// Whether a candidate may be one step of several: a function, or a method of a larger class.
bool may_be_part(const Candidate& candidate) {
  return !candidate.is_made() || candidate.beside || (!candidate.method.empty() && candidate.method != "forward");
}

/// Whether a program stops because it unpacks another number of sizes.
bool unpacks_others(const Trial& trial) {
  return trial.failure && trial.failure->kind == "ValueError" && trial.failure->message.find("values to unpack") != std::string::npos;
}

/// Whether a stage multiplies two tensors.
bool has_product(const Assignment& assignment) {
  return std::any_of(assignment.stages.begin(), assignment.stages.end(),
                     [](const StageSpec& s) { return s.snippet.code.find('@') != std::string::npos; });
}

/// The homework, and those of its forms whose input has as many axes as the file's own calls
/// pass, if that of the homework does not: the merge alone takes heads. What multiplies nothing is
/// meant as no form with a product.
std::vector<const Assignment*> as_used(const Program& program, const Candidate& candidate, const Assignment& assignment) {
  const std::vector<ParameterView> asked = parameters_of(*candidate.call, candidate.is_class);
  if (!may_be_part(candidate) || asked.empty() || assignment.forms.empty()) return {&assignment};
  const std::vector<Numbers> own = own_tensors(program, *candidate.call, asked[0].name);
  if (own.empty() || begins_with(assignment, own)) return {&assignment};
  const bool multiplied = multiplies(program, candidate);
  std::vector<const Assignment*> out;
  for (const Assignment& form : assignment.forms) {
    if (begins_with(form, own) && (multiplied || !has_product(form))) out.push_back(&form);
  }
  return out.empty() ? std::vector{&assignment} : out;
}

/// Whether a program returns a tensor with the expected number of axes, or fails.
bool has_axes(const Choice& c) {
  if (!c.trial->trouble.empty() || !c.trial->ran() || c.diagnosis->matchings().empty()) return true;
  const auto expected = c.diagnosis->output_of(c.diagnosis->reference_names(0));
  return !expected || expected->shape.size() == c.trial->output->shape.size();
}

/// Whether a program made no tensor, and returned what it was given.
bool only_hands_on(const Trial& trial) {
  const std::deque<Made>& made = trial.recording.made();
  if (!trial.output || !std::all_of(made.begin(), made.end(), [](const Made& m) { return m.secondary(); })) return false;
  return std::any_of(trial.inputs.begin(), trial.inputs.end(), [&](const std::string& input) {
    const std::optional<Numbers> given = numbers_in(trial.names, input);
    return given && same(*given, *trial.output);
  });
}

/// Whether the program makes the right result, perhaps only on the way.
bool makes_result(const Trial& trial, Diagnosis& diagnosis) {
  if (diagnosis.matchings().empty()) return false;
  const auto right = diagnosis.output_of(diagnosis.reference_names(0));
  const std::optional<Match> made = right ? trial.recording.find(*right) : std::nullopt;
  return made && made->fit == Fit::exact;
}

/// Chooses among several assignments.
class Choosing {
 public:
  /// `named`: the learner named the homework.
  Choosing(Program& program, const std::vector<const Assignment*>& among, uint32_t seed, bool named)
      : program_(program), among_(among), seed_(seed), named_(named) {
  }

  /// `trouble` and `only` are those of choose().
  std::optional<Choice> run(Trouble& trouble, const std::string& only) {
    begin(only, trouble);
    std::optional<Choice> best = best_of_open();
    if (best && !best->right) {
      auto other = right_otherwise(program_, *best, among_, seed_, named_);
      if (!other) other = as_no_mask_says(*best);
      if (!other) other = as_its_mask_says(*best);
      if (!other) other = as_its_steps_say(*best);
      if (other) best = std::move(other);
    }
    // A part of something that could not be called shows what is right, but not what is wrong.
    const bool unknown = trouble.kind == Trouble::Kind::unknown_size || trouble.kind == Trouble::Kind::unknown_input;
    const bool aside = best && (best->candidate->part || (class_unknown_ && !best->candidate->is_made() && !multiplies(program_, *best->candidate)));
    const bool lacks = best && lacks_weights(*best);
    const bool other = lacks && !best->candidate->is_made() && std::any_of(program_.candidates().begin(), program_.candidates().end(), [](const Candidate& c) { return c.is_class; });
    if (best && !best->right && (((aside || lacks) && unknown) || other) && only.empty()) best.reset();
    if (best && best->right) {
      if (auto stricter = as_its_mask_says(*best)) best = std::move(stricter);
    }
    if (best && !best->right && only.empty() && is_more_than_part(*best)) {
      if (auto part = right_part(*best)) best = std::move(part);
    }
    // What hands back its input answers nothing.
    if (best && best->right && !named_ && only_hands_on(*best->trial)) best.reset();
    const bool is_layer = best && best->candidate->is_made();
    if (best && !best->right && is_helper(program_, *best, named_, only.empty())) best.reset();
    // A lambda, or a function that fails and multiplies nothing, is a helper of a script. One that fails
    // and multiplies may be one.
    const bool loose = best && !best->right && !best->candidate->is_made();
    const bool fails = loose && best->trial->failure;
    const bool helps = loose && (best->candidate->is_lambda || (fails && !multiplies(program_, *best->candidate)));
    if ((!best || helps || fails) && only.empty()) {
      std::optional<Choice> script = choose_script(program_, among_);
      if (script && (script->right || (!is_layer && (!best || helps)))) return script;
    }
    if (best && program_.met_limit() && !best->trial->constructed) call_once_more(*best);
    if (best && best->candidate && !best->right && best->trial->failure) {
      if (auto refused = refused_elsewhere(*best)) return refused;
    }
    return best;
  }

 private:
  /// What fails as the answer to one homework, but as that to another gets as far as something that cannot
  /// be run here, may be the answer to that one.
  std::optional<Choice> refused_elsewhere(const Choice& failed) const {
    for (const Choice& c : open_) {
      const auto& failure = c.trial->failure;
      if (c.candidate == failed.candidate && c.assignment != failed.assignment && failure && failure->refusal) return c;
    }
    return std::nullopt;
  }

  /// Calls each candidate for each homework. Parts of a larger candidate are only tried if the
  /// larger one cannot be used.
  void begin(const std::string& only, Trouble& trouble) {
    for (const bool part : {false, true}) {
      if (!open_.empty()) break;
      for (const auto* all : {&program_.candidates(), &program_.models(), &program_.methods()}) {
        for (const Candidate& candidate : *all) {
          if (candidate.part != part || (only.empty() ? candidate.beside : candidate.subject() != only)) continue;
          begin(candidate, trouble, /*asked=*/named_ && !only.empty());
        }
      }
      if (open_.empty()) take_silent(/*functions_too=*/part);
    }
  }

  /// A candidate as an answer to an assignment; nothing if it cannot be called.
  std::optional<Choice> tried(const Candidate& candidate, const Assignment& assignment) {
    Choice c = begun(program_, candidate, assignment, reference_of(assignment), seed_, words_of(program_, candidate));
    if (!c.trial->trouble.empty()) return std::nullopt;
    c.named = named_;
    return finished(c, /*mistaken=*/false);
  }

  /// Whether it has none of the weights that the homework requires.
  static bool lacks_weights(const Choice& c) {
    const std::vector<WeightSpec>& all = c.assignment->weights;
    return std::any_of(all.begin(), all.end(), [](const WeightSpec& w) { return !w.optional; }) && c.trial->ran() && c.trial->found.all.empty() && !c.trial->handed;
  }

  /// Whether an object stores a square mask.
  static bool keeps_mask(const Trial& trial) {
    bool found = false;
    each_module(trial.object, [&](const lang::Value& module) {
      each_item(module, "_buffers", [&](const lang::Value& buffer) {
        const Tensor* t = torch::as_tensor(buffer);
        found = found || (t && t->dim() >= 2 && t->size(-1) > 1 && t->size(-1) == t->size(-2) && is_mask(numbers_of(*t)));
      });
    });
    return found;
  }

  /// Whether the program makes a causal mask while it runs.
  static bool makes_mask(const Trial& trial) {
    const std::deque<Made>& made = trial.recording.made();
    return std::any_of(made.begin(), made.end(), [](const Made& m) { return is_causal_mask(m.numbers); });
  }

  static bool begins_and_ends_as(const Assignment& a, const Assignment& b) {
    const bool same_inputs = std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                                        [](const InputSpec& x, const InputSpec& y) { return x.expression == y.expression; });
    return same_inputs && a.stages.back().id == b.stages.back().id;
  }

  /// A program with a mask is meant as the form that has one, though it may be right only without,
  /// or wrong in both.
  std::optional<Choice> as_its_mask_says(const Choice& without) {
    if (!without.candidate || !without.assignment->signs.empty()) return std::nullopt;
    if (!keeps_mask(*without.trial) && !makes_mask(*without.trial)) return std::nullopt;
    const Assignment& whole = find_assignment(without.assignment->id);
    std::vector<const Assignment*> all = {&whole};
    for (const Assignment& form : whole.forms) all.push_back(&form);
    for (const Assignment* form : all) {
      if (form->signs.empty() || !begins_and_ends_as(*form, *without.assignment)) continue;
      auto c = tried(*without.candidate, *form);
      if (c && (c->right || without.right || named_)) return c;
    }
    return std::nullopt;
  }

  /// A wrong program that never mentions a mask is meant as the form without one, if there is one.
  std::optional<Choice> as_no_mask_says(const Choice& wrong) {
    if (wrong.assignment->signs.empty()) return std::nullopt;
    const std::set<std::string> words = words_of(program_, *wrong.candidate);
    if (has_signs_of(*wrong.assignment, words)) return std::nullopt;
    for (const Assignment& form : find_assignment(wrong.assignment->id).forms) {
      if (!form.signs.empty() || !begins_and_ends_as(form, *wrong.assignment)) continue;
      auto c = tried(*wrong.candidate, form);
      if (c && !c->diagnosis->matchings().empty()) return c;
    }
    return std::nullopt;
  }

  /// A wrong program is meant as the form whose steps it comes much closer to: GELU by tanh.
  std::optional<Choice> as_its_steps_say(const Choice& wrong) {
    std::optional<Choice> best;
    double least = distance(wrong) - 1;
    for (const Assignment& form : find_assignment(wrong.assignment->id).forms) {
      if (form.signs != wrong.assignment->signs || !begins_and_ends_as(form, *wrong.assignment)) continue;
      auto c = tried(*wrong.candidate, form);
      if (!c || c->diagnosis->matchings().empty() || distance(*c) >= least) continue;
      least = distance(*c);
      best = std::move(c);
    }
    return best;
  }

  /// The sum over the homework's tensors: how far the nearest tensor of the program is, in powers
  /// of ten, from rounding up to 1.
  static double distance(const Choice& c) {
    if (c.diagnosis->matchings().empty()) return 0;
    const Names& names = c.diagnosis->reference_names(c.diagnosis->likeliest_matching());
    double sum = 0;
    for (const Numbers& n : stage_tensors(*c.assignment, names)) {
      double nearest = 1;
      for (const Made& m : c.trial->recording.made()) {
        if (m.numbers.shape == n.shape) nearest = std::min(nearest, difference(n, m.numbers, -1e9).largest);
      }
      sum += std::log10(nearest + 1e-6);
    }
    return sum;
  }

  /// Whether the file's own statements call it without an error.
  bool runs_on_its_own(const Choice& c) const {
    const auto& asked = c.candidate->call->code->positional;
    const size_t first = c.candidate->is_class ? 1 : 0;
    return asked.size() > first && !program_.as_main().failure() &&
           !own_tensors(program_, *c.candidate->call, asked[first].name.str()).empty();
  }

  /// Whether it fails here but not where the file calls it, does more than the homework asks, as a
  /// function does that goes on with the result of another, or gives a tensor with another number of axes.
  bool is_more_than_part(const Choice& c) const {
    if (c.trial->ran() && (!has_axes(c) || (!c.candidate->is_made() && makes_result(*c.trial, *c.diagnosis)))) return true;
    return c.trial->failure ? runs_on_its_own(c) : does_more(program_, c.candidate, *c.trial, *c.diagnosis);
  }

  /// The part of a whole that cannot be followed, if that part answers the same homework.
  std::optional<Choice> right_part(const Choice& whole) {
    const std::set<std::string> used = leads_to(program_, *whole.candidate);
    for (const Candidate& candidate : program_.candidates()) {
      if (!candidate.part || !used.contains(candidate.name)) continue;
      const std::optional<Choice> c = tried(candidate, *whole.assignment);
      if (c && c->right && !is_one_of_several(*c, whole) && holds_everywhere(*c)) return c;
    }
    return std::nullopt;
  }

  /// Whether it does the work of one head for a homework that asks for several.
  static bool is_one_of_several(const Choice& part, const Choice& whole) {
    const auto heads = [](const Choice& c) {
      const auto it = c.trial->setting.sizes.find("heads");
      return it != c.trial->setting.sizes.end() && it->second.is_int() ? it->second.as_int() : 1;
    };
    return heads(part) == 1 && heads(whole) > 1;
  }

  /// Whether a class is a whole model, with layers that no stage of the homework has.
  static bool is_more_than(const Assignment& assignment, const Candidate& candidate) {
    const auto asked = [&](const std::string& layer) {
      return std::any_of(assignment.stages.begin(), assignment.stages.end(),
                         [&](const StageSpec& s) { return has_word(s.snippet.code, layer); });
    };
    return !std::all_of(candidate.model_layers.begin(), candidate.model_layers.end(), asked);
  }

  /// The homework that a function has the name of, if there is a choice; or null.
  const Assignment* named_as(const Candidate& candidate) const {
    if (named_ || candidate.is_class) return nullptr;
    const auto it = std::find_if(among_.begin(), among_.end(), [&](const Assignment* a) {
      std::string name = a->id;
      std::replace(name.begin(), name.end(), '-', '_');
      return name == candidate.name;
    });
    return it == among_.end() ? nullptr : *it;
  }

  /// A whole model is only tried for a homework if it is asked for.
  void begin(const Candidate& candidate, Trouble& trouble, bool asked) {
    const std::set<std::string> words = words_of(program_, candidate);
    // A function that runs as the homework after which it is called is meant as that.
    const Assignment* meant = named_as(candidate);
    if (meant) {
      const Choice c = begun(program_, candidate, *meant, reference_of(*meant), seed_, words);
      if (!c.trial->ran() && !c.trial->no_return) meant = nullptr;
    }
    for (const Assignment* assignment : among_) {
      if (meant && assignment != meant) continue;
      if (!asked && is_more_than(*assignment, candidate)) continue;
      std::vector<Choice> all;
      for (const Assignment* form : as_used(program_, candidate, *assignment)) {
        all.push_back(begun(program_, candidate, *form, reference_of(*form), seed_, words));
      }
      if (std::none_of(all.begin(), all.end(), has_axes)) add_with_axes(all, words);
      if (may_be_part(candidate) || unpacks_others(*all[0].trial)) begin_otherwise(all, words);
      begin_with_more(all, words);
      const bool any = std::any_of(all.begin(), all.end(), has_axes);
      for (Choice& c : all) {
        if (!any || has_axes(c)) begin(std::move(c), trouble);
      }
    }
  }

  /// For a program that fails on the homework's own input: tries the forms whose input has
  /// another number of axes (the merge alone), and keeps those that get further.
  void begin_otherwise(std::vector<Choice>& all, const std::set<std::string>& words) {
    const auto& stopped = all[0].trial->failure;
    if (all.size() > 1 || !all[0].trial->trouble.empty() || !stopped) return;
    const Choice whole = all[0];
    const bool multiplied = multiplies(program_, *whole.candidate);
    std::vector<Choice> further;
    for (const Assignment& form : whole.assignment->forms) {
      if (has_product(form) != multiplied || form.inputs[0].axes().size() == whole.assignment->inputs[0].axes().size()) continue;
      Choice c = begun(program_, *whole.candidate, form, reference_of(form), seed_, words);
      if (!c.trial->trouble.empty()) continue;
      if (c.trial->ran() || c.trial->failure->span.begin > stopped->span.begin) further.push_back(std::move(c));
    }
    if (!further.empty()) all = std::move(further);
  }

  /// For a program that takes more than the homework gives it: tries the forms that give more, a mask.
  void begin_with_more(std::vector<Choice>& all, const std::set<std::string>& words) {
    const Choice whole = all[0];
    if (all.size() > 1 || whole.trial->trouble.kind != Trouble::Kind::unknown_input) return;
    for (const Assignment& form : whole.assignment->forms) {
      if (form.inputs.size() <= whole.assignment->inputs.size()) continue;
      Choice c = begun(program_, *whole.candidate, form, reference_of(form), seed_, words);
      if (c.trial->trouble.empty()) all = {std::move(c)};
    }
  }

  /// For a program that ran: adds the forms with the same input whose result has as many axes as
  /// the program's (the split alone).
  void add_with_axes(std::vector<Choice>& all, const std::set<std::string>& words) {
    const Choice whole = all[0];
    for (const Assignment& form : whole.assignment->forms) {
      if (form.inputs[0].expression != whole.assignment->inputs[0].expression) continue;
      Choice c = begun(program_, *whole.candidate, form, reference_of(form), seed_, words);
      if (c.trial->ran() && has_axes(c)) all.push_back(std::move(c));
    }
  }

  void begin(Choice c, Trouble& trouble) {
    c.named = named_;
    if (c.trial->trouble.empty()) {
      open_.push_back(std::move(c));
      return;
    }
    const Trouble::Kind kind = c.trial->trouble.kind;
    class_unknown_ = class_unknown_ || (c.candidate->is_class && (kind == Trouble::Kind::unknown_size || kind == Trouble::Kind::unknown_input));
    // Why a call failed says more than why building the object failed, most of all if every
    // argument was understood.
    const int now = c.trial->constructed + !c.trial->arguments.empty();
    if (trouble.empty() || now > understood_) trouble = c.trial->trouble;
    understood_ = std::max(understood_, now);
    if (c.trial->no_return) silent_.push_back(std::move(c));
  }

  const std::shared_ptr<Reference>& reference_of(const Assignment& assignment) {
    std::shared_ptr<Reference>& reference = references_[&assignment];
    if (!reference) reference = std::make_shared<Reference>(assignment);
    return reference;
  }

  /// Takes the candidates that return nothing: for a class that is a mistake; a function may
  /// just print.
  void take_silent(bool functions_too) {
    for (Choice& c : silent_) {
      if (!functions_too && !c.candidate->is_class) continue;
      c.trial->failure = c.trial->no_return;
      c.trial->trouble = {};
      look_at(c, words_of(program_, *c.candidate));
      open_.push_back(std::move(c));
    }
  }

  std::optional<Choice> best_of_open() {
    // If two look alike: the whole homework before a form of one, then the one that asks for more.
    const auto rank = [](const Choice& c) { return std::tuple(c.score, c.assignment->form.empty(), c.assignment->order); };
    std::stable_sort(open_.begin(), open_.end(), [&](const Choice& a, const Choice& b) { return rank(a) > rank(b); });
    std::optional<Choice> best;
    for (const Choice& c : open_) {
      // No result could make up for the difference in looks.
      if (best && c.score + kAllSeen + kRight <= best->score) break;
      Choice now = finished(c, !named_ && shows_mistake(program_, *c.candidate));
      if (!best || now.score > best->score) best = std::move(now);
    }
    return best;
  }

  /// The limit was reached with another homework's sizes, so call this choice once more with the
  /// whole budget.
  void call_once_more(Choice& c) {
    program_.renew_budget();
    call_again(c);
    c.right = c.diagnosis->right_matching().has_value();
  }

  Program& program_;
  const std::vector<const Assignment*>& among_;
  uint32_t seed_;
  bool named_;
  int understood_ = 0;
  bool class_unknown_ = false;  // of some class it is not known how to build or call it
  std::map<const Assignment*, std::shared_ptr<Reference>> references_;
  std::vector<Choice> open_, silent_;
};

}  // namespace

bool misplaces(const Choice& c, bool named) {
  if (!c.trial->ran() || c.diagnosis->matchings().empty()) return false;
  const auto input = numbers_in(c.trial->names, c.assignment->inputs[0].name);
  const auto expected = c.diagnosis->output_of(c.diagnosis->reference_names(0));
  if (!input || !expected) return false;
  const Shape& given = c.trial->output->shape;
  if (named ? given.size() != expected->shape.size() : given != expected->shape) return false;
  const Fit f = fit(*expected, *c.trial->output);
  return input->shape.size() != given.size() && (f == Fit::scrambled || f == Fit::laid_out);
}

bool does_more(const Program& program, const Candidate* candidate, const Trial& trial, Diagnosis& diagnosis) {
  if (!candidate || diagnosis.matchings().empty()) return false;
  bool is_model = false;
  for (const std::string& word : words_of(program, *candidate)) {
    for (const std::string& layer : reading::vocabulary().model_layers()) is_model = is_model || has_word(layer, word);
  }
  return is_model && makes_result(trial, diagnosis);
}

std::optional<Choice> choose(Program& program, const std::vector<const Assignment*>& among,
                             uint32_t seed, Trouble& trouble, const std::string& only) {
  const bool named = among.size() == 1;
  std::vector<const Assignment*> usual, if_right;
  for (const Assignment* a : among) {
    (a->unnamed_if_right && !named ? if_right : usual).push_back(a);
  }
  std::optional<Choice> best = Choosing(program, usual, seed, named).run(trouble, only);
  // Homework that many programs contain is only tried if nothing else fits.
  if ((best && best->right) || if_right.empty() || !only.empty()) return best;
  Trouble unused;
  std::vector<std::string> wholes = {best && best->candidate ? best->candidate->subject() : ""};
  for (const auto* all : {&program.candidates(), &program.models()}) {
    for (const Candidate& c : *all) {
      const bool uses_it = best && best->candidate && c.name != best->candidate->name && !c.part &&
                           leads_to(program, c).contains(best->candidate->name);
      if (uses_it) wholes.push_back(c.name);
    }
  }
  for (const std::string& whole : wholes) {
    std::optional<Choice> other = Choosing(program, if_right, seed, named).run(unused, whole);
    if (other && other->right && holds_everywhere(*other)) return other;
  }
  return best;
}

std::optional<Choice> wrong_part(Program& program, const Assignment& assignment, uint32_t seed) {
  std::optional<Choice> best;
  double most = -1;
  for (const std::string& id : assignment.parts) {
    const auto reference = std::make_shared<Reference>(find_assignment(id));
    for (const Candidate& candidate : program.candidates()) {
      if (!candidate.part) continue;
      Choice part = begun(program, candidate, reference->assignment(), reference, seed, words_of(program, candidate));
      if (!part.trial->trouble.empty() || !part.trial->constructed) continue;
      part.right = part.diagnosis->right_matching().has_value();
      const double like = part.right + share_of(part, part.diagnosis->likeliest_matching());
      if (like <= most) continue;
      most = like;
      best = std::move(part);
    }
  }
  if (best && best->right) best.reset();
  return best;
}

}  // namespace mha::homework
