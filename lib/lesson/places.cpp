#include "lesson/places.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace mha::lesson {

namespace {

/// A text of brackets, whole numbers, True and False, taken apart.
struct Token {
  char kind;  // '(' '[' ')' ']', 'n' for a number, 'b' for True or False
  int64_t value = 0;
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return out;
}

/// Nothing if the text holds anything else.
std::optional<std::vector<Token>> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (std::isdigit(c) || c == '-') {
      size_t end = i + 1;
      while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
      if (end - i > 9 || (c == '-' && end == i + 1)) return std::nullopt;
      tokens.push_back({'n', std::stol(text.substr(i, end - i))});
      i = end;
    } else if (std::isalpha(c)) {
      size_t end = i;
      while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) ++end;
      const std::string word = lower(text.substr(i, end - i));
      if (word == "true" || word == "false") {
        tokens.push_back({'b', word == "true"});
      } else if (word != "and" && word != "tensor") {
        return std::nullopt;
      }
      i = end;
    } else {
      if (std::string_view("()[]{}").find(text[i]) != std::string_view::npos) {
        tokens.push_back({c == '{' ? '[' : c == '}' ? ']' : text[i]});
      } else if (std::string_view(",; \t\n").find(text[i]) == std::string_view::npos) {
        return std::nullopt;
      }
      ++i;
    }
  }
  return tokens;
}

Places all_places(const Shape& shape) {
  Places all;
  for (int64_t i = 0; i < shape[0]; ++i) {
    if (shape.size() == 1) all.insert({i});
    for (int64_t j = 0; shape.size() == 2 && j < shape[1]; ++j) all.insert({i, j});
  }
  return all;
}

/// The numbers as flags, one a cell, row by row.
std::optional<Places> as_flags(const std::vector<int64_t>& values,
                               const Shape& shape) {
  const Places all = all_places(shape);
  if (values.size() != all.size()) return std::nullopt;
  Places places;
  size_t i = 0;
  for (const auto& place : all) {
    const int64_t flag = values[i++];
    if (flag != 0 && flag != 1) return std::nullopt;
    if (flag == 1) places.insert(place);
  }
  return places;
}

/// The numbers as places, each of as many numbers as there are dimensions.
std::optional<Places> grouped(const std::vector<int64_t>& values, size_t dims) {
  if (values.empty() || values.size() % dims != 0) return std::nullopt;
  Places places;
  for (auto at = values.begin(); at != values.end(); at += static_cast<ptrdiff_t>(dims)) {
    places.insert(std::vector<int64_t>(at, at + static_cast<ptrdiff_t>(dims)));
  }
  return places;
}

/// The same, of a tensor that has these places; negative ones count from its end.
std::optional<Places> as_places(const std::vector<int64_t>& values,
                                const Shape& shape) {
  const auto named = grouped(values, shape.size());
  if (!named) return std::nullopt;
  Places places;
  for (std::vector<int64_t> place : *named) {
    for (size_t d = 0; d < shape.size(); ++d) {
      if (place[d] < 0) place[d] += shape[d];
      if (place[d] < 0 || place[d] >= shape[d]) return std::nullopt;
    }
    places.insert(std::move(place));
  }
  return places;
}

}  // namespace

Places places_of(const Tensor& cells) {
  Places places;
  for (const auto& place : all_places(cells.shape())) {
    if (cells.at(place).to_bool()) places.insert(place);
  }
  return places;
}

std::vector<Places> read_places(const std::string& text, const Shape& shape) {
  const std::string word = lower(trim(text));
  if (word == "none" || word == "[]" || word == "()" || word == "no cell") return {{}};
  if (word == "all") return {all_places(shape)};
  const auto tokens = tokens_of(text);
  if (!tokens) return {};
  std::vector<int64_t> values;
  bool words = false;   // True or False among them
  bool round = false;   // (0, 1): a place
  int deep = 0, depth = 0;
  for (const Token& t : *tokens) {
    if (t.kind == 'n' || t.kind == 'b') {
      values.push_back(t.value);
      words = words || t.kind == 'b';
    } else if (t.kind == '(' || t.kind == '[') {
      deep = std::max(deep, ++depth);
      round = round || t.kind == '(';
    } else if (--depth < 0) {
      return {};
    }
  }
  if (depth != 0 || values.empty()) return {};
  const auto flags = as_flags(values, shape);
  const auto places = as_places(values, shape);
  std::vector<Places> readings;
  // Rows in square brackets are as many flags as there are cells; a pair in
  // round ones is a place. Without either, both may be meant.
  const bool rows = shape.size() == 2 && deep == 2 && !round;
  if (words || (flags && rows) || (flags && shape.size() == 1 && values.size() > 2)) {
    if (flags) readings.push_back(*flags);
    return readings;
  }
  if (places) readings.push_back(*places);
  if (flags && shape.size() == 1 && !round) readings.push_back(*flags);
  return readings;
}

std::optional<Places> named_places(const std::string& text, size_t dims) {
  const auto tokens = tokens_of(text);
  if (!tokens) return std::nullopt;
  std::vector<int64_t> values;
  for (const Token& t : *tokens) {
    if (t.kind == 'b') return std::nullopt;
    if (t.kind == 'n') values.push_back(t.value);
  }
  return grouped(values, dims);
}

std::string places_text(const Places& places) {
  if (places.empty()) return "none";
  std::vector<std::string> parts;
  for (const auto& place : places) {
    std::vector<std::string> numbers;
    for (const int64_t n : place) numbers.push_back(std::to_string(n));
    const std::string inside = join(numbers, ", ");
    parts.push_back(place.size() == 1 ? inside : "(" + inside + ")");
  }
  return join(parts, " ");
}

bool reads_as_places(const std::string& text) {
  const std::string word = lower(trim(text));
  if (word == "none" || word == "all" || word == "no cell") return true;
  const auto tokens = tokens_of(text);
  return tokens && !tokens->empty();
}

}  // namespace mha::lesson
