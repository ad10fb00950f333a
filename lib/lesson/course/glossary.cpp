#include "lesson/course/glossary.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>

#include "base/error.h"
#include "base/front_end.h"
#include "base/text.h"
#include "lesson/course/document.h"
#include "lesson/course/embedded.h"

namespace mha::lesson {

namespace {

/// A normal form that is equal for two spellings of a name.
std::string folded(std::string_view name) {
  std::string out;
  for (const char c : trim(name)) {
    if (c == '`') continue;
    const bool blank = c == ' ' || c == '-' || c == '_';
    out += blank ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

std::vector<std::string> names_of(const Term& term) {
  std::vector<std::string> names = term.also;
  names.insert(names.begin(), term.name);
  return names;
}

/// The name without separators between words: "headdim" for "head_dim".
std::string in_one_word(std::string name) {
  std::erase(name, ' ');
  return name;
}

bool has_word(const std::string& name, const std::string& word) {
  return (" " + name + " ").find(" " + word + " ") != std::string::npos;
}

/// The only term with a name that `fits`, or null.
template <typename F>
const Term* only(const std::vector<Term>& terms, const F& fits) {
  const Term* found = nullptr;
  for (const Term& term : terms) {
    const std::vector<std::string> names = names_of(term);
    if (std::none_of(names.begin(), names.end(),
                     [&](const std::string& n) { return fits(folded(n)); })) {
      continue;
    }
    if (found) return nullptr;
    found = &term;
  }
  return found;
}

}  // namespace

std::vector<Term> read_glossary(const SourcePtr& file,
                                std::vector<Problem>& problems) {
  std::vector<Term> terms;
  std::map<std::string, int> named;  // the line of each name
  int begun = 0;
  const auto problem = [&](int line, std::string message) {
    const uint32_t start = file->line_start(line);
    const Span span{start, start + static_cast<uint32_t>(file->line(line).size())};
    problems.push_back({file, span, std::move(message), ""});
  };
  const auto name = [&](int line, std::string_view text) {
    if (!named.emplace(folded(text), line).second) {
      problem(line, "'" + std::string(text) + "' is explained already, in line " +
                        std::to_string(named[folded(text)]));
    }
  };
  const auto finish = [&] {
    if (terms.empty()) return;
    terms.back().markdown = std::string(trim(terms.back().markdown));
    if (terms.back().markdown.empty()) {
      problem(begun, "'" + terms.back().name + "' is not explained");
    }
  };
  bool in_code = false;
  for (int n = 1; n <= file->line_count(); ++n) {
    const std::string_view line = file->line(n);
    if (line.starts_with("```")) in_code = !in_code;
    if (!in_code && line.starts_with("## ")) {
      finish();
      begun = n;
      terms.push_back({std::string(trim(line.substr(3))), {}, ""});
      name(n, terms.back().name);
    } else if (!in_code && line.starts_with("also:") && !terms.empty()) {
      for (std::string& also : comma_list(std::string(line.substr(5)))) {
        name(n, also);
        terms.back().also.push_back(std::move(also));
      }
    } else if (!terms.empty()) {
      terms.back().markdown += std::string(line) + "\n";
    }
  }
  finish();
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    return folded(a.name) < folded(b.name);
  });
  return terms;
}

const std::vector<Term>& glossary() {
  static const std::vector<Term> terms = [] {
    std::vector<Problem> problems;
    std::vector<Term> all = read_glossary(embedded_source("glossary.md"), problems);
    assert(problems.empty());
    return all;
  }();
  return terms;
}

const Term& find_term(const std::vector<Term>& terms, const std::string& name) {
  const std::string wanted = folded(name);
  const std::string one_word = in_one_word(wanted);
  const auto holds = [&](const std::string& n) { return has_word(n, wanted); };
  const std::function<bool(const std::string&)> fits[] = {
      [&](const std::string& n) { return n == wanted; },
      [&](const std::string& n) { return in_one_word(n) == one_word; },
      [&](const std::string& n) { return n.starts_with(wanted); }, holds};
  for (const auto& fit : fits) {
    const Term* t = wanted.empty() ? nullptr : only(terms, fit);
    if (t) return *t;
  }
  std::vector<std::string> names, near;
  for (const Term& term : terms) {
    for (const std::string& n : names_of(term)) {
      names.push_back(n);
      if (!wanted.empty() && (in_one_word(folded(n)).starts_with(one_word) || holds(folded(n)))) {
        near.push_back("'" + n + "'");
      }
    }
  }
  if (near.empty()) {
    if (const std::string n = nearest(name, names); !n.empty()) near = {"'" + n + "'"};
  }
  throw Error("GlossaryError",
              "The glossary has no '" + name + "'" +
                  (near.empty() ? "; " + front_end().glossary() + " lists its words"
                                : "; did you mean " + join(near, " or ") + "?"));
}

}  // namespace mha::lesson
