// Clues in single statements and expressions: discarded results, and conditions and biases that are
// always true.

#include <algorithm>
#include <array>
#include <set>

#include "reading/clues_checks.h"

namespace mha::reading {

using namespace lang;

namespace {

/// Methods that never change their object.
constexpr std::array<std::string_view, 47> kPure = {
    "transpose",   "permute",     "view",      "reshape",   "masked_fill",
    "contiguous",  "softmax",     "log_softmax", "unsqueeze", "squeeze",
    "flatten",     "expand",      "expand_as", "view_as",   "repeat_interleave",
    "chunk",       "unbind",      "matmul",    "bmm",       "mm",
    "triu",        "tril",        "swapaxes",  "swapdims",  "movedim",
    "masked_select", "where",     "sum",       "mean",      "amax",
    "amin",        "argmax",      "clone",     "detach",    "sqrt",
    "rsqrt",       "exp",         "div",       "mul",       "sub",
    "sigmoid",     "tanh",        "cumsum",    "repeat",    "t",
    "dropout",     "softmin"};
/// Functions of torch, numpy and einops that change nothing.
constexpr std::array<std::string_view, 11> kPureFunctions = {
    "cat",    "concat", "concatenate", "stack", "einsum", "rearrange",
    "scaled_dot_product_attention", "dot", "multiply", "divide", "normalize"};
constexpr std::array<std::string_view, 11> kPureLayers = {
    "Linear", "Dropout", "Softmax",  "LayerNorm", "Identity",  "ReLU",
    "GELU",   "Sigmoid", "Dropout1d", "Dropout2d", "AlphaDropout"};

bool acts_in_place(const Call& call) {
  if (argument(call, "out")) return true;
  const Expr* inplace = argument(call, "inplace");
  return inplace && !(inplace->kind == ExprKind::constant &&
                      as<Constant>(*inplace).value.is_bool() &&
                      !as<Constant>(*inplace).value.as_bool());
}

/// Whether a part of the expression changes an object.
bool has_effects(const Index& p, const Expr& e) {
  for (const ExprNode& n : p.nodes(e)) {
    if (n.expr->kind == ExprKind::named) return true;
    if (n.expr->kind != ExprKind::call) continue;
    const std::string_view name = last_name(*as<Call>(*n.expr).callee);
    if (name.ends_with("_") || name == "append" || name == "pop" ||
        name == "print" || acts_in_place(as<Call>(*n.expr))) {
      return true;
    }
  }
  return false;
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// The name of the call whose result is discarded, or nothing.
std::optional<std::string> vain_call(const Index& p, const Call& call) {
  const Expr& callee = *call.callee;
  const std::string name(last_name(callee));
  if (name.empty() || acts_in_place(call)) return std::nullopt;
  const std::string path = p.path(callee);
  if (!path.empty()) {
    const bool library = path.starts_with("torch.") ||
                         path.starts_with("numpy.") ||
                         path.starts_with("einops.");
    if (!library || path.find(".init.") != std::string::npos) {
      return std::nullopt;
    }
    if (among(name, kPure) || among(name, kPureFunctions)) return name;
    return std::nullopt;
  }
  if (p.function_named(callee) || p.class_named(callee)) return std::nullopt;
  if (callee.kind != ExprKind::attribute) return std::nullopt;
  const Expr& object = *as<Attribute>(callee).object;
  if (p.is_self(object)) {  // self.dropout(weights)
    const std::vector<Giver>& givers = p.givers(callee);
    std::string layer;
    for (const Giver& g : givers) {
      if (!g.value || g.value->kind != ExprKind::call) return std::nullopt;
      const auto& made = as<Call>(*g.value);
      const auto of = layer_made(p, made);
      const bool hidden = has_starred(made) || acts_in_place(made) ||
                          (of != "Linear" && made.args.size() > 1);
      if (!of || !p.path(*made.callee).starts_with("torch.nn.") ||
          !among(*of, kPureLayers) || hidden) {
        return std::nullopt;
      }
      layer = lower(*of);
    }
    if (layer.empty()) return std::nullopt;
    return layer;
  }
  if (object.kind == ExprKind::call &&
      last_name(*as<Call>(object).callee) == "super") {
    return std::nullopt;
  }
  if (among(name, kPure)) return name;
  return std::nullopt;
}

/// Whether the statement runs for another purpose than its value: to see it fail, or to time it.
bool is_trial(const StmtNode& s) {
  if (s.above && s.above->kind == StmtKind::try_) return true;
  if (s.above && s.above->kind == StmtKind::for_) {
    const Expr& target = *as<For>(*s.above).target;
    return last_name(target) == "_" && as<For>(*s.above).body.size() == 1;
  }
  return false;
}

/// At module level a bare expression may be there to show its value, as in a notebook. It counts as
/// a mistake if its operand is used again as if it had changed.
bool goes_on(const Index& p, const StmtNode& s, const Expr& value) {
  if (s.module->body.back().get() == s.stmt) return false;
  const NameExpr* root = nullptr;
  for (const ExprNode& n : p.nodes(value)) {
    if (n.expr->kind == ExprKind::name && p.path(*n.expr).empty()) {
      root = &as<NameExpr>(*n.expr);
      break;
    }
  }
  if (!root) return false;
  for (const ExprNode& n : p.nodes()) {
    if (n.module == s.module && n.expr->span.begin >= s.stmt->span.end &&
        n.expr->kind == ExprKind::name && n.use == Use::read &&
        as<NameExpr>(*n.expr).ref.name == root->ref.name && !n.function) {
      return true;
    }
  }
  return false;
}

std::string_view operation(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return "add";
    case BinaryOp::sub: return "sub";
    case BinaryOp::mul: return "mul";
    case BinaryOp::div: return "div";
    case BinaryOp::matmul: return "matmul";
    default: return "";
  }
}

/// The same for a call of the program's own function that only computes what it returns.
std::optional<std::string> vain_own_call(const Index& p, const Call& call) {
  const FunctionNode* f = p.callee(*call.callee);
  if (!f || f->code->body.empty()) return std::nullopt;
  const Block& body = f->code->body;
  for (const StmtPtr& s : std::span(body).first(body.size() - 1)) {
    if (s->kind == StmtKind::expr && text_of(*as<ExprStmt>(*s).value)) continue;  // a docstring
    if (s->kind != StmtKind::assign) return std::nullopt;
    for (const ExprPtr& target : as<Assign>(*s).targets) {
      if (target->kind != ExprKind::name && target->kind != ExprKind::tuple) return std::nullopt;
    }
  }
  const Expr* value = body.back()->kind == StmtKind::return_ ? as<Return>(*body.back()).value.get() : nullptr;
  if (value && value->kind == ExprKind::call) return vain_call(p, as<Call>(*value));
  if (!value || value->kind != ExprKind::binary || has_effects(p, *value)) return std::nullopt;
  // An expression of library calls alone, such as a formula for GELU.
  const auto parts = p.nodes(*value);
  const bool pure = std::all_of(parts.begin(), parts.end(), [&](const ExprNode& n) {
    return n.expr->kind != ExprKind::call || !p.path(*as<Call>(*n.expr).callee).empty() || vain_call(p, as<Call>(*n.expr));
  });
  return pure ? std::optional<std::string>("own") : std::nullopt;
}

}  // namespace

void find_discarded(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  for (const StmtNode& s : p.statements()) {
    if (s.stmt->kind != StmtKind::expr || !reach.has(s)) continue;
    const Expr& value = *as<ExprStmt>(*s.stmt).value;
    std::string subject;
    if (value.kind == ExprKind::call) {
      subject = vain_call(p, as<Call>(value)).value_or("");
      if (subject.empty()) subject = vain_own_call(p, as<Call>(value)).value_or("");
    } else if (value.kind == ExprKind::binary && s.function) {
      subject = operation(as<Binary>(value).op);
    }
    if (subject.empty() || has_effects(p, value) || is_trial(s)) continue;
    if (!s.function && !goes_on(p, s, value)) continue;
    clues.add("discarded", subject, *s.module, value.span,
              "the result of " + quoted(p, value) + " is not kept");
  }
}

void find_overwritten_inputs(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  for (const StmtNode& s : p.statements()) {
    if (s.stmt->kind != StmtKind::assign || !reach.has(s) || !s.function || !s.above ||
        s.above->kind != StmtKind::for_) {
      continue;
    }
    const auto& assign = as<Assign>(*s.stmt);
    if (assign.targets.size() != 1 || assign.targets[0]->kind != ExprKind::name ||
        assign.value->kind != ExprKind::call) {
      continue;
    }
    // x = head(x), for head in heads, with every x kept: each head should have received the
    // original input.
    const lang::Symbol name = as<NameExpr>(*assign.targets[0]).ref.name;
    const auto& loop = as<For>(*s.above);
    const auto reads = [&](const Expr& e, lang::Symbol wanted) {
      const auto nodes = p.nodes(e);
      return std::any_of(nodes.begin(), nodes.end(), [&](const ExprNode& n) {
        return n.expr->kind == ExprKind::name && as<NameExpr>(*n.expr).ref.name == wanted;
      });
    };
    const auto& call = as<Call>(*assign.value);
    const bool by_turns = loop.target->kind == ExprKind::name &&
                          reads(*call.callee, as<NameExpr>(*loop.target).ref.name);
    const bool from_itself = std::any_of(call.args.begin(), call.args.end(),
                                         [&](const ExprPtr& a) { return reads(*a, name); });
    const auto& parameters = s.function->code->positional;
    const bool given = std::any_of(parameters.begin(), parameters.end(),
                                   [&](const auto& x) { return x.name == name; });
    if (!by_turns || !from_itself || !given) continue;
    for (const ExprNode& n : p.nodes(*s.above)) {
      if (n.expr->kind != ExprKind::call) continue;
      const auto& kept = as<Call>(*n.expr);
      const bool appends = kept.callee->kind == ExprKind::attribute &&
                           as<Attribute>(*kept.callee).name.str() == "append";
      if (!appends || kept.args.empty() || !reads(*kept.args[0], name)) continue;
      clues.add("input-overwritten", name.str(), *s.module, s.stmt->span,
                "each head after the first gets `" + name.str() + "` from the head before it");
      break;
    }
  }
}

void find_tuple_asserts(const Reach& reach, ClueList& clues) {
  for (const StmtNode& s : reach.program.statements()) {
    if (s.stmt->kind != StmtKind::assert_ || !reach.has(s)) continue;
    const Expr& condition = *as<Assert>(*s.stmt).condition;
    if (condition.kind != ExprKind::tuple ||
        as<Sequence>(condition).items.empty()) {
      continue;
    }
    clues.add("assert-tuple", "", *s.module, condition.span,
              "the assert checks a tuple, and a tuple always counts as true");
  }
}

/// Whether an expression is true whatever happens: "yes", 2, torch.uint8.
static bool is_always_true(const Index& p, const Expr& e) {
  if (e.kind == ExprKind::attribute) return p.path(e).starts_with("torch.");
  if (e.kind != ExprKind::constant) return false;
  const Value& v = as<Constant>(e).value;
  const std::optional<std::string> text = text_of(e);
  return (text && !text->empty()) || (v.is_int() && !v.is_bool() && v.as_int() != 0);
}

/// `mask.dtype == torch.bool or torch.uint8`: the other choice is compared with nothing.
void find_bare_choices(const Reach& reach, ClueList& clues) {
  for (const ExprNode& n : reach.program.nodes()) {
    if (n.expr->kind != ExprKind::logical || as<Logical>(*n.expr).is_and || !reach.has(n)) continue;
    const std::vector<ExprPtr>& all = as<Logical>(*n.expr).operands;
    const bool compares = all[0]->kind == ExprKind::compare && as<Compare>(*all[0]).ops[0] == CompareOp::eq;
    const auto bare = std::find_if(all.begin() + 1, all.end(), [&](const ExprPtr& e) { return is_always_true(reach.program, *e); });
    if (!compares || bare == all.end()) continue;
    clues.add("bare-choice", "", *n.module, n.expr->span,
              "`" + std::string(n.module->source->text((*bare)->span)) + "` after `or` is compared with nothing, and counts as true");
  }
}

/// The keys of `{"a": x, "b": y}`, or of `dict([("a", x), ("b", y)])`.
static std::vector<const Expr*> keys_of(const Expr& e) {
  std::vector<const Expr*> keys;
  if (e.kind == ExprKind::dict) {
    for (const auto& item : as<DictExpr>(e).items) keys.push_back(item.first.get());
    return keys;
  }
  const Call* call = e.kind == ExprKind::call ? &as<Call>(e) : nullptr;
  const std::string_view name = call ? last_name(*call->callee) : "";
  if ((name != "dict" && name != "OrderedDict") || call->args.size() != 1) return keys;
  const Expr& pairs = *call->args[0];
  if (pairs.kind != ExprKind::list && pairs.kind != ExprKind::tuple) return keys;
  for (const ExprPtr& pair : as<Sequence>(pairs).items) {
    const bool is_pair = pair->kind == ExprKind::tuple && as<Sequence>(*pair).items.size() == 2;
    keys.push_back(is_pair ? as<Sequence>(*pair).items[0].get() : nullptr);
  }
  return keys;
}

void find_repeated_keys(const Reach& reach, ClueList& clues) {
  for (const ExprNode& n : reach.program.nodes()) {
    if (!reach.has(n)) continue;
    std::set<std::string> before;
    for (const Expr* key : keys_of(*n.expr)) {
      const auto text = key ? text_of(*key) : std::nullopt;
      if (!text || before.insert(*text).second) continue;
      clues.add("key-twice", *text, *n.module, key->span, "two entries have the key " + quoted(reach.program, *key));
    }
  }
}

void find_text_biases(const Reach& reach, ClueList& clues) {
  const Index& p = reach.program;
  const auto check = [&](const Expr& value, const Module& m,
                         const std::string& name) {
    const auto text = text_of(value);
    if (!text || text->empty()) return;
    clues.add("bias-as-text", *text, m, value.span,
                  "`" + name + "` gets the text " + quoted(p, value) +
                      ", and a text always counts as true");
  };
  const auto is_bias = [](const std::string& name) {
    return name.find("bias") != std::string::npos;
  };
  for (const ExprNode& n : p.nodes()) {
    if (n.expr->kind != ExprKind::call) continue;
    const auto& call = as<Call>(*n.expr);
    const ClassNode* c = p.class_named(*call.callee);
    const bool layer = p.path(*call.callee).starts_with("torch.nn.") &&
                       reach.has(n);
    // Any code may call one of the program's own classes.
    if (!layer && !(c && reach.classes.contains(c) && p.is_module(*c))) continue;
    for (const Keyword& k : call.keywords) {
      if (k.name && is_bias(k.name->str())) {
        check(*k.value, *n.module, k.name->str());
      }
    }
    if (layer && last_name(*call.callee) == "Linear" && call.args.size() == 3) {
      check(*call.args[2], *n.module, "bias");
    }
  }
  for (const FunctionNode* f : reach.functions) {
    if (!f->cls || !p.is_module(*f->cls) || f->name() != "__init__") continue;
    for (const auto* list : {&f->code->positional, &f->code->keyword_only}) {
      for (const Parameter& a : *list) {
        if (a.default_value && is_bias(a.name.str())) {
          check(*a.default_value, *f->module, a.name.str());
        }
      }
    }
  }
}

}  // namespace mha::reading
