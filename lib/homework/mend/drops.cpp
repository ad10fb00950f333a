#include "homework/mend/drops.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "homework/trial/trial_parts.h"
#include "lang/values/class_object.h"
#include "reading/definitions.h"
#include "reading/index.h"

namespace mha::homework {

namespace {

/// Adds the names of a module's dropout layers.
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
  // In a loop statement, look at its first line only.
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

}  // namespace mha::homework
