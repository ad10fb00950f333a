// Names that are not there: variables, attributes, modules, imports, forward.

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include "base/text.h"
#include "library/library.h"
#include "torch/explain/subjects.h"

namespace mha::torch {

namespace {

// What people mean by a bare name that nothing bound.
struct Usual {
  const char* name;
  const char* import;
};
constexpr Usual kUsual[] = {
    {"torch", "import torch"},
    {"nn", "import torch.nn as nn"},
    {"F", "import torch.nn.functional as F"},
    {"math", "import math"},
    {"np", "import numpy as np"},
    {"Tensor", "from torch import Tensor"},
    {"Optional", "from typing import Optional"},
    {"Tuple", "from typing import Tuple"},
    {"List", "from typing import List"},
    {"Dict", "from typing import Dict"},
    {"OrderedDict", "from collections import OrderedDict"},
    {"defaultdict", "from collections import defaultdict"},
    {"dataclass", "from dataclasses import dataclass"},
    {"partial", "from functools import partial"},
    {"random", "import random"},
    {"copy", "import copy"},
    {"deepcopy", "from copy import deepcopy"},
    {"warnings", "import warnings"},
};

/// Names of torch and of Python that a slip may mean, each with what stands before its last
/// dot taken off. Each is tried on the object at hand before it is offered.
std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const std::string& full : library::noted_names()) names.push_back(full.substr(full.rfind('.') + 1));
  for (const EmbeddedFile& file : library::files()) {
    for (const library::Definition& d : library::definitions(library::module_name(file))) names.emplace_back(d.name);
  }
  return names;
}

/// The words of a text that are names, without those after a dot.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> out;
  const auto word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t i = 0; i < text.size();) {
    if (text[i] == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (text[i] == '"' || text[i] == '\'') {
      const size_t end = text.find(text[i], i + 1);
      i = end == std::string::npos ? text.size() : end + 1;
      continue;
    }
    if (!word(text[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && word(text[end])) ++end;
    const bool after_dot = i > 0 && text[i - 1] == '.';
    if (!after_dot && !std::isdigit(static_cast<unsigned char>(text[i]))) {
      out.push_back(text.substr(i, end - i));
    }
    i = end;
  }
  return out;
}

bool is_keyword(const std::string& name) {
  static const std::set<std::string> keywords = {
      "and", "as", "assert", "break", "class", "continue", "def", "del", "elif",
      "else", "except", "finally", "for", "from", "global", "if", "import", "in",
      "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try",
      "while", "with", "None", "True", "False"};
  return keywords.count(name) != 0;
}

/// Names that `name` may mean: of the module, of the text around the failure.
std::vector<std::string> names_in_reach(const Failure& f,
                                        const std::string& name) {
  std::vector<std::string> out;
  for (const auto& item : f.interp.main().attributes().items()) {
    out.push_back(item.first.str());
  }
  for (std::string& n : names_in(f.around)) {
    if (!is_keyword(n)) out.push_back(std::move(n));
  }
  for (const char* n : {"print", "range", "len", "enumerate", "zip", "float",
                        "int", "str", "list", "dict", "tuple", "sum", "min",
                        "max", "abs", "isinstance", "super", "sorted"}) {
    out.emplace_back(n);
  }
  std::erase(out, name);
  return out;
}

bool has_word(const std::string& text, const std::string& word) {
  const auto in_name = [&](size_t i) {
    return i < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  for (size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    if (!in_name(at - 1) && !in_name(at + word.size())) return true;
  }
  return false;
}

/// Whether the program sets or reads self.NAME somewhere.
bool is_attribute(const Failure& f, const std::string& name) {
  if (f.error.trace.empty() || !f.error.trace.front().source) return false;
  return has_word(f.error.trace.front().source->text(), "self." + name);
}

bool explain_name(const Failure& f, Explanation& out) {
  const std::string name = f.between("name '", "'");
  if (name.empty()) return false;
  for (const Usual& u : kUsual) {
    if (name != u.name) continue;
    out.help = std::string("`") + u.import + "`" + std::string(kGivenByImport);
    return true;
  }
  if (name == "inf" || name == "nan") {
    out.help = fmt::format("torch.{0}, or float(\"{0}\")", name);
    return true;
  }
  if (name == "self") {
    out.help = "a method names it first: def forward(self, ...)";
    return true;
  }
  // Within a method, an attribute named without its object.
  if (has_word(f.around, "self") && is_attribute(f, name)) {
    out.help = "did you mean 'self." + name + "'?";
    return true;
  }
  const Value torch = f.line.find(name + "(") != std::string::npos ? f.interp.import("torch") : Value();
  if (torch.defined() && f.interp.find_attr(torch, Symbol(name)).defined()) {
    out.help = "torch has it: torch." + name;
    return true;
  }
  const std::string near = nearest(name, names_in_reach(f, name));
  if (!near.empty()) {
    out.help = "did you mean '" + near + "'?";
    return true;
  }
  return false;
}

bool explain_unbound(const Failure& f, Explanation& out) {
  const std::string name = f.between("local variable '", "'");
  if (name.empty()) return false;
  out.note = name + " is given a value somewhere in this function, so it is a "
             "name of its own there, and it has none yet here";
  return true;
}

// ------------------------------------------------------------------- attributes

/// The object whose attribute is missing.
Value owner_of(const Failure& f, const std::string& type) {
  for (const lang::Operand& o : f.error.operands) {
    if (f.interp.type_name(o.value) == type) return o.value;
  }
  return Value();
}

std::string nearest_attribute(const Failure& f, const Value& owner,
                              const std::string& name) {
  std::vector<std::string> candidates;
  if (owner.is_object()) {
    if (const auto* own = owner.object()->attributes_if_any()) {
      for (const auto& item : own->items()) {
        candidates.push_back(item.first.str());
        // A module keeps its parts in dicts of their own.
        const auto* dict = item.second.get<lang::DictObject>();
        if (!dict || !item.first.str().starts_with("_")) continue;
        size_t at = 0;
        Value key, value;
        while (dict->next(at, key, value)) {
          if (const auto* text = key.get<lang::StrObject>()) {
            candidates.push_back(text->text());
          }
        }
      }
    }
  }
  if (lang::ClassObject* cls = f.interp.type_of(owner)) {
    for (const lang::ClassObject* c : cls->mro()) {
      const auto* own = c->attributes_if_any();
      if (!own) continue;
      for (const auto& item : own->items()) {
        candidates.push_back(item.first.str());
      }
    }
  }
  for (std::string& n : known_names()) candidates.push_back(std::move(n));
  std::erase(candidates, name);
  std::erase_if(candidates, [&](const std::string& c) {
    if (c.starts_with("_") || c.empty()) return true;
    // A look-up may run the program's own code: only what is near is tried.
    return nearest(name, {c}).empty() ||
           !f.interp.find_attr(owner, Symbol(c)).defined();
  });
  // Of equally near ones, what learners use.
  std::stable_partition(candidates.begin(), candidates.end(), [](const std::string& c) { return c == "sum" || c == "mean" || c == "max" || c == "view"; });
  return nearest(name, candidates);
}

bool explain_attribute(const Failure& f, Explanation& out) {
  const std::string type = f.between("'", "' object has no attribute");
  const std::string name = f.between("has no attribute '", "'");
  if (type.empty() || name.empty()) return false;
  const Value owner = owner_of(f, type);
  if (type == "NoneType") {
    for (const lang::Operand& o : f.error.operands) {
      if (!o.value.is_none()) continue;
      out.note = o.text + " is None";
      if (o.text.ends_with(")")) {
        out.help = "a function without return gives None";
      }
      return true;
    }
    return false;
  }
  if (name == "softmax" || name == "shape" || name == "transpose" ||
      name == "detach" || name == "dim" || name == "size") {
    if (type == "list" || type == "int" || type == "float" || type == "tuple") {
      out.note = "this is a " + type + ", no tensor";
      if (type != "tuple") out.help = "torch.tensor(...) makes a tensor of it";
      return true;
    }
  }
  if (!owner.defined()) return false;
  const Value tensor = f.interp.get_attr(f.interp.import("torch"), "Tensor");
  if (f.interp.find_attr(owner, Symbol("_parameters")).defined() && f.interp.find_attr(tensor, Symbol(name)).defined()) {
    out.note = "this is a layer, no tensor";
    out.help = "called with a tensor, it gives one";
    return true;
  }
  const Value module = f.interp.get_attr(f.interp.import("torch.nn"), "Module");
  if (owner.get<lang::InstanceObject>() && f.interp.find_attr(module, Symbol(name)).defined()) {
    out.note = "." + name + " belongs to nn.Module, and this " + type + " is none";
    out.help = "class " + type + "(nn.Module) makes it one; its __init__ then begins with super().__init__()";
    return true;
  }
  static constexpr std::string_view kFunctions[] = {"len", "sum", "max", "min", "abs", "sorted", "round", "type", "print"};
  const bool function = std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions);
  const size_t dot = function ? f.line.find("." + name) : std::string::npos;
  if (dot != std::string::npos) {
    size_t begin = dot;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(f.line[begin - 1])) || f.line[begin - 1] == '_' || f.line[begin - 1] == '.')) --begin;
    out.help = name + " is a function" + (begin < dot ? ": " + name + "(" + f.line.substr(begin, dot - begin) + ")" : "");
    return true;
  }
  const std::string near = nearest_attribute(f, owner, name);
  if (!near.empty()) {
    out.help = "did you mean '." + near + "'?";
    return true;
  }
  if (owner.get<lang::InstanceObject>() &&
      f.around.find("self." + name) != std::string::npos) {
    out.note = "nothing has set ." + name + " on this " + type;
    out.help = "__init__ is where it is given: self." + name + " = ...";
    return true;
  }
  return false;
}

bool explain_module_attribute(const Failure& f, Explanation& out) {
  const std::string module = f.between("module '", "'");
  const std::string name = f.between("has no attribute '", "'");
  if (module.empty() || name.empty()) return false;
  const Value owner = f.interp.import(module);
  const std::string near = nearest_attribute(f, owner, name);
  if (!near.empty()) {
    out.help = "did you mean '" + near + "'?";
    return true;
  }
  for (const char* other : {"torch.nn", "torch.nn.functional", "torch", "math"}) {
    if (module == other) continue;
    const Value m = f.interp.import(other);
    if (!f.interp.find_attr(m, Symbol(name)).defined()) continue;
    out.help = std::string(other) + " has it: " + other + "." + name;
    return true;
  }
  return false;
}

// ---------------------------------------------------------------------- modules

bool explain_no_super(const Failure&, Explanation& out) {
  out.note = "nn.Module keeps its parts in lists that its own __init__ makes, "
             "and that has not run";
  out.help = "begin __init__ with super().__init__()";
  return true;
}

bool explain_no_super_late(const Failure& f, Explanation& out) {
  const std::string name = f.between("has no attribute '", "'");
  for (const char* own : {"_parameters", "_buffers", "_modules",
                          "_backward_hooks", "_forward_hooks",
                          "_forward_pre_hooks"}) {
    if (name == own) return explain_no_super(f, out);
  }
  return false;
}

bool explain_no_forward(const Failure& f, Explanation& out) {
  const Value module = f.find_module("Module");
  const std::string type = f.between("Module [", "]");
  if (type == "ModuleList" || type == "ModuleDict") {
    out.note = "a " + type + " only holds modules; it does not say in which "
               "order they run";
    out.help = "call its members one by one, or use nn.Sequential";
    return true;
  }
  if (!module.defined()) return false;
  std::vector<std::string> methods;
  for (const lang::ClassObject* cls : module.object()->cls()->mro()) {
    const auto* own = cls->attributes_if_any();
    if (!own || !cls->from_program) continue;
    for (const auto& item : own->items()) {
      if (item.second.get<lang::FunctionObject>()) {
        methods.push_back(item.first.str());
      }
    }
  }
  const std::string near = nearest("forward", methods);
  if (!near.empty()) {
    out.note = type + " has '" + near + "', but no 'forward'";
    out.help = "did you mean def forward(...)?";
    return true;
  }
  out.note = "calling a module runs its forward(), and " + type + " has none";
  if (std::find(methods.begin(), methods.end(), "__init__") != methods.end()) {
    out.help = "look whether def forward stands inside the class, indented like "
               "__init__";
  }
  return true;
}

// ---------------------------------------------------------------------- imports

bool explain_import(const Failure& f, Explanation& out) {
  const std::string name = f.between("import name '", "'");
  const std::string module = f.between("' from '", "'");
  if (name.empty() || module.empty()) return false;
  const Value owner = f.interp.import(module);
  const std::string near = nearest_attribute(f, owner, name);
  if (near.empty()) return false;
  out.help = "did you mean '" + near + "'?";
  return true;
}

bool explain_no_module(const Failure& f, Explanation& out) {
  const std::string name = f.between("No module named '", "'");
  const std::string near =
      nearest(name, {"torch", "torch.nn", "torch.nn.functional", "math",
                     "typing", "collections", "functools", "itertools",
                     "random", "dataclasses", "copy", "time", "warnings",
                     "numpy"});
  if (!near.empty() && near != name) {
    out.help = "did you mean '" + near + "'?";
    return true;
  }
  return false;
}

constexpr Subject kNameSubjects[] = {
    {"AttributeError", "before Module.__init__() call", explain_no_super},
    {"AttributeError", "object has no attribute '_", explain_no_super_late},
    {"NotImplementedError", "is missing the required \"forward\"",
     explain_no_forward},
    {"NameError", "is not defined", explain_name},
    {"UnboundLocalError", "", explain_unbound},
    {"AttributeError", "object has no attribute", explain_attribute},
    {"AttributeError", "module '", explain_module_attribute},
    {"ImportError", "cannot import name", explain_import},
    {"ModuleNotFoundError", "No module named", explain_no_module},
};

}  // namespace

std::span<const Subject> name_subjects() { return kNameSubjects; }

}  // namespace mha::torch
