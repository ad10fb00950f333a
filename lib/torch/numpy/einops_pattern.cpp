#include <algorithm>
#include <cctype>

#include "torch/binding/convert.h"
#include "torch/numpy/einops.h"

// Reads the patterns of einops, with its words for what is wrong with one.

namespace mha::torch {

using lang::ClassObject;
using lang::Interpreter;
using lang::PyError;
using lang::Value;

ClassObject* einops_error_class(Interpreter& interp) {
  ClassObject*& cls = types(interp).others["einops.EinopsError"];
  if (!cls) {
    cls = interp.make_class("EinopsError", "einops",
                            {lang::Ref<ClassObject>(interp.builtin_class("RuntimeError"))}).get();
  }
  return cls;
}

PyError einops_error(Interpreter& interp, const std::string& message) {
  const Value cls(static_cast<lang::Object*>(einops_error_class(interp)));
  return PyError(interp.call(cls, {lang::str(message)}));
}

namespace {

bool is_decimal(const std::string& s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](unsigned char c) { return std::isdigit(c); });
}

std::string why_no_axis(const std::string& name) {
  if (std::isdigit(static_cast<unsigned char>(name[0]))) return "not a valid python identifier";
  if (name.front() == '_' || name.back() == '_') {
    return "axis name should should not start or end with underscore";
  }
  return "";
}

size_t count(std::string_view text, std::string_view part) {
  size_t n = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

}  // namespace

bool EinopsExpression::has(const std::string& axis) const {
  return std::find(identifiers.begin(), identifiers.end(), axis) != identifiers.end();
}

EinopsExpression::EinopsExpression(Interpreter& interp, std::string_view text, Options options) {
  std::string expression(text);
  if (const size_t dots = count(text, "."); dots > 0) {
    const size_t whole = count(text, "...");
    if (whole == 0) {
      throw einops_error(interp, "Expression may contain dots only inside ellipsis (...)");
    }
    if (whole != 1 || dots != 3) {
      throw einops_error(interp, "Expression may contain dots only inside ellipsis (...); only one "
                                 "ellipsis for tensor ");
    }
    expression.replace(expression.find("..."), 3, "\x01");
    has_ellipsis = true;
  }
  std::optional<Group> bracket;
  std::string word;
  const auto add = [&] {
    if (word.empty()) return;
    const std::string axis = word == "\x01" ? kEllipsisAxis : word;
    word.clear();
    if (has(axis) && !(options.underscore && axis == "_") && !options.duplicates) {
      throw einops_error(interp,
                         "Indexing expression contains duplicate dimension \"" + axis + "\"");
    }
    if (axis == kEllipsisAxis) {
      identifiers.push_back(axis);
      if (bracket) {
        bracket->axes.push_back(axis);
        ellipsis_in_brackets = true;
      } else {
        groups.push_back({{axis}, true, false});
      }
      return;
    }
    const bool number = is_decimal(axis);
    if (number && axis == std::string(axis.size() - 1, '0') + "1") {
      if (!bracket) groups.push_back({});
      return;
    }
    const std::string reason = number || (axis == "_" && options.underscore) ? "" : why_no_axis(axis);
    if (!reason.empty()) {
      throw einops_error(interp, "Invalid axis identifier: " + axis + "\n" + reason);
    }
    has_numbers = has_numbers || number;
    // Two numbers are two axes: told apart by what a name cannot hold.
    const std::string own = number ? axis + "#" + std::to_string(identifiers.size()) : axis;
    if (!has(own)) identifiers.push_back(own);
    if (bracket) {
      bracket->axes.push_back(own);
    } else {
      groups.push_back({{own}, false, false});
    }
  };
  for (const char c : expression) {
    if (c == '(' || c == ')' || c == ' ') {
      add();
      if (c == '(') {
        if (bracket) {
          throw einops_error(interp, "Axis composition is one-level (brackets inside brackets not "
                                     "allowed)");
        }
        bracket = Group{{}, false, true};
      } else if (c == ')') {
        if (!bracket) throw einops_error(interp, "Brackets are not balanced");
        groups.push_back(*bracket);
        bracket.reset();
      }
    } else if (std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '\x01' ||
               static_cast<unsigned char>(c) >= 128) {
      word += c;
    } else {
      throw einops_error(interp, std::string("Unknown character '") + c + "'");
    }
  }
  if (bracket) {
    throw einops_error(interp,
                       "Imbalanced parentheses in expression: \"" + std::string(text) + "\"");
  }
  add();
}

namespace {

/// The one letter of einsum's own that an axis outside of groups stands for.
void check_einsum_axis(const EinopsExpression::Group& group) {
  const auto refuse = [](const char* what) {
    throw Error("NotImplementedError", std::string(what) + " not yet supported in einsum.");
  };
  if (group.axes.empty()) refuse("Singleton () axes are");
  if (group.axes.size() > 1) refuse("Shape rearrangement is");
  if (group.axes[0].find('#') != std::string::npos) refuse("Anonymous axes are");
}

}  // namespace

std::string einops_equation(Interpreter& interp, const std::string& pattern) {
  const size_t arrow = pattern.find("->");
  if (arrow == std::string::npos) throw ValueError("Einsum pattern must contain '->'.");
  const EinopsExpression::Options loose{/*underscore=*/true, /*duplicates=*/true};
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::map<std::string, char> letters;
  std::string out;
  std::string_view lefts = std::string_view(pattern).substr(0, arrow);
  while (true) {
    const size_t comma = std::min(lefts.find(','), lefts.size());
    for (const auto& group : EinopsExpression(interp, lefts.substr(0, comma), loose).groups) {
      if (group.is_ellipsis) {
        out += "...";
        continue;
      }
      check_einsum_axis(group);
      const auto at = letters.find(group.axes[0]);
      if (at == letters.end() && letters.size() >= kLetters.size()) {
        throw RuntimeError("Too many axes in einsum.");
      }
      const char letter = at == letters.end() ? kLetters[letters.size()] : at->second;
      letters.emplace(group.axes[0], letter);
      out += letter;
    }
    if (comma == lefts.size()) break;
    out += ',';
    lefts.remove_prefix(comma + 1);
  }
  out += "->";
  const std::string_view right = std::string_view(pattern).substr(arrow + 2);
  for (const auto& group : EinopsExpression(interp, right, {/*underscore=*/true}).groups) {
    if (group.is_ellipsis) {
      out += "...";
      continue;
    }
    check_einsum_axis(group);
    const auto at = letters.find(group.axes[0]);
    if (at == letters.end()) {
      throw einops_error(interp, "Unknown axis " + group.axes[0] + " on right side of einsum " +
                                     pattern + ".");
    }
    out += at->second;
  }
  return out;
}

}  // namespace mha::torch
