#include "homework/diagnosis/drops.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "homework/trial/trial_parts.h"
#include "lang/class_object.h"
#include "reading/definitions.h"
#include "reading/index.h"

namespace mha::homework {

namespace {

/// Adds what a module calls its layers of dropout.
void add_dropouts(const lang::Value& module, std::vector<std::string>& names) {
  const lang::Attributes* own = module.object()->attributes_if_any();
  const lang::Value* layers = own ? own->find(lang::Symbol("_modules")) : nullptr;
  auto* dict = layers ? layers->get<lang::DictObject>() : nullptr;
  size_t at = 0;
  lang::Value key, value;
  while (dict && dict->next(at, key, value)) {
    const auto* name = key.get<lang::StrObject>();
    const bool drops = value.is_object() && value.object()->own_cls() && value.object()->own_cls()->name().starts_with("Dropout");
    if (name && drops) names.push_back("." + name->text());
  }
}

}  // namespace

Drops::Drops(const std::vector<const lang::Module*>& modules, const lang::Value& object) : words_{"dropout", "Dropout"} {
  each_module(object, [&](const lang::Value& module) { add_dropouts(module, words_); });
  for (const lang::Module* m : modules) {
    const reading::Index program({m});
    for (const reading::StmtNode& n : program.statements()) {
      if (n.stmt->kind != lang::StmtKind::assign) continue;
      const auto& assign = static_cast<const lang::Assign&>(*n.stmt);
      const lang::Expr& target = *assign.targets[0];
      if (target.kind != lang::ExprKind::name || !told_by(m->source->text(assign.value->span))) continue;
      words_.push_back(static_cast<const lang::NameExpr&>(target).ref.name.str());
    }
  }
}

bool Drops::are_in(const Edit& edit) const {
  const std::string& text = edit.module->source->text();
  const lang::Stmt* s = reading::statement_at(*edit.module, edit.at);
  Span span = s ? s->span : edit.at;
  // Of a loop its own line.
  if (s && (s->kind == lang::StmtKind::for_ || s->kind == lang::StmtKind::if_ || s->kind == lang::StmtKind::with)) {
    span.end = static_cast<uint32_t>(std::min<size_t>(text.find('\n', edit.at.begin), span.end));
  }
  if (edit.sets_up) return are_made_in(edit);
  return told_by(edit.module->source->text(span)) ||
         std::any_of(edit.changes.begin(), edit.changes.end(), [&](const Change& c) { return told_by(c.text); });
}

bool Drops::are_made_in(const Edit& edit) const {
  const reading::Index program({edit.module});
  const lang::Expr* e = nullptr;
  for (const reading::ExprNode& n : program.nodes()) {
    if (n.expr->span.begin <= edit.at.begin && edit.at.end <= n.expr->span.end) e = n.expr;
  }
  for (; e && e->kind != lang::ExprKind::tuple; e = program.node(*e).above) {
    if (e->kind == lang::ExprKind::call && told_by(edit.module->source->text(e->span))) return true;
  }
  return false;
}

bool Drops::told_by(std::string_view code) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const std::string& name) { return code.find(name) != std::string_view::npos; });
}

static void add(Drawn::Sums& sums, const std::vector<double>& values) {
  sums.sum.resize(values.size());
  sums.squares.resize(values.size());
  for (size_t k = 0; k < values.size(); ++k) {
    sums.sum[k] += values[k];
    sums.squares[k] += values[k] * values[k];
  }
}

/// `run` is told whether it is the first.
static Drawn many(const std::function<std::optional<Numbers>(bool)>& run) {
  constexpr int kRuns = 200;
  Drawn out;
  for (int i = 0; i < kRuns; ++i) {
    const std::optional<Numbers> now = run(i == 0);
    if (!now || now->shape.empty() || (i > 0 && now->values.size() != out.cells.sum.size())) return {};
    const auto width = static_cast<size_t>(now->shape.back());
    if (width == 0) return {};
    std::vector<double> rows(now->values.size() / width), columns(width);
    for (size_t k = 0; k < now->values.size(); ++k) {
      rows[k / width] += now->values[k];
      columns[k % width] += now->values[k];
    }
    add(out.cells, now->values);
    add(out.rows, rows);
    add(out.columns, columns);
    ++out.runs;
  }
  return out;
}

Drawn many_runs(TrialRunner& trials, Trial& trial) {
  return many([&](bool first) { return trials.again(trial, trial.names, /*training=*/true, /*reseed=*/first); });
}

Drawn many_runs(Diagnosis& diagnosis, size_t casting) {
  return many([&](bool) { return diagnosis.drawn_anew(casting); });
}

static bool alike(const Drawn::Sums& a, const Drawn::Sums& b, double runs) {
  if (a.sum.size() != b.sum.size()) return false;
  double differences = 0, variance_a = 0, variance_b = 0;
  for (size_t k = 0; k < a.sum.size(); ++k) {
    const double mean_a = a.sum[k] / runs, mean_b = b.sum[k] / runs;
    variance_a += a.squares[k] / runs - mean_a * mean_a;
    variance_b += b.squares[k] / runs - mean_b * mean_b;
    differences += (mean_a - mean_b) * (mean_a - mean_b);
  }
  constexpr double kTimes = 2, kShare = 0.2;
  const double expected = (variance_a + variance_b) / runs;
  return differences <= kTimes * expected && std::fabs(variance_a - variance_b) <= kShare * std::max(variance_a, variance_b);
}

bool alike(const Drawn& a, const Drawn& b) {
  if (a.runs == 0 || b.runs != a.runs) return false;
  return alike(a.cells, b.cells, a.runs) && alike(a.rows, b.rows, a.runs) && alike(a.columns, b.columns, a.runs);
}

}  // namespace mha::homework
