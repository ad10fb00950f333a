// Judge: the location of a mistake. The line to change is often not the line where wrong numbers
// appear first.

#include <cmath>
#include <set>
#include <utility>

#include "homework/diagnosis/trace.h"
#include "homework/mend/survey.h"
#include "homework/trial/own_use.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "homework/verdict/judge.h"
#include "reading/definitions.h"
#include "reading/expressions.h"
#include "reading/index.h"

namespace mha::homework {

/// The first tensor that shows the mistake: what it made, or what was made from that.
std::optional<size_t> Judge::first_trace(const Explanation& explanation, const Mistake& mistake) const {
  const int shown = reference_.assignment().stage_of(mistake.known ? mistake.known->place : "");
  if (shown >= 0 && static_cast<size_t>(shown) < seen_.size() &&
      seen_[static_cast<size_t>(shown)]) {
    return seen_[static_cast<size_t>(shown)];
  }
  for (size_t i = static_cast<size_t>(mistake.first); i < seen_.size(); ++i) {
    if (seen_[i]) return seen_[i];
  }
  // If the last step was left out: the step before it. If it was just not seen: nothing.
  if (!is_left_out(explanation, mistake)) return std::nullopt;
  for (size_t i = static_cast<size_t>(mistake.first); i-- > 0 && i < seen_.size();) {
    if (seen_[i]) return seen_[i];
  }
  return std::nullopt;
}

/// Whether a step gives the same as a step before it.
bool Judge::is_left_out(const Explanation& explanation, const Mistake& mistake) const {
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  std::vector<Numbers> before;
  for (size_t i = 0; i < stages.size() && static_cast<int>(i) <= mistake.last; ++i) {
    for (const std::string& name : stages[i].snippet.makes) {
      const std::optional<Numbers> n = numbers_in(explanation.names, name);
      if (!n) continue;
      const bool again = std::any_of(before.begin(), before.end(), [&](const Numbers& b) { return fit(b, *n) == Fit::exact; });
      if (again && static_cast<int>(i) >= mistake.first) return true;
      before.push_back(*n);
    }
  }
  return false;
}

/// Where a name for one tensor is bound to another, such as `v` to the keys; both names must be
/// known words for different tensors.
std::optional<Span> Judge::binding_of_another(const Source& source, const lang::Expr& e) const {
  std::vector<const lang::Expr*> operands;
  if (e.kind == lang::ExprKind::binary) {
    operands = {static_cast<const lang::Binary&>(e).left.get(), static_cast<const lang::Binary&>(e).right.get()};
  } else if (e.kind == lang::ExprKind::call) {
    for (const lang::ExprPtr& a : static_cast<const lang::Call&>(e).args) operands.push_back(a.get());
  }
  const auto& made = trial_.recording.made();
  const reading::Vocabulary& words = reference_.assignment().vocabulary();
  const auto role = [&](Span span) { return words.tensor(std::string(source.text(span))); };
  for (const lang::Expr* operand : operands) {
    if (operand->kind != lang::ExprKind::name || role(operand->span).empty()) continue;
    const Numbers* read = nullptr;
    std::optional<Span> bound;
    bool another = false;
    for (const Made& m : made) {
      if (m.source && m.source->text() == source.text() && m.span.begin == operand->span.begin &&
          m.span.end == operand->span.end) {
        read = &m.numbers;
      }
    }
    for (const Made& m : made) {
      if (!read || !m.secondary() || !m.source || m.source->text() != source.text()) continue;
      if (m.span.begin >= operand->span.begin) continue;
      if (const Fit f = fit(*read, m.numbers); f != Fit::exact && f != Fit::laid_out) continue;
      const std::string other = role(m.span);
      if (!bound && source.text(m.span) == source.text(operand->span)) bound = m.span;
      another = another || (!other.empty() && other != role(operand->span));
    }
    if (another && bound) return bound;
  }
  return std::nullopt;
}

/// The one call that passes a tensor as another, such as `self.score(q, q)` if the parameters are
/// q and k; or one tensor as two.
std::optional<Span> Judge::handed_as_another(const lang::Module& module, Span place) const {
  const reading::Index text({&module});
  const reading::FunctionNode* in = nullptr;
  std::set<std::string> read;
  for (const reading::ExprNode& n : text.nodes()) {
    if (!reading::contains(place, n.expr->span) || n.expr->kind != lang::ExprKind::name) continue;
    in = n.function;
    read.insert(reading::as<lang::NameExpr>(*n.expr).ref.name.str());
  }
  if (!in) return std::nullopt;
  const reading::Vocabulary& words = reference_.assignment().vocabulary();
  std::optional<Span> found;
  for (const reading::ExprNode& n : text.nodes()) {
    if (n.expr->kind != lang::ExprKind::call || text.callee(*reading::as<lang::Call>(*n.expr).callee) != in) continue;
    std::set<std::string> handed;
    bool another = false;
    int position = in->self ? -1 : 0;
    for (const lang::Parameter& p : in->code->positional) {
      const lang::Expr* value = position >= 0 ? reading::argument(reading::as<lang::Call>(*n.expr), p.name.str(), position) : nullptr;
      ++position;
      if (!value || !read.contains(p.name.str())) continue;
      const std::string given(module.source->text(value->span)), role = words.tensor(given), asked = words.tensor(p.name.str());
      if (role.empty()) continue;
      another = another || !handed.insert(given).second || (!asked.empty() && role != asked);
    }
    if (!another) continue;
    if (found) return std::nullopt;
    found = n.expr->span;
  }
  return found;
}

/// Whether the judged call made a tensor at a place.
bool Judge::has_made(const lang::Module& module, Span span) const {
  const auto& made = trial_.recording.made();
  return std::any_of(made.begin(), made.end(), [&](const Made& m) {
    return m.source && m.source->text() == module.source->text() && reading::contains(span, m.span);
  });
}

/// What one of the program's own functions returns if an expression adds it, such as a mask.
std::optional<Span> Judge::added_by_own_function(const lang::Module& module, Span span) const {
  const reading::Index text({&module});
  for (const reading::ExprNode& n : text.nodes()) {
    if (!reading::contains(span, n.expr->span) || n.expr->kind != lang::ExprKind::binary) continue;
    const auto& sum = static_cast<const lang::Binary&>(*n.expr);
    if (sum.op != lang::BinaryOp::add || sum.right->kind != lang::ExprKind::call) continue;
    const reading::FunctionNode* made = text.function_named(*static_cast<const lang::Call&>(*sum.right).callee);
    if (!made || made->code->body.empty()) continue;
    const lang::Stmt* last = made->code->body.back().get();
    for (const reading::StmtNode& s : text.statements(*made)) {
      if (s.stmt->kind == lang::StmtKind::return_ && s.function == made && has_made(module, s.stmt->span)) last = s.stmt;
    }
    if (last->kind != lang::StmtKind::return_) continue;
    const lang::Expr* value = reading::as<lang::Return>(*last).value.get();
    const auto computed = value && value->kind == lang::ExprKind::name ? reading::computation_of(module, *value) : std::nullopt;
    return computed && reading::contains({made->code->span.begin, last->span.end}, *computed) ? *computed : last->span;
  }
  return std::nullopt;
}

/// Where the object's layer is made that an expression calls; nothing if it calls several.
static std::optional<Span> making_of_layer(const lang::Module& module, Span span) {
  const reading::Index text({&module});
  std::optional<Span> made;
  for (const reading::ExprNode& n : text.nodes()) {
    if (n.expr->kind != lang::ExprKind::call || !reading::contains(span, n.expr->span)) continue;
    const lang::Expr& callee = *static_cast<const lang::Call&>(*n.expr).callee;
    if (!text.self_attribute(callee)) continue;
    if (made) return std::nullopt;
    made = reading::computation_of(module, callee);
  }
  return made;
}

/// Where the argument is made that contains the mistake, as Misconception::in says, without the
/// operations that it `lacks`. Nothing if there are several such arguments.
std::optional<Span> Judge::made_beside(const lang::Module& module, const Finding& f, const std::vector<std::string>& in,
                                       const std::vector<std::string>& lacks, const Explanation& explanation) const {
  const auto is_of_stages = [&](const Numbers& n) {
    // A mask of zeros and ones is no part of a tensor that has some too.
    const bool is_mask = std::set<double>(n.values.begin(), n.values.end()).size() < 3;
    return std::any_of(explanation.names.begin(), explanation.names.end(), [&](const auto& item) {
      const bool of_stage = reference_.assignment().stage_of(item.first) >= 0;
      const auto other = of_stage || trial_.inputs.contains(item.first) ? numbers_in(explanation.names, item.first) : std::nullopt;
      // An input with other axes was laid out by the program.
      return other && (of_stage || other->shape == n.shape) && (fit(*other, n) != Fit::none || factor_between(*other, n) || (!is_mask && is_part(*other, n)));
    });
  };
  if (in[0] == "bound") return reading::bound_of(module, f.place.span);
  if (in[0] == "layer") return making_of_layer(module, f.place.span);
  const bool slice = in[0] == "slice", other_tensor = slice || in[0] == "tensor", number = in[0] == "number";
  std::optional<Span> found;
  for (const lang::Expr* read : reading::reads_of(module, f.place.span)) {
    bool tensor = read->kind == lang::ExprKind::call, of_stages = false;
    for (const Made& made : trial_.recording.made()) {
      const bool here = made.span.begin == read->span.begin && made.span.end == read->span.end && !made.numbers.shape.empty();
      if (!here || !made.source || made.source->text() != module.source->text()) continue;
      tensor = true;
      of_stages = of_stages || is_of_stages(made.numbers);
    }
    if (tensor == number || of_stages != !(other_tensor || number)) continue;
    const std::optional<Span> computed = reading::computation_of(module, *read);
    if (!computed || reading::contains(*computed, f.place.span)) continue;
    // What stops at a shape has a wrong size, which infinity is not.
    if (number && f.evidence == Finding::Evidence::error && module.source->text(*computed).find("inf") != std::string_view::npos) continue;
    if ((of_stages || slice) && in[0] != "any" && !reading::is_made_by(module, *computed, in)) continue;
    if (of_stages && reading::is_made_by(module, *computed, lacks)) continue;
    if (found && found->begin != computed->begin) return std::nullopt;
    found = computed;
  }
  return found;
}

/// For `scores / self.scale`: the line that computes the scale.
std::optional<Span> Judge::number_behind(const lang::Module& module, const lang::Expr& e) const {
  if (e.kind != lang::ExprKind::binary) return std::nullopt;
  const auto& b = static_cast<const lang::Binary&>(e);
  if (b.op != lang::BinaryOp::mul && b.op != lang::BinaryOp::div) return std::nullopt;
  for (const lang::ExprPtr* side : {&b.right, &b.left}) {
    if ((*side)->kind != lang::ExprKind::name && (*side)->kind != lang::ExprKind::attribute) continue;
    const bool tensor = std::any_of(trial_.recording.made().begin(), trial_.recording.made().end(), [&](const Made& made) {
      return made.span.begin == (*side)->span.begin && made.span.end == (*side)->span.end && !made.numbers.shape.empty();
    });
    const auto computed = tensor ? std::nullopt : reading::computation_of(module, **side);
    if (computed) return computed;
  }
  return std::nullopt;
}

/// Where a tensor that an expression reads got the first NaN of the program, before the call or in
/// another statement.
std::optional<Span> Judge::nan_behind(const lang::Module& module, Span span) const {
  const auto& made = trial_.recording.made();
  const auto first = std::find_if(made.begin(), made.end(), [](const Made& m) { return m.numbers.nans > 0; });
  if (first == made.end() || !first->secondary() || !first->source || first->source->text() != module.source->text()) return std::nullopt;
  if (!reading::contains(span, first->span)) return std::nullopt;
  const lang::Expr* read = reading::expression_at(module, first->span);
  return read ? reading::computation_of(module, *read) : std::nullopt;
}

/// Whether a statement only gives sizes names, such as `d = k.shape[-1]`, or `d = d_out // heads` that is
/// read elsewhere as well: then a missing root is missing where the size is used.
static bool is_bare_size(const lang::Module& module, Span span) {
  const lang::Stmt* s = reading::statement_at(module, span);
  if (!s || s->kind != lang::StmtKind::assign) return false;
  const auto is_taken = [&](const lang::Expr& e) {
    return e.kind == lang::ExprKind::subscript || (e.kind == lang::ExprKind::call && module.source->text(e.span).find(".size(") != std::string_view::npos);
  };
  const lang::Expr& e = *reading::as<lang::Assign>(*s).value;
  if (e.kind == lang::ExprKind::tuple) {
    const auto& items = static_cast<const lang::Sequence&>(e).items;
    return std::all_of(items.begin(), items.end(), [&](const lang::ExprPtr& i) { return is_taken(*i); });
  }
  const auto* constant = reading::as_kind<lang::Constant>(e, lang::ExprKind::constant);
  const auto* binary = reading::as_kind<lang::Binary>(e, lang::ExprKind::binary);
  const bool whole = (constant && constant->value.is_int()) || (binary && binary->op == lang::BinaryOp::floordiv);
  return is_taken(e) || (whole && reading::name_read_once(module, span).empty());
}

/// Whether a part of a tensor is taken here, and not all of it: then the size that is taken may be
/// wrong. With `causal`, only if the whole is a causal mask.
bool Judge::cuts(const lang::Module& module, Span span, bool causal) const {
  const std::deque<Made>& made = trial_.recording.made();
  const auto is_here = [&](const Made& m) {
    return m.source && m.source->text() == module.source->text() && reading::contains(span, m.span) && !m.numbers.shape.empty();
  };
  return std::any_of(made.begin(), made.end(), [&](const Made& part) {
    const lang::Expr* e = is_here(part) ? reading::expression_at(module, part.span) : nullptr;
    if (!e || e->kind != lang::ExprKind::subscript) return false;
    const Span whole = reading::as<lang::Subscript>(*e).object->span;
    return std::any_of(made.begin(), made.end(), [&](const Made& m) {
      return is_here(m) && m.span.begin == whole.begin && m.span.end == whole.end && part.numbers.shape.back() < m.numbers.shape.back() && (!causal || is_causal_mask(m.numbers));
    });
  });
}

/// Whether the judged call ran the code at a place. Of the module's own statements, those count that
/// make an object or what a function reads: a demonstration may hand in what this call did not.
bool Judge::was_run(const lang::Module& module, Span place) const {
  const lang::Stmt* s = reading::statement_at(module, place);
  if (!s) return true;
  const std::vector<const lang::Module*> modules = {&module};
  const EditsAt at{modules, trial_.recording, nullptr, {}, trial_.script, {}, trial_.constructed};
  const Survey survey(at);
  const reading::Index& text = survey.program();
  if (survey.is_run(text.node(*s))) return true;
  const lang::Expr *target = nullptr, *value = nullptr;
  if (s->kind == lang::StmtKind::assign) {
    target = reading::as<lang::Assign>(*s).targets[0].get();
    value = reading::as<lang::Assign>(*s).value.get();
  } else if (s->kind == lang::StmtKind::ann_assign) {
    target = reading::as<lang::AnnAssign>(*s).target.get();
  }
  if (value && value->kind == lang::ExprKind::call && text.class_named(*reading::as<lang::Call>(*value).callee)) return true;
  return target && !text.node(*s).function && std::any_of(text.nodes().begin(), text.nodes().end(), [&](const reading::ExprNode& n) {
    return n.function && n.expr->kind == lang::ExprKind::name && text.is_global(reading::as<lang::NameExpr>(*n.expr)) &&
           module.source->text(n.expr->span) == module.source->text(target->span);
  });
}

void Judge::move_to_cause(Finding& f, const Misconception& m, const Explanation& explanation) const {
  if (!program_ || !f.place.known()) return;
  for (const lang::ModulePtr& module : program_->modules()) {
    if (module->source->text() != f.place.source->text()) continue;
    std::optional<Span> cause = nan_behind(*module, f.place.span);
    if (!cause && !m.in.empty()) cause = made_beside(*module, f, m.in, m.at, explanation);
    bool is_number = cause && !m.in.empty() && (m.in[0] == "number" || m.in[0] == "bound");
    // What has a wrong size, or a wrong number in what is added, may have been made before, as a
    // buffer is.
    const lang::Expr* here = reading::expression_at(*module, f.place.span);
    const bool adds = here && here->kind == lang::ExprKind::binary && f.evidence == Finding::Evidence::numbers;
    const bool fails = f.evidence == Finding::Evidence::error && !cuts(*module, f.place.span);
    if (!cause && !m.in.empty() && m.in[0] == "number" && (adds || fails)) {
      cause = made_beside(*module, f, {"tensor"}, m.at, explanation);
    }
    if (const auto call = cause && !m.in.empty() && m.in[0] == "tensor" && !m.at.empty() ? reading::call_named(*module, *cause, m.at) : std::nullopt) cause = call;
    if (const lang::Expr* e = cause ? nullptr : reading::expression_at(*module, f.place.span)) {
      cause = binding_of_another(*module->source, *e);
    }
    if (!cause && m.in.empty() && m.at.empty()) cause = handed_as_another(*module, f.place.span);
    if (!cause) cause = added_by_own_function(*module, f.place.span);
    if (cause) {
    } else if (!m.at.empty()) {
      // A step in the wrong place is wrong where it is done, not where its layer is made.
      if (m.until.empty()) cause = reading::call_named(*module, f.place.span, m.at);
      if (cause && made_rightly(*module->source, *cause, explanation)) cause.reset();
    } else if (const lang::Expr* e = m.until.empty() ? reading::expression_at(*module, f.place.span) : nullptr) {
      cause = number_behind(*module, *e);
      if (cause && is_bare_size(*module, *cause)) cause.reset();
      is_number = cause.has_value();
    }
    if (!cause || cause->begin == f.place.span.begin || program_->skips(*module, *cause) || !was_run(*module, *cause)) continue;
    // A number that is read nowhere else is wrong where it is computed.
    f.settled = f.settled || (is_number && !reading::name_read_once(*module, *cause).empty());
    f.cause = f.place;
    f.place.span = *cause;
    return;
  }
}

/// Whether the last tensor that was made here is as the task says.
bool Judge::made_rightly(const Source& source, Span span, const Explanation& explanation) const {
  const auto& all = trial_.recording.made();
  const auto made = std::find_if(all.rbegin(), all.rend(), [&](const Made& m) {
    return m.source && m.source->text() == source.text() && m.span.begin == span.begin && m.span.end == span.end;
  });
  if (made == all.rend()) return false;
  const Names& right = diagnosis_.reference_names(explanation.matching);
  return std::any_of(right.begin(), right.end(), [&](const auto& item) {
    const auto n = numbers_in(right, item.first);
    return n && same(*n, made->numbers);
  });
}

bool Judge::makes_right(const Location& place) const {
  const Made* made = nullptr;
  for (const Made& m : trial_.recording.made()) {
    const bool around = !m.secondary() && m.source && m.source->text() == place.source->text() && reading::contains(m.span, place.span);
    if (around && (!made || reading::contains(made->span, m.span))) made = &m;
  }
  const Names& right = diagnosis_.reference_names(diagnosis_.likeliest_matching());
  return made && std::any_of(right.begin(), right.end(), [&](const auto& item) {
    const auto n = numbers_in(right, item.first);
    return n && n->shape.size() > 1 && fit(*n, made->numbers) == Fit::exact;
  });
}

/// For a mistake that makes the program fail later: moves the finding to where the mistake was
/// made, if that is another statement.
void Judge::move_to_first_trace(Finding& f, const Explanation& explanation,
                                const Mistake& mistake) const {
  const std::optional<size_t> made =
      trace(diagnosis_, explanation, mistake).first;
  if (!made) return;
  const Location place = location(*made);
  if (!place.known() || !f.place.known() || place.span.begin >= f.place.span.begin) return;
  // The mistake is made where the program stops: `e / e.sum(-1)`.
  const std::string stops(f.place.source->text(f.place.span));
  const std::vector<std::string>& calls = mistake.known->at;
  if (std::any_of(calls.begin(), calls.end(), [&](const std::string& call) { return has_word(stops, call) && stops.find(call + "(") != std::string::npos; })) return;
  if (made_rightly(*place.source, place.span, explanation)) return;
  const auto line = [](const Location& l) { return l.source->place(l.span.begin).line; };
  if (place.source->text() == f.place.source->text() && line(place) == line(f.place)) return;
  f.cause = f.place;
  f.place = place;
}

/// For a program that stops at a tensor without an axis: moves the finding to the call that made it.
void Judge::move_to_call(Finding& f, const std::vector<std::string>& calls, const Explanation& explanation) const {
  for (const lang::ModulePtr& module : program_ ? program_->modules() : std::vector<lang::ModulePtr>()) {
    if (!f.place.known() || calls.empty() || module->source->text() != f.place.source->text()) continue;
    const auto made = reading::call_named(*module, f.place.span, calls);
    if (!made || reading::contains(f.place.span, *made) || !has_made(*module, *made) || made_rightly(*module->source, *made, explanation)) continue;
    f.cause = std::exchange(f.place, {f.place.source, *made});
    return;
  }
}

/// Whether a constant was added to all numbers, which does not change the softmax.
static bool is_shifted(const Numbers& a, const Numbers& b) {
  if (a.values.size() != b.values.size() || a.values.size() < 2 || a.hidden > 0 || b.hidden > 0) return false;
  const double by = b.values[0] - a.values[0], tolerance = tolerance_for(a);
  if (std::fabs(by) <= tolerance) return false;
  for (size_t i = 1; i < a.values.size(); ++i) {
    if (std::fabs(b.values[i] - a.values[i] - by) > tolerance) return false;
  }
  return true;
}

/// A step that runs without any effect was not left out: for a mask that hides nothing, the finding
/// moves to where the mask was made.
void Judge::move_to_idle(Finding& f, const Explanation& explanation, const Mistake& mistake) const {
  if (!program_ || !f.place.known() || mistake.first == 0 || mistake.first != mistake.last ||
      !is_left_out(explanation, mistake)) {
    return;
  }
  const StageSpec& before = reference_.assignment().stages[static_cast<size_t>(mistake.first) - 1];
  const auto given = before.snippet.makes.empty() ? std::nullopt : numbers_in(explanation.names, before.snippet.makes[0]);
  const std::deque<Made>& all = trial_.recording.made();
  for (size_t i = 0; given && i < all.size(); ++i) {
    const bool hides = all[i].operation == "masked_fill" || all[i].operation == "masked_fill_" || all[i].operation == "where";
    if (!(hides && fit(*given, all[i].numbers) == Fit::exact) && !is_shifted(*given, all[i].numbers)) continue;
    const Location place = location(i);
    if (!place.known()) continue;
    f.cause = std::exchange(f.place, place);
    f.settled = !hides;
    for (const lang::ModulePtr& module : program_->modules()) {
      if (!hides || module->source.get() != all[i].source) continue;
      // A right mask that is cut in the wrong place is wrong here.
      const lang::Stmt* s = reading::statement_at(*module, f.place.span);
      if (s && cuts(*module, s->span, /*causal=*/true)) continue;
      if (const auto mask = made_beside(*module, f, {"tensor"}, {}, explanation)) f.place.span = *mask;
    }
    return;
  }
}

/// Moves the finding to where one layer or matrix gets two names, or two places in a container.
void Judge::move_to_shared(Finding& f, const Mistake& mistake) const {
  if (!program_ || !trial_.object.is_object()) return;
  const Assignment& a = reference_.assignment();
  const Snippet& step = a.stages[static_cast<size_t>(mistake.first)].snippet;
  if (std::none_of(a.weights.begin(), a.weights.end(), [&](const WeightSpec& w) { return step.uses(w.name); })) return;
  const std::string shared = shared_layer(trial_.object);
  if (shared.empty()) return;
  const reading::Giving g = reading::giving_of(program_->modules(), shared, /*in_its_maker=*/true);
  if (!g.module) return;
  f.cause = std::exchange(f.place, {program_->source_of(g.module->source.get()), g.span});
  f.settled = true;
}

/// Whether one of the program's own functions returned what it was given.
bool Judge::gives_back(const lang::Module& module, const lang::Expr& e, const Numbers& given) const {
  const auto& made = trial_.recording.made();
  return std::any_of(made.begin(), made.end(), [&](const Made& m) {
    const bool here = m.source == module.source.get() && m.span.begin == e.span.begin && m.span.end == e.span.end;
    return here && same(m.numbers, given) && is_own_call(m);
  });
}

/// For a step that was left out: moves the finding to the next line that uses what stands in its
/// place, the previous step's result or an alias of it.
void Judge::move_to_use(Finding& f, size_t made, const Explanation& explanation, const Mistake& mistake) const {
  const bool half = mistake.known->in == std::vector<std::string>{"return"};
  if (!program_ || !f.place.known() || mistake.first != mistake.last || !(half || is_left_out(explanation, mistake))) return;
  const std::vector<StageSpec>& stages = reference_.assignment().stages;
  const auto own = numbers_in(explanation.names, stages[static_cast<size_t>(mistake.first)].snippet.makes[0]);
  const std::deque<Made>& all = trial_.recording.made();
  // What is shown may be the next step, which continues without this one.
  const bool is_own = own && fit(*own, all[made].numbers) != Fit::none;
  if (const auto match = is_own || !own ? std::nullopt : trial_.recording.find_first(*own)) made = match->index;
  const bool is_last = is_own && !half && static_cast<size_t>(mistake.last) + 1 == stages.size();
  const auto line = [&](const Made& m) { return m.source->place(m.span.begin).line; };
  for (size_t i = made + 1; i < all.size(); ++i) {
    const Made& use = all[i];
    if (!use.secondary() || use.source != all[made].source || line(use) == line(all[made])) continue;
    if (const Fit same = fit(all[made].numbers, use.numbers); same != Fit::exact && same != Fit::laid_out) continue;
    const Location place = location(i);
    bool bound = false;
    for (const lang::ModulePtr& module : program_->modules()) {
      const lang::Stmt* s = module->source.get() == use.source ? reading::statement_at(*module, use.span) : nullptr;
      const lang::Expr* whole = s && s->kind == lang::StmtKind::return_  ? reading::as<lang::Return>(*s).value.get()
                                : s && s->kind == lang::StmtKind::assign ? reading::as<lang::Assign>(*s).value.get()
                                                                         : nullptr;
      if (!whole) continue;
      // A function's result is bound where the function is called.
      bound = !half && !reading::contains(whole->span, use.span);
      if (bound) break;
      if (!half && gives_back(*module, *whole, all[made].numbers)) {
        f.cause = std::exchange(f.place, {program_->source_of(module->source.get()), whole->span});
        f.settled = true;
        return;
      }
      const bool renames = whole->span.begin == use.span.begin && whole->span.end == use.span.end;
      if (is_last || renames) f.cause = std::exchange(f.place, place);
      f.settled = f.settled || renames;
    }
    if (!bound) return;
    made = i;
  }
}

/// For a step that was left out between the layers of one call: moves the finding to where those are
/// put together, as in `self.layers = nn.Sequential(...)`.
void Judge::move_to_container(Finding& f) const {
  if (!program_ || !f.place.known()) return;
  for (const lang::ModulePtr& module : program_->modules()) {
    const lang::Expr* e = module->source->text() == f.place.source->text() ? reading::expression_at(*module, f.place.span) : nullptr;
    if (!e || e->kind != lang::ExprKind::call) continue;
    const lang::Expr& called = *reading::as<lang::Call>(*e).callee;
    if (called.kind != lang::ExprKind::attribute) continue;
    const reading::Giving g = reading::giving_of(program_->modules(), reading::as<lang::Attribute>(called).name.str(), /*in_its_maker=*/true);
    if (!g.module || !reading::is_made_by(*g.module, g.span, {"Sequential"})) continue;
    f.cause = std::exchange(f.place, {program_->source_of(g.module->source.get()), g.span});
    f.settled = true;
    return;
  }
}

/// For a step that seems left out: moves the finding to where the step is done and its result
/// discarded, or to the line that uses what came before it.
void Judge::move_to_unused(Finding& f, const Explanation& explanation, const Mistake& mistake) const {
  if (!program_ || mistake.first != mistake.last || !is_left_out(explanation, mistake)) return;
  const StageSpec& stage = reference_.assignment().stages[static_cast<size_t>(mistake.first)];
  Names as_it_should = explanation.names;
  if (stage.snippet.makes.size() != 1 || !reference_.run(stage, as_it_should).empty()) return;
  const auto right = numbers_in(as_it_should, stage.snippet.makes[0]), own = numbers_in(explanation.names, stage.snippet.makes[0]);
  const std::deque<Made>& all = trial_.recording.made();
  const auto is_it = [&](const Made& m) { return right && !m.secondary() && m.source && fit(*right, m.numbers) == Fit::exact; };
  const auto taken = std::find_if(all.begin(), all.end(), is_it);
  if (taken == all.end() || !own) return;
  for (const lang::ModulePtr& module : program_->modules()) {
    const lang::Stmt* s = module->source.get() == taken->source ? reading::statement_at(*module, taken->span) : nullptr;
    if (!s) continue;
    auto at = taken;
    if (s->kind != lang::StmtKind::expr) {
      at = std::find_if(taken, all.end(), [&](const Made& m) {
        return m.secondary() && m.source == taken->source && m.span.begin >= s->span.end && fit(*own, m.numbers) == Fit::exact;
      });
    }
    if (at == all.end()) return;
    f.cause = std::exchange(f.place, location(static_cast<size_t>(at - all.begin())));
    f.settled = true;
    return;
  }
}

Finding Judge::finding(const Misconception& m) const {
  Finding f;
  static_cast<MistakeText&>(f) = m;
  f.stage = reference_.assignment().stage_of(m.stage) >= 0 ? m.stage : "";
  return f;
}

Finding Judge::finding(const Explanation& explanation, const Mistake& mistake) const {
  Finding f = finding(*mistake.known);
  const bool fails = trial_.failure && !explanation.partial;
  const bool more = explanation.partial || !explanation.by_known();
  f.evidence = fails  ? Finding::Evidence::error
               : more ? Finding::Evidence::steps
                      : Finding::Evidence::numbers;
  const std::optional<Location> call = fails ? failing_call(trial_) : std::nullopt;
  if (fails) {
    f.place = {trial_.failure->source, trial_.failure->span};
    f.settled = call.has_value();
    if (call) f.cause = std::exchange(f.place, *call);
  } else {
    std::optional<size_t> made = trace(diagnosis_, explanation, mistake).first;
    if (!made) made = first_trace(explanation, mistake);
    if (made) f.place = location(*made);
    move_to_unused(f, explanation, mistake);
    if (made && !f.cause.known()) move_to_use(f, *made, explanation, mistake);
  }
  if (!fails && !f.cause.known() && is_left_out(explanation, mistake)) move_to_container(f);
  if (!fails && !f.cause.known()) move_to_shared(f, mistake);
  if (!fails && !f.cause.known()) move_to_idle(f, explanation, mistake);
  if (!fails && !f.cause.known()) move_to_cause(f, *mistake.known, explanation);
  if (fails && !call) move_to_first_trace(f, explanation, mistake);
  if (fails && !f.cause.known() && mistake.known->in.empty()) move_to_call(f, mistake.known->at, explanation);
  if (fails && !f.cause.known() && !mistake.known->in.empty()) move_to_cause(f, *mistake.known, explanation);
  return f;
}

}  // namespace mha::homework
