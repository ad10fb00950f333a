// What the text of an expression shows about its value: a layer, a mask, a tensor.

#include <algorithm>
#include <array>
#include <cctype>

#include "reading/clues_checks.h"

namespace mha::reading {

using namespace lang;

namespace {

constexpr int kMostFollowed = 8;  // how many names are followed

/// Views, casts and selections of a mask are masks too.
constexpr std::array<std::string_view, 26> kSame = {
    "bool",       "to",         "unsqueeze", "view",      "reshape",
    "expand",     "repeat",     "float",     "int",       "long",
    "byte",       "type",       "contiguous", "clone",    "detach",
    "logical_not", "t",         "transpose", "squeeze",   "cuda",
    "type_as",    "expand_as",  "half",      "double",    "astype",
    "masked_fill"};
constexpr std::array<std::string_view, 14> kCreators = {
    "ones",     "zeros",    "full",       "ones_like", "zeros_like",
    "full_like", "new_ones", "new_zeros", "new_full",  "Tensor",
    "empty",    "eye",      "BoolTensor", "tensor"};
constexpr std::array<std::string_view, 9> kNoTensors = {
    "manual_seed", "device", "Generator", "no_grad",      "size",
    "set_printoptions", "finfo", "is_tensor", "set_default_dtype"};

bool is_created(const Index& p, const Expr& e, int depth) {
  if (depth == 0) return false;
  if (e.kind == ExprKind::call) {
    const std::string_view name = last_name(*as<Call>(e).callee);
    if (among(name, kCreators)) return true;
    return as<Call>(e).callee->kind == ExprKind::attribute &&
           among(name, kSame) &&
           is_created(p, *as<Attribute>(*as<Call>(e).callee).object, depth - 1);
  }
  if (e.kind == ExprKind::binary) {  // torch.ones(n, n) * -inf
    return is_created(p, *as<Binary>(e).left, depth - 1) ||
           is_created(p, *as<Binary>(e).right, depth - 1);
  }
  const std::vector<Giver>& givers = p.givers(e);
  return !givers.empty() &&
         std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
           return g.how == Giver::How::change ||
                  (g.value && g.how == Giver::How::whole &&
                   is_created(p, *g.value, depth - 1));
         });
}

bool has_arange(const Index& p, const Expr& e, int depth) {
  if (depth == 0) return false;
  if (e.kind == ExprKind::call) {
    if (last_name(*as<Call>(e).callee) == "arange") return true;
    return as<Call>(e).callee->kind == ExprKind::attribute &&
           has_arange(p, *as<Attribute>(*as<Call>(e).callee).object, depth - 1);
  }
  if (e.kind == ExprKind::subscript) {
    return has_arange(p, *as<Subscript>(e).object, depth - 1);
  }
  for (const Giver& g : p.givers(e)) {
    if (g.value && g.how == Giver::How::whole) {
      return has_arange(p, *g.value, depth - 1);
    }
  }
  return false;
}

bool mask(const Index& p, const Expr& e, int depth) {
  if (depth == 0) return false;
  const auto inner = [&](const Expr& x) { return mask(p, x, depth - 1); };
  switch (e.kind) {
    case ExprKind::name:
    case ExprKind::attribute: {
      if (e.kind == ExprKind::attribute) {
        const std::string_view name = last_name(e);
        if (name == "T" || name == "mT" || name == "data") {
          return inner(*as<Attribute>(e).object);
        }
      }
      const std::vector<Giver>& givers = p.givers(e);
      return !givers.empty() &&
             std::all_of(givers.begin(), givers.end(), [&](const Giver& g) {
               if (g.how == Giver::How::parameter) return names_mask(last_name(e));
               if (g.how == Giver::How::change) return true;
               return g.value && g.how == Giver::How::whole && inner(*g.value);
             });
    }
    case ExprKind::subscript:
      return inner(*as<Subscript>(e).object);
    case ExprKind::unary:
      return inner(*as<Unary>(e).operand);
    case ExprKind::compare: {
      const auto& c = as<Compare>(e);
      if (c.rest.size() != 1) return false;
      if (inner(*c.first) || inner(*c.rest[0])) return true;
      return has_arange(p, *c.first, kMostFollowed) && has_arange(p, *c.rest[0], kMostFollowed);
    }
    case ExprKind::binary: {
      const auto& b = as<Binary>(e);
      const auto plain = [&](const Expr& x) {
        return x.kind == ExprKind::constant || x.kind == ExprKind::unary ||
               p.path(x).ends_with("inf") ||
               (x.kind == ExprKind::call &&
                last_name(*as<Call>(x).callee) == "float");
      };
      return (inner(*b.left) && (plain(*b.right) || inner(*b.right))) ||
             (plain(*b.left) && inner(*b.right));
    }
    case ExprKind::call: {
      const auto& call = as<Call>(e);
      const std::string_view name = last_name(*call.callee);
      const bool library = !p.path(*call.callee).empty();
      const bool method = call.callee->kind == ExprKind::attribute && !library;
      const Expr* object = method
                               ? as<Attribute>(*call.callee).object.get()
                               : call.args.empty() ? nullptr
                                                   : call.args[0].get();
      if (!object) return false;
      if (name == "triu" || name == "tril") {
        return is_created(p, *object, kMostFollowed) || inner(*object);
      }
      if (name == "masked_fill" && is_created(p, *object, kMostFollowed)) {
        const size_t at = method ? 0 : 1;
        return call.args.size() > at && inner(*call.args[at]);
      }
      if (name == "ones" || name == "zeros") {
        const Expr* dtype = argument(call, "dtype");
        return dtype && last_name(*dtype) == "bool";
      }
      if (method && name == "bool" && is_created(p, *object, kMostFollowed)) {
        return true;
      }
      if (method && name == "eq" && inner(*object)) return true;
      return method && among(name, kSame) && inner(*object);
    }
    default:
      return false;
  }
}

}  // namespace

std::optional<std::string> layer_made(const Index& p, const Expr& e) {
  if (e.kind == ExprKind::conditional) {
    if (auto then = layer_made(p, *as<Conditional>(e).then)) return then;
    return layer_made(p, *as<Conditional>(e).otherwise);
  }
  if (e.kind != ExprKind::call) return std::nullopt;
  const Expr& callee = *as<Call>(e).callee;
  const std::string path = p.path(callee);
  constexpr std::string_view kLayers = "torch.nn.";
  if (path.starts_with(kLayers)) {
    const std::string name = path.substr(path.rfind('.') + 1);
    const bool is_class =
        !name.empty() && std::isupper(static_cast<unsigned char>(name[0]));
    if (is_class) return name;
    return std::nullopt;
  }
  if (const ClassNode* c = p.class_named(callee)) {
    if (p.is_module(*c)) return c->def->target.name.str();
    return std::nullopt;
  }
  // nn.Linear(2, 2).to(device) returns the layer itself.
  const std::string_view name = last_name(callee);
  if (callee.kind == ExprKind::attribute &&
      (name == "to" || name == "cuda" || name == "double" || name == "float" ||
       name == "eval" || name == "train" || name == "requires_grad_")) {
    return layer_made(p, *as<Attribute>(callee).object);
  }
  return std::nullopt;
}

bool is_mask(const Index& p, const Expr& e) { return mask(p, e, kMostFollowed); }
bool is_tensor(const Index& p, const Expr& e) {
  if (e.kind != ExprKind::call) return false;
  const Expr& callee = *as<Call>(e).callee;
  const std::string path = p.path(callee);
  const std::string_view name = last_name(callee);
  if (path.empty()) return callee.kind == ExprKind::attribute && is_tensor(p, *as<Attribute>(callee).object);
  return path.starts_with("torch.") && std::islower(static_cast<unsigned char>(name[0])) && !among(name, kNoTensors);
}

bool names_mask(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return lower.find("mask") != std::string::npos;
}

const FunctionNode* outermost(const ExprNode& n) {
  const FunctionNode* f = n.function;
  while (f && f->outer && !f->cls) f = f->outer;
  return f;
}

std::string shown(const Index& p, const Expr& e) {
  const Module& m = *p.node(e).module;
  if (e.kind == ExprKind::call) {
    const auto& call = as<Call>(e);
    const bool empty = call.args.empty() && call.keywords.empty();
    return shown(p, *call.callee) + (empty ? "()" : "(...)");
  }
  if (e.kind == ExprKind::attribute) {
    return shown(p, *as<Attribute>(e).object) + "." +
           as<Attribute>(e).name.str();
  }
  std::string text;
  for (const char c : m.source->text(e.span)) {
    const bool space = c == '\n' || c == '\t' || c == ' ' || c == '\\';
    if (!space) {
      text += c;
    } else if (!text.empty() && text.back() != ' ') {
      text += ' ';
    }
  }
  constexpr size_t kWidth = 60;
  if (text.size() > kWidth) {
    size_t end = kWidth - 3;  // at a character boundary of UTF-8
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
      --end;
    }
    text = text.substr(0, end) + "...";
  }
  return text;
}

std::string quoted(const Index& p, const Expr& e) {
  return "`" + shown(p, e) + "`";
}

}  // namespace mha::reading
