#include "homework/diagnosis/trace.h"

#include <algorithm>
#include <cmath>

#include "reading/index.h"
#include "reading/vocabulary.h"

namespace mha::homework {

namespace {

bool shows(const Recording& recording, const Numbers& n) {
  return std::any_of(recording.made().begin(), recording.made().end(), [&](const Made& m) {
    const Fit f = fit(n, m.numbers);
    // The transpose of a square matrix is a different tensor here.
    return f == Fit::exact || (f == Fit::laid_out && n.shape != m.numbers.shape);
  });
}

/// Whether the numbers are a slice of a tensor that is right, not newly computed.
bool is_piece(const Recording& recording, const Numbers& n) {
  return std::any_of(recording.made().begin(), recording.made().end(), [&](const Made& m) {
    if (m.numbers.shape.size() != n.shape.size() + 1) return false;
    for (size_t axis = 0; axis < m.numbers.shape.size(); ++axis) {
      if (m.numbers.count() != n.count() * m.numbers.shape[axis]) continue;
      for (int64_t i = 0; i < m.numbers.shape[axis]; ++i) {
        if (same(slice_of(m.numbers, axis, i), n)) return true;
      }
    }
    return false;
  });
}

/// The tensors of the mistake's lines, and those of the reference's lines in their place.
struct Both {
  Names start, ours, theirs;
  Recording right, wrong;
};

Both run_both(Diagnosis& diagnosis, const Explanation& explanation, const Mistake& mistake) {
  Reference& reference = diagnosis.reference();
  Both both;
  both.start = diagnosis.start(explanation.matching);
  const std::vector<StageSpec>& stages = reference.assignment().stages;
  const auto take_over = [&](int stage, Names& names) {
    for (const std::string& name : stages[static_cast<size_t>(stage)].snippet.makes) {
      const auto own = explanation.names.find(name);
      if (own != explanation.names.end()) names[name] = own->second;
    }
  };
  for (int i = 0; i < mistake.first; ++i) take_over(i, both.start);
  for (const auto& [name, value] : both.start) {
    if (const Tensor* t = tensor_in(both.start, name)) both.right.add(name, *t, 0);
  }
  // The reference continues from the program's own tensors, so that only the mistake
  // itself differs.
  Names going_on = both.start;
  both.ours = both.start;
  for (int i = mistake.first; i <= mistake.last; ++i) {
    reference.watch(&both.right);
    reference.run(stages[static_cast<size_t>(i)], going_on);
    reference.watch(nullptr);
    for (const std::string& name : stages[static_cast<size_t>(i)].snippet.makes) {
      if (const auto it = going_on.find(name); it != going_on.end()) both.ours[name] = it->second;
    }
    take_over(i, going_on);
  }
  both.theirs = both.start;
  reference.watch(&both.wrong);
  reference.run(*mistake.snippet, both.theirs);
  reference.watch(nullptr);
  return both;
}

/// Whether a function of the mistake's own lines made it, a lambda that runs many times: its tensors
/// are no steps.
bool is_inside(const Snippet& snippet, const Made& step) {
  const reading::Index lines({snippet.parsed.get()});
  return std::any_of(lines.nodes().begin(), lines.nodes().end(), [&](const reading::ExprNode& n) {
    return n.expr->kind == lang::ExprKind::lambda && reading::contains(n.expr->span, step.span);
  });
}

/// A tensor that is right under another name, made a second time for this name.
std::optional<size_t> repeated(const Both& both, const Trial& trial, const std::string& name) {
  const std::optional<Numbers> own = numbers_in(both.theirs, name);
  if (!own) return std::nullopt;
  size_t legitimate = 0;
  for (const auto& [other, value] : both.theirs) {
    const std::optional<Numbers> n = numbers_in(both.theirs, other);
    if (!n || fit(*n, *own) != Fit::exact) continue;
    const auto before = both.start.find(other);
    const auto right = numbers_in(both.ours, other);
    if (before != both.start.end() || (right && fit(*right, *own) == Fit::exact)) ++legitimate;
  }
  std::vector<size_t> times;
  const auto& made = trial.recording.made();
  // Look for it whole, then in another layout, then in parts; each place counts once.
  for (const bool whole : {true, false}) {
    if (times.size() > legitimate) break;
    times.clear();
    for (size_t i = 0; i < made.size(); ++i) {
      if (made[i].secondary()) continue;
      const Fit f = fit(*own, made[i].numbers);
      if (f != Fit::exact && (whole || (f != Fit::laid_out && !is_part(*own, made[i].numbers)))) continue;
      // A view of the same shape does not make it again.
      const bool copy = std::any_of(times.begin(), times.end(), [&](size_t t) {
        return made[i].operation != made[t].operation || (!whole && made[i].span.begin == made[t].span.begin);
      });
      if (!copy) times.push_back(i);
    }
  }
  if (times.size() <= legitimate) return std::nullopt;
  for (const size_t i : times) {
    if (is_named(trial.recording, i, name)) return i;
  }
  return times[legitimate];
}

/// The place of the same step if the program took it before or after another step: a mask
/// before the scale, or a scale on the queries.
size_t taken_earlier(const Both& both, const Trial& trial, const Numbers& step, size_t found) {
  const auto& made = trial.recording.made();
  for (size_t i = 0; i < found; ++i) {
    const Numbers& m = made[i].numbers;
    if (made[i].secondary() || m.count() < 4) continue;
    if (step.hidden > 0) {
      if (m.hidden == step.hidden && factor_between(step, m)) return i;
      continue;
    }
    // A factor elsewhere proves this step only if the step itself is a factor.
    const bool scales = std::any_of(both.start.begin(), both.start.end(), [&](const auto& item) {
      const std::optional<Numbers> n = numbers_in(both.start, item.first);
      return n && n->count() > 1 && factor_between(*n, step);
    });
    if (!scales) return found;
    for (const auto& [name, value] : both.start) {
      const std::optional<Numbers> n = numbers_in(both.start, name);
      if (!n || n->count() < 4) continue;
      const std::optional<double> factor = factor_between(*n, m);
      if (factor && std::fabs(*factor - 1) > 1e-3) return i;
    }
  }
  return found;
}

/// The name of the tensor of one of the mistake's stages that a step is, and that is another than the
/// reference's; or "". The reference reads it all the same in the stage after that.
std::string of_mistake(const Both& both, const Assignment& assignment, const Mistake& mistake, const Numbers& step) {
  for (int i = mistake.first; i < mistake.last; ++i) {
    for (const std::string& name : assignment.stages[static_cast<size_t>(i)].snippet.makes) {
      const auto right = numbers_in(both.ours, name), own = numbers_in(both.theirs, name);
      if (right && own && fit(*own, step) == Fit::exact && fit(*right, *own) == Fit::none) return name;
    }
  }
  return "";
}

/// Of the times that the program made the very tensor of one of the mistake's stages: the one that it
/// gave that stage's name.
std::optional<size_t> made_as_named(const Both& both, const Assignment& assignment, const Mistake& mistake,
                                    const Trial& trial, const Numbers& step) {
  const auto& made = trial.recording.made();
  for (int i = mistake.first; i <= mistake.last; ++i) {
    for (const std::string& name : assignment.stages[static_cast<size_t>(i)].snippet.makes) {
      const auto right = numbers_in(both.ours, name), own = numbers_in(both.theirs, name);
      if (!own || fit(*own, step) != Fit::exact || (right && fit(*right, *own) == Fit::exact)) continue;
      for (size_t k = 0; k < made.size(); ++k) {
        if (!made[k].secondary() && same(step, made[k].numbers) && is_named(trial.recording, k, name)) return k;
      }
    }
  }
  return std::nullopt;
}

/// The first time that the program made something like this step.
template <typename Alike>
std::optional<size_t> first_made(const Trial& trial, Alike alike) {
  const auto& made = trial.recording.made();
  const auto it = std::find_if(made.begin(), made.end(), [&](const Made& m) { return !m.secondary() && alike(m.numbers); });
  return it == made.end() ? std::nullopt : std::optional(static_cast<size_t>(it - made.begin()));
}

/// A reshape of a right tensor gives the same numbers in the same order, and is the mistake: the very
/// tensor, shape included.
std::optional<size_t> reshaped(const Trial& trial, const Numbers& step) {
  return first_made(trial, [&](const Numbers& m) { return m.shape == step.shape && fit(step, m) == Fit::exact; });
}

/// A step that the program took after the mask rather than before it: the numbers agree except
/// where they are already masked.
std::optional<size_t> taken_hidden(const Trial& trial, const Numbers& step) {
  return first_made(trial, [&](const Numbers& m) {
    const std::optional<double> factor = m.hidden > step.hidden ? factor_between(step, m) : std::nullopt;
    return factor && std::fabs(*factor - 1) < 1e-3;
  });
}

}  // namespace

std::string stops_at(Diagnosis& diagnosis, const Explanation& explanation, const Mistake& mistake) {
  if (!mistake.snippet) return "";
  const Both both = run_both(diagnosis, explanation, mistake);
  const auto& made = both.wrong.made();
  for (const std::string& name : mistake.snippet->makes) {
    const bool is_made = std::any_of(made.begin(), made.end(), [&](const Made& m) {
      return m.secondary() && m.source == mistake.snippet->parsed->source.get() && m.source->text(m.span) == name;
    });
    if (!is_made) return name;
  }
  return "";
}

bool is_named(const Recording& recording, size_t made, const std::string& name) {
  // The assignment is recorded after what the right-hand side makes.
  for (size_t i = made + 1; i < recording.made().size(); ++i) {
    const Made& m = recording.made()[i];
    if (m.source != recording.made()[made].source) continue;
    if (!m.secondary()) continue;
    if (m.span.begin >= recording.made()[made].span.begin) continue;  // a name that is only read
    const std::string target(m.source->text(m.span));
    const std::string word = target.substr(target.rfind('.') + 1);
    const std::string role = reading::vocabulary().tensor(name);
    return word == name || (!role.empty() && reading::vocabulary().tensor(word) == role);
  }
  return false;
}

Trace trace(Diagnosis& diagnosis, const Explanation& explanation, const Mistake& mistake) {
  Trace out;
  if (!mistake.snippet) return out;
  const Trial& trial = diagnosis.trial();
  const Both both = run_both(diagnosis, explanation, mistake);
  bool makes_any = false;
  for (const Made& step : both.wrong.made()) {
    const bool single = step.numbers.count() < 2;  // too little to identify
    if (single || step.secondary() || is_inside(*mistake.snippet, step)) continue;
    const bool is_right = shows(both.right, step.numbers);
    const std::string wrong_as = is_right ? of_mistake(both, diagnosis.assignment(), mistake, step.numbers) : "";
    if (is_right && wrong_as.empty()) {
      out.absent += !shows(trial.recording, step.numbers) && !taken_hidden(trial, step.numbers);
      continue;
    }
    if (is_piece(both.right, step.numbers)) continue;
    makes_any = true;
    std::optional<Match> match = trial.recording.find_first(step.numbers, /*as_it_lies=*/true);
    if (!match) {
      match = trial.recording.find_first(step.numbers);
      // The layout is right at this point; a later step, which was not recorded, transposes it.
      if (match && both.right.find_first(trial.recording.made()[match->index].numbers, /*as_it_lies=*/true)) continue;
    }
    if (!match) {
      const std::optional<size_t> like = taken_hidden(trial, step.numbers);
      if (!out.first) out.first = like;
      out.missing += !like;
    } else if (!out.first) {
      // Under another name the same numbers may be right: that time is not the mistake.
      if (is_right) out.first = repeated(both, trial, wrong_as);
      else if (match->fit == Fit::laid_out && shows(both.right, trial.recording.made()[match->index].numbers)) {
        out.first = reshaped(trial, step.numbers);
        if (!out.first) continue;  // made rightly, and turned in a step that was not recorded
      }
      if (!out.first) out.first = made_as_named(both, diagnosis.assignment(), mistake, trial, step.numbers);
      if (!out.first) out.first = taken_earlier(both, trial, step.numbers, match->index);
    }
  }
  if (out.first) return out;
  for (int i = mistake.first; i <= mistake.last; ++i) {
    const StageSpec& stage = diagnosis.assignment().stages[static_cast<size_t>(i)];
    for (const std::string& name : stage.snippet.makes) {
      const auto right = numbers_in(both.ours, name), own = numbers_in(both.theirs, name);
      if (!right || !own || fit(*right, *own) == Fit::exact) continue;
      if (!shows(both.right, *own)) continue;
      const bool made = std::any_of(
          both.wrong.made().begin(), both.wrong.made().end(), [&](const Made& m) {
            return !m.secondary() && fit(*own, m.numbers) == Fit::exact;
          });
      if (!made) continue;
      makes_any = true;
      out.first = repeated(both, trial, name);
      if (out.first) return out;
    }
  }
  out.likely = !makes_any;
  return out;
}

}  // namespace mha::homework
