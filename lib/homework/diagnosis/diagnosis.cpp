#include "homework/diagnosis/diagnosis.h"

#include <algorithm>
#include <set>

#include "homework/compare/role_matchings.h"
#include "random/draws.h"
#include "random/generator.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

std::map<std::string, int64_t> whole_sizes(const Trial& trial) {
  std::map<std::string, int64_t> out;
  for (const auto& [name, value] : trial.setting.sizes) {
    if (value.is_int()) out[name] = value.as_int();
  }
  return out;
}

/// Whether the program has made (..., head_dim, heads).
bool has_heads_last(const Trial& trial) {
  std::map<std::string, int64_t> sizes = whole_sizes(trial);
  const int64_t heads = sizes["heads"], width = sizes["d_out"];
  return heads > 1 && std::any_of(trial.recording.made().begin(), trial.recording.made().end(), [&](const Made& m) {
    const Shape& s = m.numbers.shape;
    return s.size() > 3 && s.back() == heads && s[s.size() - 2] * heads == width;
  });
}

double dropout_of(const Trial& trial) {
  const auto it = trial.setting.sizes.find("dropout");
  return it != trial.setting.sizes.end() && it->second.is_float() ? it->second.as_float() : 0;
}

}  // namespace

std::optional<Numbers> numbers_in(const Names& names, const std::string& name) {
  const Tensor* t = tensor_in(names, name);
  if (!t) return std::nullopt;
  return numbers_of(*t);
}

std::vector<Numbers> stage_tensors(const Assignment& assignment, const Names& names) {
  std::vector<Numbers> out;
  for (const StageSpec& stage : assignment.stages) {
    for (const std::string& name : stage.snippet.makes) {
      if (auto n = numbers_in(names, name)) out.push_back(std::move(*n));
    }
  }
  return out;
}

Diagnosis::Diagnosis(Reference& reference, const Trial& trial)
    : reference_(reference), trial_(trial) {
  if (trial.handed) {
    matchings_ = {*trial.handed};
    name_costs_ = {0};
  } else {
    for (RoleMatching& c : possible_matchings(reference.assignment(), whole_sizes(trial), trial.found, has_heads_last(trial))) {
      matchings_.push_back(std::move(c.roles));
      name_costs_.push_back(c.name_cost);
    }
  }
}

/// The layer of one weight, made once: many matchings differ only in the roles of the same weights.
lang::Value Diagnosis::layer(const LinearMap& map) {
  const auto same = std::find_if(layers_.begin(), layers_.end(), [&](const auto& made) {
    return made.first.weight.is_same(map.weight) && made.first.bias.is_same(map.bias);
  });
  if (same != layers_.end()) return same->second;
  return layers_.emplace_back(map, reference_.layer(map)).second;
}

Names Diagnosis::start(size_t matching) {
  Names names = trial_.names;
  for (const auto& [role, map] : matchings_[matching]) names[role] = layer(map);
  reference_.drawn = [this](const Tensor& shares, int64_t at) { return drawn_by_program(shares, at); };
  const double p = dropout_of(trial_);
  if (!trial_.setting.training && drops_in_eval_ > 0) {
    reference_.dropout = [this](const Tensor& t) {
      const std::optional<Numbers> thinned =
          trial_.recording.find_thinned(numbers_of(t), 1 / (1 - drops_in_eval_));
      return thinned ? tensor_of(*thinned) : t;
    };
  } else if (trial_.setting.training && p > 0) {
    // Drop the numbers that the learner's program dropped.
    reference_.dropout = [this, p](const Tensor& t) {
      const std::optional<Numbers> thinned =
          trial_.recording.find_thinned(numbers_of(t), 1 / (1 - p));
      if (thinned) return tensor_of(*thinned);
      // The dropped numbers were not recorded, as in a fused call: draw the same ones, which
      // works if these are the program's first random numbers.
      default_generator().set_seed(trial_.setting.seed);
      return mha::dropout(t, p, true);
    };
  } else {
    reference_.dropout = [](const Tensor& t) { return t; };
  }
  return names;
}

/// What the program drew by these shares for a column of its output, if it made them and drew at
/// all: there are many ways to draw, which all need other random numbers.
std::optional<Tensor> Diagnosis::drawn_by_program(const Tensor& shares, int64_t at) const {
  const Numbers n = numbers_of(shares);
  const std::optional<Numbers>& out = trial_.output;
  if (!out || n.shape.size() != 2 || out->shape.size() != 2 || out->shape[0] != n.shape[0] || at >= out->shape[1]) return std::nullopt;
  const std::optional<Match> match = trial_.draws ? trial_.recording.find(n) : std::nullopt;
  if (!match || match->fit == Fit::scrambled) return std::nullopt;
  Tensor chosen = Tensor::empty({n.shape[0], 1}, DType::int64);
  for (int64_t row = 0; row < n.shape[0]; ++row) {
    const auto id = static_cast<int64_t>(out->values[static_cast<size_t>(row * out->shape[1] + at)]);
    if (id < 0 || id >= n.shape[1] || n.values[static_cast<size_t>(row * n.shape[1] + id)] <= 0) return std::nullopt;
    chosen.data<int64_t>()[row] = id;
  }
  return chosen;
}

/// The probability with which the program drops numbers in eval mode; 0 if it does not.
double Diagnosis::found_dropout() const {
  if (trial_.setting.training) return 0;
  const std::deque<Made>& made = trial_.recording.made();
  for (size_t i = 0; i + 1 < made.size(); ++i) {
    // The result of a dropout is recorded shortly after its input.
    for (size_t k = i + 1; k < made.size() && k <= i + 3; ++k) {
      if (made[k].secondary() || made[k].numbers.shape != made[i].numbers.shape) continue;
      if (made[k].operation.find("rop") == std::string::npos) continue;  // dropout, Dropout
      for (const double p : {0.1, 0.5, 0.2, 0.3, 0.25, 0.4, 0.15, 0.6}) {
        if (is_thinned(made[i].numbers, made[k].numbers, 1 / (1 - p))) return p;
      }
    }
  }
  return 0;
}

std::string Diagnosis::run_from(size_t stage, Names& names) {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  for (size_t i = stage; i < stages.size(); ++i) {
    const std::string error = reference_.run(stages[i], names);
    if (!error.empty()) return error;
  }
  return "";
}

/// Runs the stages up to the last of these mistakes, with the mistakes in place of theirs; `at` is then
/// the stage behind it.
std::string Diagnosis::run_with(const std::vector<Mistake>& mistakes, Names& names, size_t& at) {
  std::string error;
  for (const Mistake& mistake : mistakes) {
    for (; at < static_cast<size_t>(mistake.first) && error.empty(); ++at) {
      error = reference_.run(reference_.assignment().stages[at], names);
    }
    if (error.empty() && mistake.snippet) error = run(mistake, names);
    at = static_cast<size_t>(mistake.last) + 1;
  }
  return error;
}

const Names& Diagnosis::reference_names(size_t matching) {
  const auto it = complete_.find(matching);
  if (it != complete_.end()) return it->second;
  Names names = start(matching);
  run_from(0, names);
  return complete_[matching] = std::move(names);
}

std::optional<Numbers> Diagnosis::redrawn_output(size_t matching) {
  std::optional<Numbers> out;
  reference_.perform([&] {
    Names names = start(matching);
    reference_.dropout = [p = dropout_of(trial_)](const Tensor& t) { return mha::dropout(t, p, true); };
    if (run_from(0, names).empty()) out = output_of(names);
  });
  return out;
}

std::optional<Numbers> Diagnosis::output_of(const Names& names) const {
  return numbers_in(names, reference_.assignment().stages.back().snippet.makes.back());
}

/// Whether a tensor is this result, in any order of its axes.
static bool is_result(const Made& m, const Numbers& result) {
  if (m.numbers.count() != result.count() || !same_sizes(m.numbers.shape, result.shape)) return false;
  const Fit f = fit(result, m.numbers, m.precision);
  return f == Fit::exact || (f == Fit::laid_out && (m.source || m.numbers.shape != result.shape));
}

bool was_made(const Recording& recording, const Numbers& result) {
  return std::any_of(recording.made().begin(), recording.made().end(), [&](const Made& m) { return is_result(m, result); });
}

bool Diagnosis::gives_input(const Names& names) const {
  const std::optional<Numbers> out = output_of(names);
  const std::vector<InputSpec>& inputs = assignment().inputs;
  return out && std::any_of(inputs.begin(), inputs.end(), [&](const InputSpec& i) {
    const std::optional<Numbers> given = numbers_in(names, i.name);
    return given && same(*given, *out);
  });
}

/// Whether the program made every tensor of the stages as one tensor, not just an input with other
/// axes, each after the one before. An input that is only read once more is not made.
bool Diagnosis::makes_all(const Names& names) const {
  std::vector<Numbers> given;
  for (const InputSpec& i : assignment().inputs) {
    if (const auto n = numbers_in(names, i.name)) given.push_back(*n);
  }
  const auto is_given = [&](const Made& m) {
    return std::any_of(given.begin(), given.end(), [&](const Numbers& g) { return g.values == m.numbers.values; });
  };
  const auto& all = trial_.recording.made();
  auto from = std::find_if(all.begin(), all.end(), is_given);
  std::set<std::string_view> inputs;
  for (const Numbers& n : stage_tensors(assignment(), names)) {
    const auto is_it = [&](const Made& m) {
      if (!is_result(m, n)) return false;
      if (!is_given(m)) return true;
      return fit(n, m.numbers) == Fit::exact && !(m.secondary() && m.source && inputs.contains(m.source->text(m.span)));
    };
    const auto made = std::find_if(from, all.end(), is_it);
    if (made == all.end()) return false;
    for (; from != made; ++from) {
      if (is_given(*from) && from->secondary() && from->source) inputs.insert(from->source->text(from->span));
    }
  }
  return true;
}

bool Diagnosis::reproduces(const Names& names, const std::string& error) const {
  if (trial_.failure) return !error.empty() && error == trial_.failure->message;
  const std::optional<Numbers> out = error.empty() ? output_of(names) : std::nullopt;
  if (!out) return false;
  if (trial_.script) return was_made(trial_.recording, *out) && (!gives_input(names) || makes_all(names));
  return trial_.output && same(*out, *trial_.output);
}

/// The stage at which the reference fails with the program's own error because of a weight's
/// size; -1 if it does not.
int Diagnosis::fails_at(size_t matching) {
  const auto it = fails_at_.find(matching);
  if (it != fails_at_.end()) return it->second;
  Names names = start(matching);
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  for (size_t i = 0; i < stages.size(); ++i) {
    const std::string error = reference_.run(stages[i], names);
    if (error.empty()) continue;
    const bool same_error = trial_.failure && error == trial_.failure->message;
    return fails_at_[matching] = same_error ? static_cast<int>(i) : -1;
  }
  return fails_at_[matching] = -1;
}

/// The first stage that has the last tensor.
size_t Diagnosis::ends_at(const Names& names) const {
  const std::optional<Numbers> out = output_of(names);
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  for (size_t i = 0; out && i + 1 < stages.size(); ++i) {
    for (const std::string& name : stages[i].snippet.makes) {
      const std::optional<Numbers> n = numbers_in(names, name);
      if (n && fit(*n, *out) == Fit::exact) return i;
    }
  }
  return stages.size();
}

/// Whether these mistakes lead to the program's result. For an error, they must also begin
/// where the program's tensors stop being right, and involve what raised the error.
bool Diagnosis::accounts_for(const std::vector<Mistake>& mistakes, const Names& names,
                             const std::string& error, size_t matching) {
  if (!reproduces(names, error)) return false;
  // A tensor that a script made on the way is not its result.
  if (trial_.script && error.empty() && ends_at(names) < ends_at(reference_names(matching))) return false;
  if (!trial_.failure) return true;
  const int failing = fails_at(matching);
  const bool beside = std::none_of(mistakes.begin(), mistakes.end(), [&](const Mistake& s) {
    return s.first == failing;
  });
  if (failing >= 0 && beside) return false;
  // A layer of the wrong input width fails whatever calls it.
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  const bool misfits = std::any_of(weights.begin(), weights.end(), [&](const WeightSpec& w) {
    const auto role = matchings_[matching].find(w.name);
    if (w.is_vector() || role == matchings_[matching].end() || role->second.weight.dim() < 1) return false;
    const auto width = trial_.setting.sizes.find(w.in);
    const bool fits = width == trial_.setting.sizes.end() || !width->second.is_int() || width->second.as_int() == role->second.weight.size(0);
    return !fits && std::any_of(mistakes.begin(), mistakes.end(), [&](const Mistake& s) { return s.snippet && s.snippet->uses(w.name); });
  });
  if (misfits) return false;
  // None of these mistakes changes a dtype.
  if (failing >= 0 && trial_.failure->message.find("dtype") != std::string::npos) return false;
  const std::optional<bool> same_operands = stops_with_its_operands(mistakes, matching);
  if (same_operands && !*same_operands) return false;
  // The program must contain something of what the mistake's lines make.
  for (const Mistake& mistake : mistakes) {
    bool runs = true, found = false;
    for (int i = mistake.first; i <= mistake.last; ++i) {
      const StageSpec& stage = reference_.assignment().stages[static_cast<size_t>(i)];
      for (const std::string& name : stage.snippet.makes) {
        runs = runs && tensor_in(names, name);
        found = found || found_in_program(names, name);
      }
    }
    if (mistake.known && runs && !found) return false;
  }
  return true;
}

/// The tensors in the expression that failed.
std::vector<const Made*> Diagnosis::operands() const {
  const std::deque<Made>& made = trial_.recording.made();
  std::vector<const Made*> own;
  for (const Made& m : made) {
    const bool inside = m.source && trial_.failure->source &&
                        m.source->text() == trial_.failure->source->text() &&
                        m.span.begin >= trial_.failure->span.begin &&
                        m.span.end <= trial_.failure->span.end;
    if (inside) own.push_back(&m);
  }
  return own;
}

/// Whether the line that fails has the operands on which the program failed. An error alone
/// proves little, since many products have the same shapes. Nothing if this cannot be told.
std::optional<bool> Diagnosis::stops_with_its_operands(const std::vector<Mistake>& mistakes, size_t matching) {
  const std::vector<const Made*> own = operands();
  if (own.empty()) return std::nullopt;
  Recording lines;
  Names names = start(matching);
  reference_.watch(&lines);
  size_t at = 0;
  if (run_with(mistakes, names, at).empty()) run_from(at, names);
  reference_.watch(nullptr);
  if (lines.made().empty() || !lines.made().back().source) return std::nullopt;
  const auto line = [](const Made& m) { return m.source->place(m.span.begin).line; };
  bool compared = false;
  const Made& last = lines.made().back();
  for (size_t i = lines.made().size(); i-- > 0;) {
    const Made& m = lines.made()[i];
    if (m.source != last.source || line(m) != line(last)) break;
    const std::set<double> distinct(m.numbers.values.begin(), m.numbers.values.end());
    const bool weight = std::any_of(trial_.found.all.begin(), trial_.found.all.end(),
                                    [&](const Tensor& t) { return fit(numbers_of(t), m.numbers) != Fit::none; });
    if (distinct.size() < 3 || weight) continue;  // a mask or a size
    const bool there = std::any_of(own.begin(), own.end(), [&](const Made* o) {
      const Fit f = fit(m.numbers, o->numbers);
      return f == Fit::exact || f == Fit::laid_out || factor_between(m.numbers, o->numbers);
    });
    if (!there) return false;
    compared = true;
  }
  return compared ? std::optional(true) : std::nullopt;
}

std::optional<size_t> Diagnosis::right_matching() {
  if (!trial_.output && !trial_.script) return std::nullopt;
  for (size_t matching = 0; matching < matchings_.size(); ++matching) {
    if (reproduces(reference_names(matching), "")) return matching;
  }
  for (size_t matching = 0; matching < matchings_.size(); ++matching) {
    if (is_right_beside_padding(reference_names(matching))) return matching;
  }
  return std::nullopt;
}

bool Diagnosis::is_right_beside_padding(const Names& right) const {
  const Tensor* padding = tensor_in(trial_.names, "padding");
  const auto text = numbers_in(trial_.names, assignment().inputs[0].name), key = numbers_in(trial_.names, "key");
  if (!padding || !trial_.output || trial_.output->nans > 0 || !text || !key || !same(*text, *key)) return false;
  const Shape& shape = trial_.output->shape;
  const auto expected = output_of(right);
  if (shape.size() != 3 || padding->shape() != Shape{shape[0], shape[1]} || !expected || expected->shape != shape) return false;
  const auto without = [&](const Numbers& n) { return numbers_of(where(unsqueeze(*padding, -1), Operand(0.0), tensor_of(n))); };
  return same(without(*expected), without(*trial_.output));
}

int Diagnosis::seen_tensors(size_t matching) {
  if (matching >= matchings_.size()) return 0;
  const std::vector<Numbers> all = stage_tensors(assignment(), reference_names(matching));
  const auto seen = std::count_if(all.begin(), all.end(), [&](const Numbers& n) { return trial_.recording.shows(n); });
  return static_cast<int>(seen);
}

size_t Diagnosis::likeliest_matching() {
  if (likeliest_) return *likeliest_;
  size_t best = 0;
  int most = 0;
  const int tensors = assignment().tensors();
  for (size_t matching = 0; matching < matchings_.size(); ++matching) {
    // Skip matchings whose names speak against them at least as much.
    if (matching > 0 && 2 * tensors - name_costs_[matching] <= most) continue;
    const int likely = 2 * seen_tensors(matching) - name_costs_[matching];
    if (matching == 0 || likely > most) {
      most = likely;
      best = matching;
    }
  }
  likeliest_ = best;
  return best;
}

std::string Diagnosis::run(const Mistake& mistake, Names& names) {
  --tries_left_;
  if (mistake.only.empty()) return reference_.run(*mistake.snippet, names);
  Names theirs = names;
  std::string error = reference_.run(*mistake.snippet, theirs);
  if (!error.empty()) return error;
  error = reference_.run(reference_.assignment().stages[static_cast<size_t>(mistake.first)], names);
  for (const std::string& name : mistake.only) names[name] = theirs[name];
  return error;
}

bool Diagnosis::found_in_program(const Names& names, const std::string& name) const {
  const std::optional<Numbers> n = numbers_in(names, name);
  if (!n) return false;
  std::vector<size_t> others;
  for (int i = 0; i < 8; ++i) {
    const std::optional<Match> match = trial_.recording.find(*n, others);
    if (!match || match->fit == Fit::scrambled) return false;
    if (match->fit == Fit::exact || match->in_parts) return true;
    if (std::find(others.begin(), others.end(), match->index) != others.end()) return false;
    const Numbers& made = trial_.recording.made()[match->index].numbers;
    const bool another = std::any_of(names.begin(), names.end(), [&](const auto& item) {
      if (item.first == name || reference_.assignment().stage_of(item.first) < 0) return false;
      const std::optional<Numbers> other = numbers_in(names, item.first);
      return other && same(*other, made);
    });
    if (!another) return true;
    others.push_back(match->index);
  }
  return false;
}

std::vector<Explanation> Diagnosis::explain() {
  reference_.perform([this] { search(); });
  return found_;
}

std::vector<Explanation> Diagnosis::explain_by_several() {
  reference_.perform([this] { search_for_several(); });
  return found_;
}

std::vector<Explanation> Diagnosis::misnamed() {
  const std::optional<size_t> right = right_matching();
  // The first matching is the one that the names ask for.
  std::vector<Explanation> all;
  if (!right || name_costs_[0] > 0 || name_costs_[*right] == 0) return all;
  for (const Misconception& m : misconceptions()) {
    const int first = reference_.assignment().stage_of(m.stage);
    const int last = m.until.empty() ? first : reference_.assignment().stage_of(m.until);
    if (first < 0 || last < first || !m.clue.empty()) continue;
    for (const Snippet& snippet : m.variants) {
      Explanation e;
      e.mistakes.push_back({first, last, &m, &snippet, {}, "", 0});
      if (std::optional<Names> names = follow(e)) {
        e.names = std::move(*names);
        all.push_back(std::move(e));
      }
    }
  }
  return all;
}

std::optional<Names> Diagnosis::follow(const Explanation& explanation) {
  if (explanation.matching >= matchings_.size()) return std::nullopt;
  if (!explanation.by_known()) return std::nullopt;
  Names names = start(explanation.matching);
  size_t at = 0;
  std::string error = run_with(explanation.mistakes, names, at);
  if (error.empty()) error = run_from(at, names);
  if (!reproduces(names, error)) return std::nullopt;
  return names;
}

}  // namespace mha::homework
