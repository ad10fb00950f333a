// Functions written in C++: their signatures and the binding of arguments.

#include <fmt/format.h>

#include "base/text.h"
#include "lang/runtime/bind_arguments.h"
#include "lang/runtime/interpreter.h"
#include "lang/values/class_object.h"

namespace mha::lang {

const Value* Args::keyword(std::string_view name) const {
  for (const KeywordArg& k : keywords)
    if (k.name.str() == name) return &k.value;
  return nullptr;
}

/// A signature such as "x, dim=None, /, *, out=None", taken apart.
struct NativeSignature {
  struct Parameter {
    Symbol name;
    bool optional = false;
  };
  std::vector<Parameter> positional;
  size_t positional_only = 0;
  size_t required = 0;  // of the positional ones
  std::vector<Parameter> keyword_only;
  bool star_args = false;
  bool star_kwargs = false;

  explicit NativeSignature(std::string_view text);
  size_t slots() const {
    return positional.size() + (star_args ? 1 : 0) + keyword_only.size() +
           (star_kwargs ? 1 : 0);
  }
};

NativeSignature::NativeSignature(std::string_view text) {
  bool after_star = false;
  while (!text.empty()) {
    // A comma inside brackets belongs to a default.
    size_t end = 0;
    int depth = 0;
    for (; end < text.size(); ++end) {
      if (text[end] == '(' || text[end] == '[') ++depth;
      if (text[end] == ')' || text[end] == ']') --depth;
      if (text[end] == ',' && depth == 0) break;
    }
    std::string_view item = trim(text.substr(0, end));
    text = end < text.size() ? text.substr(end + 1) : std::string_view();
    if (item.empty()) continue;
    if (item == "/") {
      positional_only = positional.size();
    } else if (item == "*") {
      after_star = true;
    } else if (item.starts_with("**")) {
      star_kwargs = true;
    } else if (item.starts_with("*")) {
      star_args = after_star = true;
    } else {
      const size_t name_end = item.find_first_of("=:");
      const Parameter parameter{Symbol(trim(item.substr(0, name_end))),
                                item.find('=') != std::string_view::npos};
      (after_star ? keyword_only : positional).push_back(parameter);
      if (!after_star && !parameter.optional) required = positional.size();
    }
  }
}

NativeFunction::NativeFunction(std::string name, NativeFn fn,
                               std::string_view signature)
    : Tracked(kKind, nullptr),
      name_(std::move(name)),
      fn_(std::move(fn)),
      signature_text_(signature) {}
NativeFunction::NativeFunction(std::string name, NativeFn fn)
    : Tracked(kKind, nullptr), name_(std::move(name)), fn_(std::move(fn)) {}
NativeFunction::~NativeFunction() = default;

void NativeFunction::clear() {
  Tracked::clear();
  const NativeFn taken = std::move(fn_);
  fn_ = nullptr;
}

namespace {

// A method of C++ relies on its object, as CPython's do.
void check_self(Interpreter& interp, const ClassObject* owner,
                const std::string& name, const Args& args) {
  if (args.positional.empty())
    throw TypeError(fmt::format("unbound method {}.{}() needs an argument",
                                owner->name(), name));
  const ClassObject* type = interp.type_of(args.positional[0]);
  if (type == owner || type->is_subclass_of(owner)) return;
  throw TypeError(fmt::format(
      "descriptor '{}' for '{}' objects doesn't apply to a '{}' object", name,
      owner->name(), type->name()));
}

void check_exact_count(int expected, const std::string& name, const Args& args) {
  const size_t given = args.positional.size() - 1;
  if (!args.keywords.empty())
    throw TypeError(name + "() takes no keyword arguments");
  if (given != static_cast<size_t>(expected))
    throw TypeError(fmt::format("expected {} argument{}, got {}", expected,
                                expected == 1 ? "" : "s", given));
}

}  // namespace

Value NativeFunction::call(Interpreter& interp, Args& args) const {
  const size_t given = args.positional.size();
  if (counted.fn && given >= counted.least && given <= counted.most && args.keywords.empty() &&
      (!self_class || interp.type_of(args.positional[0]) == self_class))
    return counted.fn(interp, args);
  return call_checked(interp, args);
}

Value NativeFunction::call_checked(Interpreter& interp, Args& args) const {
  if (self_class) check_self(interp, self_class, name_, args);
  if (is_method && args.positional.empty())
    throw TypeError(name_ + "(): not enough arguments");
  if (exact_arguments >= 0) check_exact_count(exact_arguments, name_, args);
  if (takes_text && !args.positional[1].get<StrObject>())
    throw TypeError(fmt::format("{}() argument must be str, not {}", name_,
                                interp.type_name(args.positional[1])));
  if (!signature_text_ && !signature_) return fn_(interp, args);
  if (!signature_) {
    signature_ = std::make_unique<NativeSignature>(*signature_text_);
  }
  const NativeSignature& s = *signature_;
  const size_t given = args.positional.size();
  if (args.keywords.empty() && !s.star_args && !s.star_kwargs &&
      s.keyword_only.empty() && given == s.positional.size())
    return fn_(interp, args);

  constexpr size_t kUsual = 12;
  Value usual[kUsual];
  std::vector<Value> many;
  const size_t slots = s.slots();
  if (slots > kUsual) many.resize(slots);
  Value* bound = slots > kUsual ? many.data() : usual;

  const size_t count = s.positional.size();
  const auto parameter = [&](size_t i) -> const NativeSignature::Parameter& {
    return i < count ? s.positional[i] : s.keyword_only[i - count];
  };
  // A default is C++'s business: its slot stays undefined.
  bind_arguments(
      name_, {count, s.positional_only, s.required, s.star_args, s.keyword_only.size(), s.star_kwargs},
      bound, args.positional.data(), given, args.keywords,
      [&](size_t i) { return parameter(i).name; },
      [&](size_t i, Value&) { return parameter(i).optional; });
  Args all{{bound, slots}, {}};
  return fn_(interp, all);
}

}  // namespace mha::lang
