#include "reading/parameters.h"

#include <algorithm>
#include <map>
#include <optional>

#include "lang/values/class_object.h"
#include "lesson/course/document.h"
#include "reading/expressions.h"
#include "reading/index.h"
#include "reading/vocabulary.h"

namespace mha::reading {

namespace {

using namespace lang;

bool is_name(const Expr& e, const std::string& name) {
  const auto* n = as_kind<NameExpr>(e, ExprKind::name);
  return n && n->ref.name.str() == name;
}

/// The use of a parameter in a product: as w, or transposed as w.T, w.t(), w.transpose(0, 1).
WeightUse factor_use(const Expr& e, const std::string& name) {
  if (is_name(e, name)) return WeightUse::as_it_is;
  const auto* call = as_kind<Call>(e, ExprKind::call);
  const auto* a = as_kind<Attribute>(call ? *call->callee : e, ExprKind::attribute);
  const bool turns = a && is_name(*a->object, name) &&
                     is_one_of(a->name.str(), {"T", "mT", "t", "transpose", "swapaxes"});
  return turns ? WeightUse::turned : WeightUse::none;
}

/// "b t d" and "btd" as a list of axes.
std::vector<std::string> axes_of(std::string_view text) {
  const bool spaced = text.find(' ', text.find_first_not_of(' ')) != std::string_view::npos &&
                      text.find_last_not_of(' ') > text.find(' ', text.find_first_not_of(' '));
  std::vector<std::string> out;
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (c != ' ') word += c;
    if (!word.empty() && (c == ' ' || !spaced)) {
      out.push_back(word);
      word.clear();
    }
  }
  return out;
}

/// In an einsum, the summed axis is the weight's first or, if it is transposed, its last.
WeightUse use_in_einsum(const Call& call, const std::string& name) {
  std::string pattern;
  std::vector<const Expr*> operands;
  for (const ExprPtr& a : call.args) {
    const auto* constant = as_kind<Constant>(*a, ExprKind::constant);
    const auto* text = constant ? constant->value.get<StrObject>() : nullptr;
    if (text) {
      pattern = text->text();
    } else {
      operands.push_back(a.get());
    }
  }
  const size_t arrow = pattern.find("->");
  if (arrow == std::string::npos) return WeightUse::none;
  const std::vector<std::string> kept = axes_of(std::string_view(pattern).substr(arrow + 2));
  const std::vector<std::string> inputs = lesson::comma_list(pattern.substr(0, arrow));
  for (size_t i = 1; i < std::min(inputs.size(), operands.size()); ++i) {
    if (!is_name(*operands[i], name)) continue;
    const std::vector<std::string> axes = axes_of(inputs[i]);
    if (axes.size() != 2) return WeightUse::none;
    const bool first = std::find(kept.begin(), kept.end(), axes[0]) == kept.end();
    return first ? WeightUse::as_it_is : WeightUse::turned;
  }
  return WeightUse::none;
}

WeightUse use_in_call(const Call& call, const std::string& name) {
  const std::string_view callee = last_name(*call.callee);
  if (callee == "einsum") return use_in_einsum(call, name);
  if (callee == "linear" && call.args.size() >= 2) {
    if (is_name(*call.args[1], name)) return WeightUse::turned;
    if (call.args.size() > 2 && is_name(*call.args[2], name)) return WeightUse::added;
  }
  if (call.args.empty() || !is_one_of(callee, {"matmul", "mm", "dot"})) return WeightUse::none;
  return factor_use(*call.args.back(), name);
}

}  // namespace

bool reads_name(const FunctionObject& f, const std::string& name) {
  bool found = false;
  Expressions([&](const Expr& e) { found = found || is_name(e, name); }).walk(*f.code);
  return found;
}

std::vector<HandedTo> handed_to(const std::string& parameter, const FunctionObject& f,
                                const ConstructorOf& constructor_of) {
  std::vector<HandedTo> out;
  Expressions([&](const Expr& e) {
    const auto* made = as_kind<Call>(e, ExprKind::call);
    const auto* cls = made ? as_kind<NameExpr>(*made->callee, ExprKind::name) : nullptr;
    const FunctionObject* inner = cls && constructor_of ? constructor_of(cls->ref.name) : nullptr;
    if (!inner || inner == &f) return;
    const auto& names = inner->code->positional;
    for (size_t i = 0; i < made->args.size() && i + 1 < names.size(); ++i) {
      if (is_name(*made->args[i], parameter)) out.push_back({inner, names[i + 1].name.str()});
    }
    for (const Keyword& k : made->keywords) {
      if (k.name && is_name(*k.value, parameter)) out.push_back({inner, k.name->str()});
    }
  }).walk(*f.code);
  return out;
}

bool is_unused(const std::string& parameter, const FunctionObject& init, const FunctionObject* call,
               const ConstructorOf& constructor_of) {
  int reads = 0;
  Expressions([&](const Expr& e) { reads += is_name(e, parameter); }).walk(*init.code);
  for (const HandedTo& to : handed_to(parameter, init, constructor_of)) {
    reads -= is_unused(to.parameter, *to.constructor, nullptr, constructor_of);
  }
  // self.length = length
  for (const StmtPtr& s : init.code->body) {
    if (reads == 0 || !call || s->kind != StmtKind::assign) continue;
    const auto& assign = static_cast<const Assign&>(*s);
    const auto* kept = assign.targets.size() == 1
                           ? as_kind<Attribute>(*assign.targets[0], ExprKind::attribute) : nullptr;
    if (!kept || !is_name(*assign.value, parameter)) continue;
    int uses = -1;  // do not count this one
    for (const FunctionObject* f : {&init, call}) {
      Expressions([&](const Expr& e) {
        const auto* a = as_kind<Attribute>(e, ExprKind::attribute);
        uses += a && a->name == kept->name;
      }).walk(*f->code);
    }
    reads -= uses == 0;
  }
  return reads == 0;
}

/// The texts that a comprehension goes through: of `for name in ("q", "k")`, by the name.
static std::map<std::string, std::set<std::string>> texts_gone_through(const FunctionCode& code) {
  std::map<std::string, std::set<std::string>> out;
  const auto text_in = [](const Expr& e) {
    const auto* constant = as_kind<Constant>(e, ExprKind::constant);
    return constant ? constant->value.get<StrObject>() : nullptr;
  };
  Expressions([&](const Expr& e) {
    const auto* all = as_kind<Comprehension>(e, ExprKind::comprehension);
    if (!all) return;
    for (const ComprehensionClause& clause : all->clauses) {
      const auto* name = as_kind<NameExpr>(*clause.target, ExprKind::name);
      if (!name) continue;
      std::set<std::string>& texts = out[name->ref.name.str()];
      if (const auto* letters = text_in(*clause.iterable)) {
        for (const char c : letters->text()) texts.insert(std::string(1, c));
      } else if (clause.iterable->kind == ExprKind::tuple || clause.iterable->kind == ExprKind::list) {
        for (const ExprPtr& item : static_cast<const Sequence&>(*clause.iterable).items) {
          if (const auto* text = text_in(*item)) texts.insert(text->text());
        }
      }
    }
  }).walk(code);
  return out;
}

std::set<std::string> keys_read(const FunctionObject& f, const std::string& parameter) {
  std::set<std::string> keys;
  const std::map<std::string, std::set<std::string>> through = texts_gone_through(*f.code);
  Expressions([&](const Expr& e) {
    const Expr* index = nullptr;
    if (const auto* s = as_kind<Subscript>(e, ExprKind::subscript)) {
      if (is_name(*s->object, parameter)) index = s->index.get();
    } else if (const auto* call = as_kind<Call>(e, ExprKind::call)) {
      const auto* a = as_kind<Attribute>(*call->callee, ExprKind::attribute);
      const bool gets = a && is_one_of(a->name.str(), {"get", "pop"}) &&
                        is_name(*a->object, parameter) && !call->args.empty();
      if (gets) index = call->args[0].get();
    }
    const auto* key = index ? as_kind<Constant>(*index, ExprKind::constant) : nullptr;
    const auto* text = key ? key->value.get<StrObject>() : nullptr;
    if (text) keys.insert(text->text());
    const auto* name = index ? as_kind<NameExpr>(*index, ExprKind::name) : nullptr;
    const auto texts = name ? through.find(name->ref.name.str()) : through.end();
    if (texts != through.end()) keys.insert(texts->second.begin(), texts->second.end());
  }).walk(*f.code);
  return keys;
}

std::set<std::string> keys_handed_on(const FunctionObject& f, const std::string& kwargs, const ConstructorOf& constructor_of) {
  std::set<std::string> keys = keys_read(f, kwargs);
  Expressions([&](const Expr& e) {
    const auto* call = as_kind<Call>(e, ExprKind::call);
    const auto* callee = call ? as_kind<NameExpr>(*call->callee, ExprKind::name) : nullptr;
    const bool all = callee && std::any_of(call->keywords.begin(), call->keywords.end(), [&](const Keyword& k) {
      return !k.name && is_name(*k.value, kwargs);
    });
    const FunctionObject* init = all ? constructor_of(callee->ref.name) : nullptr;
    for (size_t i = call ? call->args.size() + 1 : 0; init && i < init->code->positional.size(); ++i) keys.insert(init->code->positional[i].name.str());
    if (!init) return;
    for (const Parameter& p : init->code->keyword_only) keys.insert(p.name.str());
    for (const Keyword& k : call->keywords) {
      if (k.name) keys.erase(k.name->str());
    }
  }).walk(*f.code);
  return keys;
}

std::set<std::string> attributes_read(const FunctionObject& f, const std::string& parameter) {
  std::set<std::string> names;
  Expressions([&](const Expr& e) {
    const auto* a = as_kind<Attribute>(e, ExprKind::attribute);
    if (a && is_name(*a->object, parameter)) names.insert(a->name.str());
  }).walk(*f.code);
  return names;
}

std::vector<std::string> unpacked_into(const FunctionObject& f, const std::string& parameter) {
  std::vector<std::string> names;
  for (const StmtPtr& s : f.code->body) {
    const auto* assign = s->kind == StmtKind::assign ? static_cast<const Assign*>(s.get()) : nullptr;
    const bool unpacks = assign && assign->targets[0]->kind == ExprKind::tuple;
    if (!unpacks || f.code->source->text(assign->value->span) != parameter) continue;
    for (const ExprPtr& target : static_cast<const Sequence&>(*assign->targets[0]).items) {
      const auto* name = as_kind<NameExpr>(*target, ExprKind::name);
      const auto* kept = as_kind<Attribute>(*target, ExprKind::attribute);  // self.heads
      if (!name && !kept) return {};
      names.push_back(name ? name->ref.name.str() : kept->name.str());
    }
    break;
  }
  return names;
}

/// "sizes[0]", "sizes[1]" where a function reads these items and no other ones.
static std::vector<std::string> items_read(const FunctionObject& f, const std::string& parameter) {
  std::set<int64_t> read;
  Expressions([&](const Expr& e) {
    const auto* item = as_kind<Subscript>(e, ExprKind::subscript);
    const auto* index = item && is_name(*item->object, parameter) ? as_kind<Constant>(*item->index, ExprKind::constant) : nullptr;
    if (index && index->value.is_int()) read.insert(index->value.as_int());
  }).walk(*f.code);
  std::vector<std::string> items;
  for (const int64_t i : read) {
    if (i != static_cast<int64_t>(items.size())) return {};
    items.push_back(item_name(parameter, i));
  }
  return items.size() > 1 ? items : std::vector<std::string>();
}

std::string item_name(const std::string& parameter, int64_t index) { return parameter + "[" + std::to_string(index) + "]"; }

std::vector<std::string> taken_apart_into(const FunctionObject& f, const std::string& parameter, const ConstructorOf& constructor_of) {
  std::vector<std::string> parts = unpacked_into(f, parameter);
  if (parts.empty()) parts = items_read(f, parameter);
  for (const HandedTo& to : parts.empty() ? handed_to(parameter, f, constructor_of) : std::vector<HandedTo>()) {
    parts = taken_apart_into(*to.constructor, to.parameter, constructor_of);
    if (!parts.empty()) break;
  }
  return parts;
}

bool acts_as_tensor(const FunctionObject& f, const std::string& parameter) {
  bool found = false;
  Expressions([&](const Expr& e) {
    const auto* a = as_kind<Attribute>(e, ExprKind::attribute);
    found = found || (a && is_name(*a->object, parameter) &&
                      is_one_of(a->name.str(), {"shape", "size", "view", "reshape", "transpose", "permute", "matmul",
                                                "bmm", "unsqueeze", "T", "mT", "ndim", "dim", "device", "dtype"}));
    const auto* b = as_kind<Binary>(e, ExprKind::binary);
    found = found || (b && b->op == BinaryOp::matmul && is_name(*b->left, parameter));
    // self.query(x)
    const auto* call = as_kind<Call>(e, ExprKind::call);
    const auto* layer = call && call->args.size() == 1 ? as_kind<Attribute>(*call->callee, ExprKind::attribute) : nullptr;
    found = found || (layer && is_name(*call->args[0], parameter) && is_name(*layer->object, "self"));
    const bool product = call && is_one_of(last_name(*call->callee), {"einsum", "matmul", "bmm", "softmax"});
    for (size_t i = 0; product && i < call->args.size(); ++i) found = found || is_name(*call->args[i], parameter);
  }).walk(*f.code);
  return found;
}

bool takes_from_one(const FunctionCode& f, const std::string& parameter) {
  bool found = false;
  Expressions([&](const Expr& e) {
    const auto* rest = as_kind<Binary>(e, ExprKind::binary);
    const auto* one = rest && rest->op == BinaryOp::sub ? as_kind<Constant>(*rest->left, ExprKind::constant) : nullptr;
    const bool is_one = one && (one->value.is_int() || one->value.is_float());
    if (!is_one) return;
    Expressions([&](const Expr& inner) { found = found || is_name(inner, parameter); }).expression(*rest->right);
  }).walk(f);
  return found;
}

bool acts_as_mask(const FunctionCode& f, const std::string& parameter) {
  // The parameter may have other names: keep = mask.bool().
  std::set<std::string> names = {parameter};
  const auto speaks_of_it = [&](const Expr& e) {
    bool found = false;
    std::vector<Span> sizes;  // x.shape, len(x): these are not the tensor
    Expressions([&](const Expr& inner) {
      const auto* part = as_kind<Attribute>(inner, ExprKind::attribute);
      const auto* call = as_kind<Call>(inner, ExprKind::call);
      const bool measures = (part && is_one_of(part->name.str(), {"shape", "device", "dtype", "ndim"})) ||
                            (call && is_one_of(last_name(*call->callee), {"size", "dim", "len", "numel"}));
      if (measures) sizes.push_back(inner.span);
      const auto* name = as_kind<NameExpr>(inner, ExprKind::name);
      if (!name || !names.contains(name->ref.name.str())) return;
      found = found || std::none_of(sizes.begin(), sizes.end(), [&](const Span& s) { return s.begin <= name->span.begin && name->span.end <= s.end; });
    }).expression(e);
    return found;
  };
  // mask[:, None].float(), mask.float().unsqueeze(1), or what has that for its value.
  std::set<std::string> widened;
  const auto has_new_axes = [&](const Expr& e) {
    const Expr* inner = &e;
    for (bool wide = false;;) {
      if (const auto* name = as_kind<NameExpr>(*inner, ExprKind::name)) {
        return widened.contains(name->ref.name.str()) || (wide && name->ref.name.str() == parameter);
      }
      const auto* call = as_kind<Call>(*inner, ExprKind::call);
      const auto* method = call ? as_kind<Attribute>(*call->callee, ExprKind::attribute) : nullptr;
      const auto* slice = as_kind<Subscript>(*inner, ExprKind::subscript);
      if (!method && !slice) return false;
      wide = wide || (method ? method->name.str() == "unsqueeze" : slice->index->kind == ExprKind::tuple);
      inner = method ? method->object.get() : slice->object.get();
    }
  };
  // (1 - mask) * -1e9
  const auto is_turned = [&](const Expr& e) {
    const auto* rest = as_kind<Binary>(e, ExprKind::binary);
    const auto* one = rest && rest->op == BinaryOp::sub ? as_kind<Constant>(*rest->left, ExprKind::constant) : nullptr;
    return one && (one->value.is_int() || one->value.is_float()) && speaks_of_it(*rest->right);
  };
  const auto is_number = [](const Expr& e) {
    return e.kind == ExprKind::constant || e.kind == ExprKind::unary;
  };
  bool hides = false;
  Expressions all([&](const Expr& e) {
    if (const auto* call = as_kind<Call>(e, ExprKind::call)) {
      if (!is_one_of(last_name(*call->callee), {"masked_fill", "masked_fill_", "where"})) return;
      hides = hides || (!call->args.empty() && speaks_of_it(*call->args[0]));
    } else if (const auto* b = as_kind<Binary>(e, ExprKind::binary)) {
      if (b->op == BinaryOp::add) hides = hides || is_name(*b->right, parameter);
      // weights * mask[:, None, :].float(): what is given new axes is no number, and no input.
      // positions[:, None] - positions[None, :] are distances.
      const bool left = has_new_axes(*b->left), right = has_new_axes(*b->right);
      const bool combines = b->op == BinaryOp::mul || b->op == BinaryOp::add || (b->op == BinaryOp::sub && left != right);
      hides = hides || (combines && (left || right));
      if (b->op == BinaryOp::mul) hides = hides || (is_turned(*b->left) && is_number(*b->right)) || (is_number(*b->left) && is_turned(*b->right));
    }
  });
  all.assigned = [&](const std::string& name, const Expr& value) {
    if (hides) return;
    if (speaks_of_it(value)) names.insert(name);
    if (has_new_axes(value)) widened.insert(name);
  };
  all.walk(f);
  return hides;
}

/// The number of axes that the equation of an einsum gives to an operand that is a parameter; 0 if it
/// does not say.
static size_t axes_in_einsum(const Call& call, const FunctionCode& f) {
  const auto is_parameter = [&](const Expr& e) {
    return std::any_of(f.positional.begin(), f.positional.end(), [&](const Parameter& p) { return is_name(e, p.name.str()); });
  };
  const std::string equation = call.args.empty() ? "" : text_of(*call.args[0]).value_or("");
  std::string_view terms(equation);
  terms = terms.substr(0, terms.find("->"));
  for (size_t i = 1; i < call.args.size() && !terms.empty(); ++i) {
    const std::string_view term = terms.substr(0, terms.find(','));
    terms.remove_prefix(std::min(terms.size(), term.size() + 1));
    const bool says = term.find('.') == std::string_view::npos && is_parameter(*call.args[i]);
    if (says) return static_cast<size_t>(std::count_if(term.begin(), term.end(), [](unsigned char c) { return std::isalpha(c); }));
  }
  return 0;
}

size_t axes_spoken_of(const FunctionCode& f) {
  size_t axes = 0, in_einsum = 0;
  Expressions([&](const Expr& e) {
    const auto* call = as_kind<Call>(e, ExprKind::call);
    if (!call) return;
    const std::string_view name = last_name(*call->callee);
    if (name == "einsum") in_einsum = std::max(in_einsum, axes_in_einsum(*call, f));
    if (is_one_of(name, {"bmm", "baddbmm"})) axes = std::max<size_t>(axes, 3);
    if (name == "permute") axes = std::max(axes, call->args.size());
    if (!is_one_of(name, {"transpose", "swapaxes", "swapdims"})) return;
    for (const ExprPtr& a : call->args) {
      const auto* axis = as_kind<Constant>(*a, ExprKind::constant);
      if (axis && axis->value.is_int() && axis->value.as_int() >= 0) axes = std::max(axes, static_cast<size_t>(axis->value.as_int()) + 1);
    }
  }).walk(f);
  return in_einsum > 0 ? in_einsum : axes;
}

WeightUse weight_use(const FunctionObject& f, const std::string& parameter) {
  WeightUse use = WeightUse::none;
  Expressions([&](const Expr& e) {
    if (use != WeightUse::none) return;
    if (const auto* b = as_kind<Binary>(e, ExprKind::binary)) {
      if (b->op == BinaryOp::matmul) use = factor_use(*b->right, parameter);
      if (b->op == BinaryOp::add && is_name(*b->right, parameter)) use = WeightUse::added;
    } else if (const auto* call = as_kind<Call>(e, ExprKind::call)) {
      use = use_in_call(*call, parameter);
    }
  }).walk(*f.code);
  return use;
}

}  // namespace mha::reading
