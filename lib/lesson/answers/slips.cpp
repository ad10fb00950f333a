#include "lesson/answers/slips.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "base/pattern.h"
#include "base/text.h"
#include "lesson/answers/compare.h"
#include "lesson/course/embedded.h"

namespace mha::lesson {

namespace {

const std::vector<Slip>& slips() {
  static const std::vector<Slip> all = [] {
    std::vector<Problem> problems;
    std::vector<Slip> read = read_slips(embedded_source("slips.md"), problems);
    assert(problems.empty());
    return read;
  }();
  return all;
}

using Sizes = std::vector<double>;

/// True if `part` is what is left of `whole` without some of its sizes.
bool is_part(const Sizes& part, const Sizes& whole) {
  size_t i = 0;
  for (const double size : whole) {
    if (i < part.size() && part[i] == size) ++i;
  }
  return i == part.size();
}

double product(const Sizes& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 1.0, std::multiplies<>());
}

/// A shape, or strides, beside the right one.
std::string shape_slip(const Sizes& came, const Sizes& said) {
  const size_t n = came.size();
  if (said.size() == n) {
    Sizes a = came, b = said;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    if (a == b) {
      if (n == 2)
        return "The right sizes, but the other way round: rows come first, "
               "then columns.";
      if (Sizes(came.rbegin(), came.rend()) == said)
        return "The right sizes, but in the opposite order.";
      size_t differ = 0;
      for (size_t i = 0; i < n; ++i) differ += came[i] != said[i];
      return differ == 2 ? "The right sizes, but two axes are exchanged."
                         : "The right sizes, but in another order.";
    }
    size_t wrong = n, count = 0;
    for (size_t i = 0; i < n; ++i) {
      if (came[i] == said[i]) continue;
      wrong = i;
      ++count;
    }
    if (n == 1 && std::abs(came[0] - said[0]) == 1) return "It is one off.";
    if (count == 1 && n > 1) {
      const bool one_off = std::abs(came[wrong] - said[wrong]) == 1;
      return "Axis " + std::to_string(wrong) + " is not right" +
             (one_off ? ": it is one off." : ", the rest is.");
    }
  } else if (said.size() < n && is_part(said, came)) {
    return n - said.size() == 1 ? "An axis is missing." : "Axes are missing.";
  } else if (said.size() > n && is_part(came, said)) {
    return said.size() - n == 1 ? "One axis too many." : "Too many axes.";
  }
  if (product(came) == product(said)) {
    return said.size() == 1
               ? "That is how many numbers there are in all. How many are "
                 "there along each axis?"
               : "As many numbers in all, but cut into other axes.";
  }
  if (said.size() != n)
    return said.size() < n ? "Not this: there are more axes than that."
                           : "Not this: there are fewer axes than that.";
  return "";
}

std::string number_slip(double came, double said, bool whole, bool counts) {
  const auto is = [&](double x) {
    return std::abs(said - x) <= 1e-6 * std::max(1.0, std::abs(x));
  };
  if (came == 0 || std::isnan(came) || std::isinf(came)) {
    return std::isinf(came) && said == -came ? "Right but for its sign." : "";
  }
  if (is(-came)) return "Right but for its sign.";
  if ((whole || counts) && std::abs(said - came) == 1)
    return "One off. Is anything counted from 0, or counted twice?";
  constexpr double kRounded = 0.02;
  if (whole && came >= 1000 && std::abs(said - came) <= kRounded * came) return "Close, but rounded: say it to the last digit.";
  if (is(100 * came) && std::abs(came) <= 1)
    return "That is per cent. As a share of 1 it is a hundredth of that.";
  if (is(1 / came) && !whole) return "That is one divided by it.";
  return "";
}

/// A list or a table beside the right one.
std::string table_slip(const Numbers& came, const Numbers& said) {
  if (came.shape.size() == 2 && said.shape.size() == 2 &&
      said.shape[0] == came.shape[1] && said.shape[1] == came.shape[0]) {
    const auto rows = static_cast<size_t>(came.shape[0]),
               columns = static_cast<size_t>(came.shape[1]);
    bool turned = true;
    for (size_t i = 0; i < rows; ++i) {
      for (size_t j = 0; j < columns; ++j) {
        turned = turned && std::abs(came.values[i * columns + j] -
                                    said.values[j * rows + i]) < 0.01;
      }
    }
    if (turned) return "The right numbers, but rows and columns are exchanged.";
  }
  if (came.shape != said.shape) {
    if (came.shape.size() != 1)
      return "Not this: it has another number of rows or columns.";
    return came.shape[0] > said.shape[0] ? "Not this: there are more numbers."
                                         : "Not this: there are fewer numbers.";
  }
  std::vector<size_t> wrong;
  for (size_t i = 0; i < came.values.size(); ++i) {
    if (std::abs(came.values[i] - said.values[i]) > 0.0501) wrong.push_back(i);
  }
  const size_t n = came.values.size();
  if (wrong.size() == 1 && n > 2 && came.shape.size() == 1) {
    return "All are right but number " + std::to_string(wrong[0]) +
           ", counted from 0.";
  }
  Sizes a = came.values, b = said.values;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const bool same =
      std::equal(a.begin(), a.end(), b.begin(),
                 [](double x, double y) { return std::abs(x - y) < 0.01; });
  return same && n > 1 ? "The right numbers, but in other places." : "";
}

}  // namespace

std::vector<Slip> read_slips(const SourcePtr& file,
                             std::vector<Problem>& problems) {
  std::vector<Slip> all;
  std::string reply;
  for (int n = 1; n <= file->line_count(); ++n) {
    const std::string_view line = trim(file->line(n));
    if (line.starts_with("## ")) {
      reply = std::string(trim(line.substr(3)));
      continue;
    }
    if (!line.starts_with('`')) continue;
    const uint32_t start = file->line_start(n);
    const Span span{start, start + static_cast<uint32_t>(file->line(n).size())};
    constexpr std::string_view kArrow = "` -> `";
    const size_t arrow = line.find(kArrow);
    if (reply.empty() || arrow == std::string_view::npos ||
        !line.ends_with('`') || line.size() < arrow + kArrow.size() + 1) {
      problems.push_back(
          {file, span,
           "a slip is a `pattern` -> `replacement`, below its reply",
           ""});
      continue;
    }
    Slip slip{std::string(line.substr(1, arrow - 1)),
              std::string(line.substr(arrow + kArrow.size(),
                                      line.size() - arrow - kArrow.size() - 1)),
              reply};
    try {
      const Pattern tried(slip.pattern);
    } catch (const PatternError&) {
      problems.push_back(
          {file, span, "this is not a regular expression: " + slip.pattern, ""});
      continue;
    }
    all.push_back(std::move(slip));
  }
  return all;
}

std::string slip_text(World& world, const std::string& expression,
                      const lang::Value& came, const std::string& said, bool roughly) {
  // A zero may be any small number, rounded.
  const bool zero = said.find_first_of("123456789") == std::string::npos &&
                    said.find('0') != std::string::npos;
  for (const Slip& slip : slips()) {
    const std::string other =
        Pattern(slip.pattern).sub(slip.instead, expression);
    if (other == expression || !same_answer(world, came, other, said)) continue;
    if (!zero || same_answer(world, came, other, said + ".00000")) return slip.reply;
  }
  Numbers right;
  if (asks_for_places(came) || !to_numbers(came, right) ||
      right.is_text || right.is_truth)
    return "";
  const AnswerKind kind = kind_of(world, came);
  for (const Numbers& read : read_numbers(world, came, said)) {
    if (read.is_text || read.shape.size() != right.shape.size()) continue;
    const std::string text =
        kind == AnswerKind::shape ? shape_slip(right.values, read.values)
        : right.shape.empty()     ? number_slip(right.values[0], read.values[0],
                                                kind == AnswerKind::whole && !roughly,
                                                // how many ones there are
                                                expression.ends_with(".sum()") && !roughly && right.values[0] == std::floor(right.values[0]))
                                  : table_slip(right, read);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace mha::lesson
