// add_statement_edits(): the kinds of edits that change a whole statement, such as removing it,
// moving it, or changing the names that it assigns.

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "base/text.h"
#include "homework/mend/edit_kinds.h"

namespace mha::homework {

using namespace lang;
using namespace reading;

namespace {

bool is_simple(const Stmt& s) {
  return s.kind == StmtKind::expr || s.kind == StmtKind::assign || s.kind == StmtKind::aug_assign;
}

/// The block that contains a statement; null if it is unknown.
const Block* block_of(const StmtNode& s) {
  if (s.above && s.above->kind == StmtKind::for_) return &as<For>(*s.above).body;
  if (s.above && s.above->kind == StmtKind::with) return &as<With>(*s.above).body;
  if (s.above && s.above->kind == StmtKind::if_) return &as<If>(*s.above).then;
  if (s.function && s.above == static_cast<const Stmt*>(s.function->def)) return &s.function->code->body;
  return s.above ? nullptr : &s.module->body;
}

/// The indentation of a span that begins its line.
uint32_t column_of(const Source& own, Span span) {
  return span.begin - own.line_start(own.place(span.begin).line);
}

/// x.f().g(), whose result is discarded, becomes x = x.f().g(); and torch.f(x) becomes
/// x = torch.f(x).
void keeps(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind != StmtKind::expr) return;
  const Expr& value = *as<ExprStmt>(*s.stmt).value;
  const Expr* inner = survey.worked_on(value);
  while (inner && inner->kind == ExprKind::call) inner = survey.worked_on(*inner);
  if (!inner && value.kind == ExprKind::call && survey.program().path(*as<Call>(value).callee).starts_with("torch.") && !as<Call>(value).args.empty()) {
    inner = as<Call>(value).args[0].get();
  }
  if (!inner || inner->kind != ExprKind::name) return;
  const Source& own = *s.module->source;
  edits.add(s, {{{value.span.begin, value.span.begin}, std::string(own.text(inner->span)) + " = "}}, edits.price());
}

/// A statement removed, unless it calls one of the program's own functions, which is intended.
void drops(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (!is_simple(*s.stmt)) return;
  const auto nodes = survey.program().nodes(*s.stmt);
  if (std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
        return n.expr->kind == ExprKind::call && survey.program().function_named(*as<Call>(*n.expr).callee);
      })) {
    return;
  }
  if (s.stmt->kind == StmtKind::expr && text_of(*as<ExprStmt>(*s.stmt).value)) return;
  edits.add(s, {{s.stmt->span, "pass"}}, edits.price());
}

/// An early return removed, so that the code after it runs.
void returns(const Survey&, EditList& edits, const StmtNode& s) {
  const Block* block = s.stmt->kind == StmtKind::return_ ? block_of(s) : nullptr;
  if (block && block->back().get() != s.stmt) edits.add(s, {{s.stmt->span, "pass"}}, edits.price());
}

/// Two statements exchanged.
void order(const Survey&, EditList& edits, const StmtNode& s) {
  const bool can_move = is_simple(*s.stmt) || s.stmt->kind == StmtKind::return_;
  const Block* block = can_move ? block_of(s) : nullptr;
  if (!block) return;
  for (size_t i = 0; i + 1 < block->size(); ++i) {
    const Stmt& next = *(*block)[i + 1];
    if ((*block)[i].get() != s.stmt || !is_simple(next)) continue;
    const Source& own = *s.module->source;
    edits.add(s, {{s.stmt->span, std::string(own.text(next.span))}, {next.span, std::string(own.text(s.stmt->span))}},
              edits.price());
  }
}

/// Another operator: x /= d in place of x //= d.
void operators(const Survey&, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind != StmtKind::aug_assign) return;
  const auto& own = as<AugAssign>(*s.stmt);
  const Span between = {own.target->span.end, own.value->span.begin};
  const std::string text(s.module->source->text(between));
  const size_t at = text.find_first_of("+-*/@%"), end = text.find('=');
  if (at == std::string::npos || end == std::string::npos || end < at) return;
  for (const char* op : {"+", "-", "*", "/"}) {
    std::string other = text;
    edits.add(s, {{between, other.replace(at, end - at, op)}}, edits.price());
  }
}

/// The condition of an `if` negated.
void conditions(const Survey&, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind != StmtKind::if_) return;
  const Expr& condition = *as<If>(*s.stmt).condition;
  const Source& own = *s.module->source;
  edits.add(s, {{condition.span, "not (" + std::string(own.text(condition.span)) + ")"}}, edits.price());
}

/// Slices of several tensors that are never read, used in place of the whole tensors: q @ k when
/// q_head and k_head were cut out.
void uses_parts(const Survey& survey, EditList& edits, const StmtNode& s) {
  std::map<std::string, std::string> parts;  // whole name to slice
  for (const StmtNode& other : survey.program().statements()) {
    if (other.function != s.function || other.stmt->kind != StmtKind::assign || other.stmt == s.stmt) continue;
    const Expr& target = *as<Assign>(*other.stmt).targets[0];
    const Expr* whole = survey.worked_on(*as<Assign>(*other.stmt).value);
    if (target.kind != ExprKind::name || !whole || whole->kind != ExprKind::name) continue;
    const std::string& name = as<NameExpr>(target).ref.name.str();
    if (!survey.is_read(s.function, name)) parts[as<NameExpr>(*whole).ref.name.str()] = name;
  }
  std::vector<Change> changes;
  for (const ExprNode& n : survey.program().nodes(*s.stmt)) {
    if (n.use != Use::read || n.expr->kind != ExprKind::name) continue;
    const auto part = parts.find(as<NameExpr>(*n.expr).ref.name.str());
    if (part != parts.end()) changes.push_back({n.expr->span, part->second});
  }
  if (changes.size() < 2 || changes.size() > kMostAlike) return;
  edits.add(s, in_order(std::move(changes)), edits.price());
}

/// The values that a statement assigns: one, or one for each name.
std::vector<const Expr*> values_of(const Stmt& s) {
  std::vector<const Expr*> out;
  if (s.kind != StmtKind::assign) return out;
  const Expr& value = *as<Assign>(s).value;
  if (value.kind != ExprKind::tuple) return {&value};
  for (const ExprPtr& item : as<Sequence>(value).items) out.push_back(item.get());
  return out;
}

/// The text with every name replaced by the same one, to compare how statements are written.
std::string pattern(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const auto is_word = [&](size_t at) { return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_'); };
    const bool name = is_word(i) && !std::isdigit(static_cast<unsigned char>(text[i]));
    if (!is_word(i)) {
      out += text[i++];
      continue;
    }
    const size_t from = i;
    while (is_word(i)) ++i;
    out += name ? "w" : text.substr(from, i - from);
  }
  return out;
}

/// A value written like those of similar statements: v = split(self.v(x)) after
/// q = split(self.q(x)).
void likens(const Survey& survey, EditList& edits, const StmtNode& s) {
  const Source& own = *s.module->source;
  for (const Expr* value : values_of(*s.stmt)) {
    if (value->kind != ExprKind::call && value->kind != ExprKind::subscript && value->kind != ExprKind::binary) continue;
    const std::string text(own.text(value->span)), wanted = pattern(text);
    for (const StmtNode& other : survey.program().statements()) {
      if (other.function != s.function || other.module != s.module) continue;
      for (const Expr* whole : values_of(*other.stmt)) {
        if (whole == value) continue;
        for (const ExprNode& n : survey.program().nodes(*whole)) {
          const Span part = n.expr->span;
          if (n.expr == whole || pattern(own.text(part)) != wanted) continue;
          const std::string before(own.text({whole->span.begin, part.begin})), behind(own.text({part.end, whole->span.end}));
          edits.add(s, {{value->span, before + text + behind}}, edits.price(), value->span);
        }
      }
    }
  }
}

/// The name that a statement gives a new value made from the old one, such as k in
/// `k = k.transpose(1, 2)`; "" for any other statement.
std::string updated_by(const Survey& survey, const Stmt& s) {
  if (s.kind != StmtKind::assign || as<Assign>(s).targets.size() != 1) return "";
  const Expr& target = *as<Assign>(s).targets[0];
  if (target.kind != ExprKind::name) return "";
  const std::string& name = as<NameExpr>(target).ref.name.str();
  const auto nodes = survey.program().nodes(*as<Assign>(s).value);
  const bool reads = std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
    return n.expr->kind == ExprKind::name && as<NameExpr>(*n.expr).ref.name.str() == name;
  });
  return reads ? name : "";
}

/// The text of a statement with another name in place of the one that it updates.
std::string with_name(const Survey& survey, const StmtNode& s, const std::string& name, const std::string& other) {
  const Source& own = *s.module->source;
  std::string text(own.text(s.stmt->span));
  std::vector<uint32_t> places;
  for (const ExprNode& n : survey.program().nodes(*s.stmt)) {
    if (n.expr->kind == ExprKind::name && as<NameExpr>(*n.expr).ref.name.str() == name) places.push_back(n.expr->span.begin - s.stmt->span.begin);
  }
  std::sort(places.rbegin(), places.rend());
  for (const uint32_t at : places) text.replace(at, name.size(), other);
  return text;
}

/// A line for one more name, where several names got the same step and one that was made like them
/// did not: `v = v.transpose(1, 2)` after those of q and k; in place of a line that stands there
/// twice, if there is one.
void likens_lines(const Survey& survey, EditList& edits, const StmtNode& s) {
  const std::string name = updated_by(survey, *s.stmt);
  if (name.empty() || !s.function) return;
  const std::string written = with_name(survey, s, name, "_");
  std::vector<std::string> alike;   // the names that got this step, this one last
  std::map<std::string, std::vector<std::string>> made;  // how statements are written, to the names that they give
  bool is_last = true;
  for (const StmtNode& other : survey.program().statements(*s.function)) {
    const std::string updated = updated_by(survey, *other.stmt);
    if (!updated.empty() && with_name(survey, other, updated, "_") == written) {
      if (other.stmt->span.begin <= s.stmt->span.begin) alike.push_back(updated);
      else is_last = false;
    } else if (other.stmt->kind == StmtKind::assign) {
      const Expr& target = *as<Assign>(*other.stmt).targets[0];
      const std::string key = pattern(other.module->source->text(as<Assign>(*other.stmt).value->span));
      for (const ExprNode& n : survey.program().nodes(target)) {
        if (n.expr->kind == ExprKind::name) made[key].push_back(as<NameExpr>(*n.expr).ref.name.str());
      }
    }
  }
  const auto among = [](const std::vector<std::string>& all, const std::string& word) { return std::find(all.begin(), all.end(), word) != all.end(); };
  const bool twice = std::count(alike.begin(), alike.end(), name) > 1;
  if (!is_last || alike.size() < 2) return;
  std::vector<std::string> missing;
  for (const auto& group : made) {
    const std::vector<std::string>& names = group.second;
    if (!std::all_of(alike.begin(), alike.end(), [&](const std::string& n) { return among(names, n); })) continue;
    for (const std::string& other : names) {
      if (!among(alike, other) && !among(missing, other)) missing.push_back(other);
    }
  }
  for (const std::string& other : missing) {
    const std::string line = with_name(survey, s, name, other);
    const uint32_t end = s.stmt->span.end;
    if (twice) edits.add(s, {{s.stmt->span, line}}, edits.price(), s.stmt->span);
    else edits.add(s, {{{end, end}, "\n" + std::string(column_of(*s.module->source, s.stmt->span), ' ') + line}}, edits.price(), s.stmt->span);
  }
}

/// A new name for what a loop counts, if it has that of an argument.
void renames_count(EditList& edits, const StmtNode& s) {
  const Expr& target = *as<For>(*s.stmt).target;
  if (target.kind != ExprKind::name || !s.function) return;
  const Symbol name = as<NameExpr>(target).ref.name;
  const auto& asked = s.function->code->positional;
  if (std::none_of(asked.begin(), asked.end(), [&](const Parameter& p) { return p.name == name; })) return;
  edits.add(s, {{target.span, name.str() + "_here"}}, edits.price(), target.span);
}

/// In a loop, a new name for a value that is overwritten although the next round needs it.
void renames(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind == StmtKind::for_) return renames_count(edits, s);
  if (s.stmt->kind != StmtKind::assign || !s.above || s.above->kind != StmtKind::for_) return;
  const Expr& target = *as<Assign>(*s.stmt).targets[0];
  if (target.kind != ExprKind::name) return;
  const std::string& name = as<NameExpr>(target).ref.name.str();
  std::vector<Change> changes = {{target.span, name + "_here"}};
  bool reads_itself = false;  // or is read earlier in the same round
  for (const ExprNode& n : survey.program().nodes(*s.above)) {
    if (n.use != Use::read || n.expr->kind != ExprKind::name) continue;
    if (as<NameExpr>(*n.expr).ref.name.str() != name) continue;
    if (n.expr->span.begin > s.stmt->span.end) changes.push_back({n.expr->span, name + "_here"});
    reads_itself = reads_itself || (n.expr->span.end <= s.stmt->span.end &&
                                    n.expr->span.begin >= as<For>(*s.above).body.front()->span.begin);
  }
  if (!reads_itself) return;
  edits.add(s, in_order(std::move(changes)), edits.price(), target.span);
}

/// In a loop, a value that each round overwrites, added up instead.
void adds_up(const Survey&, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind != StmtKind::assign || !s.above || s.above->kind != StmtKind::for_) return;
  const auto& assign = as<Assign>(*s.stmt);
  const Expr& target = *assign.targets[0];
  if (assign.targets.size() != 1 || (target.kind != ExprKind::name && target.kind != ExprKind::subscript)) return;
  const std::string_view between = s.module->source->text({target.span.end, assign.value->span.begin});
  const size_t equals = between.find('=');
  if (equals == std::string_view::npos) return;
  const uint32_t at = target.span.end + static_cast<uint32_t>(equals);
  edits.add(s, {{{at, at}, "+"}}, edits.price());
}

// ----------------------------------------------- into loops, and out of them

/// The last statement of a loop, moved after the loop.
void dedents(const Survey&, EditList& edits, const StmtNode& s) {
  if (!s.above || s.above->kind != StmtKind::for_) return;
  const Block& body = as<For>(*s.above).body;
  if (body.size() < 2 || body.back().get() != s.stmt) return;
  const Source& own = *s.module->source;
  const uint32_t from = own.line_start(own.place(s.stmt->span.begin).line);
  const uint32_t depth = column_of(own, s.above->span);
  if (s.stmt->span.begin < from + depth) return;
  edits.add(s, {{{from + depth, s.stmt->span.begin}, ""}}, edits.price());
}

/// A statement of a branch, moved before or after the `if`.
void leaves_branch(const Survey&, EditList& edits, const StmtNode& s) {
  const bool can_move = is_simple(*s.stmt) || s.stmt->kind == StmtKind::return_;
  if (!can_move || !s.above || s.above->kind != StmtKind::if_) return;
  const Source& own = *s.module->source;
  const If& branches = as<If>(*s.above);
  const bool otherwise = !branches.otherwise.empty() && branches.otherwise.back().get() == s.stmt;
  const Block& body = otherwise ? branches.otherwise : branches.then;
  const uint32_t from = own.line_start(own.place(s.stmt->span.begin).line);
  const uint32_t depth = column_of(own, s.above->span);
  if (s.stmt->span.begin < from + depth || !trim(own.text({from, s.stmt->span.begin})).empty()) return;
  if (body.back().get() == s.stmt && body.size() > 1) {
    edits.add(s, {{{from + depth, s.stmt->span.begin}, ""}}, edits.price(), s.stmt->span);
  }
  const Span above = {s.above->span.begin, s.above->span.begin};
  const bool alone = own.text({own.line_start(own.place(above.begin).line), above.begin}).find_first_not_of(' ') == std::string_view::npos;
  if (otherwise || body.front().get() != s.stmt || !alone) return;
  const std::string before = std::string(own.text(s.stmt->span)) + "\n" + std::string(depth, ' ');
  edits.add(s, {{above, before}, {s.stmt->span, "pass"}}, edits.price(), s.stmt->span);
}

/// A method that a statement only names, called: optimizer.step.
void calls_named(const Survey&, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind != StmtKind::expr || as<ExprStmt>(*s.stmt).value->kind != ExprKind::attribute) return;
  const uint32_t end = s.stmt->span.end;
  edits.add(s, {{{end, end}, "()"}}, edits.price(), s.stmt->span);
}

/// The statement after a loop, moved into it.
void indents(const Survey&, EditList& edits, const StmtNode& s) {
  const Block* block = is_simple(*s.stmt) ? block_of(s) : nullptr;
  for (size_t i = 1; block && i < block->size(); ++i) {
    const Stmt& before = *(*block)[i - 1];
    if ((*block)[i].get() != s.stmt || before.kind != StmtKind::for_) continue;
    const Source& own = *s.module->source;
    const Span inner = as<For>(before).body.back()->span;
    const uint32_t column = column_of(own, s.stmt->span);
    if (column_of(own, inner) <= column) continue;
    const std::string deeper(column_of(own, inner) - column, ' ');
    edits.add(s, {{{s.stmt->span.begin, s.stmt->span.begin}, deeper}}, edits.price());
  }
}

/// A value that each round of a loop makes anew, made once before the loop.
void makes_once(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind != StmtKind::assign || !s.above || s.above->kind != StmtKind::for_) return;
  const auto& loop = as<For>(*s.above);
  const Source& own = *s.module->source;
  const uint32_t line = own.line_start(own.place(loop.span.begin).line);
  const bool alone = trim(own.text({line, loop.span.begin})).empty() && loop.body.size() > 1;
  const auto reads = [&](const Expr& name) {
    const auto nodes = survey.program().nodes(*as<Assign>(*s.stmt).value);
    return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) { return own.text(n.expr->span) == own.text(name.span); });
  };
  const bool counts = loop.target->kind == ExprKind::tuple
                          ? std::any_of(as<Sequence>(*loop.target).items.begin(), as<Sequence>(*loop.target).items.end(), [&](const ExprPtr& i) { return reads(*i); })
                          : reads(*loop.target);
  if (!alone || counts) return;
  const std::string before = std::string(own.text(s.stmt->span)) + "\n" + std::string(column_of(own, loop.span), ' ');
  edits.add(s, {{{loop.span.begin, loop.span.begin}, before}, {s.stmt->span, "pass"}}, edits.price(), s.stmt->span);
}

/// A list that is made before a loop and grows in it, made anew in each round.
void makes_anew(const Survey&, EditList& edits, const StmtNode& s) {
  const Block* block = s.stmt->kind == StmtKind::assign ? block_of(s) : nullptr;
  const Source& own = *s.module->source;
  bool before = true;
  for (size_t i = 0; block && i < block->size(); ++i) {
    const Stmt& other = *(*block)[i];
    if (&other == s.stmt) before = false;
    if (before || other.kind != StmtKind::for_) continue;
    const Span first = as<For>(other).body.front()->span;
    const uint32_t column = column_of(own, first);
    if (column <= column_of(own, other.span)) return;
    const int line = own.place(s.stmt->span.begin).line, next = own.place(s.stmt->span.end).line + 1;
    const Span whole = {own.line_start(line), own.line_start(next)};
    if (!trim(own.text({whole.begin, s.stmt->span.begin})).empty()) return;
    const std::string anew = std::string(own.text(s.stmt->span)) + "\n" + std::string(column, ' ');
    edits.add(s, {{whole, ""}, {{first.begin, first.begin}, anew}}, edits.price(), s.stmt->span);
    return;
  }
}

/// A list that __init__ makes and each call extends, made anew in each call.
void makes_anew_each_call(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (!s.cls || !s.function || !sets_up(*s.function) || s.stmt->kind != StmtKind::assign) return;
  const Expr& value = *as<Assign>(*s.stmt).value;
  const bool empty = (value.kind == ExprKind::list && as<Sequence>(value).items.empty()) ||
                     (value.kind == ExprKind::dict && as<DictExpr>(value).items.empty());
  const reading::Index& program = survey.program();
  const auto name = program.self_attribute(*as<Assign>(*s.stmt).targets[0]);
  if (!empty || !name) return;
  for (const ExprNode& n : program.nodes()) {
    if (n.cls != s.cls || !n.function || sets_up(*n.function) || program.self_attribute(*n.expr) != name) continue;
    const Source& own = *n.module->source;
    const Span first = n.function->code->body.front()->span;
    const std::string anew = std::string(own.text(s.stmt->span)) + "\n" + std::string(column_of(own, first), ' ');
    edits.add(s, {{{first.begin, first.begin}, anew}}, edits.price(), s.stmt->span);
    return;
  }
}

/// A value returned by a function of the program that returns none: the last name that it assigns, or
/// all.
void gives(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (!s.function || sets_up(*s.function)) return;
  if (s.function->code->body.back().get() != s.stmt || !is_simple(*s.stmt)) return;
  std::vector<std::string> made;
  for (const StmtNode& other : survey.program().statements(*s.function)) {
    if (other.stmt->kind == StmtKind::return_) return;
    if (other.stmt->kind != StmtKind::assign) continue;
    const Expr& target = *as<Assign>(*other.stmt).targets[0];
    if (target.kind == ExprKind::name) made.push_back(as<NameExpr>(target).ref.name.str());
  }
  if (made.empty()) return;
  const std::string head = "\n" + std::string(column_of(*s.module->source, s.stmt->span), ' ') + "return ";
  const Span behind = {s.stmt->span.end, s.stmt->span.end};
  edits.add(s, {{behind, head + made.back()}}, edits.price(), s.stmt->span);
  if (made.size() > 1) edits.add(s, {{behind, head + join(made, ", ")}}, edits.price(), s.stmt->span);
}

/// `self.` before a name that a method gives a value, and that others read from self.
void makes_own(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (s.stmt->kind != StmtKind::assign || !s.cls || !s.function || !s.function->self) return;
  const reading::Index& program = survey.program();
  const Expr& target = *as<Assign>(*s.stmt).targets[0];
  if (target.kind != ExprKind::name) return;
  const Symbol name = as<NameExpr>(target).ref.name;
  if (!program.attribute_givers(*s.cls, name).empty()) return;
  const bool is_asked = std::any_of(program.nodes().begin(), program.nodes().end(), [&](const ExprNode& n) {
    return n.cls == s.cls && n.use == Use::read && program.self_attribute(*n.expr) == name;
  });
  if (!is_asked || program.method(*s.cls, name.str())) return;
  const std::string own = s.function->self->str() + "." + name.str();
  std::vector<Change> changes = {{target.span, own}};
  for (const ExprNode& n : program.nodes(*s.function)) {
    const bool reads = n.expr->kind == ExprKind::name && n.use == Use::read && as<NameExpr>(*n.expr).ref.name == name;
    if (reads && n.expr->span.begin > s.stmt->span.end) changes.push_back({n.expr->span, own});
  }
  edits.add(s, in_order(std::move(changes)), edits.price(), target.span);
}

/// self.x = x added to a constructor that gets x, if methods read self.x and nothing gives it.
void stores(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (!s.cls || !s.function || !s.function->self || s.function->name() != "__init__") return;
  const Block& body = s.function->code->body;
  if (body.front().get() != s.stmt) return;
  const reading::Index& program = survey.program();
  const Source& own = *s.module->source;
  // Behind the call of the base class, which comes first.
  const std::string first(own.text(s.stmt->span));
  const bool behind = first.find("__init__") != std::string::npos;
  const uint32_t at = behind ? s.stmt->span.end : s.stmt->span.begin;
  const std::string indent(column_of(own, s.stmt->span), ' ');
  for (const Parameter& p : s.function->code->positional) {
    if (p.name == *s.function->self || !program.attribute_givers(*s.cls, p.name).empty() || program.method(*s.cls, p.name.str())) continue;
    const bool asked = std::any_of(program.nodes().begin(), program.nodes().end(), [&](const ExprNode& n) {
      return n.cls == s.cls && n.use == Use::read && program.self_attribute(*n.expr) == p.name;
    });
    const std::string line = s.function->self->str() + "." + p.name.str() + " = " + p.name.str();
    if (asked) edits.add(s, {{{at, at}, behind ? "\n" + indent + line : line + "\n" + indent}}, edits.price(), p.span);
  }
}

/// What a constructor hands to that of its base class: the arguments of the same names. Nothing if it
/// lacks one that is asked for.
std::optional<std::string> handed_to_base(const Survey& survey, const StmtNode& s) {
  std::string out;
  const auto own = [&](const Parameter& asked) {
    const auto& all = s.function->code->positional;
    return std::any_of(all.begin(), all.end(), [&](const Parameter& p) { return p.name == asked.name; });
  };
  for (const ClassNode* base : survey.program().bases(*s.cls)) {
    const FunctionNode* init = survey.program().method(*base, "__init__");
    for (size_t i = 1; init && i < init->code->positional.size(); ++i) {
      const Parameter& p = init->code->positional[i];
      if (own(p)) out += (out.empty() ? "" : ", ") + p.name.str();
      if (!own(p) && !p.default_value) return std::nullopt;
      if (!own(p)) break;
    }
    if (init) break;
  }
  return out;
}

/// super().__init__() added to a constructor that lacks it.
void calls_base(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (!s.cls || !s.function || !sets_up(*s.function) || s.cls->def->bases.empty()) return;
  const Block& body = s.function->code->body;
  if (body.front().get() != s.stmt || s.function->name() != "__init__") return;
  const reading::Index& program = survey.program();
  for (const ExprNode& n : program.nodes(*s.function)) {
    if (n.expr->kind == ExprKind::call && last_name(*as<Call>(*n.expr).callee) == "__init__") return;
  }
  const Source& own = *s.module->source;
  const Span first = s.stmt->span;
  const std::optional<std::string> handed = handed_to_base(survey, s);
  if (!handed) return;
  const std::string call = "super().__init__(" + *handed + ")\n" + std::string(column_of(own, first), ' ');
  edits.add(s, {{{first.begin, first.begin}, call}}, edits.price(), first);
}

// ----------------------------------------------------------------- the kinds

struct StatementKind {
  std::string_view name;  // in a misconception's `mends`
  void (*add)(const Survey& survey, EditList& edits, const StmtNode& s);
};

// In the order in which they are tried; if two kinds give the same change, the first counts.
constexpr StatementKind kStatementKinds[] = {
    {"keep", keeps},
    {"use", uses_parts},
    {"drop", drops}, {"return", returns},
    {"order", order},
    {"call", calls_named},
    {"dedent", dedents},
    {"dedent", leaves_branch},
    {"dedent", indents},
    {"dedent", makes_anew},
    {"dedent", makes_once},
    {"anew", makes_anew_each_call},
    {"condition", conditions},
    {"operator", operators},
    {"rename", renames},
    {"alike", likens},
    {"line", likens_lines},
    {"super", calls_base},
    {"own", makes_own},
    {"store", stores},
    {"give", gives},
    {"add", adds_up},
};

}  // namespace

void add_statement_edits(const Survey& survey, EditList& edits, const StmtNode& s) {
  if (edits.known().mends.empty()) return;
  for (const StatementKind& kind : kStatementKinds) {
    if (edits.mends(kind.name)) kind.add(survey, edits, s);
  }
}

}  // namespace mha::homework
