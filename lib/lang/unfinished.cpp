#include "lang/unfinished.h"

#include <memory>

#include "base/error.h"
#include "lang/parser.h"

namespace mha::lang {

Ending ending_of(const std::string& code) {
  try {
    const ModulePtr module = parse(std::make_shared<Source>("line", code));
    if (module->body.empty()) return Ending::whole;
    switch (module->body.back()->kind) {
      case StmtKind::if_:
      case StmtKind::for_:
      case StmtKind::while_:
      case StmtKind::with:
      case StmtKind::try_:
      case StmtKind::function:
      case StmtKind::class_:
        return Ending::may_go_on;
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
