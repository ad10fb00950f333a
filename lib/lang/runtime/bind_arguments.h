#pragma once

// Python's way from the arguments of a call to the parameters of a function, be it a
// program's or one of C++.

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "lang/values/argument_errors.h"
#include "lang/values/class_object.h"

namespace mha::lang {

/// The parameters of a function: their slots lie in the order of these.
struct ParameterLayout {
  size_t positional = 0;
  size_t positional_only = 0;  // the first ones of them
  size_t required = 0;         // the others of them have defaults
  bool star_args = false;
  size_t keyword_only = 0;
  bool star_kwargs = false;
};

/// Copies the arguments to their slots, which are undefined before. `name_of(i)` is the name
/// of parameter i, positional ones first, then keyword-only ones; `fill(i, slot)` gives a
/// slot its default, and is false if there is none. Throws TypeError in Python's words.
template <typename NameOf, typename Fill>
void bind_arguments(const std::string& function, const ParameterLayout& layout, Value* slots,
                    const Value* args, size_t count, std::span<const KeywordArg> keywords,
                    const NameOf& name_of, const Fill& fill) {
  const size_t wanted = layout.positional;
  const size_t keyword_base = wanted + (layout.star_args ? 1 : 0);
  for (size_t i = 0; i < std::min(count, wanted); ++i) slots[i] = args[i];
  if (layout.star_args) {
    slots[wanted] = tuple(count > wanted ? std::vector<Value>(args + wanted, args + count)
                                         : std::vector<Value>());
  }
  Ref<DictObject> extra;
  if (layout.star_kwargs) {
    extra = make<DictObject>();
    slots[keyword_base + layout.keyword_only] = extra;
  }
  const size_t named = wanted + layout.keyword_only;
  const auto slot_of = [&](size_t i) -> Value& {
    return slots[i < wanted ? i : i - wanted + keyword_base];
  };
  size_t given_by_name = 0;  // of the keyword-only ones
  std::string misnamed;
  for (const KeywordArg& k : keywords) {
    size_t at = layout.positional_only;
    while (at < named && name_of(at) != k.name) ++at;
    if (at < named) {
      if (slot_of(at).defined()) throw TypeError(multiple_values(function, k.name.str()));
      slot_of(at) = k.value;
      given_by_name += at >= wanted ? 1 : 0;
      continue;
    }
    if (extra) {
      extra->set(k.name.str(), k.value);
      continue;
    }
    size_t first = 0;
    while (first < layout.positional_only && name_of(first) != k.name) ++first;
    if (first == layout.positional_only)
      throw TypeError(unexpected_keyword(function, k.name.str()));
    misnamed += (misnamed.empty() ? "" : ", ") + k.name.str();
  }
  if (!misnamed.empty())
    throw TypeError(fmt::format("{}() got some positional-only arguments passed "
                                "as keyword arguments: '{}'",
                                function, misnamed));
  if (count > wanted && !layout.star_args)
    throw TypeError(too_many_positional(function, layout.required, wanted, count, given_by_name));
  const auto fill_from = [&](size_t from, size_t to) {
    std::vector<std::string> missing;
    for (size_t i = from; i < to; ++i)
      if (!slot_of(i).defined() && !fill(i, slot_of(i))) missing.push_back(name_of(i).str());
    if (!missing.empty())
      throw TypeError(missing_arguments(function, missing, /*positional=*/to == wanted));
  };
  fill_from(std::min(count, wanted), wanted);
  if (layout.keyword_only > 0) fill_from(wanted, named);
}

}  // namespace mha::lang
