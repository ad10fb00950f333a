// How answers and the values of programs are compared with what came.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "lang/parser.h"
#include "lesson/places.h"
#include "lesson/world.h"
#include "tensor/factory.h"
#include "tensor/ops_binary.h"

namespace mha::lesson {

namespace {

/// A value as nested numbers: what answers are compared by.
struct Numbers {
  std::vector<int64_t> shape;  // empty: one number
  std::vector<double> values;
  std::string text;  // instead of numbers: a str
  bool is_text = false;
};

bool collect(lang::Interpreter& interp, const lang::Value& v, Numbers& out,
             size_t depth) {
  const auto number = [&](double x) {
    if (depth != out.shape.size()) return false;
    out.values.push_back(x);
    return true;
  };
  if (v.is_bool() || v.is_int()) return number(static_cast<double>(v.as_int()));
  if (v.is_float()) return number(v.as_float());
  if (v.get<lang::TensorObject>()) {
    const lang::Value list = interp.call_method(v, "tolist");
    return collect(interp, list, out, depth);
  }
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* l = v.get<lang::ListObject>()) items = &l->items;
  if (const auto* t = v.get<lang::TupleObject>()) items = &t->items;
  if (!items) return false;
  const auto size = static_cast<int64_t>(items->size());
  if (out.shape.size() <= depth) {
    // The first list met at a depth fixes the size of that dimension.
    if (!out.values.empty()) return false;
    out.shape.push_back(size);
  } else if (out.shape[depth] != size) {
    return false;
  }
  return std::all_of(items->begin(), items->end(), [&](const lang::Value& x) {
    return collect(interp, x, out, depth + 1);
  });
}

bool to_numbers(lang::Interpreter& interp, const lang::Value& v, Numbers& out) {
  if (const auto* s = v.get<lang::StrObject>()) {
    out.is_text = true;
    out.text = s->text();
    return true;
  }
  return collect(interp, v, out, 0);
}

/// The digits behind the point of the longest number in the text.
int decimals_typed(const std::string& text) {
  int most = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.') continue;
    size_t end = i + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    most = std::max(most, static_cast<int>(end - i - 1));
  }
  return most;
}

/// Values may be given as Python shows them: tensor([...]), inf, nan.
std::string in_python(const std::string& said) {
  static const std::pair<std::string_view, const char*> kShown[] = {
      {"tensor", "torch.tensor"}, {"inf", "float('inf')"}, {"nan", "float('nan')"},
      {"Inf", "float('inf')"},    {"NaN", "float('nan')"}};
  const auto in_word = [&](size_t i) {
    return i < said.size() && (std::isalnum(static_cast<unsigned char>(said[i])) ||
                               said[i] == '_' || said[i] == '.' || said[i] == '\'' ||
                               said[i] == '"');
  };
  std::string out;
  for (size_t i = 0; i < said.size();) {
    const auto* word = std::find_if(std::begin(kShown), std::end(kShown), [&](const auto& w) {
      return said.compare(i, w.first.size(), w.first) == 0 && !in_word(i + w.first.size());
    });
    const bool begins = i == 0 || !in_word(i - 1);
    if (word != std::end(kShown) && begins) {
      out += word->second;
      i += word->first.size();
    } else {
      out += said[i++];
    }
  }
  return out;
}

/// Numbers with blanks or an x between them, as shapes are often written, with
/// commas: `1 5 2 3`, `3x4`, `(3 x 4)`. Empty if the text is not of that kind; a
/// minus that is no sign makes it a calculation.
std::string with_commas(const std::string& said) {
  std::string_view row = trim(said);
  const bool round = row.starts_with('(') && row.ends_with(')');
  const bool square = row.starts_with('[') && row.ends_with(']');
  if (round || square) row = trim(row.substr(1, row.size() - 2));
  std::vector<std::string> numbers(1);
  for (const char c : row) {
    if (c == ' ' || c == '\t' || c == 'x' || c == 'X') {
      if (!numbers.back().empty()) numbers.emplace_back();
    } else if (std::isdigit(static_cast<unsigned char>(c)) || c == '.' ||
               (c == '-' && numbers.back().empty())) {
      numbers.back() += c;
    } else {
      return "";
    }
  }
  const auto is_number = [](const std::string& n) {
    return std::any_of(n.begin(), n.end(), [](unsigned char c) { return std::isdigit(c); });
  };
  if (numbers.size() < 2 || !std::all_of(numbers.begin(), numbers.end(), is_number)) return "";
  const std::string inside = join(numbers, ", ");
  return square ? "[" + inside + "]" : "(" + inside + ")";
}

/// One number with commas between its thousands, `2,360,064`, without them; any
/// other text as it is.
std::string without_thousands(const std::string& said) {
  std::string number(trim(said));
  const size_t sign = number.starts_with('-') ? 1 : 0;
  const size_t end = std::min(number.find('.'), number.size());
  for (size_t i = sign; i < end; ++i) {
    // Three digits stand behind each comma, and some before the first.
    const bool comma = (end - i) % 4 == 0 && i > sign;
    const bool fits = comma ? number[i] == ',' : std::isdigit(static_cast<unsigned char>(number[i])) != 0;
    if (!fits) return said;
  }
  if (!std::all_of(number.begin() + static_cast<ptrdiff_t>(std::min(end + 1, number.size())), number.end(),
                   [](unsigned char c) { return std::isdigit(c); })) {
    return said;
  }
  std::erase(number, ',');
  return number;
}

Match compare_numbers(const Numbers& came, const Numbers& said, int decimals) {
  if (came.is_text || said.is_text) {
    return came.is_text && said.is_text && came.text == said.text ? Match::right
                                                                  : Match::wrong;
  }
  if (came.shape != said.shape) return Match::wrong_shape;
  const double step = 0.5 * std::pow(10.0, -std::max(decimals, 1)) * 1.001;
  bool exact = true;
  bool near = true;
  for (size_t i = 0; i < came.values.size(); ++i) {
    const double a = came.values[i];
    const double b = said.values[i];
    if (std::isnan(a) || std::isinf(a)) {
      const bool same = (std::isnan(a) && std::isnan(b)) || a == b;
      exact = exact && same;
      near = near && same;
      continue;
    }
    const bool whole = a == std::floor(a) && std::abs(a) < 1e15;
    const double error = std::abs(a - b);
    exact = exact && (error <= (whole ? 1e-4 : step) || error <= 1e-4 * std::abs(a));
    near = near && error <= std::max(0.1 * std::abs(a), 0.02) && !whole;
  }
  return exact ? Match::right : near ? Match::close : Match::wrong;
}

}  // namespace

bool asks_for_places(const lang::Value& value) {
  const auto* t = value.get<lang::TensorObject>();
  return t && t->tensor.dtype() == DType::bool_ &&
         (t->tensor.dim() == 1 || t->tensor.dim() == 2);
}

Match compare(World& world, const lang::Value& came, const std::string& said) {
  if (asks_for_places(came)) {
    const Tensor& cells = came.get<lang::TensorObject>()->tensor;
    const std::vector<Places> readings = read_places(said, cells.shape());
    if (!readings.empty()) {
      const auto right = std::find(readings.begin(), readings.end(), places_of(cells));
      return right != readings.end() ? Match::right : Match::wrong;
    }
    if (reads_as_places(said)) return Match::wrong_shape;
  }
  lang::Interpreter& interp = world.interpreter();
  Numbers a, b;
  if (!to_numbers(interp, came, a)) return Match::unreadable;
  const bool one = a.shape.empty() && !a.is_text;
  // Where one number is asked for, `0.5 -0.2` is a difference.
  const bool difference = one && said.find('-') != std::string::npos;
  std::string text = difference ? "" : with_commas(said);
  if (text.empty()) text = in_python(one ? without_thousands(said) : said);
  const Outcome answer = world.evaluate(text);
  if (answer.failure || !answer.value.defined() ||
      !to_numbers(interp, answer.value, b)) {
    return Match::unreadable;
  }
  return compare_numbers(a, b, decimals_typed(said));
}

bool same_answer(World& world, const lang::Value& came, const std::string& likely,
                 const std::string& said) {
  if (asks_for_places(came)) {
    const Shape& shape = came.get<lang::TensorObject>()->tensor.shape();
    const std::vector<Places> mine = read_places(said, shape);
    std::vector<Places> theirs = read_places(likely, shape);
    if (mine.empty()) {
      // Places that are not there: counted from 1, or rows taken for columns.
      const auto named = named_places(said, shape.size());
      return theirs.empty() && named && named == named_places(likely, shape.size());
    }
    if (theirs.empty() && !reads_as_places(likely)) {
      const Outcome o = world.evaluate(likely);
      if (asks_for_places(o.value)) {
        theirs.push_back(places_of(o.value.get<lang::TensorObject>()->tensor));
      }
    }
    return std::any_of(mine.begin(), mine.end(), [&](const Places& p) {
      return std::find(theirs.begin(), theirs.end(), p) != theirs.end();
    });
  }
  const Outcome o = world.evaluate(likely);
  return o.value.defined() && compare(world, o.value, said) == Match::right;
}

std::string wrong_text(const lang::Value& came, const std::string& said, Match match) {
  if (asks_for_places(came)) {
    const Tensor& cells = came.get<lang::TensorObject>()->tensor;
    const std::vector<Places> readings = read_places(said, cells.shape());
    if (readings.empty()) {
      return "Not this: it names places that are not there. The shape is " +
             shape_text(cells.shape()) + ", and places are counted from 0.";
    }
    const Places right = places_of(cells);
    const Places& mine = readings.front();
    const auto hits = std::count_if(mine.begin(), mine.end(), [&](const auto& p) {
      return right.contains(p);
    });
    const auto extra = static_cast<ptrdiff_t>(mine.size()) - hits;
    if (extra == 0 && hits > 0) return "All of these are right, but there are more.";
    if (hits > 0) {
      return "Not quite: of yours " + std::to_string(hits) +
             (hits == 1 ? " is right and " : " are right and ") +
             std::to_string(extra) + (extra == 1 ? " is not." : " are not.");
    }
    return mine.empty() ? "Not this: there are some." : "Not this: none of these is one.";
  }
  if (match == Match::close) return "Close, but not to the digits you gave.";
  if (match == Match::wrong_shape) {
    const auto* t = came.get<lang::TensorObject>();
    if (came.get<lang::TupleObject>()) {
      const bool one = said.find_first_of(", xX") == std::string::npos;
      return one ? "Not this. The answer is written in brackets: (7,) or (2, 3)."
                 : "Not this: more numbers belong in the brackets, or fewer.";
    }
    if (t && t->tensor.dim() == 1) {
      return "Not this: what comes is a list with another number of values.";
    }
    if (t && t->tensor.dim() > 1) {
      return "Not this: what comes has another number of rows or columns.";
    }
    return "Not this: one number is asked for.";
  }
  return "Not this.";
}

bool same_value(World& world, const lang::Value& a, const lang::Value& b) {
  // Any way to a value is right, and 2 is as good as 2.0; but broadcasting never
  // makes a wrong shape right.
  constexpr double kRelative = 1e-4;
  constexpr double kAbsolute = 1e-6;
  const auto* x = a.get<lang::TensorObject>();
  const auto* y = b.get<lang::TensorObject>();
  if (x && y) {
    if (x->tensor.shape() != y->tensor.shape()) return false;
    return allclose(to(x->tensor, DType::float64), to(y->tensor, DType::float64),
                    kRelative, kAbsolute, /*equal_nan=*/true);
  }
  if ((x && x->tensor.dim() > 0) || (y && y->tensor.dim() > 0)) return false;
  const auto items_of = [](const lang::Value& v) -> const std::vector<lang::Value>* {
    if (const auto* l = v.get<lang::ListObject>()) return &l->items;
    if (const auto* t = v.get<lang::TupleObject>()) return &t->items;
    return nullptr;
  };
  const auto* these = items_of(a);
  const auto* those = items_of(b);
  if (these && those) {
    return std::equal(these->begin(), these->end(), those->begin(), those->end(),
                      [&](const lang::Value& u, const lang::Value& v) {
                        return same_value(world, u, v);
                      });
  }
  Numbers m, n;
  if (collect(world.interpreter(), a, m, 0) && collect(world.interpreter(), b, n, 0) &&
      m.shape.empty() && n.shape.empty()) {
    const double p = m.values[0];
    const double q = n.values[0];
    return p == q || (std::isnan(p) && std::isnan(q)) ||
           std::abs(p - q) <= kAbsolute + kRelative * std::abs(q);
  }
  try {
    return world.interpreter().equal(a, b);
  } catch (const std::exception&) {
    return false;
  }
}

std::string answer_form(World& world, const lang::Value& value) {
  if (value.is_bool()) return "True or False";
  if (value.is_int()) return "a whole number";
  if (value.is_float()) return "a number, such as 0.25";
  if (value.get<lang::StrObject>()) return "a text in quotes";
  if (const auto* t = value.get<lang::TensorObject>()) {
    if (t->tensor.dim() == 0) return "a number, such as 0.25";
    if (asks_for_places(value)) {
      return t->tensor.dim() == 1 ? "the places, such as 0 2, or none"
                                  : "the places, such as (0, 1) (2, 0), or none";
    }
    if (t->tensor.dim() == 1) return "a list of numbers, such as [0.5, 0.25]";
    return "rows of numbers, such as [[1, 0], [0.5, 0.5]]";
  }
  if (world.interpreter().type_name(value) == "torch.Size" ||
      world.interpreter().type_name(value) == "Size") {
    return "a shape, such as (2, 3)";
  }
  return "a tuple or a list, such as (2, 3)";
}

bool is_literal(const std::string& text) {
  // Words that stand for values are part of an answer; any other name makes
  // the line code.
  static const std::vector<std::string> kWords = {
      "True", "False", "None", "torch", "Size", "inf", "nan", "Inf", "NaN", "tensor", "e"};
  if (!with_commas(text).empty()) return true;
  size_t i = 0;
  bool something = false;
  while (i < text.size()) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\'') {
      const size_t end = text.find(text[i], i + 1);
      if (end == std::string::npos) return false;
      i = end + 1;
      something = true;
    } else if (std::isalpha(c) || c == '_' || c >= 0x80) {
      size_t end = i;
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) ||
              text[end] == '_' || static_cast<unsigned char>(text[end]) >= 0x80)) {
        ++end;
      }
      const std::string word = text.substr(i, end - i);
      if (std::find(kWords.begin(), kWords.end(), word) == kWords.end()) {
        return false;
      }
      i = end;
      something = true;
    } else {
      if (std::isdigit(c)) {
        something = true;
        // An exponent belongs to its number.
        while (i + 1 < text.size() && (std::isalnum(static_cast<unsigned char>(text[i + 1])) || text[i + 1] == '.')) ++i;
      } else if (std::string_view("()[]{},.+-*/ \t").find(text[i]) ==
                 std::string_view::npos) {
        return false;
      }
      ++i;
    }
  }
  return something;
}

}  // namespace mha::lesson
