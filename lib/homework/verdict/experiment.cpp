#include "homework/verdict/experiment.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "reading/definitions.h"
#include "tensor/core/views.h"

namespace mha::homework {

namespace {

// A longer expression is too long to type again.
constexpr size_t kLongest = 48;

/// An index as it is typed: "[0, 0, 1]".
std::string brackets(const Shape& index) { return index.empty() ? "" : to_string(index); }

Shape index_of(const Shape& shape, size_t at) {
  Shape out(shape);
  for (size_t i = shape.size(); i-- > 0;) {
    out[i] = static_cast<int64_t>(at) % shape[i];
    at /= static_cast<size_t>(shape[i]);
  }
  return out;
}

/// The index of a cell in the second row if there is one: the first row is often special.
Shape second_row(const Shape& shape) {
  Shape cell(shape.size(), 0);
  if (shape.size() > 1 && shape[shape.size() - 2] > 1) cell[shape.size() - 2] = 1;
  return cell;
}

/// Whether a shape is `whole`, or that of one of its heads or texts.
bool is_whole_or_part(const Shape& shape, const Shape& whole) {
  if (shape == whole) return true;
  for (size_t i = 0; i + 2 < whole.size() && shape.size() + 1 == whole.size(); ++i) {
    Shape without = whole;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    if (without == shape) return true;
  }
  return false;
}

class ExperimentSearch {
 public:
  ExperimentSearch(Program& program, const Choice& choice, const Probed& probed, const std::vector<StageResult>& stages)
      : program_(program), choice_(choice), trial_(*probed.trial), diagnosis_(*probed.diagnosis), stages_(stages) {}

  std::optional<Experiment> run() {
    if (trial_.failure) return names_the_name(*trial_.failure) ? std::nullopt : before_the_error(*trial_.failure);
    if (!trial_.constructed) return std::nullopt;
    const bool readable = !diagnosis_.matchings().empty();
    const Names right = readable ? diagnosis_.reference_names(diagnosis_.likeliest_matching()) : Names();
    for (size_t i = 0; i < stages_.size(); ++i) {
      const StageResult& s = stages_[i];
      if (is_earned(s.verdict)) continue;
      if (readable && is_wrong(s.verdict) && s.place.known()) return of_wrong(i);
      return of_unknown(i, right);
    }
    return std::nullopt;
  }

 private:
  /// Whether an error about a name already suggests the nearest name.
  static bool names_the_name(const torch::Report& error) {
    return !error.help.empty() && (error.kind == "AttributeError" || error.kind == "NameError");
  }

  /// A tensor of the program under an expression that can be typed.
  struct Typed {
    std::string text;
    Location place;
    bool before = false;  // the new line goes before the line of `place`
    const Numbers* numbers = nullptr;
  };

  const lang::Module* module_of(const Source* source) const {
    for (const lang::ModulePtr& m : program_.modules()) {
      if (m->source.get() == source) return m.get();
    }
    return nullptr;
  }

  static bool can_be_typed(const std::string& text) {
    return !text.empty() && text.size() <= kLongest && text.find('\n') == std::string::npos;
  }

  /// The name that its statement assigns or, before that line, its own expression. An in-place
  /// method cannot be typed a second time.
  std::optional<Typed> typed(size_t index) const {
    const Made& made = trial_.recording.made()[index];
    const lang::Module* module = made.source ? module_of(made.source) : nullptr;
    const lang::Stmt* stmt = module ? reading::statement_at(*module, made.span) : nullptr;
    if (!stmt) return std::nullopt;
    const Location place = {program_.source_of(made.source), stmt->span};
    for (size_t k = index + 1; k < trial_.recording.made().size() && k < index + 40; ++k) {
      const Made& later = trial_.recording.made()[k];
      const bool target = later.secondary() && later.source == made.source &&
                          later.span.begin >= stmt->span.begin && later.span.end <= made.span.begin;
      const std::string name = target ? std::string(made.source->text(later.span)) : "";
      if (can_be_typed(name) && name.find('[') == std::string::npos && same(later.numbers, made.numbers)) {
        return Typed{name, place, false, &made.numbers};
      }
    }
    const std::string text(made.source->text(made.span));
    if (!can_be_typed(text) || made.operation.ends_with("_")) return std::nullopt;
    const lang::Expr* e = reading::expression_at(*module, made.span);
    const bool bare = e && (e->kind == lang::ExprKind::name || e->kind == lang::ExprKind::attribute ||
                            e->kind == lang::ExprKind::call || e->kind == lang::ExprKind::subscript);
    return Typed{bare ? text : "(" + text + ")", place, true, &made.numbers};
  }

  /// The index of the tensor made at this place.
  std::optional<size_t> made_at(const Location& place) const {
    const auto& made = trial_.recording.made();
    for (size_t i = made.size(); i-- > 0;) {
      if (made[i].source && program_.source_of(made[i].source) == place.source && made[i].span.begin == place.span.begin &&
          made[i].span.end == place.span.end) {
        return i;
      }
    }
    return std::nullopt;
  }

  /// "(2, 4, 6, 6) is expected: batch, head, query, key". Scripts use their own sizes.
  std::string shape_expected(const Shape& shape, const std::vector<std::string>& axes) const {
    std::string text = shape_words(shape) + " is expected";
    if (!trial_.script) text += ", with the sizes of this check";
    return axes.size() == shape.size() ? text + ": " + join(axes, ", ") : text;
  }

  Experiment told(const Typed& t, const std::string& what, const std::string& expected) const {
    Experiment e;
    e.place = t.place;
    e.before = t.before;
    e.code = "print(" + what + ")";
    e.expected = expected;
    return e;
  }

  /// Whether the program has several tensors under this name: a list, which has no shape.
  bool is_list(const Typed& t) const {
    const auto& made = trial_.recording.made();
    for (size_t i = 1; i < made.size(); ++i) {
      const Made &a = made[i - 1], &b = made[i];
      const bool at_once = a.secondary() && b.secondary() && a.source == b.source && a.source && a.span.begin == b.span.begin && a.span.end == b.span.end;
      if (at_once && a.source->text(a.span) == t.text) return true;
    }
    return false;
  }

  /// Asks for the shape of a tensor, or of a list of tensors as one.
  Experiment shape_of(const Typed& t, const std::string& expected) const {
    if (!is_list(t)) return told(t, t.text + ".shape", expected);
    return told(t, "torch.stack(" + t.text + ").shape", "`" + t.text + "` is a list of tensors, which `torch.stack` makes one tensor: " + expected);
  }

  std::optional<Experiment> of_wrong(size_t index) const {
    const StageResult& s = stages_[index];
    const std::optional<size_t> made = made_at(s.place);
    const std::optional<Typed> t = made ? typed(*made) : std::nullopt;
    if (!t) return std::nullopt;
    if (s.shape != s.expected_shape) return shape_of(*t, shape_expected(s.expected_shape, s.axes));
    // A 0 or a masked number is the same for any input.
    if (s.first_wrong && (s.first_wrong->expected == 0 || std::isinf(s.first_wrong->expected))) {
      const std::string number = s.first_wrong->expected == 0 ? "0" : "-inf";
      return told(*t, t->text + brackets(s.first_wrong->index), number + " is expected");
    }
    Names names = diagnosis_.start(diagnosis_.likeliest_matching());
    for (size_t i = 0; i <= index; ++i) {
      if (!choice_.reference->run(choice_.assignment->stages[i], names).empty()) return std::nullopt;
    }
    for (const std::string& name : choice_.assignment->stages[index].snippet.makes) {
      const std::optional<Numbers> expected = numbers_in(names, name);
      if (expected && rows_are_shares(*expected) && !rows_are_shares(*t->numbers)) {
        return told(*t, t->text + ".sum(-1)", "each is expected to be 1");
      }
    }
    return by_hand(index, *t);
  }

  /// Asks for one number of the step, printed beside the rows that it depends on.
  Experiment by_hand(size_t index, const Typed& t) const {
    const StageResult& s = stages_[index];
    const Shape cell = s.first_wrong ? s.first_wrong->index : second_row(t.numbers->shape);
    const std::string number = t.text + brackets(cell);
    std::vector<std::string> rows = sources_of(index, cell, t);
    if (rows.empty()) {
      return told(t, number, "calculate this number by hand from the inputs of " + std::string(t.before ? "the next" : "that") + " line: is it the same?");
    }
    const bool one = rows.size() == 1;
    rows.push_back(number);
    return told(t, join(rows, ", "), one ? "calculate the last number by hand from the row before it: is it the same?"
                                         : "calculate the last number by hand from the others alone: is it the same?");
  }

  /// The rows of earlier steps on which one number of a step depends, as expressions of the
  /// program. Found by changing each row a little to see whether the number changes.
  std::vector<std::string> sources_of(size_t index, const Shape& cell, const Typed& t) const {
    const StageSpec& stage = choice_.assignment->stages[index];
    Names names = diagnosis_.start(diagnosis_.likeliest_matching());
    for (size_t i = 0; i < index; ++i) {
      if (!choice_.reference->run(choice_.assignment->stages[i], names).empty()) return {};
    }
    std::vector<std::string> out;
    for (const std::string& read : stage.snippet.reads) {
      const std::optional<Numbers> whole = made_before(index, read) ? numbers_in(names, read) : std::nullopt;
      if (!whole || whole->shape.empty()) continue;
      const std::optional<Match> match = trial_.recording.find(*whole);
      const std::optional<Typed> theirs = match && match->fit == Fit::exact && !match->in_parts ? typed(match->index) : std::nullopt;
      // Tensors that are elsewhere, or made later, cannot be printed there.
      if (!theirs || theirs->before || theirs->text == t.text || theirs->place.source != t.place.source ||
          theirs->place.span.begin >= t.place.span.begin) {
        return {};
      }
      const std::optional<Shape> common = rows_behind(stage, names, read, *whole, cell);
      if (!common) continue;
      out.push_back(theirs->text + brackets(*common));
    }
    return out;
  }

  bool made_before(size_t index, const std::string& name) const {
    for (size_t i = 0; i < index; ++i) {
      const std::vector<std::string>& makes = choice_.assignment->stages[i].snippet.makes;
      if (std::find(makes.begin(), makes.end(), name) != makes.end()) return true;
    }
    return false;
  }

  /// The leading indices shared by all rows on which the number depends.
  std::optional<Shape> rows_behind(const StageSpec& stage, const Names& names, const std::string& read,
                                   const Numbers& whole, const Shape& cell) const {
    const auto number = [&](const Numbers& input) -> std::optional<double> {
      Names tried = names;
      tried[read] = lang::tensor(tensor_of(input));
      if (!choice_.reference->run(stage, tried).empty()) return std::nullopt;
      const std::optional<Numbers> n = numbers_in(tried, stage.snippet.makes[0]);
      if (!n || n->shape.size() != cell.size()) return std::nullopt;
      size_t at = 0;
      for (size_t i = 0; i < cell.size(); ++i) at = at * static_cast<size_t>(n->shape[i]) + static_cast<size_t>(cell[i]);
      return n->values[at];
    };
    const std::optional<double> usual = number(whole);
    const auto width = static_cast<size_t>(whole.shape.back());
    if (!usual || width == 0) return std::nullopt;
    std::optional<Shape> common;
    for (size_t from = 0; from < whole.values.size(); from += width) {
      Numbers moved = whole;
      for (size_t k = from; k < from + width; ++k) moved.values[k] += 0.5 + 0.1 * static_cast<double>(k - from);
      if (number(moved) == usual) continue;
      Shape row = index_of(whole.shape, from);
      row.pop_back();
      if (!common) common = row;
      size_t alike = 0;
      while (alike < common->size() && (*common)[alike] == row[alike]) ++alike;
      common->resize(alike);
    }
    return common;
  }

  /// Whether a tensor has the numbers of an earlier step, in any order of axes.
  bool is_known(size_t index, const Names& right, const Numbers& n) const {
    for (size_t i = 0; i < index; ++i) {
      for (const std::string& name : choice_.assignment->stages[i].snippet.makes) {
        const std::optional<Numbers> step = numbers_in(right, name);
        if (step && fit(*step, n) != Fit::none) return true;
      }
    }
    return false;
  }

  /// For steps that were not recognised: the program's next tensor, as the first of these steps. If
  /// its shape is right, the question is about its numbers.
  std::optional<Experiment> of_unknown(size_t index, const Names& right) const {
    const auto& made = trial_.recording.made();
    size_t from = 0;
    for (size_t i = 0; i < index; ++i) {
      if (!stages_[i].place.known()) continue;
      if (const auto at = made_at(stages_[i].place)) from = std::max(from, *at + 1);
    }
    if (auto shares = of_shares(index, right, from)) return shares;
    const StageSpec& stage = choice_.assignment->stages[index];
    const std::optional<Numbers> expected =
        stage.snippet.makes.empty() ? std::nullopt : numbers_in(right, stage.snippet.makes.back());
    std::optional<Typed> best;
    for (size_t i = from; i < made.size(); ++i) {
      if (made[i].secondary() || made[i].numbers.shape.size() < 2 || is_known(index, right, made[i].numbers)) continue;
      const std::optional<Typed> t = typed(i);
      if (!t) continue;
      if (!best) best = t;
      if (expected && !is_whole_or_part(made[i].numbers.shape, expected->shape)) continue;
      best = t;
      break;
    }
    if (!best) return std::nullopt;
    // Another tensor says nothing about a result that is known to have the right shape.
    const bool known = is_wrong(stages_[index].verdict) && stages_[index].shape == stages_[index].expected_shape;
    if (known && expected && !is_whole_or_part(best->numbers->shape, expected->shape)) return std::nullopt;
    // If some sizes are unknown, only the axes can be named.
    Experiment e = !expected ? shape_of(*best, "(" + join(stage.axes, ", ") + ") is expected")
                   : is_whole_or_part(best->numbers->shape, expected->shape)
                       ? by_hand(index, *best)
                       : shape_of(*best, shape_expected(expected->shape, stage.axes));
    e.stage = stage.title;
    return e;
  }

  /// Among steps that were not recognised, one whose rows should add up to 1 is the best question.
  /// It is the last tensor of that shape before the next right step.
  std::optional<Experiment> of_shares(size_t index, const Names& right, size_t from) const {
    const auto& made = trial_.recording.made();
    for (size_t i = index; i < stages_.size() && !is_earned(stages_[i].verdict); ++i) {
      const StageSpec& stage = choice_.assignment->stages[i];
      const std::optional<Numbers> expected = numbers_in(right, stage.snippet.makes.back());
      if (!expected || !rows_are_shares(*expected)) continue;
      size_t end = made.size();
      for (size_t k = i + 1; k < stages_.size() && end == made.size(); ++k) {
        if (!stages_[k].place.known()) continue;
        if (const auto at = made_at(stages_[k].place)) end = *at;
      }
      for (size_t k = end; k-- > from;) {
        if (made[k].secondary() || !is_whole_or_part(made[k].numbers.shape, expected->shape)) continue;
        const std::optional<Typed> t = typed(k);
        if (!t || t->before) continue;
        if (rows_are_shares(*t->numbers)) break;
        Experiment e = told(*t, t->text + ".sum(-1)", "each is expected to be 1");
        e.stage = stage.title;
        return e;
      }
    }
    return std::nullopt;
  }

  /// The tensors that go into the failing line.
  std::optional<Experiment> before_the_error(const torch::Report& error) const {
    const lang::Module* module = error.source ? module_of(error.source.get()) : nullptr;
    const lang::Stmt* stmt = module ? reading::statement_at(*module, error.span) : nullptr;
    if (!stmt) return std::nullopt;
    std::vector<std::string> names;
    std::set<std::string> lists;
    const Made* last = nullptr;
    for (const Made& m : trial_.recording.made()) {
      const Made* before = std::exchange(last, &m);
      if (!m.secondary() || m.source != error.source.get()) continue;
      // Several tensors under one name, read at once.
      const bool again = before && before->secondary() && before->source == m.source && before->span.begin == m.span.begin && before->span.end == m.span.end;
      if (again) lists.emplace(m.source->text(m.span));
      if (m.span.begin < error.span.begin || m.span.end > error.span.end) continue;
      const std::string name(m.source->text(m.span));
      // The variable of a comprehension does not exist before it.
      const bool inside = m.source->text(stmt->span).find("for " + name + " in") != std::string_view::npos;
      if (can_be_typed(name) && !inside && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    if (names.empty()) return before_the_error_of(*stmt, error);
    const bool one = names.size() == 1 && lists.empty();
    for (std::string& name : names) name = lists.contains(name) ? "[t.shape for t in " + name + "]" : name + ".shape";
    if (one) names.push_back(names[0].substr(0, names[0].rfind('.')) + ".dtype");
    Experiment e;
    e.place = {error.source, stmt->span};
    e.before = true;
    e.code = "print(" + join(names, ", ") + ")";
    e.expected = one ? "is this the shape that you expected on that line?" : "are these the shapes that you expected on that line?";
    return e;
  }

  /// The arguments of a failing line without tensors, such as one that builds a module.
  std::optional<Experiment> before_the_error_of(const lang::Stmt& stmt, const torch::Report& error) const {
    const Candidate* c = choice_.candidate;
    const lang::FunctionObject* around = nullptr;
    for (const lang::FunctionObject* f : {c ? c->init : nullptr, c ? c->call : nullptr}) {
      if (f && f->code->source == error.source && f->code->span.begin <= stmt.span.begin && stmt.span.end <= f->code->body.back()->span.end) around = f;
    }
    if (!around) return std::nullopt;
    std::vector<std::string> names;
    const std::set<std::string> words = words_in(error.source->text(stmt.span));
    for (const ParameterView& p : parameters_of(*around, /*skip=*/true)) {
      if (words.contains(p.name)) names.push_back(p.name);
    }
    if (names.empty()) return std::nullopt;
    Experiment e;
    e.place = {error.source, stmt.span};
    e.before = true;
    e.code = "print(" + join(names, ", ") + ")";
    e.expected = std::string(names.size() == 1 ? "is this" : "are these") + " what you expected on that line?";
    return e;
  }

  Program& program_;
  const Choice& choice_;
  const Trial& trial_;
  Diagnosis& diagnosis_;
  const std::vector<StageResult>& stages_;
};

}  // namespace

std::optional<Experiment> next_experiment(Program& program, const Choice& choice, const Probed& probed,
                                          const std::vector<StageResult>& stages) {
  return ExperimentSearch(program, choice, probed, stages).run();
}

}  // namespace mha::homework
