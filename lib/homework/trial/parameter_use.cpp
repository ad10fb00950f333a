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

bool is_called(const lang::FunctionObject& f, const std::string& parameter) {
  return stands_before(f, parameter, {"("});
}

}  // namespace mha::homework
