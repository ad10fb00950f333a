#include "reading/rewrite.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "lang/syntax/parser.h"
#include "reading/walk.h"

namespace mha::reading {

using namespace lang;

namespace {

constexpr std::string_view kArrow = " -> ";
constexpr std::string_view kSize = "SIZE";

/// The letter, if a pattern's name is a single capital letter; else empty.
std::string letter(const Expr& e) {
  if (e.kind != ExprKind::name) return "";
  const std::string& name = as<NameExpr>(e).ref.name.str();
  return name.size() == 1 && std::isupper(static_cast<unsigned char>(name[0])) ? name : "";
}

/// One argument of a call; `keyword` is empty for a positional one.
struct Operand {
  std::string keyword;
  const Expr* value;
};

/// A call with its object as the first argument, so that x.f(y) equals torch.f(x, y).
struct Called {
  std::string name;
  std::vector<Operand> operands;
};

std::optional<Called> called(const Expr& e, bool is_function) {
  if (e.kind != ExprKind::call) return std::nullopt;
  const auto& call = as<Call>(e);
  const bool unnamed = std::any_of(call.keywords.begin(), call.keywords.end(),
                                   [](const Keyword& k) { return !k.name; });
  if (unnamed) return std::nullopt;
  Called out;
  out.name = last_name(*call.callee);
  if (call.callee->kind == ExprKind::attribute && !is_function) {
    out.operands.push_back({"", as<Attribute>(*call.callee).object.get()});
  }
  for (const ExprPtr& a : call.args) out.operands.push_back({"", a.get()});
  for (const Keyword& k : call.keywords) out.operands.push_back({k.name->str(), k.value.get()});
  return out;
}

/// Whether a pattern's call has the form of a function: torch.f(A), sqrt(A).
bool is_function_in_pattern(const Expr& e) {
  const Expr& callee = *as<Call>(e).callee;
  if (callee.kind != ExprKind::attribute) return true;
  const Expr& object = *as<Attribute>(callee).object;
  return object.kind == ExprKind::name && letter(object).empty();
}

/// The argument of a call that corresponds to the pattern's argument `wanted` at this position.
const Operand* operand(const Called& call, const Operand& wanted, size_t position) {
  for (const Operand& o : call.operands) {
    if (!o.keyword.empty() && o.keyword == wanted.keyword) return &o;
  }
  if (position < call.operands.size() && call.operands[position].keyword.empty()) {
    return &call.operands[position];
  }
  return nullptr;
}

class Matcher {
 public:
  explicit Matcher(const Index& program) : program_(program) {}

  bool match(const Expr& pattern, const Expr& e) {
    if (const std::string name = letter(pattern); !name.empty()) return bind(name, e);
    if (pattern.kind != e.kind) return false;
    switch (pattern.kind) {
      case ExprKind::constant:
        return as<Constant>(pattern).value.is(as<Constant>(e).value) || same_constant(pattern, e);
      case ExprKind::name:
        return as<NameExpr>(pattern).ref.name == as<NameExpr>(e).ref.name;
      case ExprKind::attribute:
        return as<Attribute>(pattern).name == as<Attribute>(e).name &&
               match(*as<Attribute>(pattern).object, *as<Attribute>(e).object);
      case ExprKind::unary:
        return as<Unary>(pattern).op == as<Unary>(e).op &&
               match(*as<Unary>(pattern).operand, *as<Unary>(e).operand);
      case ExprKind::binary:
        return as<Binary>(pattern).op == as<Binary>(e).op &&
               match(*as<Binary>(pattern).left, *as<Binary>(e).left) &&
               match(*as<Binary>(pattern).right, *as<Binary>(e).right);
      case ExprKind::compare:
        return as<Compare>(pattern).ops == as<Compare>(e).ops &&
               match(*as<Compare>(pattern).first, *as<Compare>(e).first) &&
               match(*as<Compare>(pattern).rest[0], *as<Compare>(e).rest[0]);
      case ExprKind::subscript:
        return match(*as<Subscript>(pattern).object, *as<Subscript>(e).object) &&
               match(*as<Subscript>(pattern).index, *as<Subscript>(e).index);
      case ExprKind::tuple:
        return match_items(as<Sequence>(pattern), as<Sequence>(e));
      case ExprKind::call:
        return match_call(pattern, e);
      default:
        return false;
    }
  }

  Bindings bindings;

 private:
  bool bind(const std::string& name, const Expr& e) {
    if (e.kind == ExprKind::starred || e.kind == ExprKind::slice) return false;
    const Source& source = *program_.node(e).module->source;
    return bind(name, {std::string(source.text(e.span)), operand_text(source, e)});
  }

  bool bind(const std::string& name, Bound bound) {
    const auto it = bindings.find(name);
    if (it != bindings.end()) return it->second.text == bound.text;
    bindings[name] = std::move(bound);
    return true;
  }

  static bool same_constant(const Expr& a, const Expr& b) {
    const Value& x = as<Constant>(a).value;
    const Value& y = as<Constant>(b).value;
    if (x.is_int() && y.is_int()) return x.as_int() == y.as_int();
    if (x.is_float() && y.is_float()) return x.as_float() == y.as_float();
    return text_of(a) && text_of(a) == text_of(b);
  }

  bool match_items(const Sequence& pattern, const Sequence& e) {
    if (pattern.items.size() != e.items.size()) return false;
    for (size_t i = 0; i < e.items.size(); ++i) {
      if (!match(*pattern.items[i], *e.items[i])) return false;
    }
    return true;
  }

  bool match_call(const Expr& pattern, const Expr& e) {
    const bool imported = !program_.path(*as<Call>(e).callee).empty();
    const auto wanted = called(pattern, is_function_in_pattern(pattern));
    const auto own = called(e, imported || as<Call>(e).callee->kind != ExprKind::attribute);
    if (!own || wanted->name != own->name) return false;
    size_t count = wanted->operands.size();
    if (count > 0 && wanted->operands.back().value->kind == ExprKind::starred) {
      if (own->operands.size() < count || !bind_rest(*wanted, *own)) return false;
      --count;
    } else if (own->operands.size() != count) {
      return false;
    }
    for (size_t i = 0; i < count; ++i) {
      const Operand* o = operand(*own, wanted->operands[i], i);
      if (!o || !match(*wanted->operands[i].value, *o->value)) return false;
    }
    return true;
  }

  /// *Z: the text from the first remaining argument to the last.
  bool bind_rest(const Called& wanted, const Called& own) {
    const size_t first = wanted.operands.size() - 1;
    for (size_t i = first; i < own.operands.size(); ++i) {
      if (!own.operands[i].keyword.empty()) return false;
    }
    const Span from = own.operands[first].value->span, to = own.operands.back().value->span;
    const Source& source = *program_.node(*own.operands[first].value).module->source;
    std::string text(source.text({from.begin, to.end}));
    const std::string name = letter(*as<Starred>(*wanted.operands[first].value).value);
    return bind(name, {text, text});
  }

  const Index& program_;
};

/// Writes the right side of a rule.
class Writer {
 public:
  Writer(const Source& rule, const Bindings& bindings, const std::string& size)
      : rule_(rule), bindings_(bindings), size_(size) {}

  /// The rule's text with the letters replaced.
  std::string text(const Expr& e) {
    std::vector<const Expr*> holes;
    find_holes(e, holes);
    std::sort(holes.begin(), holes.end(), [](const Expr* a, const Expr* b) {
      return a->span.begin < b->span.begin;
    });
    std::string out;
    uint32_t at = e.span.begin;
    for (const Expr* hole : holes) {
      out += rule_.text({at, hole->span.begin});
      const std::string name =
          letter(hole->kind == ExprKind::starred ? *as<Starred>(*hole).value : *hole);
      out += name.empty()  ? size_
             : hole == &e ? bindings_.at(name).text
                          : bindings_.at(name).operand;
      at = hole->span.end;
    }
    return out + std::string(rule_.text({at, e.span.end}));
  }

 private:
  void find_holes(const Expr& e, std::vector<const Expr*>& holes) const {
    // The remaining arguments keep their commas.
    const Expr& inner = e.kind == ExprKind::starred ? *as<Starred>(e).value : e;
    const bool is_size = e.kind == ExprKind::name && as<NameExpr>(e).ref.name.str() == kSize;
    if (is_size || bindings_.contains(letter(inner))) {
      holes.push_back(&e);
      return;
    }
    parts_of(e, Use::read,
                      [&](const Expr& part, Use) { find_holes(part, holes); });
  }

  const Source& rule_;
  const Bindings& bindings_;
  const std::string& size_;
};

const Expr& only_expression(const ModulePtr& module) {
  return *as<ExprStmt>(*module->body[0]).value;
}

/// Parses an expression; null, and a complaint, if it is not one.
ModulePtr read_side(const lesson::Fence& fence, std::string_view side, lesson::Complaints& complaints) {
  const std::string text(trim(side));
  ModulePtr module = text.empty() ? nullptr : complaints.parsed(text, fence.content.begin);
  if (!module) return nullptr;
  if (module->body.size() == 1 && module->body[0]->kind == StmtKind::expr) return module;
  complaints.add(fence.head, "a rule has one expression on each side of ->");
  return nullptr;
}

}  // namespace

const Expr& Rewrite::pattern() const { return only_expression(from); }
const Expr& Rewrite::replacement() const { return only_expression(to); }

std::vector<Rewrite> read_rewrites(const lesson::Fence& fence, lesson::Complaints& complaints) {
  std::vector<Rewrite> rules;
  for (const std::string& line : split_lines(fence.body)) {
    if (trim(line).empty()) continue;
    const size_t arrow = line.find(kArrow);
    if (arrow == std::string::npos) {
      complaints.add(fence.head, "a rule has the form `EXPRESSION -> EXPRESSION`");
      continue;
    }
    Rewrite rule{read_side(fence, std::string_view(line).substr(0, arrow), complaints),
                 read_side(fence, std::string_view(line).substr(arrow + kArrow.size()), complaints)};
    if (rule.from && rule.to) rules.push_back(std::move(rule));
  }
  return rules;
}

std::optional<Bindings> match(const Index& program, const Expr& pattern, const Expr& e) {
  Matcher matcher(program);
  if (!matcher.match(pattern, e)) return std::nullopt;
  return std::move(matcher.bindings);
}

std::string operand_text(const Source& source, const Expr& e) {
  const std::string text(source.text(e.span));
  switch (e.kind) {
    case ExprKind::name:
    case ExprKind::attribute:
    case ExprKind::subscript:
    case ExprKind::call:
    case ExprKind::list:
    case ExprKind::dict:
      return text;
    case ExprKind::constant:
      return as<Constant>(e).value.is_int() ? text : "(" + text + ")";
    default:
      return text.starts_with('(') && e.kind == ExprKind::tuple ? text : "(" + text + ")";
  }
}

std::string rewritten(const Index& program, const Source& source, const Rewrite& rule,
                      const Expr& e, const Bindings& bindings, const std::string& size) {
  Writer writer(*rule.to->source, bindings, size);
  const Expr& right = rule.replacement();
  if (e.kind != ExprKind::call || right.kind != ExprKind::call) return writer.text(right);
  const bool imported = !program.path(*as<Call>(e).callee).empty();
  const auto own = called(e, imported || as<Call>(e).callee->kind != ExprKind::attribute);
  const auto wanted = called(right, is_function_in_pattern(right));
  if (!own || !wanted || own->operands.empty() || own->operands.size() != wanted->operands.size()) return writer.text(right);
  // If the form of the call stays the same, keep how it is written and replace only the name.
  std::string out(source.text({e.span.begin, own->operands[0].value->span.begin}));
  const size_t name = out.rfind(own->name);
  const bool method = name == std::string::npos;
  if (!method) out.replace(name, own->name.size(), wanted->name);
  uint32_t at = own->operands[0].value->span.begin;
  for (size_t i = 0; i < wanted->operands.size(); ++i) {
    const Operand* o = operand(*own, wanted->operands[i], i);
    if (!o || o->value->span.begin < at) return writer.text(right);
    std::string between(source.text({at, o->value->span.begin}));
    if (const size_t found = between.rfind("." + own->name); method && i == 1 && found != std::string::npos) {
      between.replace(found + 1, own->name.size(), wanted->name);
    }
    out += between + writer.text(*wanted->operands[i].value);
    at = o->value->span.end;
  }
  std::string rest(source.text({at, e.span.end}));
  if (const size_t found = rest.find("." + own->name); method && wanted->operands.size() == 1 && found != std::string::npos) {
    rest.replace(found + 1, own->name.size(), wanted->name);
  }
  return out + rest;
}

bool asks_for_size(const Rewrite& rule) {
  return rule.to->source->text().find(kSize) != std::string::npos;
}

}  // namespace mha::reading
