#include "homework/choice/probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "homework/choice/draws.h"
#include "homework/choice/resemblance.h"
#include "homework/trial/own_use.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "reading/index.h"
#include "reading/parameters.h"
#include "tensor/core/views.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

/// Probes one choice.
class Probing {
 public:
  Probing(const Choice& choice, bool until_wrong) : choice_(choice), until_wrong_(until_wrong) {}

  std::vector<Probed> run() {
    for (const ProbeSpec& spec : choice_.assignment->probes) {
      if (is_done() || !applies(spec)) continue;
      if (probes_.empty()) {
        probes_.push_back({spec, choice_.trial, choice_.diagnosis, choice_.right, choice_.options});
        if (!is_done()) probe_own_forms();
        if (!is_done()) probe_optional_inputs();
        if (!is_done()) probe_defaults();
      } else {
        probes_.push_back(tried(spec, choice_.options));
      }
    }
    // A script decides its own sizes.
    if (!until_wrong_ && !choice_.trial->script && !judged(probes_).right) name_fixed_scale();
    return std::move(probes_);
  }

 private:
  bool is_done() const {
    return until_wrong_ && std::any_of(probes_.begin(), probes_.end(), [](const Probed& p) { return !p.right; });
  }

  Probed tried(const ProbeSpec& spec, const CallOptions& options) const {
    Probed p{spec, std::make_shared<Trial>(choice_.trials->run(spec, options, true)), nullptr,
             false, options};
    p.diagnosis = std::make_shared<Diagnosis>(*choice_.reference, *p.trial);
    p.right = p.diagnosis->right_matching().has_value();
    // A function has an argument of its own that switches training on.
    const Candidate& candidate = choice_.trials->candidate();
    if (!p.right && spec.training && choice_.right) p.right = drops_as_much(p);
    if (p.right || !spec.training || !options.switched.empty() || candidate.is_class) return p;
    const std::optional<Probed> other = switched(spec, options);
    return other && (other->right || means_training(other->options.switched)) ? *other : p;
  }

  /// The same with an argument True that is False by default: one that makes it right, or else the
  /// first with which it runs.
  std::optional<Probed> switched(const ProbeSpec& spec, const CallOptions& options) const {
    const Candidate& candidate = choice_.trials->candidate();
    std::optional<Probed> runs;
    for (const ParameterView& asked : parameters_of(*candidate.call, candidate.is_class)) {
      const lang::Value without = asked.has_default ? default_of(*candidate.call, asked.name) : lang::Value();
      if (!without.defined() || !without.is_bool() || without.as_bool()) continue;
      CallOptions on = options;
      on.switched = asked.name;
      Probed other = tried(spec, on);
      if (other.right) return other;
      if (!runs && other.trial->ran()) runs = std::move(other);
    }
    return runs;
  }

  /// For a dropout whose choices cannot be seen: whether its statistics equal those of the stages,
  /// and no known mistake explains the result.
  bool drops_as_much(const Probed& p) const {
    const std::optional<size_t> matching = choice_.diagnosis->right_matching();
    if (!p.trial->output || !matching || *matching >= p.diagnosis->matchings().size()) return false;
    if (!p.diagnosis->explain().empty()) return false;
    Trial trial = *p.trial;
    const auto alike_in = [&](int runs) {
      return homework::alike(many_runs(*choice_.trials, trial, runs), many_runs(*p.diagnosis, *matching, runs));
    };
    return alike_in(kManyRuns) || alike_in(kMoreRuns);
  }

  bool applies(const ProbeSpec& probe) const {
    if (choice_.trial->script) return &probe == &choice_.assignment->probes[0];
    const bool drops = choice_.trial->bound.contains("dropout") || choice_.trials->fixed().contains("dropout");
    if (probe.training && !drops) return false;
    // If the task does not ask for dropout, it may be anywhere.
    if (probe.training && !has_word(choice_.assignment->starter, "dropout")) return false;
    if (probe.training && choice_.assignment->may_leave_out("dropout") && !changes_in_training(probe)) return false;
    for (const auto& [size, value] : probe.sizes) {
      if (size == "dropout") continue;
      const bool decided = choice_.trials->fixed().contains(size) ||
                           choice_.options.guessed.contains(size) || !shows(size);
      if (decided && !choice_.trial->bound.contains(size)) return false;
    }
    return true;
  }

  /// A size of the first trial, or 0.
  int64_t size(const std::string& name) const {
    const auto it = choice_.trial->setting.sizes.find(name);
    return it != choice_.trial->setting.sizes.end() && it->second.is_int() ? it->second.as_int() : 0;
  }

  bool changes_in_training(const ProbeSpec& probe) const {
    Trial trial = choice_.trials->run(probe, choice_.options, /*record=*/false);
    const auto eval = trial.ran() ? choice_.trials->again(trial, trial.names) : std::nullopt;
    return !eval || !same(*eval, *trial.output);
  }

  /// Whether an input's or a weight's shape tells the program this size.
  bool shows(const std::string& size) const {
    const Assignment& a = *choice_.assignment;
    const bool by_input = std::any_of(a.inputs.begin(), a.inputs.end(), [&](const InputSpec& i) {
      return words_in(i.expression).contains(size);
    });
    const bool by_size = std::any_of(a.sizes.begin(), a.sizes.end(), [&](const auto& s) {
      return choice_.trial->bound.contains(s.first) && words_in(s.second).contains(size);
    });
    return by_input || by_size || std::any_of(a.weights.begin(), a.weights.end(), [&](const WeightSpec& w) {
             return choice_.trial->handed && (w.in == size || w.out == size);
           });
  }

  /// Probes with as many axes as the file's own calls pass, if that differs: a program for one
  /// text that is called with several.
  void probe_own_forms() {
    const std::string& first = choice_.assignment->inputs[0].name;
    const Tensor* chosen = tensor_in(choice_.trial->names, first);
    if (!choice_.right || !choice_.candidate || !chosen) return;
    const std::vector<Numbers> all =
        own_tensors(choice_.trials->program(), *choice_.candidate->call, word_for(probes_[0], first));
    for (const Numbers& own : all) {
      const auto axes = static_cast<int64_t>(own.shape.size());
      if (axes == chosen->dim()) continue;
      std::map<std::string, size_t> forms;
      for (const InputSpec& input : choice_.assignment->inputs) {
        const bool asked = !input.optional && !choice_.assignment->is_alias(input);
        for (size_t which = 0; asked && which < choice_.reference->alternatives(input.name); ++which) {
          const lang::Value v = choice_.reference->input(choice_.trial->setting, input.name, which);
          const Tensor* form = torch::as_tensor(v);
          if (form && form->dim() == axes) forms.emplace(input.name, which);
        }
      }
      if (!forms.contains(first)) return;
      CallOptions options = choice_.options;
      for (const auto& [input, which] : forms) options.which[input] = which;
      ProbeSpec spec = choice_.assignment->probes[0];
      spec.name = fmt::format("with {} axes, as the file calls it", axes);
      Probed p = tried(spec, options);
      if (p.trial->ran()) probes_.push_back(std::move(p));
      return;
    }
  }

  /// Probes with each optional input. For each form in which the file itself passes it, the program
  /// must be right in one of that kind. If the file never passes it and the parameter's name is
  /// known, any one form that is right will do.
  void probe_optional_inputs() {
    for (const std::string& input : choice_.trial->could_take) {
      if (!choice_.assignment->is_optional(input)) continue;
      CallOptions options = choice_.options;
      options.also_given.insert(input);
      const std::string word = word_for(tried(choice_.assignment->probes[0], options), input);
      const std::vector<Numbers> own =
          own_tensors(choice_.trials->program(), *choice_.trials->candidate().call, word);
      // A program that builds its own mask may ignore one that it is given; that is only noted.
      const bool own_mask = !choice_.assignment->form.empty() && !choice_.assignment->signs.empty();
      if (own_mask && !reading::reads_name(*choice_.trials->candidate().call, word)) continue;
      std::set<size_t> right;
      const size_t before = probes_.size();
      for (const Numbers& form : own) {
        if (!is_done()) probe_form(input, form, right);
      }
      if (probes_.size() == before && choice_.assignment->vocabulary().tensor(word) != input) {
        probe_unknown_word(input);
        continue;
      }
      if (probes_.size() > before) continue;
      probes_.push_back(with(input, right, [&](size_t which, bool inverted) {
        const bool may_be_turned = choice_.assignment->vocabulary().may_be_turned(word);
        return (!inverted || may_be_turned) && choice_.assignment->may_be_given(input, which, choice_.named);
      }));
      if (probes_.back().right && !is_done()) probe_other_lines(input);
    }
  }

  /// An input with an unknown name may have either meaning and any form. It counts as wrong only
  /// if it is wrong in both meanings and a known mistake explains the result in one.
  void probe_unknown_word(const std::string& input) {
    std::optional<Probed> found;
    for (const bool meaning : {false, true}) {
      std::set<size_t> right;
      Probed p = with(input, right, [&](size_t, bool inverted) { return inverted == meaning; });
      if (!p.trial || !p.trial->ran() || (found && !p.right)) continue;
      const std::vector<Explanation> all = p.right ? std::vector<Explanation>() : p.diagnosis->explain();
      // An explanation without mistakes: right except for dropout.
      const bool explained = !all.empty() && !all[0].partial && (all[0].mistakes.empty() || (all[0].mistakes[0].known && !all[0].mistakes[0].known->of_known_input));
      if (p.right || explained) found = std::move(p);
    }
    if (found) probes_.push_back(std::move(*found));
  }

  /// Whether it is a table for each text, with different tables.
  static bool tells_texts_apart(const Tensor& form) {
    return form.dim() == 3 && form.size(0) > 1 && !same(numbers_of(select(form, 0, 0)), numbers_of(select(form, 0, 1)));
  }

  /// Code that only runs for another form of an input must be right for that form: the lines for
  /// a mask of (batch, tokens). So must a form that differs between texts, if it runs.
  void probe_other_lines(const std::string& input) {
    std::set<uint32_t> known = lines_of(*choice_.trial);
    known.merge(lines_of(*probes_.back().trial));
    std::vector<Probed> others;
    const bool fixed = choice_.named && !choice_.assignment->vocabulary().may_be_turned(word_for(probes_.back(), input));
    for (size_t which = 0; which < choice_.reference->alternatives(input); ++which) {
      if (!choice_.assignment->may_be_given(input, which, choice_.named)) continue;
      std::set<size_t> right;
      Probed p = with(input, right, [&](size_t other, bool inverted) { return other == which && !(inverted && fixed); });
      if (p.right) known.merge(lines_of(*p.trial));
      if (p.trial && p.trial->ran() && !p.right) others.push_back(std::move(p));
    }
    for (Probed& p : others) {
      const std::set<uint32_t> lines = lines_of(*p.trial);
      const Tensor* form = tensor_in(p.trial->names, input);
      const bool apart = form && tells_texts_apart(*form) && keeps_axes(*p.trial);
      if (!apart && std::includes(known.begin(), known.end(), lines.begin(), lines.end())) continue;
      probes_.push_back(std::move(p));
      return;
    }
  }

  /// The positions of the lines that ran in a trial.
  static std::set<uint32_t> lines_of(const Trial& trial) {
    std::set<uint32_t> out;
    for (const Made& made : trial.recording.made()) {
      out.insert(made.source->line_start(made.source->place(made.span.begin).line));
    }
    return out;
  }

  /// The program's name for an input that it was given.
  static std::string word_for(const Probed& p, const std::string& input) {
    for (const Argument& a : p.trial->arguments) {
      if (a.canonical == input) return a.name;
    }
    return "";
  }

  void probe_form(const std::string& input, const Numbers& own, std::set<size_t>& right) {
    // With as many texts as tokens, a row for each text looks like one for each query.
    Numbers by_text = own;
    if (own.shape.size() == 2 && own.shape[0] == own.shape[1]) ++by_text.shape[0];
    // A demonstration with a single text does not show what its first axis counts.
    const auto of_one_text = [&](const Numbers& n) {
      Numbers of_all = own;
      of_all.shape = n.shape;
      return own.shape.size() > 1 && own.shape[0] == 1 && own.shape.size() == n.shape.size() && are_of_one_kind(of_all, n);
    };
    std::map<size_t, Numbers> alike;
    for (size_t which = 0; which < choice_.reference->alternatives(input); ++which) {
      const lang::Value v = choice_.reference->input(choice_.trial->setting, input, which);
      const Tensor* form = torch::as_tensor(v);
      const Numbers n = form ? numbers_of(*form) : Numbers();
      if (form && (are_of_one_kind(own, n) || are_of_one_kind(by_text, n) || of_one_text(n))) alike.emplace(which, n);
    }
    const bool known = std::any_of(alike.begin(), alike.end(), [&](const auto& form) { return right.contains(form.first); });
    if (known || alike.empty()) return;
    // The mask must mean the same as the file's own: what is kept, or what is hidden. The file's
    // call may have switched something on for it, padding=True.
    const auto means_the_same = [&](size_t which, bool inverted) {
      const auto form = alike.find(which);
      if (form == alike.end()) return false;
      const bool keeps = inverted ? may_hide(form->second) : may_keep(form->second);
      const bool hides = inverted ? may_keep(form->second) : may_hide(form->second);
      return (keeps && may_keep(own)) || (hides && may_hide(own));
    };
    probes_.push_back(with(input, right, means_the_same, /*with_switches=*/true));
    probes_.back().own_form = true;
  }

  /// The likeliest among the accepted forms of an input, as it is or inverted; `right` receives
  /// the forms that are right.
  Probed with(const std::string& input, std::set<size_t>& right,
              const std::function<bool(size_t, bool)>& asked, bool with_switches = false) const {
    ProbeSpec spec = choice_.assignment->probes[0];
    spec.name = "with a " + input;
    // With as many texts as heads, a form for each text would fit the heads.
    if (const int64_t heads = size("heads"); heads > 1 && heads == size("batch")) spec.sizes["batch"] = std::to_string(heads + 1);
    Probed best;
    int most = -1;
    for (const bool inverted : {false, true}) {
      for (size_t which = 0; which < choice_.reference->alternatives(input); ++which) {
        if (!asked(which, inverted)) continue;
        CallOptions options = choice_.options;
        options.also_given.insert(input);
        options.which[input] = which;
        if (inverted) options.inverted.insert(input);
        Probed p = tried(spec, options);
        // Minus infinity in a mask that is meant to be zeros and ones only happens to hide something.
        const Tensor* form = tensor_in(p.trial->names, input);
        if (form && numbers_of(*form).hidden > 0 && reading::takes_from_one(*choice_.candidate->call->code, word_for(p, input))) continue;
        std::optional<Probed> on = p.right || !with_switches ? std::nullopt : switched(spec, options);
        if (on && (on->right || !p.trial->ran())) p = std::move(*on);
        if (p.right) {
          right.insert(which);
          return p;
        }
        const bool fits = !p.trial->failure && keeps_axes(*p.trial);
        const int seen = fits && !until_wrong_ ? p.diagnosis->seen_tensors(p.diagnosis->likeliest_matching()) : 0;
        if (seen <= most) continue;
        best = std::move(p);
        most = seen;
      }
    }
    return best;
  }

  /// Probes without each optional input that the program was given and handled rightly. Without it
  /// the program may leave a stage out, but must not compute it differently.
  void probe_defaults() {
    if (!choice_.right) return;
    for (const std::string& input : choice_.options.also_given) {
      // Without what the task always gives, such as a memory, the program may do as it likes.
      if (!choice_.trial->inputs.contains(input) || choice_.assignment->always_gives(input)) continue;
      CallOptions options = choice_.options;
      options.also_given.erase(input);
      probe_without(input, options, /*or_else=*/true);
    }
    for (const Argument& a : choice_.trial->arguments) {
      if (!a.canonical.empty()) continue;
      const lang::Value without = default_of(*choice_.trials->candidate().call, a.name);
      if (!without.defined() || !without.is_none() || is_none_in_a_probe(a.name)) continue;
      CallOptions options = choice_.options;
      options.left_out.insert(a.name);
      probe_without(a.name, options, /*or_else=*/false);
    }
  }

  /// Whether a probe of the assignment gives None for the size that a parameter stands for.
  bool is_none_in_a_probe(const std::string& parameter) const {
    const std::vector<std::string> sizes = choice_.trials->sizes_named(parameter);
    const std::vector<ProbeSpec>& all = choice_.assignment->probes;
    return std::any_of(all.begin(), all.end(), [&](const ProbeSpec& p) {
      return std::any_of(sizes.begin(), sizes.end(), [&](const std::string& size) {
        const auto given = p.sizes.find(size);
        return given != p.sizes.end() && given->second == "None";
      });
    });
  }

  /// `or_else`: without the argument, the program may do something else altogether.
  void probe_without(const std::string& what, const CallOptions& options, bool or_else) {
    ProbeSpec spec = choice_.assignment->probes[0];
    spec.name = "without a " + what;
    Probed p = tried(spec, options);
    // The program must run without an optional input.
    const bool stops = p.trial->trouble.empty() && p.trial->failure && choice_.assignment->is_optional(what);
    if (stops) probes_.push_back(std::move(p));
    if (stops || !p.trial->ran() || p.diagnosis->matchings().empty() || p.right) return;
    const std::vector<Explanation> all = p.diagnosis->explain();
    const bool explained = !all.empty() && !all[0].partial;
    if (explained ? leaves_out(all[0]) : or_else) return;
    probes_.push_back(std::move(p));
  }

  /// Whether the mistakes only leave steps out: their tensors existed before.
  bool leaves_out(const Explanation& e) const {
    const std::vector<StageSpec>& stages = choice_.assignment->stages;
    const auto made = [&](int stage) { return stages[static_cast<size_t>(stage)].snippet.makes; };
    return std::all_of(e.mistakes.begin(), e.mistakes.end(), [&](const Mistake& mistake) {
      const auto given = made(mistake.last);
      return std::all_of(given.begin(), given.end(), [&](const std::string& name) {
        const auto n = numbers_in(e.names, name);
        for (int i = 0; n && i < mistake.first; ++i) {
          for (const std::string& other : made(i)) {
            const auto before = numbers_in(e.names, other);
            if (before && fit(*before, *n) == Fit::exact) return true;
          }
        }
        return false;
      });
    });
  }

  /// If the program multiplies its scores by the same constant on every probe, although the right
  /// scale differs between probes: makes it known to the stages as `fixed_scale`.
  void name_fixed_scale() {
    std::vector<double> factors = written_factors(), right;
    for (const Probed& p : probes_) {
      if (factors.empty()) return;
      if (p.diagnosis->matchings().empty() || p.trial->failure || !p.trial->trouble.empty()) continue;
      const Names& names = p.diagnosis->reference_names(p.diagnosis->likeliest_matching());
      const auto scores = numbers_in(names, "scores"), scaled = numbers_in(names, "scaled");
      const auto scale = scores && scaled ? factor_between(*scores, *scaled) : std::nullopt;
      if (!scale) continue;
      right.push_back(*scale);
      std::erase_if(factors, [&](double f) { return !multiplies(p.trial->recording, *scores, f); });
    }
    const bool tells = std::any_of(right.begin(), right.end(),
                                   [&](double scale) { return !alike(scale, right[0]); });
    if (factors.empty() || !tells) return;
    for (const Probed& p : probes_) p.trial->names["fixed_scale"] = lang::Value(factors[0]);
  }

  /// The numbers in the program's text as factors: each number, its root, and the reciprocals.
  std::vector<double> written_factors() const {
    const reading::Index text(choice_.trials->program().modules());
    std::set<double> factors;
    for (const reading::ExprNode& n : text.nodes()) {
      if (n.expr->kind != lang::ExprKind::constant || !is_worked_with(n)) continue;
      const lang::Value& v = static_cast<const lang::Constant&>(*n.expr).value;
      if (!v.is_int() && !v.is_float()) continue;
      const double number = v.is_int() ? static_cast<double>(v.as_int()) : v.as_float();
      if (number <= 0 || number == 1) continue;
      factors.insert({number, 1 / number, std::sqrt(number), 1 / std::sqrt(number)});
    }
    return {factors.begin(), factors.end()};
  }

  /// An operand, the only argument of a call such as sqrt(64), or an assigned value.
  static bool is_worked_with(const reading::ExprNode& n) {
    if (!n.above || n.above->kind == lang::ExprKind::binary) return true;
    if (n.above->kind != lang::ExprKind::call) return false;
    const auto& call = static_cast<const lang::Call&>(*n.above);
    return call.args.size() == 1 && call.keywords.empty();
  }

  static bool alike(double a, double b) { return std::fabs(a - b) <= 1e-4 * std::fabs(b); }

  /// Whether the program made these numbers times a factor: in parts, in another layout, or with
  /// some of them masked.
  static bool multiplies(const Recording& recording, const Numbers& n, double factor) {
    if (recording.shows(multiplied(n, factor))) return true;
    return std::any_of(recording.made().begin(), recording.made().end(), [&](const Made& m) {
      const std::optional<double> seen = factor_between(n, m.numbers);
      return seen && alike(*seen, factor);
    });
  }

  static Numbers multiplied(Numbers n, double factor) {
    for (double& v : n.values) v *= factor;
    n.sum *= factor;
    n.squares *= factor * factor;
    n.largest *= std::fabs(factor);
    return n;
  }

  /// Whether every line makes tensors with no more axes than in the first call: a program is not written
  /// for a form of an input that gives its tensors more.
  bool keeps_axes(const Trial& trial) const {
    using Place = std::tuple<const Source*, size_t, size_t>;
    std::map<Place, size_t> axes;
    const auto place = [](const Made& m) { return Place(m.source, m.span.begin, m.span.end); };
    for (const Made& m : choice_.trial->recording.made()) axes[place(m)] = std::max(axes[place(m)], m.numbers.shape.size());
    return std::all_of(trial.recording.made().begin(), trial.recording.made().end(), [&](const Made& m) {
      const auto before = axes.find(place(m));
      return before == axes.end() || m.numbers.shape.size() <= before->second;
    });
  }

  const Choice& choice_;
  const bool until_wrong_;
  std::vector<Probed> probes_;
};

}  // namespace

std::vector<Probed> probe(const Choice& choice, bool until_wrong) { return Probing(choice, until_wrong).run(); }

const Probed& judged(const std::vector<Probed>& probes) {
  auto wrong = std::find_if(probes.begin(), probes.end(), [](const Probed& p) { return !p.right; });
  // One that draws nothing is surer: two programs may draw differently, and both be right.
  if (wrong != probes.end() && wrong->trial->draws) {
    const auto sure = std::find_if(probes.begin(), probes.end(), [](const Probed& p) { return !p.right && p.trial->ran() && !p.trial->draws; });
    if (sure != probes.end()) wrong = sure;
  }
  return wrong == probes.end() ? probes.front() : *wrong;
}

}  // namespace mha::homework
