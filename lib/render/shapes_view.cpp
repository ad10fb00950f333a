#include "render/shapes_view.h"

#include <fmt/format.h>

#include "base/text.h"
#include "tensor/core/print.h"

namespace mha::render {

namespace {

constexpr int64_t kBytesPerNumber = 4;  // float32

std::string with_commas(int64_t n) {
  std::string digits = std::to_string(n);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) {
    digits.insert(static_cast<size_t>(i), ",");
  }
  return digits;
}

std::string bytes_text(double bytes) {
  const char* const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(units)) {
    bytes /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f} bytes", bytes)
                   : fmt::format("{:.1f} {}", bytes, units[unit]);
}

/// A count that may be too long to read: "2.1 billion" beside the digits.
std::string rounded(int64_t n) {
  if (n >= 1'000'000'000) return fmt::format("{:.1f} billion", static_cast<double>(n) / 1e9);
  if (n >= 1'000'000) return fmt::format("{:.1f} million", static_cast<double>(n) / 1e6);
  return with_commas(n);
}

int64_t numel(const Shape& shape) {
  int64_t n = 1;
  for (const int64_t size : shape) n *= size;
  return n;
}

}  // namespace

std::string shapes_text(const Style& style, const AttentionSizes& sizes,
                        const ModelSizes* model) {
  std::string out;
  const std::string head = model ? fmt::format("{}: one attention layer of {}", model->title, model->layers)
                                 : std::string("Causal multi-head attention, step by step");
  out += paint(style, Role::title, head) + "\n";
  out += fmt::format(
      "batch {}, tokens {}, d_in {}, d_out {}, heads {}, head_dim {} = {} / {}\n\n",
      sizes.batch, sizes.tokens, sizes.d_in, sizes.d_out, sizes.heads,
      sizes.head_dim(), sizes.d_out, sizes.heads);

  int64_t parameters = 0;
  int64_t multiplications = 0;
  int64_t bytes = 0;
  int number = 0;
  for (const Stage& stage : stages()) {
    const Shape shape = stage.shape(sizes);
    const int64_t p = stage.parameters(sizes);
    const int64_t m = stage.multiplications(sizes);
    // The projections make three tensors of this shape, not one.
    const int64_t copies = std::string_view(stage.id) == "project" ? 3 : 1;
    const int64_t b = stage.allocates ? copies * numel(shape) * kBytesPerNumber : 0;
    parameters += p;
    multiplications += m;
    bytes += b;
    out += fmt::format("{:>2}. ", ++number) + paint_names(style, Role::heading, stage.title) + "\n";
    out += "    " + paint_code(style, fit_charset(style, stage.code)) + "\n";
    const std::string shown = (copies > 1 ? "3 x " : "") + shape_text(shape);
    out += "    " + paint(style, Role::strong, shown) + "  " +
           paint(style, Role::faint, fmt::format("({})", stage.axes)) + "\n";
    std::vector<std::string> costs;
    if (p > 0) costs.push_back(rounded(p) + " parameters");
    if (m > 0) costs.push_back(rounded(m) + " multiplications");
    costs.push_back(b > 0 ? bytes_text(static_cast<double>(b)) : "a view or in place: no new memory");
    out += "    " + join(costs, ", ") + "\n";
    for (const std::string& line : wrap(stage.why, style.text_width() - 4)) {
      out += "    " + paint(style, Role::faint, line) + "\n";
    }
  }
  const int64_t mask = sizes.tokens * sizes.tokens * kBytesPerNumber;
  out += "\n" + paint(style, Role::heading, "Together") + "\n";
  out += fmt::format("  parameters        {}\n", with_commas(parameters));
  out += fmt::format("  multiplications   {}\n", with_commas(multiplications));
  out += fmt::format("  bytes of results  {} ({}), and {} for the mask\n",
                     with_commas(bytes), bytes_text(static_cast<double>(bytes)),
                     bytes_text(static_cast<double>(mask)));
  const int64_t scores = numel(stages()[4].shape(sizes));
  const std::string twice = fmt::format(
      "the projections double; the scores, {} numbers here, become four times as many",
      rounded(scores));
  constexpr int kLabel = 20;
  const std::vector<std::string> lines = wrap(twice, style.text_width() - kLabel);
  out += "  twice the tokens  " + join(lines, "\n" + std::string(kLabel, ' ')) + "\n";
  if (model) {
    out += "\n" + paint(style, Role::heading, fmt::format("All {} layers", model->layers)) + "\n";
    out += fmt::format("  parameters        {} ({})\n", with_commas(parameters * model->layers), rounded(parameters * model->layers));
    out += fmt::format("  multiplications   {}\n", rounded(multiplications * model->layers));
    out += fmt::format("  context_length    {} tokens at most\n", model->context_length);
  }
  out += "\n" + paint(style, Role::faint, "A number is a float32: 4 bytes. Weights: " + bytes_text(static_cast<double>(parameters * kBytesPerNumber)) + ".") + "\n";
  return out;
}

}  // namespace mha::render
