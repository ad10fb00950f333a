#include "lesson/answers/compare.h"

#include <algorithm>
#include <cmath>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/pieces.h"
#include "lesson/answers/places.h"
#include "lesson/answers/typed_code.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"

namespace mha::lesson {

namespace {

/// Adds an axis of that size at a depth; false if the axis there has another.
bool fits(Numbers& out, size_t depth, int64_t size) {
  if (depth < out.shape.size()) return out.shape[depth] == size;
  // The first list met at a depth fixes the size of that dimension.
  if (!out.values.empty()) return false;
  out.shape.push_back(size);
  return true;
}

bool collect(const lang::Value& v, Numbers& out, size_t depth) {
  const auto number = [&](double x) {
    if (depth != out.shape.size()) return false;
    out.values.push_back(x);
    return true;
  };
  if (v.is_bool() || v.is_int()) return number(static_cast<double>(v.as_int()));
  if (v.is_float()) return number(v.as_float());
  if (const auto* t = v.get<lang::TensorObject>()) {
    for (const int64_t size : t->tensor.shape())
      if (!fits(out, depth++, size)) return false;
    if (depth != out.shape.size()) return false;
    const Tensor all = contiguous(to(t->tensor, DType::float64));
    out.values.insert(out.values.end(), all.data<double>(),
                      all.data<double>() + all.numel());
    return true;
  }
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* l = v.get<lang::ListObject>()) items = &l->items;
  if (const auto* t = v.get<lang::TupleObject>()) items = &t->items;
  if (!items || !fits(out, depth, static_cast<int64_t>(items->size())))
    return false;
  return std::all_of(items->begin(), items->end(), [&](const lang::Value& x) {
    return collect(x, out, depth + 1);
  });
}

/// The largest number of decimals of a number in the text.
int decimals_typed(const std::string& text) {
  int most = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '.') continue;
    size_t end = i + 1;
    while (end < text.size() &&
           std::isdigit(static_cast<unsigned char>(text[end])))
      ++end;
    most = std::max(most, static_cast<int>(end - i - 1));
  }
  return most;
}

/// True for a literal number or a list of them, not a calculation.
bool is_plain(const std::string& python) {
  for (size_t i = 0; i < python.size(); ++i) {
    if (python[i] == '/' || python[i] == '*' || python[i] == '+') return false;
    // The minus of a sign, or of an exponent.
    const bool sign = python[i] == '-' &&
                      (i == 0 || std::string_view("[(, e").find(
                                     python[i - 1]) != std::string_view::npos);
    if (python[i] == '-' && !sign) return false;
  }
  return true;
}

/// The tolerance for a number: half a unit of the last digit typed, with at
/// least one decimal; three decimals for a calculation.
double step_of(const std::string& python) {
  const int decimals =
      is_plain(python) ? std::max(decimals_typed(python), 1) : 3;
  return 0.5 * std::pow(10.0, -decimals) * 1.001;
}

bool is_whole(double a) { return a == std::floor(a) && std::abs(a) < 1e15; }

/// 0.66 for 2/3: cut off after the digits typed, instead of rounded.
bool cut_off(double came, double said, double step) {
  const double unit = std::round(2 * step * 1e9) / 1e9;
  return unit < 0.05 && std::abs(std::trunc(came / unit) * unit - said) < 1e-9;
}

bool is_number(double came, double said, double step, bool roughly) {
  if (std::isnan(came) || std::isinf(came))
    return (std::isnan(came) && std::isnan(said)) || came == said;
  const double error = std::abs(came - said);
  if (roughly && error <= 0.1 * std::abs(came)) return true;
  return error <= (is_whole(came) ? 1e-4 : step) ||
         error <= 1e-4 * std::abs(came) || cut_off(came, said, step);
}

bool is_near(double came, double said) {
  if (std::isnan(came) || std::isinf(came)) return came == said;
  return !is_whole(came) &&
         std::abs(came - said) <= std::max(0.1 * std::abs(came), 0.02);
}

/// `step`: how far a number may be off.
Match compare_numbers(const Numbers& came, const Numbers& said, AnswerKind kind,
                      double step, bool roughly) {
  if (came.is_text || said.is_text) {
    if (came.is_text != said.is_text) return Match::other_form;
    return came.text == said.text ? Match::right : Match::wrong;
  }
  if (came.is_truth != said.is_truth) return Match::other_form;
  if (came.shape != said.shape) {
    // Too many axes, or too few numbers in a row, is an answer that is wrong; a
    // number for a list is none.
    return came.shape.size() == said.shape.size() ? Match::wrong
                                                  : Match::other_form;
  }
  bool right = true, near = true;
  for (size_t i = 0; i < came.values.size(); ++i) {
    right = right && is_number(came.values[i], said.values[i], step,
                               roughly && kind != AnswerKind::shape);
    near = near && is_near(came.values[i], said.values[i]);
  }
  return right ? Match::right : near ? Match::close : Match::wrong;
}

/// The value of a reading; false if it has none.
bool value_of(World& world, const std::string& reading, Numbers& out) {
  const Outcome answer = world.value_of(reading);
  return !answer.failure && answer.value.defined() &&
         to_numbers(answer.value, out);
}

Shape shape_of(const lang::Value& value) {
  if (const auto* t = value.get<lang::TensorObject>()) return t->tensor.shape();
  if (const auto* l = value.get<lang::ListObject>())
    return {static_cast<int64_t>(l->items.size())};
  if (const auto* t = value.get<lang::TupleObject>())
    return {static_cast<int64_t>(t->items.size())};
  return {};
}

std::vector<std::string> readings_of(World& world, const lang::Value& came,
                                     const std::string& said) {
  const Shape shape = shape_of(came);
  return readings(said, kind_of(world, came),
                  std::vector<int64_t>(shape.begin(), shape.end()));
}

}  // namespace

std::string words_as_places(World& world, const std::string& said, const std::string& before) {
  const auto* list = world.has_name("tokens") ? world.value_of("tokens").value.get<lang::ListObject>() : nullptr;
  std::string out = said;
  for (size_t i = 0; list && i < list->items.size(); ++i) {
    const auto* word = list->items[i].get<lang::StrObject>();
    const bool plain =
        word && !word->text().empty() &&
        std::all_of(word->text().begin(), word->text().end(),
                    [](unsigned char c) { return std::isalpha(c); });
    if (!plain) continue;
    const Pattern whole("\\b" + word->text() + "\\b", Pattern::kAnyCase);
    out = whole.sub(before + std::to_string(i), out);
  }
  return out;
}

bool to_numbers(const lang::Value& value, Numbers& out) {
  if (const auto* s = value.get<lang::StrObject>()) {
    out.is_text = true;
    out.text = s->text();
    return true;
  }
  const auto* t = value.get<lang::TensorObject>();
  out.is_truth = value.is_bool() || (t && t->tensor.dim() == 0 &&
                                     t->tensor.dtype() == DType::bool_);
  return collect(value, out, 0);
}

std::vector<Numbers> read_numbers(World& world, const lang::Value& came,
                                  const std::string& said) {
  std::vector<Numbers> all;
  for (const std::string& reading : readings_of(world, came, said)) {
    Numbers read;
    if (value_of(world, reading, read)) all.push_back(std::move(read));
  }
  // "-0,5 and 0,5" are two numbers where two are asked for.
  Numbers right;
  const auto fits = [&](const Numbers& read) { return read.shape == right.shape; };
  if (to_numbers(came, right) && std::any_of(all.begin(), all.end(), fits)) {
    std::erase_if(all, [&](const Numbers& read) { return !fits(read); });
  }
  return all;
}

bool asks_for_places(const lang::Value& value) {
  const auto* t = value.get<lang::TensorObject>();
  return t && t->tensor.dtype() == DType::bool_ &&
         (t->tensor.dim() == 1 || t->tensor.dim() == 2);
}

AnswerKind kind_of(World& world, const lang::Value& value) {
  if (asks_for_places(value)) return AnswerKind::places;
  if (value.is_bool()) return AnswerKind::truth;
  if (value.is_int()) return AnswerKind::whole;
  if (value.is_float()) return AnswerKind::number;
  if (value.get<lang::StrObject>()) return AnswerKind::text;
  if (const auto* t = value.get<lang::TensorObject>()) {
    if (t->tensor.dim() == 0)
      return t->tensor.dtype() == DType::bool_ ? AnswerKind::truth
                                               : AnswerKind::number;
    return t->tensor.dim() == 1 ? AnswerKind::list : AnswerKind::table;
  }
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* l = value.get<lang::ListObject>()) items = &l->items;
  if (const auto* t = value.get<lang::TupleObject>()) items = &t->items;
  if (!items) return AnswerKind::other;
  if (world.interpreter().type_name(value) == "torch.Size")
    return AnswerKind::shape;
  const auto is = [&](auto test) {
    return std::all_of(items->begin(), items->end(), test);
  };
  if (is([](const lang::Value& v) { return v.is_int() && !v.is_bool(); }))
    return AnswerKind::shape;
  if (is([](const lang::Value& v) { return v.is_float() || v.is_int(); }))
    return AnswerKind::list;
  return AnswerKind::other;
}

namespace {

/// "batch heads tokens": names of the lesson that are sizes, as a shape; or nothing.
std::string as_names_of_sizes(World& world, const std::string& said) {
  const std::vector<std::string> names = names_in(said);
  const bool other = said.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789 ,()[]") != std::string::npos;
  const bool sizes = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return world.has_name(name) && world.value_of(name).value.is_int();
  });
  return names.size() > 1 && sizes && !other ? "(" + join(names, ", ") + ")" : "";
}

/// How many words the lesson's `tokens` has, if it has such a list; or -1.
int64_t count_of_words(World& world) {
  const auto* list = world.has_name("tokens") ? world.value_of("tokens").value.get<lang::ListObject>() : nullptr;
  return list ? static_cast<int64_t>(list->items.size()) : -1;
}

/// The place of the one word of the lesson's `tokens` that is all of what is said, or nothing.
std::string as_place_of_word(World& world, const std::string& said) {
  const std::string place = words_as_places(world, std::string(trim(said)));
  return place != trim(said) && place.find_first_not_of("0123456789") == std::string::npos ? place : "";
}

}  // namespace

std::string words_as_rows(World& world, const lang::Value& came, const std::string& said) {
  static const Pattern kRowOf(R"(\brow +(?:of|for) +(?:the +)?(?=[a-z]))", Pattern::kAnyCase), kRow(R"((row \d+) row\b)", Pattern::kAnyCase),
      kSome(R"(\b((?:first|last) +(?:two|three|four|\d))(?! +(?:rows|col)))", Pattern::kAnyCase);
  if (!asks_for_places(came)) return said;
  const Tensor& cells = came.get<lang::TensorObject>()->tensor;
  if (cells.dim() != 2 || cells.size(0) == cells.size(1) || cells.size(0) != count_of_words(world)) return said;
  const std::string rows = words_as_places(world, kRowOf.sub("", said), "row ");
  // "mice, the last three" are of its numbers.
  return rows == kRowOf.sub("", said) ? said : kSome.sub("$1 columns", kRow.sub("$1", rows));
}

namespace {

/// The words of the lesson's `tokens` as the places of these cells, where each is a word's.
std::string words_as_cells(World& world, const Tensor& cells, std::string said) {
  // "small -> mice" is a cell by its words.
  static const Pattern kArrow(R"((\w+) *(?:->|→|=>) *(\w+))");
  const int64_t words = count_of_words(world);
  // A small table may be of the first words.
  const bool pairs = cells.dim() == 2 && cells.size(0) == cells.size(1) && cells.size(0) > 1 && cells.size(0) <= words;
  const bool arrows = pairs && kArrow.is_in(said);
  if (arrows || (cells.dim() == 1 && cells.size(0) == words)) said = words_as_places(world, said);
  if (arrows) said = kArrow.sub("($1, $2)", said);
  // "small to mice and daily to chase", with words for both axes.
  static const Pattern kLooks(R"((\d+) +(?:looks? +)?(?:mostly +|most +)?(?:to|at|->) +(\d+))");
  const bool figures = said.find_first_of("0123456789") != std::string::npos;
  if (!arrows && !figures && pairs) {
    if (const std::string placed = words_as_places(world, said); kLooks.is_in(placed)) said = kLooks.sub("($1, $2)", placed);
  }
  return said;
}

}  // namespace

Match compare(World& world, const lang::Value& came, const std::string& said,
              bool roughly) {
  if (asks_for_places(came)) {
    const Tensor& cells = came.get<lang::TensorObject>()->tensor;
    const std::string placed = words_as_cells(world, cells, said);
    const std::vector<Places> readings = read_places(placed, cells.shape());
    if (!readings.empty()) {
      const auto right =
          std::find(readings.begin(), readings.end(), places_of(cells));
      return right != readings.end() ? Match::right : Match::wrong;
    }
    if (names_places(placed, cells.shape())) return form_slip(AnswerKind::places, said).empty() ? Match::wrong : Match::other_form;
  }
  Numbers a;
  if (!to_numbers(came, a)) return Match::unreadable;
  const AnswerKind kind = kind_of(world, came);
  Match best = Match::unreadable;
  // One bare number is how many there are in all, and no shape of several axes.
  const bool bare =
      said.find_first_not_of("0123456789 ") == std::string::npos &&
      said.find_first_of("0123456789") != std::string::npos &&
      trim(said).find(' ') == std::string_view::npos;
  if (bare && kind == AnswerKind::shape && a.values.size() > 1)
    return Match::other_form;
  for (const std::string& reading : readings_of(world, came, said)) {
    Numbers b;
    if (!value_of(world, reading, b)) continue;
    // A list of numbers may be given as the tuple it is printed as, and a shape
    // of one size as that number.
    best =
        std::min(best, compare_numbers(a, b, kind, step_of(reading), roughly));
  }
  if (best >= Match::other_form && kind == AnswerKind::shape) {
    const std::string sizes = as_names_of_sizes(world, said);
    Numbers b;
    if (!sizes.empty() && value_of(world, sizes, b)) best = compare_numbers(a, b, kind, 0, roughly);
  }
  if (best >= Match::other_form && kind == AnswerKind::whole) {
    // Only where it is right: a word may also mean something else.
    const std::string place = as_place_of_word(world, said);
    Numbers b;
    if (!place.empty() && value_of(world, place, b) && compare_numbers(a, b, kind, 0, roughly) == Match::right)
      best = Match::right;
  }
  return best;
}

bool computes(World& world, const lang::Value& came,
              const lang::Value& computed, bool roughly) {
  Numbers a, b;
  if (!to_numbers(came, a) ||
      !to_numbers(computed, b))
    return false;
  const AnswerKind kind = kind_of(world, came);
  // len(x) for the shape of one axis
  if (kind == AnswerKind::shape && a.values.size() == 1 && b.values.size() == 1) return a.values == b.values;
  return compare_numbers(a, b, kind, 1e-4, roughly) == Match::right;
}

bool same_answer(World& world, const lang::Value& came,
                 const std::string& likely, const std::string& said) {
  if (asks_for_places(came)) {
    const Tensor& cells = came.get<lang::TensorObject>()->tensor;
    const Shape& shape = cells.shape();
    const std::vector<Places> mine = read_places(words_as_cells(world, cells, said), shape);
    std::vector<Places> theirs = read_places(likely, shape);
    if (mine.empty()) {
      // Places that are not there: counted from 1, or rows taken for columns.
      const auto named = named_places(said, shape);
      return theirs.empty() && named &&
             named == named_places(likely, shape);
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
  if (kind_of(world, came) == AnswerKind::number && !as_place_of_word(world, said).empty()) return false;
  const Outcome o = world.evaluate(likely);
  return o.value.defined() && compare(world, o.value, said) == Match::right;
}

/// Whether the text names the right cells, but with the first row and column as 1.
static bool counted_from_1(const std::string& said, const Tensor& cells) {
  Places from_0;
  for (std::vector<int64_t> place : named_places(said, cells.shape()).value_or(Places())) {
    for (int64_t& n : place) --n;
    from_0.insert(std::move(place));
  }
  return !from_0.empty() && from_0 == places_of(cells);
}

std::string wrong_text(World& world, const lang::Value& came, const std::string& said,
                       Match match) {
  if (asks_for_places(came)) {
    const Tensor& cells = came.get<lang::TensorObject>()->tensor;
    const std::string placed = words_as_cells(world, cells, said);
    const std::vector<Places> readings = read_places(placed, cells.shape());
    if (counted_from_1(placed, cells)) return "Right if you count from 1. Places are counted from 0: the first is 0.";
    if (readings.empty()) {
      return "Not this: it names places that are not there. The shape is " +
             shape_text(cells.shape()) + ", and places are counted from 0.";
    }
    const Places right = places_of(cells);
    const Places& mine = readings.front();
    const auto hits =
        std::count_if(mine.begin(), mine.end(),
                      [&](const auto& p) { return right.contains(p); });
    const auto extra = static_cast<ptrdiff_t>(mine.size()) - hits;
    if (extra == 0 && hits > 0)
      return "All of these are right, but there are more.";
    if (hits > 0) {
      return "Not quite: of the places that you named, " + std::to_string(hits) +
             (hits == 1 ? " is right and " : " are right and ") +
             std::to_string(extra) + (extra == 1 ? " is not." : " are not.");
    }
    return mine.empty() ? "Not this: there are some."
                        : "Not this: none of these is one.";
  }
  if (match == Match::close) {
    const bool digits = said.find_first_of("0123456789") != std::string::npos;
    return digits ? "Close, but not to the digits you gave." : "Close. Say it in digits, with two decimals.";
  }
  return "Not this.";
}

bool same_value(World& world, const lang::Value& a, const lang::Value& b) {
  // Any way to a value is right, and 2 is as good as 2.0; but broadcasting
  // never makes a wrong shape right.
  constexpr double kRelative = 1e-4;
  constexpr double kAbsolute = 1e-6;
  const auto* x = a.get<lang::TensorObject>();
  const auto* y = b.get<lang::TensorObject>();
  if (x && y) {
    if (x->tensor.shape() != y->tensor.shape()) return false;
    return allclose(to(x->tensor, DType::float64),
                    to(y->tensor, DType::float64), kRelative, kAbsolute,
                    /*equal_nan=*/true);
  }
  if ((x && x->tensor.dim() > 0) || (y && y->tensor.dim() > 0)) return false;
  const auto items_of =
      [](const lang::Value& v) -> const std::vector<lang::Value>* {
    if (const auto* l = v.get<lang::ListObject>()) return &l->items;
    if (const auto* t = v.get<lang::TupleObject>()) return &t->items;
    return nullptr;
  };
  const auto* these = items_of(a);
  const auto* those = items_of(b);
  if (these && those) {
    return std::equal(these->begin(), these->end(), those->begin(),
                      those->end(),
                      [&](const lang::Value& u, const lang::Value& v) {
                        return same_value(world, u, v);
                      });
  }
  Numbers m, n;
  if (collect(a, m, 0) &&
      collect(b, n, 0) && m.shape.empty() &&
      n.shape.empty()) {
    const double p = m.values[0];
    const double q = n.values[0];
    return p == q || (std::isnan(p) && std::isnan(q)) ||
           std::abs(p - q) <= kAbsolute + kRelative * std::abs(q);
  }
  // Within the world: what the comparison makes must belong to it, even if a
  // younger one was made since.
  bool equal = false;
  return !world
              .perform([&] {
                equal = world.interpreter().equal(a, b);
                return lang::Value();
              })
              .failure &&
         equal;
}

std::string answer_form(World& world, const lang::Value& value) {
  if (value.is_bool()) return "True or False";
  if (value.is_int()) return "a whole number";
  if (value.is_float()) return "a number, such as 0.25";
  if (value.get<lang::StrObject>()) return "a text in quotes";
  if (const auto* t = value.get<lang::TensorObject>()) {
    const bool whole = !is_floating(t->tensor.dtype());
    if (t->tensor.dim() == 0) return whole ? "a whole number" : "a number, such as 0.25";
    if (asks_for_places(value)) {
      return t->tensor.dim() == 1
                 ? "the places, such as 0 2, or none"
                 : "the places, such as (0, 1) (2, 0), or none";
    }
    if (t->tensor.dim() == 1) return whole ? "a list of whole numbers, such as [2, 0]" : "a list of numbers, such as [0.5, 0.25]";
    return whole ? "rows of whole numbers, such as [[1, 0], [2, 1]]" : "rows of numbers, such as [[1, 0], [0.5, 0.5]]";
  }
  if (world.interpreter().type_name(value) == "torch.Size" ||
      world.interpreter().type_name(value) == "Size") {
    return "a shape, such as (2, 3)";
  }
  const auto* list = value.get<lang::ListObject>();
  const bool truths = list && std::all_of(list->items.begin(), list->items.end(), [](const lang::Value& v) { return v.is_bool(); });
  return truths ? "True or False for each, such as [True, False]" : "a tuple or a list, such as (2, 3)";
}

std::string answer_text(const Outcome& came) {
  if (!asks_for_places(came.value)) return pictures::readable_numbers(std::string(trim(came.output)));
  return places_text(places_of(came.value.get<lang::TensorObject>()->tensor));
}

bool is_literal(const std::string& text) {
  const bool numbers =
      text.find_first_not_of("0123456789xX.,()[]- ") == std::string::npos &&
      text.find_first_of("xX") > text.find_first_of("0123456789");
  return !readings(text, numbers ? AnswerKind::shape : AnswerKind::other, {})
              .empty();
}

}  // namespace mha::lesson
