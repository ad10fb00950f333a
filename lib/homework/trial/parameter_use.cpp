// What a function's text does with a parameter (trial_parts.h).

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "homework/trial/trial_parts.h"
#include "lang/syntax/ast.h"
#include "reading/expressions.h"

namespace mha::homework {

bool stands_before(const lang::FunctionObject& f, const std::string& parameter,
                   std::initializer_list<const char*> behind) {
  const Source& source = *f.code->source;
  const auto is_it = [&](const lang::Expr& e) { return source.text(e.span) == parameter; };
  bool found = false;
  const auto note = [&](const std::string& what) {
    found = found || std::any_of(behind.begin(), behind.end(), [&](const char* b) { return what == b; });
  };
  reading::Expressions([&](const lang::Expr& e) {
    if (const auto* a = reading::as_kind<lang::Attribute>(e, lang::ExprKind::attribute); a && is_it(*a->object)) note(".");
    if (const auto* s = reading::as_kind<lang::Subscript>(e, lang::ExprKind::subscript); s && is_it(*s->object)) note("[");
    const auto* call = reading::as_kind<lang::Call>(e, lang::ExprKind::call);
    if (!call) return;
    if (is_it(*call->callee)) note("(");
    const auto* method = reading::as_kind<lang::Attribute>(*call->callee, lang::ExprKind::attribute);
    if (method && is_it(*method->object)) note("." + method->name.str() + "(");
  }).walk(*f.code);
  return found;
}

/// Other names for a parameter: `c` in `c = self.config = config`.
static std::vector<std::string> aliases_of(const lang::FunctionObject& f, const std::string& parameter) {
  std::vector<std::string> out;
  for (const lang::StmtPtr& s : f.code->body) {
    if (s->kind != lang::StmtKind::assign) continue;
    const auto& assign = static_cast<const lang::Assign&>(*s);
    if (f.code->source->text(assign.value->span) != parameter) continue;
    for (const lang::ExprPtr& target : assign.targets) out.emplace_back(f.code->source->text(target->span));
  }
  return out;
}

bool holds_sizes(const lang::FunctionObject& f, const std::string& parameter) {
  const std::vector<std::string> others = aliases_of(f, parameter);
  return stands_before(f, parameter, {".", "["}) || std::any_of(others.begin(), others.end(), [&](const std::string& other) {
           return stands_before(f, other, {".", "["});
         });
}

/// Whether an expression may have the parameter itself for its value.
static bool may_be(const lang::Expr& e, const std::string& parameter) {
  using reading::as_kind;
  if (const auto* name = as_kind<lang::NameExpr>(e, lang::ExprKind::name)) return name->ref.name.str() == parameter;
  if (const auto* choice = as_kind<lang::Conditional>(e, lang::ExprKind::conditional)) return may_be(*choice->then, parameter) || may_be(*choice->otherwise, parameter);
  const auto* either = as_kind<lang::Logical>(e, lang::ExprKind::logical);
  return either && std::any_of(either->operands.begin(), either->operands.end(), [&](const lang::ExprPtr& o) { return may_be(*o, parameter); });
}

bool is_called_later(const lang::FunctionObject& init, const lang::FunctionObject* call, const std::string& parameter) {
  if (!call || !init.defined_in) return false;
  std::vector<std::string> kept;  // "drop" in self.drop
  for (const lang::StmtPtr& s : init.code->body) {
    if (s->kind != lang::StmtKind::assign) continue;
    const auto& assign = static_cast<const lang::Assign&>(*s);
    const auto* target = reading::as_kind<lang::Attribute>(*assign.targets[0], lang::ExprKind::attribute);
    if (target && may_be(*assign.value, parameter)) kept.push_back(target->name.str());
  }
  bool found = false;
  reading::Expressions([&](const lang::Expr& e) {
    const auto* made = reading::as_kind<lang::Call>(e, lang::ExprKind::call);
    const auto* callee = made ? reading::as_kind<lang::Attribute>(*made->callee, lang::ExprKind::attribute) : nullptr;
    const bool own = callee && callee->object->kind == lang::ExprKind::name && !call->code->positional.empty() &&
                     static_cast<const lang::NameExpr&>(*callee->object).ref.name == call->code->positional[0].name;
    found = found || (own && std::find(kept.begin(), kept.end(), callee->name.str()) != kept.end());
  }).walk(*call->code);
  return found;
}

bool is_sequence(const lang::FunctionObject& f, const std::string& parameter) {
  bool by_number = false, otherwise = stands_before(f, parameter, {"."});
  reading::Expressions([&](const lang::Expr& e) {
    const auto* item = reading::as_kind<lang::Subscript>(e, lang::ExprKind::subscript);
    if (!item || f.code->source->text(item->object->span) != parameter) return;
    const std::string_view index = f.code->source->text(item->index->span);
    (index.find_first_not_of("-0123456789") == std::string_view::npos ? by_number : otherwise) = true;
  }).walk(*f.code);
  return by_number && !otherwise;
}

bool is_called(const lang::FunctionObject& f, const std::string& parameter) {
  return stands_before(f, parameter, {"("});
}

}  // namespace mha::homework
