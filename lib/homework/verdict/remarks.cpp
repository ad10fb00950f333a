#include "homework/verdict/findings.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "homework/choice/gradients.h"
#include "homework/choice/properties.h"
#include "homework/choice/resemblance.h"
#include "homework/trial/words.h"
#include "homework/verdict/ranking.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

/// Whether the program is only right if its weights are not matched by their names.
std::optional<Finding> of_names(const Probed& judged, const Judge& judge) {
  std::vector<Explanation> all = judged.diagnosis->misnamed();
  if (all.empty()) return std::nullopt;
  put_best_named_first(*judged.diagnosis, all);
  Finding f = judge.finding(all[0], all[0].mistakes[0]);
  f.evidence = Finding::Evidence::names;
  return f;
}

/// Parameters that will never learn.
std::optional<Finding> of_gradients(const Choice& choice, const Judge& judge) {
  const Misconception* m = find_misconception("gradient-cut");
  const std::optional<CutGradient> cut = m ? cut_gradient(choice) : std::nullopt;
  if (!cut) return std::nullopt;
  Finding f = judge.finding(*m);
  const std::string what = cut->all ? "No weight gets a gradient" : join(cut->paths, ", ") + (cut->paths.size() == 1 ? " gets" : " get") + " no gradient";
  f.title = what + ": " + (cut->code.empty() ? "it has requires_grad=False" : cut->code + " has no grad_fn");
  f.place = cut->place;
  return f;
}

/// Matrices that start as zeros, if there are several: then none gets a gradient.
std::optional<Finding> of_zeros(const Choice& choice, const Trial& trial, const Judge& judge) {
  const Misconception* m = find_misconception("weights-start-as-zeros");
  const FoundWeight* first = nullptr;
  int64_t zeros = 0;
  for (const FoundWeight& w : trial.found.matrices) {
    if (!w.parameter || w.start != 0) continue;
    if (!first) first = &w;
    // A tensor of three axes holds several matrices.
    zeros += w.tensor.dim() > 2 ? w.tensor.size(0) : 1;
  }
  if (!m || zeros < 2) return std::nullopt;
  Finding f = judge.finding(*m);
  f.place = made_at(choice, first->path, /*in_its_maker=*/true);
  return f;
}

/// What the task asks for and a program that is right without it lacks: `id` says so. It says nothing
/// of a task without the stage that it speaks of.
std::optional<Finding> of_lack(const char* id, bool lacks, const Choice& choice, const Judge& judge) {
  const Misconception* m = lacks ? find_misconception(id) : nullptr;
  const auto& stages = choice.assignment->stages;
  const bool there = m && (m->stage.empty() || std::any_of(stages.begin(), stages.end(), [&](const StageSpec& s) { return s.id == m->stage; }));
  return there ? std::optional(judge.finding(*m)) : std::nullopt;
}

/// Whether the task asks for dropout in the weights, and the program has none under any name.
bool lacks_dropout(const Choice& choice) {
  const Assignment& a = *choice.assignment;
  if (!choice.candidate || !choice.candidate->is_class || !sizes_asked(a).contains("dropout") || a.may_leave_out("dropout")) return false;
  if (choice.trial->bound.contains("dropout")) return false;
  const std::set<std::string> words = words_of(choice.trials->program(), *choice.candidate);
  return std::none_of(words.begin(), words.end(), [](const std::string& word) { return word.find("drop") != std::string::npos || word.find("bernoulli") != std::string::npos; });
}

/// Whether a program that is right with one head, and was not told how many, is one, where the task
/// asks for several.
bool lacks_heads(const Choice& choice) {
  const auto heads = choice.options.guessed.find("heads");
  const auto& asked = choice.assignment->properties;
  return !choice.named && choice.candidate && !choice.candidate->part && heads != choice.options.guessed.end() && heads->second == 1 &&
         std::any_of(asked.begin(), asked.end(), [](const PropertySpec& p) { return p.kind == "several" && p.input == "heads"; });
}

/// The first trial once more, with one of the forms of an input that it may leave out.
Trial given(const Choice& choice, const std::string& input, size_t which, bool record) {
  CallOptions options = choice.options;
  options.also_given.insert(input);
  options.which[input] = which;
  return choice.trials->run(choice.assignment->probes[0], options, record);
}

/// A mask is right only in a form that the task rules out: its True hides.
std::optional<Finding> of_convention(const Choice& choice, const Judge& judge) {
  const Misconception* m = find_misconception("mask-turned");
  for (const std::string& input : choice.trial->could_take) {
    bool as_asked = false, otherwise = false;
    for (size_t which = 0; which < choice.reference->alternatives(input) && !as_asked; ++which) {
      const bool asked = choice.assignment->may_be_given(input, which, true);
      if (!asked && otherwise) continue;
      const Trial t = given(choice, input, which, /*record=*/false);
      const bool right = t.ran() && Diagnosis(*choice.reference, t).right_matching();
      (asked ? as_asked : otherwise) = right || (asked ? as_asked : otherwise);
    }
    if (m && otherwise && !as_asked) return judge.finding(*m);
  }
  return std::nullopt;
}

/// A mask of numbers is right, and the same one of truth values raises an error.
std::optional<Finding> of_flags(const Choice& choice, const Judge& judge) {
  const Misconception* m = find_misconception("mask-of-flags-stops");
  if (!m || !choice.named) return std::nullopt;
  for (const std::string& input : choice.trial->could_take) {
    std::optional<Numbers> as_numbers, as_flags;
    std::optional<torch::Report> failure;
    bool runs = false;
    for (size_t which = 0; which < choice.reference->alternatives(input); ++which) {
      const lang::Value v = choice.reference->input(choice.trial->setting, input, which);
      const Tensor* form = torch::as_tensor(v);
      const bool asked = form && form->dim() == 2 && choice.assignment->may_be_given(input, which, true);
      if (!asked || !(form->dtype() == DType::bool_ || is_floating(form->dtype()))) continue;
      (form->dtype() == DType::bool_ ? as_flags : as_numbers) = numbers_of(*form);
      const Trial t = given(choice, input, which, /*record=*/false);
      if (form->dtype() != DType::bool_) runs = t.ran();
      else if (t.failure && t.failure->kind == "RuntimeError" && !t.failure->refusal) failure = t.failure;
      if (!as_numbers || !as_flags || as_numbers->values != as_flags->values) continue;
      if (!runs || !failure || !failure->source) break;
      Finding f = judge.finding(*m);
      f.place = {failure->source, failure->span};
      f.text += " It says: " + failure->message;
      return f;
    }
  }
  return std::nullopt;
}

/// The last place where a program gave an input another shape, of those that count.
const Made* reshaped(const Trial& trial, const Numbers& form, const std::function<bool(const Made&)>& counts) {
  const std::deque<Made>& made = trial.recording.made();
  const auto it = std::find_if(made.rbegin(), made.rend(), [&](const Made& m) {
    return !m.secondary() && m.source && m.numbers.shape != form.shape && m.numbers.values == form.values && counts(m);
  });
  return it == made.rend() ? nullptr : &*it;
}

/// A mask is right, but in no shape with as many axes as the task gives first, as numbers or as truth
/// values; or the program has lines of its own for that many axes, and stops after them.
std::optional<Finding> of_shape(const Choice& choice, const Judge& judge) {
  const Misconception* m = find_misconception("mask-of-another-shape");
  if (!m || !choice.named || !choice.candidate) return std::nullopt;
  struct Stopped {
    Trial trial;
    Numbers form;
    bool as_asked;
  };
  for (const std::string& input : choice.trial->could_take) {
    if (!choice.assignment->is_optional(input)) continue;
    std::optional<size_t> asked;  // how many axes the task gives first
    std::vector<Stopped> stopped;
    std::map<size_t, std::set<std::pair<const Source*, uint32_t>>> right_places;  // by the axes of the mask
    bool as_asked = false;
    for (size_t which = 0; which < choice.reference->alternatives(input); ++which) {
      const lang::Value v = choice.reference->input(choice.trial->setting, input, which);
      const Tensor* form = torch::as_tensor(v);
      if (form && !asked) asked = form->shape().size();
      if (!form || !choice.assignment->may_be_given(input, which, true)) continue;
      const bool same_axes = form->shape().size() == *asked;
      Trial t = given(choice, input, which, /*record=*/true);
      if (t.ran() && Diagnosis(*choice.reference, t).right_matching()) {
        as_asked = as_asked || same_axes;
        for (const Made& made : t.recording.made()) right_places[form->shape().size()].emplace(made.source, made.span.begin);
      } else if (t.failure && !t.failure->refusal && t.failure->source) {
        stopped.push_back({std::move(t), numbers_of(*form), same_axes});
      }
    }
    for (const Stopped& s : stopped) {
      const auto is_own = [&](const Made& made) {
        return std::none_of(right_places.begin(), right_places.end(), [&](const auto& of) {
          return of.first != s.form.shape.size() && of.second.contains({made.source, made.span.begin});
        });
      };
      const Made* own = reshaped(s.trial, s.form, is_own);
      const Made* shaped = own ? own : reshaped(s.trial, s.form, [](const Made&) { return true; });
      if (right_places.empty() || (as_asked ? s.as_asked || !own : !s.as_asked)) continue;
      const torch::Report& failure = *s.trial.failure;
      Finding f = judge.finding(*m);
      f.place = shaped ? Location{choice.trials->program().source_of(shaped->source), shaped->span} : Location{failure.source, failure.span};
      f.text += " It says: " + failure.message;
      return f;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Finding> remarks_on(const Choice& choice, const Probed& judged, const Judge& judge) {
  std::vector<Finding> out;
  const auto add = [&](std::optional<Finding> f) {
    if (f) out.push_back(std::move(*f));
  };
  if (judged.right) add(of_names(judged, judge));
  add(of_gradients(choice, judge));
  if (judged.right) add(of_zeros(choice, *judged.trial, judge));
  if (judged.right) add(of_lack("dropout-left-out", lacks_dropout(choice), choice, judge));
  if (judged.right) add(of_lack("one-head-only", lacks_heads(choice), choice, judge));
  if (judged.right) add(of_convention(choice, judge));
  if (judged.right) add(of_flags(choice, judge));
  if (judged.right) add(of_shape(choice, judge));
  return out;
}

}  // namespace mha::homework
