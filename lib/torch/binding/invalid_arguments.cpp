#include "torch/binding/invalid_arguments.h"

#include <unordered_map>

#include "torch/binding/convert.h"

// The message reads the overloads back from their text, which has effects that
// are kept because learners see them: the lone * counts as an argument, a
// Number is matched by no type, and a list of tensors by none either.

namespace mha::torch {

namespace {

struct Argument {
  std::string type, name;
};

// Keyword arguments come in the order of the hash table that PyTorch keeps
// them in, so the same one is used here.
using Keywords = std::unordered_map<std::string, Value>;

std::vector<Argument> parse_option(const std::string& option) {
  std::vector<Argument> out;
  const std::string inner = option.substr(1, option.size() - 2);
  size_t at = 0;
  while (true) {
    const size_t comma = std::min(inner.find(", ", at), inner.size());
    const std::string part = inner.substr(at, comma - at);
    const size_t space = part.rfind(' ');
    out.push_back(space == std::string::npos
                      ? Argument{part, part}
                      : Argument{part.substr(0, space), part.substr(space + 1)});
    if (comma == inner.size()) return out;
    at = comma + 2;
  }
}

bool matches(const Argument& a, const Value& v) {
  const std::string type = type_text(v);
  if (a.type == "float") return type == "float" || type == "int";
  return a.type == type;
}

std::string unmatched_keywords(const std::vector<Argument>& option,
                               const Keywords& keywords) {
  std::string out;
  const size_t start =
      option.size() > keywords.size() ? option.size() - keywords.size() : 0;
  for (const auto& [name, value] : keywords) {
    bool found = false;
    for (size_t i = start; i < option.size(); ++i) found |= option[i].name == name;
    if (!found) out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

std::string marked(const std::vector<Argument>& option,
                   std::span<const Value> positional, const Keywords& keywords) {
  std::string out = "(";
  for (size_t i = 0; i < option.size(); ++i) {
    const bool by_keyword = i >= positional.size();
    const Value& v =
        by_keyword ? keywords.at(option[i].name) : positional[i];
    const char* mark = matches(option[i], v) ? "" : "!";
    out += mark;
    if (by_keyword) out += option[i].name + "=";
    out += type_text(v);
    out += mark;
    out += ", ";
  }
  if (!positional.empty()) out.resize(out.size() - 2);
  return out + ")";
}

}  // namespace

std::string invalid_arguments(const std::string& name,
                              const std::vector<std::string>& options,
                              std::span<const Value> positional,
                              std::span<const lang::KeywordArg> keyword_args) {
  Keywords keywords;
  for (const lang::KeywordArg& k : keyword_args) {
    keywords.emplace(k.name.str(), k.value);
  }
  std::string out = name + "() received an invalid combination of arguments - got (";
  for (const Value& v : positional) out += type_text(v) + ", ";
  for (const auto& [key, v] : keywords) out += key + "=" + type_text(v) + ", ";
  if (!positional.empty()) out.resize(out.size() - 2);
  out += "), but expected ";
  if (options.size() == 1) return out + options.front();
  out += "one of:\n";
  for (const std::string& text : options) {
    out += " * " + text + "\n";
    const std::vector<Argument> option = parse_option(text);
    if (option.size() != positional.size() + keywords.size()) continue;
    out += "      didn't match because some of the ";
    const std::string wrong = unmatched_keywords(option, keywords);
    out += wrong.empty() ? "arguments have invalid types: " +
                               marked(option, positional, keywords)
                         : "keywords were incorrect: " + wrong;
    out += '\n';
  }
  return out;
}

}  // namespace mha::torch
