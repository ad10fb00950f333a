#include "torch/binding/signature.h"

#include <cassert>
#include <charconv>
#include <deque>
#include <mutex>
#include <unordered_map>

#include "lang/values/number.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "torch/binding/invalid_arguments.h"

// The rules are those of PyTorch's python_arg_parser: overloads are tried in
// order, a type test looks at the first element of a list only, and where no
// overload fits the message depends on how many could have, by count.

namespace mha::torch {

namespace {

struct ParamTypeName {
  std::string_view written;  // in signatures
  ParamType type;
  std::string_view shown;  // in messages
};
// In the order of the enum.
constexpr ParamTypeName kParamTypes[] = {
    {"Tensor", ParamType::tensor, "Tensor"},
    {"Number", ParamType::number, "Number"},
    {"int", ParamType::integer, "int"},
    {"float", ParamType::floating, "float"},
    {"bool", ParamType::boolean, "bool"},
    {"str", ParamType::text, "str"},
    {"int[]", ParamType::ints, "tuple of ints"},
    {"SymInt[]", ParamType::sym_ints, "tuple of SymInts"},
    {"float[]", ParamType::floats, "tuple of floats"},
    {"Tensor[]", ParamType::tensors, "tuple of Tensors"},
    {"dtype", ParamType::dtype, "torch.dtype"},
    {"layout", ParamType::layout, "torch.layout"},
    {"device", ParamType::device, "torch.device"},
    {"memory_format", ParamType::memory_format, "torch.memory_format"},
    {"Generator", ParamType::generator, "torch.Generator"},
    {"name", ParamType::name, "name"},
    {"name[]", ParamType::names, "tuple of names"},
    {"any", ParamType::any, "object"}};

Value parse_default(std::string_view text) {
  if (text == "None") return Value::none();
  if (text == "True") return Value(true);
  if (text == "False") return Value(false);
  if (text.find_first_of(".e") == std::string_view::npos) {
    int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return Value(number);
  }
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return Value(number);
}

std::vector<Symbol> aliases_of(std::string_view name) {
  if (name == "dim") return {Symbol("axis")};
  if (name == "keepdim") return {Symbol("keepdims")};
  if (name == "input") return {Symbol("x"), Symbol("a"), Symbol("x1")};
  if (name == "other") return {Symbol("x2")};
  return {};
}

Param parse_param(std::string_view text) {
  Param p;
  const size_t space = text.find(' ');
  std::string_view type = text.substr(0, space);
  std::string_view name = text.substr(space + 1);
  while (type.back() == '?' || type.back() == '!') {
    (type.back() == '?' ? p.allow_none : p.takes_number) = true;
    type.remove_suffix(1);
  }
  // int[1] and int[2]: the digit says that one int stands for all.
  std::string plain(type);
  if (plain.size() > 2 && plain.back() == ']' && plain[plain.size() - 2] != '[') {
    p.broadcasts = true;
    plain = plain.substr(0, plain.find('[')) + "[]";
  }
  for (const ParamTypeName& t : kParamTypes) {
    if (t.written == plain) p.type = t.type;
  }
  if (const size_t eq = name.find('='); eq != std::string_view::npos) {
    const std::string_view given = name.substr(eq + 1);
    if (given.front() == '\'' || given.front() == '"') {
      p.default_text = given.substr(1, given.size() - 2);
      p.default_value = Value::not_implemented();
    } else {
      p.default_value = parse_default(given);
    }
    if (p.default_value.is_none()) p.allow_none = true;
    name = name.substr(0, eq);
  }
  p.name = Symbol(name);
  p.aliases = aliases_of(name);
  return p;
}

// ------------------------------------------------------------- type tests

bool is_int(const Value& v) {
  if (v.is_int() || v.get<lang::BigIntObject>()) return true;
  if (!v.get<lang::NativeObject>()) return false;
  const std::optional<Scalar> s = as_scalar(v);  // np.int64
  return s && s->kind() == Scalar::Kind::integer;
}

/// A 0-d tensor that may stand for a number.
bool is_number_tensor(const Value& v, bool integral) {
  const Tensor* t = as_tensor(v);
  return t && t->dim() == 0 && !t->requires_grad() &&
         (!integral || is_integral(t->dtype()));
}

/// Python's, or one of NumPy's.
bool is_plain_number(const Value& v) {
  return lang::is_number(v) || (v.get<lang::NativeObject>() && as_scalar(v));
}

bool is_index(const Value& v) {
  const Tensor* t = as_tensor(v);
  return is_int(v) || (t && t->numel() == 1 && !is_floating(t->dtype()));
}

bool is_tensor_list(const Value& v, size_t position) {
  const auto items = items_in(v);
  if (!items) return false;
  for (size_t i = 0; i < items->size(); ++i) {
    if (as_tensor((*items)[i])) continue;
    throw_error<TypeError>("expected Tensor as element {} in argument {}, but got {}", i, position,
                           type_text((*items)[i]));
  }
  return true;
}

/// A list of which the first item is right, or one that stands for a list.
template <typename F>
bool is_list_of(const Param& p, const Value& v, F is_item) {
  if (const auto items = items_in(v)) return items->empty() || is_item(items->front());
  return p.broadcasts && is_item(v);
}

bool is_name(const Value& v) { return v.get<lang::StrObject>() || v.is_none(); }

bool accepts(lang::Interpreter& interp, const Param& p, const Value& v,
             size_t position) {
  switch (p.type) {
    case ParamType::tensor:
      return as_tensor(v) || (p.takes_number && is_plain_number(v));
    case ParamType::number:
    case ParamType::floating:
      return is_plain_number(v) || is_number_tensor(v, /*integral=*/false);
    case ParamType::integer:
      return is_int(v) || is_number_tensor(v, /*integral=*/true);
    case ParamType::boolean: return v.is_bool();
    case ParamType::text: return v.get<lang::StrObject>() != nullptr;
    case ParamType::ints:
    case ParamType::sym_ints:
      return items_in(v) ? is_list_of(p, v, is_index) : p.broadcasts && is_int(v);
    case ParamType::floats: return is_list_of(p, v, is_plain_number);
    case ParamType::tensors: return is_tensor_list(v, position);
    case ParamType::dtype: return as_dtype(v).has_value();
    case ParamType::device:
      return is_int(v) || v.get<lang::StrObject>() ||
             interp.type_of(v) == types(interp).device;
    case ParamType::layout: return interp.type_of(v) == types(interp).layout;
    case ParamType::memory_format:
      return interp.type_of(v) == types(interp).memory_format;
    case ParamType::generator: return as_random_generator(v) != nullptr;
    case ParamType::name: return v.get<lang::StrObject>() != nullptr;
    case ParamType::names: return is_list_of(p, v, is_name);
    case ParamType::any: return true;
  }
  return false;
}

const Value* keyword_for(const Param& p, const lang::Args& args) {
  for (const lang::KeywordArg& k : args.keywords) {
    if (k.name == p.name) return &k.value;
  }
  for (const Symbol alias : p.aliases) {
    for (const lang::KeywordArg& k : args.keywords) {
      if (k.name == alias) return &k.value;
    }
  }
  return nullptr;
}

std::string plural(size_t n, const char* word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
}

[[noreturn]] void too_many(const std::string& name, const Signature& s,
                           size_t given) {
  std::string takes = plural(s.max_positional, "positional argument");
  if (s.min_args < s.max_positional) {
    takes = "from " + std::to_string(s.min_args) + " to " + takes;
  }
  throw_error<TypeError>("{}() takes {} but {}{}", name, takes, given,
                         given == 1 ? " was given" : " were given");
}

[[noreturn]] void missing(const std::string& name, const Signature& s,
                          size_t from) {
  std::string names;
  size_t count = 0;
  for (size_t i = from; i < s.params.size(); ++i) {
    const Param& p = s.params[i];
    if (p.optional() || p.hidden) continue;
    names += (count++ ? ", \"" : "\"") + p.name.str() + "\"";
  }
  throw_error<TypeError>("{}() missing {} required positional arguments: {}", name, count, names);
}

[[noreturn]] void extra_keyword(const std::string& name, const Signature& s,
                                const lang::Args& args, size_t positional) {
  for (const lang::KeywordArg& k : args.keywords) {
    int64_t at = -1;
    size_t visible = 0;
    for (const Param& p : s.params) {
      if (p.hidden) continue;
      if (p.name == k.name) at = static_cast<int64_t>(visible);
      ++visible;
    }
    if (at < 0) {
      throw_error<TypeError>("{}() got an unexpected keyword argument '{}'", name, k.name.str());
    }
    if (at < static_cast<int64_t>(positional)) {
      throw_error<TypeError>("{}() got multiple values for argument '{}'", name, k.name.str());
    }
  }
  throw TypeError("invalid keyword arguments");
}

}  // namespace

// ----------------------------------------------------------------- Signature

Signature::Signature(std::string_view text, bool method) {
  if (!text.empty() && text.front() == '~') {
    deprecated = true;
    text.remove_prefix(1);
  }
  bool keyword_only = false;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(", "), text.size());
    const std::string_view part = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 2, text.size()));
    if (part == "*") {
      keyword_only = true;
      continue;
    }
    Param p = parse_param(part);
    p.keyword_only = keyword_only;
    has_names |= p.type == ParamType::name || p.type == ParamType::names;
    if (p.name.str() == "out") out = static_cast<int>(params.size());
    if (method && receiver < 0 && p.name.str() == "input") {
      receiver = static_cast<int>(params.size());
      p.hidden = true;
    }
    if (method && p.name.str() == "out") p.hidden = true;
    if (!p.hidden) {
      if (max_args == 0) {
        varargs = p.type == ParamType::ints || p.type == ParamType::sym_ints;
      }
      ++max_args;
      if (!p.optional()) ++min_args;
      if (!p.keyword_only) ++max_positional;
    }
    params.push_back(std::move(p));
  }
  varargs &= max_positional == 1;
  assert(params.size() <= Call::kMaxParams);
}

std::string_view type_text(const Param& p) { return kParamTypes[static_cast<size_t>(p.type)].shown; }

std::string Signature::display() const {
  std::string text = "(";
  bool keyword_only = false;
  for (const Param& p : params) {
    if (p.hidden) continue;
    if (text.size() > 1) text += ", ";
    if (p.keyword_only && !keyword_only) {
      keyword_only = true;
      text += "*, ";
    }
    text += type_text(p);
    text += ' ';
    text += p.name.str();
  }
  return text + ")";
}

// ----------------------------------------------------------------- ArgParser

ArgParser::ArgParser(std::string name, std::string_view signatures, bool method)
    : name_(std::move(name)), is_method_(method) {
  do {
    const size_t bar = std::min(signatures.find('|'), signatures.size());
    Signature s(signatures.substr(0, bar), method);
    if (!method || s.receiver >= 0) signatures_.push_back(std::move(s));
    signatures.remove_prefix(std::min(bar + 1, signatures.size()));
  } while (!signatures.empty());
}

void ArgParser::bind(Call& call, lang::Args& args) const {
  call.function_ = name_;
  for (size_t i = 0; i < signatures_.size(); ++i) {
    const bool only = signatures_.size() == 1;
    if (try_bind(signatures_[i], call, args, only)) {
      call.overload = i;
      call.signature_ = &signatures_[i];
      return;
    }
  }
  fail(call, args);
}

bool ArgParser::try_bind(const Signature& s, Call& call, lang::Args& args,
                         bool raise) const {
  std::span<Value> given = args.positional;
  if (is_method_) given = given.subspan(1);
  if (given.size() > s.max_positional && !s.varargs) {
    if (!raise) return false;
    throw_if<TypeError>(is_method_ && s.max_args == 0,
                        "_TensorBase.{}() takes no arguments ({} given)", name_, given.size());
    too_many(name_, s, given.size());
  }
  size_t next = 0;
  size_t keywords_left = args.keywords.size();
  size_t visible = 0;
  for (size_t i = 0; i < s.params.size(); ++i) {
    const Param& p = s.params[i];
    Call::Slot& slot = call.slots_[i];
    slot = {};
    if (p.hidden) {
      if (static_cast<int>(i) == s.receiver) slot.value = &args.positional[0];
      continue;
    }
    const size_t position = visible++;
    const Value* v = nullptr;
    const bool by_keyword = next >= given.size();
    if (!by_keyword) {
      if (p.keyword_only) {
        if (raise) too_many(name_, s, given.size());
        return false;
      }
      v = &given[next];
    } else if (!args.keywords.empty()) {
      v = keyword_for(p, args);
    }
    if (!v && p.optional()) {
      continue;
    } else if (!v) {
      if (raise) missing(name_, s, i);
      return false;
    } else if (v->is_none() && p.allow_none) {
      slot.value = v;
    } else if (accepts(call.interp, p, *v, position)) {
      slot.value = v;
    } else if (s.varargs && next == 0 && !by_keyword && is_index(*v)) {
      slot.value = v;
      slot.count = static_cast<uint32_t>(given.size());
      slot.varargs = true;
      next = given.size();
      continue;
    } else if (!raise) {
      return false;
    } else {
      throw_error<TypeError>("{}(): argument '{}'{} must be {}, not {}", name_, p.name.str(),
                             by_keyword ? "" : " (position " + std::to_string(next + 1) + ")",
                             type_text(p), type_text(*v));
    }
    if (by_keyword) {
      --keywords_left;
    } else {
      ++next;
    }
  }
  if (next < given.size()) {
    if (raise) too_many(name_, s, given.size());
    return false;
  }
  if (keywords_left > 0) {
    if (raise) extra_keyword(name_, s, args, given.size());
    return false;
  }
  return true;
}

void ArgParser::fail(Call& call, lang::Args& args) const {
  const size_t receiver = is_method_ ? 1 : 0;
  const size_t count = args.positional.size() - receiver + args.keywords.size();
  const Signature* plausible = nullptr;
  size_t found = 0;
  std::vector<std::string> options;
  for (const Signature& s : signatures_) {
    if (s.deprecated) continue;
    options.push_back(s.display());
    if (count >= s.min_args && count <= s.max_args) {
      ++found;
      plausible = &s;
    }
  }
  if (found == 1) try_bind(*plausible, call, args, /*raise=*/true);
  throw TypeError(invalid_arguments(name_, options,
                                    args.positional.subspan(receiver),
                                    args.keywords));
}

// ----------------------------------------------------------------- functions

namespace {

/// A row as one form of function; its parser is made when it is first called.
struct Binding {
  const Row* row;
  Form form;
  std::string name;
  std::once_flag once;

  bool in_place() const {
    return form == Form::in_place_method || form == Form::in_place_function;
  }
  std::optional<ArgParser> parser;
};

Binding& binding_of(const Row& row, Form form) {
  // Rows are static data, so bindings are made once for the whole process.
  static std::mutex mutex;
  static std::deque<Binding> all;
  static std::unordered_map<const Row*, std::array<Binding*, 4>> by_row;
  const std::lock_guard lock(mutex);
  Binding*& b = by_row[&row][static_cast<size_t>(form)];
  if (!b) {
    b = &all.emplace_back();
    b->row = &row;
    b->form = form;
    b->name = row.name;
    if (b->in_place()) b->name += '_';
  }
  return *b;
}

/// Named dimensions are not kept here, so no name is ever found.
void refuse_names(const Call& call) {
  const Signature& s = call.signature();
  for (size_t i = 0; i < s.params.size(); ++i) {
    const ParamType type = s.params[i].type;
    if ((type != ParamType::name && type != ParamType::names) || !call.given(i)) {
      continue;
    }
    Value name = call.value(i);
    if (const auto items = items_in(name); items && !items->empty()) name = items->front();
    throw_if(!as_tensor(call.value(0)),
             "{}(): tensors with named dimensions are not supported here", call.function());
    std::string dims;
    for (int64_t d = 0; d < call.tensor(0).dim(); ++d) {
      dims += d ? ", None" : "None";
    }
    throw_error("Name {} not found in Tensor[{}].", call.interp.repr(name), dims);
  }
}

/// Puts a result where out= asks for it.
Value store(const Call& call, const Value& result, size_t out) {
  const Tensor* from = as_tensor(result);
  throw_if(!from, "{}(): out= is not supported here for several results", call.function());
  Tensor to = call.tensor(out);
  throw_if(grad_enabled() && (from->requires_grad() || to.requires_grad()),
           "{}(): functions with out=... arguments don't support automatic differentiation, but "
           "one of the arguments requires grad.",
           call.function());
  if (to.shape() == from->shape()) {
    copy_(to, *from);
  } else {
    to.set_data(::mha::to(*from, to.dtype()));
  }
  return call.value(out);
}

Value run(const Binding& b, lang::Interpreter& interp, lang::Args& args) {
  Call call(interp);
  call.in_place = b.in_place();
  if (b.form != Form::function && b.form != Form::in_place_function &&
      (args.positional.empty() || !as_tensor(args.positional[0]))) {
    throw TypeError(
        args.positional.empty()
            ? "unbound method _TensorBase." + b.name + "() needs an argument"
            : "descriptor '" + b.name + "' for 'torch._C._TensorBase' objects doesn't apply to a '" +
                  type_text(args.positional[0]) + "' object");
  }
  b.parser->bind(call, args);
  const Signature& s = call.signature();
  if (s.has_names) refuse_names(call);
  if (s.out >= 0 && call.given(static_cast<size_t>(s.out))) {
    return store(call, b.row->run(call), static_cast<size_t>(s.out));
  }
  return b.row->run(call);
}

}  // namespace

Value make_function(const Row& row, Form form) {
  Binding* b = &binding_of(row, form);
  const bool method = form == Form::method || form == Form::in_place_method;
  auto function = lang::make<lang::NativeFunction>(
      b->name, [b, method](lang::Interpreter& interp, lang::Args& args) {
        std::call_once(b->once, [b, method] {
          b->parser.emplace(b->name, b->row->signatures, method);
        });
        return run(*b, interp, args);
      });
  function->is_method = method;
  return function;
}

}  // namespace mha::torch
