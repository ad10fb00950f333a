// What a function's text does with a parameter (trial_parts.h).

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "homework/trial/trial_parts.h"
#include "lang/syntax/ast.h"

namespace mha::homework {

bool stands_before(const lang::FunctionObject& f, const std::string& parameter,
                   std::initializer_list<const char*> behind) {
  const std::string_view text = f.code->source->text(f.code->span);
  for (const char* after : behind) {
    size_t at = 0;
    const std::string read = parameter + after;
    while ((at = text.find(read, at)) != std::string_view::npos) {
      const char before = at > 0 ? text[at - 1] : ' ';
      if (!std::isalnum(static_cast<unsigned char>(before)) && before != '_' && before != '.') {
        return true;
      }
      ++at;
    }
  }
  return false;
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
