#include "lang/syntax/unfinished.h"

#include <memory>

#include "base/error.h"
#include "base/text.h"
#include "lang/syntax/parser.h"

namespace mha::lang {

namespace {

/// `def f(x): return x`: a block that stands on the line of its header has no more lines.
bool on_one_line(const Source& source, const Block& body) {
  if (body.empty()) return false;
  const uint32_t begin = body.front()->span.begin;
  const uint32_t line = source.line_start(source.place(begin).line);
  return !trim(source.text({line, begin})).empty();
}

}  // namespace

Ending ending_of(const std::string& code) {
  try {
    const auto source = std::make_shared<Source>("line", code);
    const ModulePtr module = parse(source);
    if (module->body.empty()) return Ending::whole;
    const Stmt& last = *module->body.back();
    const auto ending = [&](const Block& body) { return on_one_line(*source, body) ? Ending::whole : Ending::may_go_on; };
    switch (last.kind) {
      // Behind these even a block on one line may be followed by `else` or `except`.
      case StmtKind::if_:
      case StmtKind::for_:
      case StmtKind::while_:
      case StmtKind::try_:
        return Ending::may_go_on;
      case StmtKind::with:
        return ending(static_cast<const With&>(last).body);
      case StmtKind::function:
        return ending(static_cast<const FunctionDef&>(last).code->body);
      case StmtKind::class_:
        return ending(static_cast<const ClassDef&>(last).body);
      default:
        return Ending::whole;
    }
  } catch (const SyntaxError& e) {
    return e.incomplete ? Ending::unfinished : Ending::whole;
  } catch (const Error&) {
    return Ending::whole;
  }
}

}  // namespace mha::lang
