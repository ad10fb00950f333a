#include "lang/values/class_object.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <unordered_map>


namespace mha::lang {

namespace {

constexpr size_t kSpecialCount = static_cast<size_t>(Special::count);

// In the order of enum Special.
constexpr std::array<const char*, kSpecialCount> kSpecialNames = {
    "__new__", "__init__", "__call__", "__repr__", "__str__", "__format__",
    "__len__", "__getitem__", "__setitem__", "__delitem__", "__contains__",
    "__iter__", "__next__", "__getattr__", "__getattribute__", "__setattr__",
    "__delattr__", "__enter__", "__exit__", "__hash__", "__bool__", "__int__",
    "__float__", "__index__", "__round__", "__reversed__", "__neg__",
    "__pos__", "__invert__", "__abs__", "__add__", "__radd__", "__iadd__",
    "__sub__", "__rsub__", "__isub__", "__mul__", "__rmul__", "__imul__",
    "__truediv__", "__rtruediv__", "__itruediv__", "__floordiv__",
    "__rfloordiv__", "__ifloordiv__", "__mod__", "__rmod__", "__imod__",
    "__pow__", "__rpow__", "__ipow__", "__matmul__", "__rmatmul__",
    "__imatmul__", "__and__", "__rand__", "__iand__", "__or__", "__ror__",
    "__ior__", "__xor__", "__rxor__", "__ixor__", "__lshift__", "__rlshift__",
    "__ilshift__", "__rshift__", "__rrshift__", "__irshift__", "__eq__",
    "__ne__", "__lt__", "__le__", "__gt__", "__ge__"};

const std::array<Symbol, kSpecialCount>& special_symbols() {
  static const std::array<Symbol, kSpecialCount> symbols = [] {
    std::array<Symbol, kSpecialCount> all;
    for (size_t i = 0; i < kSpecialCount; ++i) all[i] = Symbol(kSpecialNames[i]);
    return all;
  }();
  return symbols;
}

const Value kUndefined;

// C3: the heads of the bases' orders and of the list of bases, each taken when
// it is in no other tail.
std::vector<ClassObject*> linearize(
    ClassObject* self, const std::vector<Ref<ClassObject>>& bases) {
  std::vector<ClassObject*> order{self};
  if (bases.size() == 1) {
    const auto& rest = bases[0]->mro();
    order.insert(order.end(), rest.begin(), rest.end());
    return order;
  }
  std::vector<std::vector<ClassObject*>> lists;
  for (const auto& base : bases) lists.push_back(base->mro());
  lists.emplace_back();
  for (const auto& base : bases) lists.back().push_back(base.get());
  for (;;) {
    std::erase_if(lists, [](const auto& l) { return l.empty(); });
    if (lists.empty()) return order;
    ClassObject* taken = nullptr;
    for (const auto& list : lists) {
      ClassObject* head = list.front();
      const bool in_a_tail =
          std::any_of(lists.begin(), lists.end(), [&](const auto& l) {
            return std::find(l.begin() + 1, l.end(), head) != l.end();
          });
      if (!in_a_tail) {
        taken = head;
        break;
      }
    }
    if (!taken) {
      std::string names;
      for (const auto& list : lists) {
        const std::string& name = list.front()->name();
        if (names.find(name) != std::string::npos) continue;
        names += (names.empty() ? "" : ", ") + name;
      }
      throw TypeError(
          "Cannot create a consistent method resolution\norder (MRO) for "
          "bases " + names);
    }
    order.push_back(taken);
    for (auto& list : lists)
      if (list.front() == taken) list.erase(list.begin());
  }
}

}  // namespace

Symbol special_name(Special s) {
  return special_symbols()[static_cast<size_t>(s)];
}

ClassObject::ClassObject(std::string name, std::string module,
                         std::vector<Ref<ClassObject>> bases)
    : Tracked(kKind, nullptr),
      module_name(std::move(module)),
      qualname(name),
      name_(std::move(name)),
      bases_(std::move(bases)),
      version_(next_version()) {
  for (size_t i = 0; i < bases_.size(); ++i)
    for (size_t k = 0; k < i; ++k)
      if (bases_[i].get() == bases_[k].get())
        throw TypeError("duplicate base class " + bases_[i]->name());
  mro_ = linearize(this, bases_);
  for (const auto& base : bases_) {
    if (base->instance_kind() == ObjectKind::instance) continue;
    if (instance_kind_ != ObjectKind::instance &&
        instance_kind_ != base->instance_kind())
      throw TypeError("multiple bases have instance lay-out conflict");
    instance_kind_ = base->instance_kind();
  }
  for (const auto& base : bases_) base->derived_.push_back(this);
}

ClassObject::~ClassObject() {
  // Methods may outlive their class.
  if (const Attributes* own = attributes_if_any()) {
    for (const auto& item : own->items())
      if (auto* f = item.second.get<NativeFunction>(); f && f->self_class == this)
        f->self_class = nullptr;
  }
  for (const auto& base : bases_) std::erase(base->derived_, this);
}

void ClassObject::clear() {
  Tracked::clear();
  missing = nullptr;
  invalidate();
}

bool ClassObject::is_subclass_of(const ClassObject* other) const {
  if (this == other) return true;
  return std::find(mro_.begin(), mro_.end(), other) != mro_.end();
}

const Value& ClassObject::find(Symbol name) const {
  const auto known = found_.find(name);
  if (known != found_.end()) return known->second;
  Value found;
  for (ClassObject* cls : mro_) {
    if (const Attributes* own = cls->attributes_if_any())
      if (const Value* v = own->find(name)) {
        found = *v;
        break;
      }
    if (cls->missing) {
      found = cls->missing(name);
      if (found.defined()) {
        cls->attributes().set(name, found);
        break;
      }
    }
  }
  return found_.insert_or_assign(name, std::move(found)).first->second;
}

Value ClassObject::lookup_after(const ClassObject* cls, Symbol name) const {
  auto it = std::find(mro_.begin(), mro_.end(), cls);
  if (it == mro_.end()) return Value();
  for (++it; it != mro_.end(); ++it) {
    if (const Attributes* own = (*it)->attributes_if_any())
      if (const Value* v = own->find(name)) return *v;
    if ((*it)->missing) {
      Value found = (*it)->missing(name);
      if (!found.defined()) continue;
      (*it)->attributes().set(name, found);
      return found;
    }
  }
  return Value();
}

const Value& ClassObject::find_special(Special s) const {
  const auto i = static_cast<size_t>(s);
  const Symbol name = special_symbols()[i];
  Value found = find(name);
  // What every object inherits is built into the operations; only a class
  // that says otherwise has a special method.
  const ClassObject* root = mro_.back();
  if (root == this) {
    found = Value();
  } else if (const Attributes* common = root->attributes_if_any()) {
    const Value* inherited = common->find(name);
    if (inherited && found.defined() && inherited->is(found)) found = Value();
  }
  if (!specials_) specials_ = std::make_unique<Value[]>(kSpecials);
  known_[i] = true;
  return specials_[i] = std::move(found);
}

namespace {

// These few receive a class first, not an instance.
bool takes_class(std::string_view name) {
  return name == "__new__" || name == "__class_getitem__" ||
         name == "__init_subclass__";
}

}  // namespace

ClassObject& ClassObject::method(std::string_view name,
                                 std::string_view signature, NativeFn fn) {
  auto function =
      make<NativeFunction>(std::string(name), std::move(fn), signature);
  function->is_method = true;
  if (!takes_class(name)) function->self_class = this;
  attributes().set(Symbol(name), function);
  return *this;
}

namespace {

/// How many arguments besides self Python's syntax hands to a special method;
/// -1 for other names. Those who write such a method rely on it.
int arguments_of_special(std::string_view name) {
  const auto at = std::find(kSpecialNames.begin(), kSpecialNames.end(), name);
  if (at == kSpecialNames.end()) return -1;
  switch (static_cast<Special>(at - kSpecialNames.begin())) {
    case Special::new_: case Special::init: case Special::call: case Special::exit:
    case Special::round:
    case Special::pow:  // pow(a, b, modulus) hands over two: its writers say what they take
      return -1;
    case Special::repr: case Special::str: case Special::len: case Special::iter:
    case Special::next: case Special::enter: case Special::hash: case Special::bool_:
    case Special::int_: case Special::float_: case Special::index: case Special::reversed:
    case Special::neg: case Special::pos: case Special::invert: case Special::abs:
      return 0;
    case Special::setitem: case Special::setattr:
      return 2;
    default:
      return 1;
  }
}

}  // namespace

ClassObject& ClassObject::method(std::string_view name, NativeFn fn) {
  auto function = make<NativeFunction>(std::string(name), std::move(fn));
  function->is_method = true;
  function->exact_arguments = arguments_of_special(name);
  function->takes_text = name == "__format__" || name == "__getattr__" ||
                         name == "__getattribute__";
  if (!takes_class(name)) function->self_class = this;
  attributes().set(Symbol(name), function);
  return *this;
}

ClassObject& ClassObject::property(
    std::string_view name,
    std::function<Value(Interpreter&, const Value&)> get,
    std::function<void(Interpreter&, const Value&, const Value&)> set) {
  auto getter = make<NativeFunction>(
      std::string(name), [get = std::move(get)](Interpreter& interp, Args& a) {
        return get(interp, a.positional[0]);
      });
  getter->self_class = this;
  auto property = make<Descriptor>(Descriptor::Type::property, Value(getter));
  if (set)
    property->setter = make<NativeFunction>(
        std::string(name),
        [set = std::move(set)](Interpreter& interp, Args& a) {
          set(interp, a.positional[0], a.positional[1]);
          return Value::none();
        });
  property->computed = true;
  attributes().set(Symbol(name), property);
  return *this;
}

void ClassObject::invalidate() {
  version_ = next_version();
  known_.reset();
  specials_.reset();
  found_.clear();
  for (ClassObject* cls : derived_) cls->invalidate();
}

// ------------------------------------------------- functions and what is near

FunctionObject::FunctionObject(std::shared_ptr<FunctionCode> c,
                               Ref<ModuleObject> g)
    : Tracked(kKind, nullptr), code(std::move(c)), globals(std::move(g)) {}
FunctionObject::~FunctionObject() = default;

void FunctionObject::clear() {
  Tracked::clear();
  globals = nullptr;
  defined_in = nullptr;
  defaults.clear();
  keyword_defaults.clear();
  cells.clear();
}

void CellObject::clear() {
  Tracked::clear();
  value = Value();
}

void BoundMethod::clear() {
  Object::clear();
  self = Value();
  function = Value();
}

SuperObject::SuperObject(Ref<ClassObject> cls, Value object, Ref<ClassObject> of)
    : Object(kKind, nullptr),
      after(std::move(cls)),
      self(std::move(object)),
      self_class(std::move(of)) {}

void Descriptor::clear() {
  Tracked::clear();
  function = setter = deleter = Value();
}

}  // namespace mha::lang
