// What is stored in an object of the program: its modules, parameters and buffers (trial_parts.h).

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "homework/trial/trial_parts.h"
#include "lang/values/class_object.h"
#include "torch/binding/convert.h"

namespace mha::homework {

void each_item(const lang::Value& object, const char* attribute,
               const std::function<void(const lang::Value&)>& work) {
  each_named_item(object, attribute, [&](const std::string&, const lang::Value& item) { work(item); });
}

void each_named_item(const lang::Value& object, const char* attribute,
                     const std::function<void(const std::string&, const lang::Value&)>& work) {
  const lang::Attributes* own = object.is_object() ? object.object()->attributes_if_any() : nullptr;
  const lang::Value* items = own ? own->find(lang::Symbol(attribute)) : nullptr;
  auto* dict = items ? items->get<lang::DictObject>() : nullptr;
  size_t at = 0;
  lang::Value key, item;
  while (dict && dict->next(at, key, item)) {
    const auto* name = key.get<lang::StrObject>();
    work(name ? name->text() : "", item);
  }
}

/// Whether the members of a module have keys or numbers, not names that its class gives them.
static bool is_container(const lang::Value& module) {
  static constexpr std::array<std::string_view, 5> kContainers = {"ModuleList", "ModuleDict", "Sequential", "ParameterList", "ParameterDict"};
  const std::string& name = module.object()->own_cls()->name();
  return std::find(kContainers.begin(), kContainers.end(), name) != kContainers.end();
}

namespace {

/// What is stored in a module: whether it has parameters, and the classes of those that hold it.
struct Stored {
  bool learns = false;
  std::set<const lang::ClassObject*> holders;
};

/// Walks the members of a module; true if it has parameters. `shared` becomes the name of what is
/// stored a second time, or that of the container around it. A field and a Sequential, or a layer and the
/// helper that it is passed to, are two ways to one layer: only what holders of one class hold is shared.
bool find_shared(const lang::Value& module, const std::string& top, int depth,
                 std::map<const void*, Stored>& seen, std::string& shared) {
  constexpr int kDeepest = 6;
  bool learns = false;
  const lang::ClassObject* holder = module.object()->own_cls();
  const auto visit = [&](const std::string& name, const lang::Value& v, bool parameter) {
    if (!v.is_object() || depth > kDeepest) return;
    const std::string& place = top.empty() || !is_container(module) ? name : top;
    const bool known = seen.contains(v.object());
    const bool inside = known ? seen[v.object()].learns : parameter || find_shared(v, place, depth + 1, seen, shared);
    Stored& stored = seen[v.object()];
    stored.learns = inside;
    const bool again = !stored.holders.insert(holder).second;
    if (again && inside && shared.empty()) shared = place;
    learns = learns || inside;
  };
  each_named_item(module, "_parameters", [&](const std::string& name, const lang::Value& v) { visit(name, v, torch::as_tensor(v) != nullptr); });
  each_named_item(module, "_modules", [&](const std::string& name, const lang::Value& v) { visit(name, v, false); });
  return learns;
}

}  // namespace

std::string shared_layer(const lang::Value& module) {
  std::map<const void*, Stored> seen;
  std::string shared;
  find_shared(module, "", 0, seen, shared);
  return shared;
}

void each_module(const lang::Value& module, const std::function<void(const lang::Value&)>& work) {
  std::set<const void*> seen;
  const std::function<void(const lang::Value&)> visit = [&](const lang::Value& m) {
    if (!m.is_object() || !m.get<lang::InstanceObject>() || !seen.insert(m.object()).second) return;
    work(m);
    each_item(m, "_modules", visit);
  };
  visit(module);
}

std::vector<lang::Value> find_dropouts(const lang::Value& module) {
  std::vector<lang::Value> out;
  each_module(module, [&](const lang::Value& m) {
    if (m.object()->own_cls()->name().starts_with("Dropout")) out.push_back(m);
  });
  return out;
}

}  // namespace mha::homework
