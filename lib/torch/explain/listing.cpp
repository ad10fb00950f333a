#include "torch/explain/listing.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/text.h"
#include "lang/runtime/names.h"
#include "library/library.h"
#include "torch/binding/table.h"
#include "torch/nn/functional.h"

namespace mha::torch {

namespace {

/// What programs call a module that they import.
constexpr std::pair<std::string_view, std::string_view> kUsualNames[] = {
    {"nn", "torch.nn"}, {"F", "torch.nn.functional"}, {"init", "torch.nn.init"}, {"np", "numpy"}};

/// A value, and where it was found: "torch" and "matmul".
struct Found {
  Value value;
  std::string owner, name;
};

std::string dotted(const std::string& owner, const std::string& name) {
  return owner.empty() ? name : owner + "." + name;
}

/// The name of a module or class as an owner of others.
std::string owner_name(const Value& v) {
  if (const auto* module = v.get<ModuleObject>()) return module->name() == "builtins" ? "" : module->name();
  const auto* cls = v.get<ClassObject>();
  if (!cls) return "";
  const bool plain = cls->module_name == "builtins" || cls->module_name == "__main__";
  return dotted(plain ? "" : cls->module_name, cls->qualname.empty() ? cls->name() : cls->qualname);
}

Value import_if_any(Interpreter& interp, const std::string& name) {
  try {
    return interp.import(name);
  } catch (const Error& e) {
    if (e.is_refusal()) throw;
    return Value();
  }
}

/// `name` of a module, class or object; undefined if it has none.
Value member(Interpreter& interp, const Value& of, const std::string& name) {
  try {
    return interp.get_attr(of, name);
  } catch (const Error& e) {
    if (e.is_refusal()) throw;
    const auto* module = of.get<ModuleObject>();
    return module ? import_if_any(interp, module->name() + "." + name) : Value();
  }
}

/// The full name of what has `name`: a module, or the class of `of` that defines it; empty
/// for an attribute of an object's own.
std::string owner_of(Interpreter& interp, const Value& of, Symbol name) {
  if (of.get<ModuleObject>()) return owner_name(of);
  ClassObject* cls = of.get<ClassObject>();
  for (ClassObject* c : (cls ? cls : interp.type_of(of))->mro()) {
    const lang::Attributes* own = c->attributes_if_any();
    if ((own && own->find(name)) || (c->missing && c->missing(name).defined())) return owner_name(Value(c));
  }
  return "";
}

/// "nothing here is called ...", and the one of `names` that is nearest.
std::string not_found(const std::string& name, const std::string& before, const std::vector<std::string>& names) {
  const std::string last = before.empty() ? name : name.substr(before.size() + 1);
  const std::string near = nearest(last.substr(0, last.find('.')), names);
  return "nothing here is called '" + name + "'" +
         (near.empty() ? "; `source` alone lists what there is to read"
                       : "; did you mean '" + dotted(before, near) + "'?");
}

/// What the modules of lib/library define for others, each name once.
std::vector<std::string> public_names() {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : library::files()) {
    for (const library::Definition& d : library::definitions(library::module_name(file))) {
      if (!d.name.starts_with('_')) names.emplace_back(d.name);
    }
  }
  return names;
}

/// A name that a page of PyTorch's defines, or one of the other pages.
std::optional<Found> find_in_pages(Interpreter& interp, const std::string& name, bool of_torch) {
  for (const EmbeddedFile& file : library::files()) {
    if (file.name.starts_with("torch/") != of_torch) continue;
    const std::string module = library::module_name(file);
    for (const library::Definition& d : library::definitions(module)) {
      if (d.name == name) return Found{member(interp, interp.import(module), name), module, name};
    }
  }
  return std::nullopt;
}

/// A name that stands without its module, as after `from torch.nn import Linear`. Those of
/// PyTorch come first.
std::optional<Found> find_anywhere(Interpreter& interp, const std::string& name) {
  if (const auto found = find_in_pages(interp, name, /*of_torch=*/true)) return found;
  if (const Value v = find_function(name); v.defined()) return Found{v, "torch", name};
  if (const Value v = find_method(name); v.defined()) return Found{v, "torch.Tensor", name};
  for (const char* module : {"torch", "torch.nn", "torch.nn.functional", "math"}) {
    try {
      const Value of = interp.import(module);
      if (const Value v = interp.find_attr(of, Symbol(name)); v.defined()) return Found{v, module, name};
    } catch (const Error& e) {
      if (e.is_refusal()) throw;
    }
  }
  return find_in_pages(interp, name, /*of_torch=*/false);
}

/// What the first part of a name stands for.
Found find_first(Interpreter& interp, const std::string& name, const std::string& whole) {
  if (const Value* own = interp.main().attributes().find(Symbol(name)); own && !name.starts_with("__")) {
    return {*own, "", name};
  }
  for (const auto& [usual, module] : kUsualNames) {
    if (name == usual) return {interp.import(std::string(module)), "", std::string(module)};
  }
  const Value builtins = interp.import("builtins");
  if (const Value* v = builtins.get<ModuleObject>()->attributes().find(Symbol(name))) return {*v, "", name};
  if (const Value module = import_if_any(interp, name); module.defined()) return {module, "", name};
  if (const auto found = find_anywhere(interp, name)) return *found;
  std::vector<std::string> names = public_names();
  const auto add = [&](const auto& more) { names.insert(names.end(), more.begin(), more.end()); };
  add(lang::names_in_main(interp));
  add(lang::builtin_names(interp));
  add(function_names());
  add(method_names());
  for (const EmbeddedFile& file : library::files()) names.push_back(library::module_name(file));
  throw Error("NameError", not_found(whole, "", names));
}

Found find(Interpreter& interp, const std::string& name) {
  size_t dot = name.find('.');
  Found at = find_first(interp, name.substr(0, dot), name);
  while (dot != std::string::npos) {
    const size_t next = name.find('.', dot + 1);
    const std::string part = name.substr(dot + 1, next - dot - 1);
    const Value inner = member(interp, at.value, part);
    if (!inner.defined()) {
      const auto names = lang::names_of(interp, at.value);
      throw Error("NameError", not_found(name, name.substr(0, dot), {names.begin(), names.end()}));
    }
    const std::string owner = owner_of(interp, at.value, Symbol(part));
    at = {inner, owner.empty() ? dotted(at.owner, at.name) : owner, part};
    dot = next;
  }
  return at;
}

/// A function as it was written, whatever stands around it.
Value unwrapped(Value v) {
  for (;;) {
    if (const auto* bound = v.get<lang::BoundMethod>()) {
      v = Value(bound->function);
    } else if (const auto* descriptor = v.get<lang::Descriptor>()) {
      v = Value(descriptor->function);
    } else {
      return v;
    }
  }
}

/// From the decorators and comments above the statement on line `first` to its last line.
void take_lines(Listing& listing, const SourcePtr& source, int first) {
  listing.source = source;
  listing.first_line = first;
  listing.last_line = last_line(*source, first);
  while (listing.first_line > 1) {
    const std::string_view above = trim(source->line(listing.first_line - 1));
    if (!above.starts_with('@') && !above.starts_with('#')) break;
    --listing.first_line;
  }
}

/// The line of "class NAME" nearest above `line`, from 1; 0 if there is none.
int class_line(const Source& source, const std::string& name, int line) {
  for (int n = std::min(line, source.line_count()); n > 0; --n) {
    const std::string_view text = trim(source.line(n));
    const std::string begin = "class " + name;
    if (!text.starts_with(begin) || text.size() == begin.size()) continue;
    if (std::string_view("(: \t").find(text[begin.size()]) != std::string_view::npos) return n;
  }
  return 0;
}

/// The functions among these names.
std::vector<const FunctionObject*> functions_in(const lang::Attributes& names) {
  std::vector<const FunctionObject*> found;
  for (const auto& [name, value] : names.items()) {
    if (const auto* f = unwrapped(value).get<FunctionObject>()) found.push_back(f);
  }
  return found;
}

/// A class that a program or the library defines. Objects keep no text but functions do: it
/// is looked for above those of the class and, where it has none, in the texts of others.
void take_class(Listing& listing, Interpreter& interp, ClassObject& cls) {
  const auto take = [&](const SourcePtr& source, int line) {
    const int first = class_line(*source, cls.name(), line);
    if (first > 0) take_lines(listing, source, first);
    return first > 0;
  };
  if (const EmbeddedFile* file = library::find_module(cls.module_name)) {
    take(Source::of_library(std::string(file->name), std::string(file->text)), std::numeric_limits<int>::max());
    return;
  }
  for (const FunctionObject* f : functions_in(cls.attributes())) {
    if (f->defined_in.get() != &cls) continue;
    if (take(f->code->source, f->code->source->place(f->code->span.begin).line)) return;
  }
  std::vector<const FunctionObject*> others = functions_in(interp.main().attributes());
  for (const auto& [name, value] : interp.main().attributes().items()) {
    ClassObject* other = value.get<ClassObject>();
    if (!other || !other->from_program) continue;
    const auto more = functions_in(other->attributes());
    others.insert(others.end(), more.begin(), more.end());
  }
  for (const FunctionObject* f : others) {
    if (!f->code->source->is_library() && take(f->code->source, f->code->source->line_count())) return;
  }
  throw Error("LookupError", "the text of class '" + cls.name() + "' is not kept: it has no functions");
}

/// The whole text of a module, or the modules that can be read below it.
void take_module(Listing& listing, Interpreter& interp, ModuleObject& module) {
  listing.name = module.name();
  if (const EmbeddedFile* file = library::find_module(module.name())) {
    listing.source = Source::of_library(std::string(file->name), std::string(file->text));
    listing.last_line = listing.source->line_count();
    if (listing.source->line(listing.last_line).empty()) --listing.last_line;
    return;
  }
  for (const EmbeddedFile& file : library::files()) {
    const std::string name = library::module_name(file);
    if (name.starts_with(module.name() + ".")) listing.pages.push_back(name);
  }
  if (!listing.pages.empty()) return;
  try {
    std::vector<std::string> names;
    for (const std::string& name : lang::names_of(interp, Value(&module))) {
      if (!name.starts_with('_')) names.push_back(name);
    }
    listing.about = "It has " + join(names, ", ") + ".";
    if (module.missing) module.missing(Symbol("__all__"));
  } catch (const Error& e) {
    // A module that is known by name alone refuses whatever it is asked for.
    if (e.is_refusal()) throw Refusal(module.name() + " is not part of this tutor").with_help(e.help());
  }
}

/// How PyTorch's own C++ is called, "matmul(Tensor input, Tensor other)".
std::vector<std::string> calls_of(const Found& found) {
  std::vector<std::string> calls;
  if (found.owner == "torch") calls = function_signatures(found.name);
  if (found.owner == "torch.Tensor") calls = method_signatures(found.name);
  if (found.owner == "torch.nn.functional") calls = functional_signatures(found.name);
  for (std::string& call : calls) call = found.name + call;
  return calls;
}

}  // namespace

int last_line(const Source& source, int first) {
  constexpr std::string_view kBlanks = " \t";
  const size_t indent = source.line(first).find_first_not_of(kBlanks);
  int last = first;
  for (int n = first + 1; n <= source.line_count(); ++n) {
    const std::string_view line = source.line(n);
    const size_t begin = line.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) continue;
    if (begin <= indent && line[begin] != ')' && line[begin] != ']') break;
    last = n;
  }
  return last;
}

Listing find_listing(Interpreter& interp, std::string_view name) {
  const Found found = find(interp, std::string(name));
  const Value value = unwrapped(found.value);
  Listing listing;
  listing.name = dotted(found.owner, found.name);
  if (auto* module = value.get<ModuleObject>()) {
    take_module(listing, interp, *module);
  } else if (const auto* f = value.get<FunctionObject>()) {
    const std::string where = f->globals->name();
    listing.name = dotted(where == "__main__" ? "" : where, f->qualname);
    take_lines(listing, f->code->source, f->code->source->place(f->code->span.begin).line);
  } else if (value.get<NativeFunction>()) {
    listing.signatures = calls_of(found);
  } else {
    const bool is_class = value.get<ClassObject>() != nullptr;
    ClassObject* cls = is_class ? value.get<ClassObject>() : interp.type_of(value);
    const bool noted = library::find_note(listing.name).has_value();
    if (cls->from_program || (!is_class && !noted)) listing.name = owner_name(Value(cls));
    if (cls->from_program) take_class(listing, interp, *cls);
  }
  if (listing.source || !listing.pages.empty()) return listing;
  if (const std::optional<library::Note> note = library::find_note(listing.name)) {
    listing.about = note->text;
    if (listing.signatures.empty() && !note->call.empty()) listing.signatures.emplace_back(note->call);
  }
  return listing;
}

/// The ops that share the derivative of another, which `find_derivative` shows for them.
constexpr std::pair<std::string_view, std::string_view> kSharedDerivatives[] = {
    {"view", "reshape"}, {"view_as", "reshape"}, {"flatten", "reshape"}, {"unflatten", "reshape"},
    {"squeeze", "reshape"}, {"unsqueeze", "reshape"},
    {"t", "transpose"}, {"T", "transpose"}, {"mT", "transpose"}, {"swapaxes", "transpose"},
    {"movedim", "permute"}, {"narrow", "slice"}, {"chunk", "split"},
    {"expand", "unchanged"}, {"expand_as", "unchanged"}, {"broadcast_to", "unchanged"},
    {"clone", "unchanged"}, {"contiguous", "unchanged"}, {"to", "unchanged"}, {"float", "unchanged"},
    {"mm", "matmul"}, {"bmm", "matmul"}, {"mv", "matmul"}, {"dot", "matmul"}, {"einsum", "matmul"},
    {"baddbmm", "addmm"}, {"scaled_dot_product_attention", "attention"},
    {"max", "value_selecting"}, {"min", "value_selecting"}, {"sort", "value_selecting"},
    {"topk", "value_selecting"}, {"median", "value_selecting"}, {"kthvalue", "value_selecting"},
    {"amax", "extreme_along"}, {"amin", "extreme_along"},
    {"ceil", "floor"}, {"round", "floor"}, {"trunc", "floor"}, {"sign", "floor"},
    {"clip", "clamp"}, {"clamp_min", "clamp"}, {"clamp_max", "clamp"}, {"square", "pow"},
    {"hstack", "cat"}, {"vstack", "cat"}, {"concat", "cat"}, {"cross_entropy", "nll_loss"},
};

Listing find_derivative(std::string_view name) {
  std::string_view op = name.substr(name.rfind('.') + 1);
  for (const auto& [shown, as] : kSharedDerivatives) {
    if (op == shown) op = as;
  }
  constexpr std::string_view kPages = "torch.autograd.derivatives";
  const library::Definition* found = library::find_definition(kPages, op);
  if (!found || op.starts_with('_')) {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : library::files()) {
      const std::string module = library::module_name(file);
      if (!module.starts_with(kPages)) continue;
      for (const library::Definition& d : library::definitions(module)) {
        if (!d.name.starts_with('_')) names.emplace_back(d.name);
      }
    }
    throw Error("LookupError", "no derivative is written here under the name '" + std::string(op) + "'")
        .with_help(did_you_mean(std::string(op), names));
  }
  Listing listing;
  listing.name = dotted(library::module_name(*found->file), std::string(found->name));
  listing.source = Source::of_library(std::string(found->file->name), std::string(found->file->text));
  listing.first_line = found->line;
  listing.last_line = found->line + static_cast<int>(std::count(found->text.begin(), found->text.end(), '\n'));
  return listing;
}

}  // namespace mha::torch
