#include "render/transpose_demo.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "tensor/core/factory.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"
#include "tensor/ops/matmul.h"

namespace mha::render {

namespace {

constexpr int64_t kMostNumbers = 1'000'000;
// Longer rows of labels or memory cells are cut with "...".
constexpr int64_t kMostListed = 8;

std::vector<std::string> axis_names(int64_t rank) {
  switch (rank) {
    case 4: return {"batch", "tokens", "heads", "features"};
    case 3: return {"tokens", "heads", "features"};
    case 2: return {"rows", "columns"};
    default: break;
  }
  std::vector<std::string> names;
  for (int64_t i = 0; i < rank; ++i) names.push_back(fmt::format("dim{}", i));
  return names;
}

class Demo {
 public:
  Demo(const Style& style, const Shape& shape, int64_t dim0, int64_t dim1)
      : style_(style),
        dim0_(wrap_dim(dim0, static_cast<int64_t>(shape.size()))),
        dim1_(wrap_dim(dim1, static_cast<int64_t>(shape.size()))),
        call_(fmt::format("transpose({}, {})", dim0, dim1)),
        names_(axis_names(static_cast<int64_t>(shape.size()))),
        width_(std::min(70, style.width)) {
    int64_t count = 1;
    for (const int64_t n : shape) {
      if (n < 1) throw ValueError("every size of the shape must be 1 or more");
      if (count > kMostNumbers / n) {
        throw ValueError(fmt::format("a demonstration of more than {} numbers "
                                     "cannot be read; choose a smaller shape",
                                     kMostNumbers));
      }
      count *= n;
    }
    before_ = reshape(arange(0, count), shape);
    after_ = transpose(before_, dim0_, dim1_);
    after_names_ = names_;
    std::swap(after_names_[static_cast<size_t>(dim0_)],
              after_names_[static_cast<size_t>(dim1_)]);
  }

  std::string text() {
    title("UNDERSTANDING " + call_ + " IN MULTI-HEAD ATTENTION");
    tensor_part("BEFORE " + call_ + ":", before_, names_, "organized");
    line(thin());
    line();
    tensor_part("AFTER " + call_ + ":", after_, after_names_, "reorganized");
    memory();
    title("WHY THIS MATTERS FOR ATTENTION");
    if (before_.dim() != 3 && before_.dim() != 4) {
      line("Attention has the axes tokens, heads and features, and mostly batch:");
      line("three or four. With --shape 1,3,2,4 you see what the exchange is for.");
    } else {
      scenario(1, "WITHOUT", before_, names_);
      line();
      scenario(2, "WITH", after_, after_names_);
      line();
      breakdown();
    }
    return fit_charset(style_, out_);
  }

 private:
  void line(std::string_view text = "") { out_ += std::string(text) + "\n"; }
  std::string thin() const { return rule(style_, width_); }
  void title(const std::string& text) {
    const std::string thick(static_cast<size_t>(width_), '=');
    line(thick);
    line(paint(style_, Role::title, text));
    line(thick);
    line();
  }

  std::string named(const Tensor& t, const std::vector<std::string>& names) const {
    return repr(t.shape()) + " = [" + join(names, ", ") + "]";
  }

  void tensor_part(const std::string& head, const Tensor& t,
                   const std::vector<std::string>& names, const std::string& verb) {
    line(paint(style_, Role::heading, head));
    line("Shape: " + named(t, names));
    line();
    // The outer of the two exchanged axes is what the rows are grouped by.
    std::string first = names[static_cast<size_t>(std::min(dim0_, dim1_))];
    for (char& c : first) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    line("Data " + verb + " by " + first + " first:");
    line(repr(t));
    line();
  }

  void memory() {
    line(paint(style_, Role::heading, "IN MEMORY: no number has moved"));
    std::string cells;
    const int64_t n = before_.numel();
    for (int64_t i = 0; i < std::min(n, kMostListed); ++i) cells += fmt::format(" {} |", i);
    line("  storage:      |" + cells + (n > kMostListed ? " ..." : ""));
    line(fmt::format("  stride:       {} before, {} after", shape_text(before_.strides()),
                     shape_text(after_.strides())));
    line(fmt::format("  contiguous:   {} before, {} after",
                     before_.is_contiguous() ? "yes" : "no",
                     after_.is_contiguous() ? "yes" : "no"));
    if (!after_.is_contiguous()) {
      line("  A view() that joins the exchanged axes now needs contiguous() first.");
    }
    line();
  }

  void scenario(int number, const std::string& with, const Tensor& q,
                const std::vector<std::string>& names) {
    const size_t rank = names.size();
    const std::string& compared = names[rank - 2];
    const std::string& each = names[rank - 3];
    const bool right = compared == "tokens" && each == "heads";
    line(paint(style_, right ? Role::right : Role::wrong,
               fmt::format("Scenario {}: {} transpose ({})", number, with,
                           right ? "CORRECT" : "WRONG")));
    line(thin());
    line("queries shape: " + named(q, names));
    line("keys shape:    " + named(q, names));
    line();
    std::vector<std::string> score_names(names.begin(), names.end() - 2);
    score_names.insert(score_names.end(), 2, names[rank - 2]);
    const Tensor scores = matmul(q, transpose(q, -2, -1));
    line(fmt::format("scores = queries @ keys.transpose({}, {})", rank - 2, rank - 1));
    line("Scores shape: " + named(scores, score_names));
    line();
    const int64_t n = q.size(-2);
    if (right) {
      line(fmt::format("{} Each of the {} heads has its own {}x{} matrix: every token",
                       style_.unicode ? "✅" : "+", q.size(-3), n, n));
      line("   is compared with every token.");
    } else if (compared == "tokens") {
      line(fmt::format("{} Tokens meet tokens, but for one of the {} at a time: {}",
                       style_.unicode ? "❌" : "x", each, names[rank - 1]));
      line("   are what is multiplied and summed. No error says so.");
    } else {
      line(fmt::format("{} For each {}, {} are compared with {}, {}x{}.",
                       style_.unicode ? "❌" : "x", singular(each), compared, compared, n, n));
      line(fmt::format("   {} never meet. No error says so.",
                       each == "tokens" ? "Two tokens" : "Two of the " + each));
    }
    line();
    per_head(scores, names);
  }

  /// The scores, one matrix after the other.
  void per_head(const Tensor& scores, const std::vector<std::string>& names) {
    if (scores.dim() != 4 || scores.size(0) * scores.size(1) > kMostListed) {
      line("Attention scores:");
      line(repr(scores));
      return;
    }
    const std::string outer = singular(names[0]), one = singular(names[1]);
    for (int64_t b = 0; b < scores.size(0); ++b) {
      for (int64_t h = 0; h < scores.size(1); ++h) {
        line(scores.size(0) == 1 ? fmt::format("Scores of {} {}:", one, h)
                                 : fmt::format("Scores of {} {}, {} {}:", outer, b, one, h));
        line(repr(select(select(scores, 0, b), 0, h)));
      }
    }
  }

  void breakdown() {
    title("VISUAL BREAKDOWN");
    if (names_.size() != 4 || std::min(dim0_, dim1_) != 1 || std::max(dim0_, dim1_) != 2) {
      grouped("Before", before_, names_);
      line();
      grouped("After", after_, after_names_);
      return;
    }
    grouped("Before transpose - organized by TOKEN", before_, names_);
    line();
    grouped("After transpose - organized by HEAD", after_, after_names_);
    line();
    line(std::string(style_.unicode ? "💡 " : "") + "Key insight:");
    line("   With heads separated, one batched product computes the");
    line("   attention of all heads at once.");
  }

  static std::string singular(std::string name) {
    if (name.ends_with('s')) name.pop_back();
    return name;
  }

  static std::string numbered(const std::string& axis, int64_t i) {
    return fmt::format("{}{}", capitalised(singular(axis)), i);
  }

  /// "4..7" where the numbers follow one another, else each: "0 4 8".
  static std::string row_text(const Tensor& row) {
    const int64_t n = row.size(0);
    const int64_t first = row.at({0}).to_int(), last = row.at({n - 1}).to_int();
    if (n > 1 && last - first == n - 1) return fmt::format("{}..{}", first, last);
    std::string text;
    for (int64_t i = 0; i < std::min(n, kMostListed); ++i) {
      text += (i > 0 ? " " : "") + std::to_string(row.at({i}).to_int());
    }
    return text + (n > kMostListed ? " ..." : "");
  }

  /// "Token0: [Head0 0..3 | Head1 4..7]": which numbers stand where.
  void grouped(const std::string& head, const Tensor& t,
               const std::vector<std::string>& names) {
    line(paint(style_, Role::heading, head + ":"));
    const size_t rank = names.size();
    // Shows the first item of the batch only.
    Tensor item = t;
    for (size_t i = 0; i + 3 < rank; ++i) item = select(item, 0, 0);
    const std::string& outer = names[rank - 3];
    const std::string& inner = names[rank - 2];
    for (int64_t i = 0; i < std::min(item.size(0), kMostListed); ++i) {
      std::vector<std::string> cells;
      for (int64_t j = 0; j < std::min(item.size(1), kMostListed); ++j) {
        cells.push_back(numbered(inner, j) + " " + row_text(select(select(item, 0, i), 0, j)));
      }
      if (item.size(1) > kMostListed) cells.push_back("...");
      line(fmt::format("  {}: [{}]", numbered(outer, i), join(cells, " | ")));
    }
    if (item.size(0) > kMostListed) line("  ...");
  }

  const Style& style_;
  int64_t dim0_, dim1_;
  std::string call_;
  std::vector<std::string> names_, after_names_;
  int width_;
  Tensor before_, after_;
  std::string out_;
};

}  // namespace

std::string transpose_demo(const Style& style, const Shape& shape, int64_t dim0,
                           int64_t dim1) {
  if (shape.empty() || shape.size() > 6) {
    throw ValueError("a shape of one to six sizes can be shown");
  }
  return Demo(style, shape, dim0, dim1).text();
}

}  // namespace mha::render
