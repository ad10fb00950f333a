// check_object(), place_kept() and made_at().

#include "homework/choice/properties.h"

#include <fmt/format.h>

#include <utility>

#include "homework/choice/choice.h"
#include "homework/trial/trial_parts.h"
#include "reading/definitions.h"
#include "reading/expressions.h"
#include "reading/index.h"
#include "tensor/core/views.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

class ObjectProperties {
 public:
  ObjectProperties(const Choice& choice, const Trial& trial, std::vector<PropertyResult>& out)
      : choice_(choice), trial_(trial), out_(out) {}

  void check() {
    for (const PropertySpec& p : choice_.assignment->properties) {
      if (p.kind == "starts") starts(p);
      if (p.kind == "small") small(p);
      if (p.kind == "biased") biased(p);
      if (p.kind == "several") several(p);
    }
    learned();
    options();
  }

 private:
  PropertyResult& add(const char* id, std::string title) {
    out_.push_back({id, std::move(title), true, "", {}});
    return out_.back();
  }

  /// `starts scale 1`: a vector that the task lets start with one number.
  void starts(const PropertySpec& spec) {
    const size_t blank = spec.input.find(' ');
    const std::vector<Roles>& matchings = choice_.diagnosis->matchings();
    if (!choice_.named || matchings.empty() || blank == std::string::npos) return;
    const Roles& roles = matchings[choice_.diagnosis->right_matching().value_or(choice_.diagnosis->likeliest_matching())];
    const auto role = roles.find(spec.input.substr(0, blank));
    if (role == roles.end()) return;
    // With a vector of another shape, which of the roles the others have is unknown.
    const auto alike = [&](const auto& all) {
      return std::count_if(all.begin(), all.end(), [&](const auto& w) { return w.shape() == role->second.weight.shape(); });
    };
    std::vector<Tensor> asked_for, there;
    for (const auto& [name, map] : roles) asked_for.push_back(map.weight);
    for (const FoundWeight& w : choice_.trial->found.vectors) there.push_back(w.tensor);
    if (alike(there) < alike(asked_for)) return;
    const double asked = std::stod(spec.input.substr(blank + 1));
    for (const FoundWeight& w : choice_.trial->found.vectors) {
      if (!w.parameter || fit(numbers_of(role->second.weight), numbers_of(w.tensor)) != Fit::exact) continue;
      PropertyResult& p = add("starts", spec.title);
      if (w.start == asked) return;
      p.fails(w.start ? fmt::format("every number of `{}` starts as {:g}", w.path, *w.start)
                      : fmt::format("the numbers of `{}` start differently", w.path));
      // If another weight starts so, the two may have changed places where they are used.
      const bool exchanged = std::any_of(choice_.trial->found.vectors.begin(), choice_.trial->found.vectors.end(), [&](const FoundWeight& other) {
        return other.parameter && other.start == asked && other.tensor.shape() == w.tensor.shape();
      });
      if (!exchanged) p.place = made_at(choice_, w.path, /*in_its_maker=*/true);
      return;
    }
  }

  /// `small eps 1e-3`: a size that is at most so large if nobody hands in another.
  void small(const PropertySpec& spec) {
    const size_t blank = spec.input.find(' ');
    if (!trial_.object.is_object() || blank == std::string::npos) return;
    const std::string size = spec.input.substr(0, blank);
    const auto is_it = [&](const std::string& word) { return choice_.trials->sizes_named(word) == std::vector<std::string>{size}; };
    lang::Value chosen = trial_.bound.contains(size) ? lang::Value() : trial_.setting.sizes.at(size);
    Location place;
    if (const lang::Attributes* own = trial_.object.object()->attributes_if_any()) {
      for (const auto& [name, value] : own->items()) {
        if (is_it(name.str())) place = made_at(choice_, name.str());
      }
    }
    const lang::FunctionObject* init = choice_.candidate ? choice_.candidate->init : nullptr;
    for (size_t i = 0; init && i < init->code->positional.size(); ++i) {
      const lang::Parameter& p = init->code->positional[i];
      if (!p.default_value || !is_it(p.name.str())) continue;
      chosen = default_of(*init, p.name.str());
      place = {init->code->source, p.default_value->span};
    }
    if (!chosen.is_float() && !chosen.is_int()) return;
    const double value = chosen.is_float() ? chosen.as_float() : static_cast<double>(chosen.as_int());
    PropertyResult& p = add("small", spec.title);
    const bool large = value > std::stod(spec.input.substr(blank + 1));
    if (large) p.fails(fmt::format("{} is {:g}, if no other is handed in", size, value), place);
  }

  /// `several heads`: a program that is right with one, and was not told how many, has one; if it
  /// uses this several times, that could not be followed.
  void several(const PropertySpec& spec) {
    const auto guessed = choice_.options.guessed.find(spec.input);
    if (!choice_.named || choice_.candidate->part || guessed == choice_.options.guessed.end()) return;
    PropertyResult& p = add("several", spec.title);
    if (guessed->second == 1 && choice_.right) p.fails("there is one");
  }

  /// `biased W_1`: a weight whose layer adds a vector. A program that has a vector for which no use
  /// was found may add it.
  void biased(const PropertySpec& spec) {
    const std::optional<size_t> matching = choice_.named ? choice_.diagnosis->right_matching() : std::nullopt;
    if (!matching || !trial_.found.vectors.empty()) return;
    const Roles& roles = choice_.diagnosis->matchings()[*matching];
    const auto role = roles.find(spec.input);
    if (role == roles.end() || has_spare(trial_, roles)) return;
    PropertyResult& p = add("biased", spec.title);
    if (role->second.bias.defined()) return;
    const std::string path = path_of(trial_, role->second);
    p.fails(path.empty() ? "no vector is added" : fmt::format("`{}` has no bias", path), made_at(choice_, path));
  }

  /// A switch of the constructor, turned off, must apply to all layers that take an input, or to
  /// none of them.
  void options() {
    const std::vector<WeightSpec>& weights = choice_.assignment->weights;
    const auto is_made = [&](const std::string& size) {
      return std::any_of(weights.begin(), weights.end(), [&](const WeightSpec& w) { return w.out == size; });
    };
    for (const auto& [size, value] : trial_.setting.sizes) {
      if (!value.is_bool() || !value.as_bool() || !trial_.bound.contains(size) || !trial_.object.is_object()) continue;
      ProbeSpec off = choice_.assignment->probes[0];
      off.sizes[size] = "False";
      const Trial t = choice_.trials->run(off, choice_.options, false);
      Diagnosis d(*choice_.reference, t);
      const std::optional<size_t> matching = t.ran() ? d.right_matching() : std::nullopt;
      if (!matching) continue;
      std::string with, without;
      for (const auto& [role, map] : d.matchings()[*matching]) {
        const WeightSpec* spec = choice_.assignment->weight(role);
        if (!spec || spec->is_vector() || is_made(spec->in)) continue;
        (map.bias.defined() ? with : without) = role;
      }
      PropertyResult& p = add("option", "A switch of the constructor works for all layers that it is meant for.");
      if (with.empty() || without.empty()) continue;
      p.fails(fmt::format("with {} off, {} has a bias, and {} has none", size, with, without),
              made_at(choice_, path_of(t, d.matchings()[*matching].at(with))));
    }
  }

  /// The path of the layer with this role; empty if it does not have a layer of its own.
  static std::string path_of(const Trial& trial, const LinearMap& map) {
    for (const FoundWeight& w : trial.found.matrices) {
      if (w.linear && w.bias.defined() == map.bias.defined() && same(numbers_of(transpose(w.tensor, 0, 1)), numbers_of(map.weight))) return w.path;
    }
    return "";
  }

  /// The optimiser only sees parameters of the module.
  void learned() {
    const lang::Attributes* own = trial_.object.is_object() ? trial_.object.object()->attributes_if_any() : nullptr;
    if (!own || !own->find(lang::Symbol("_modules"))) return;
    PropertyResult& p = add("learned", "Each weight is a parameter of the module.");
    std::vector<Tensor> known;
    each_module(trial_.object, [&](const lang::Value& module) {
      each_item(module, "_parameters", [&](const lang::Value& v) {
        if (const Tensor* t = torch::as_tensor(v)) known.push_back(*t);
      });
    });
    for (const auto* found : {&trial_.found.matrices, &trial_.found.vectors}) {
      for (const FoundWeight& w : *found) {
        const bool is_known = std::any_of(known.begin(), known.end(), [&](const Tensor& t) { return t.is_same(w.tensor); });
        if (is_known || !p.holds) continue;
        p.fails(fmt::format("`{}` is {}", w.path, w.parameter ? "a parameter that the module does not know of" : "a plain tensor"));
        const std::string collection = w.parameter ? plain_collection(w.path) : "";
        if (collection.empty()) {
          p.place = made_at(choice_, w.path);
          if (w.parameter || !p.place.known()) p.place = made_at(choice_, w.path.substr(0, w.path.find('.')));
        } else {
          p.id = "registered";
          p.place = made_at(choice_, collection, /*in_its_maker=*/true, /*filled=*/false);
        }
        // eval() does not reach a dropout in there either.
        if (w.parameter && !out_[0].holds) {
          out_[0].place = p.place;
          out_[0].operation.clear();
        }
      }
    }
  }

  /// The attribute on a weight's path that is a plain list, tuple or dict; empty if there is none.
  std::string plain_collection(std::string_view path) const {
    lang::Value at = trial_.object;
    while (at.is_object() && !path.empty()) {
      const std::string name(path.substr(0, path.find('.')));
      path.remove_prefix(std::min(path.size(), name.size() + 1));
      const lang::Attributes* own = at.object()->attributes_if_any();
      const lang::Value* kept = own ? own->find(lang::Symbol(name)) : nullptr;
      lang::Value next = kept ? *kept : lang::Value();
      each_named_item(at, "_modules", [&](const std::string& child, const lang::Value& v) {
        if (child == name) next = v;
      });
      if (next.get<lang::ListObject>() || next.get<lang::TupleObject>() || next.get<lang::DictObject>()) return name;
      at = next;
    }
    return "";
  }

  const Choice& choice_;
  const Trial& trial_;
  std::vector<PropertyResult>& out_;
};

}  // namespace

void check_object(const Choice& choice, const Trial& trial, std::vector<PropertyResult>& out) {
  ObjectProperties(choice, trial, out).check();
}

void place_kept(const Program& program, PropertyResult& p) {
  const reading::Index text(program.modules());
  const reading::ExprNode* kept = nullptr;
  std::optional<lang::Symbol> kept_name;
  bool sure = false;
  for (const reading::ExprNode& n : text.nodes()) {
    const lang::Expr* grown = reading::grown_by(*n.expr);
    if ((n.use != reading::Use::write && !grown) || !n.function || reading::sets_up(*n.function)) continue;
    const auto name = text.self_attribute(grown ? *grown : *n.expr);
    const bool read = name && std::any_of(text.nodes().begin(), text.nodes().end(), [&](const reading::ExprNode& other) {
      return other.cls == n.cls && other.use == reading::Use::read && text.self_attribute(*other.expr) == name;
    });
    if (!read) continue;
    // self.scale = self.scale * 2: it is made from what it was.
    const bool goes_on = grown || std::any_of(text.nodes().begin(), text.nodes().end(), [&](const reading::ExprNode& other) {
      return other.stmt == n.stmt && other.use == reading::Use::read && text.self_attribute(*other.expr) == name;
    });
    if (goes_on == sure && kept && kept_name != name && kept->stmt != n.stmt) return;
    if (!kept || (goes_on && !sure)) kept = &n, kept_name = name;
    sure = sure || goes_on;
  }
  if (!kept) return;
  p.place = {program.source_of(kept->module->source.get()), kept->stmt->span};
  p.operation = "=";
}

Location made_at(const Choice& choice, std::string path, bool in_its_maker, bool filled) {
  // An entry of a list is made where the list is made.
  const auto last = [&] { return path.substr(path.rfind('.') + 1); };
  while (path.find('.') != std::string::npos && last().find_first_not_of("0123456789") == std::string::npos) {
    path.erase(path.rfind('.'));
  }
  const reading::Giving g = reading::giving_of(choice.trials->program().modules(), last(), in_its_maker,
                                                choice.candidate ? choice.candidate->name : "", filled);
  if (g.module) return {g.module->source, g.span};
  // An entry of a dict: {"v": nn.Linear(...)}.
  const lang::Expr* entry = nullptr;
  SourcePtr source;
  for (const lang::ModulePtr& m : choice.trials->program().modules()) {
    const reading::Index text({m.get()});
    for (const reading::ExprNode& n : text.nodes()) {
      if (n.expr->kind != lang::ExprKind::dict) continue;
      for (const auto& [key, value] : reading::as<lang::DictExpr>(*n.expr).items) {
        if (!key || reading::text_of(*key) != last()) continue;
        if (std::exchange(entry, value.get())) return {};
        source = m->source;
      }
    }
  }
  return entry ? Location{source, entry->span} : Location();
}

}  // namespace mha::homework
