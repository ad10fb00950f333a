#include "render/card.h"

#include <fmt/format.h>

#include <algorithm>

#include "attention/stages.h"
#include "base/text.h"

namespace mha::render {

namespace {

struct Fact {
  const char* head;
  const char* text;
};

// In the order in which a program meets them.
const Fact kRules[] = {
    {"d_out = heads * head_dim", "so heads must divide d_out"},
    {"view, then transpose(1, 2)",
     "cut the last axis first, then bring heads before tokens"},
    {"scores[..., i, j]", "row i asks (query), column j answers (key)"},
    {"/ head_dim ** 0.5", "the width of one head, not d_out, not tokens"},
    {"-inf, before softmax", "exp(-inf) is 0; a 0 there would be exp(0) = 1"},
    {"softmax(dim=-1)", "along the keys: each row sums to 1"},
    {"dropout after softmax", "kept weights are divided by 1 - p; none in eval()"},
    {"transpose(1, 2), then view", "the way back, with contiguous() between"},
};

const Fact kSlips[] = {
    {"view(b, heads, tokens, head_dim)", "runs, and mixes tokens with heads"},
    {"k.T of four axes", "turns all axes round; k.transpose(-2, -1) is meant"},
    {"masked_fill without _ and =", "the result is thrown away"},
    {"mask after softmax", "rows no longer sum to 1; the future has been seen"},
    {"view right after transpose", "RuntimeError: contiguous() or reshape"},
    {"heads in a plain list", "their weights are not parameters: nn.ModuleList"},
};

/// Two columns if they fit side by side, else one below the other.
template <size_t N>
void facts(const Style& style, const Fact (&rows)[N], std::string& out) {
  size_t widest = 0;
  for (const Fact& f : rows) widest = std::max(widest, std::string_view(f.head).size());
  const int beside = static_cast<int>(widest) + 4;
  const bool side_by_side = style.text_width() - beside >= 36;
  for (const Fact& f : rows) {
    const int indent = side_by_side ? beside : 4;
    const std::string head = "  " + paint_code(style, f.head);
    out += hung(side_by_side ? padded_right(head, indent) : head + "\n    ", wrap(f.text, style.text_width() - indent), indent);
  }
}

/// The code of a stage and the axes of its result.
void stage_text(const Style& style, const Stage& stage, std::string& out) {
  const std::string axes = fmt::format("({})", stage.axes);
  const int code_width = display_width(stage.code), axes_width = display_width(axes);
  out += "    " + paint_code(style, fit_charset(style, stage.code));
  if (4 + code_width + 2 + axes_width <= style.text_width()) {
    const int gap = style.text_width() - 4 - code_width - axes_width;
    out += std::string(static_cast<size_t>(gap), ' ');
  } else {
    out += "\n      ";
  }
  out += paint(style, Role::faint, axes) + "\n";
}

}  // namespace

std::string card_text(const Style& style, int steps) {
  const std::vector<CountedStep>& counted = counting(steps);
  std::string out = paint(style, Role::title, fmt::format("Multi-head attention in {} steps", steps)) + "\n";
  const std::vector<Stage>& all = stages();
  for (size_t i = 0; i < counted.size(); ++i) {
    out += fmt::format("{:>2}  ", i + 1) + paint_names(style, Role::strong, counted[i].name) + "\n";
    const std::string_view first = counted[i].first;
    const std::string_view next = i + 1 < counted.size() ? counted[i + 1].first : "";
    if (first.empty()) continue;
    auto stage = std::find_if(all.begin(), all.end(), [&](const Stage& s) { return s.id == first; });
    for (; stage != all.end() && stage->id != next; ++stage) stage_text(style, *stage, out);
  }
  out += "\n" + paint(style, Role::heading, "Rules") + "\n";
  facts(style, kRules, out);
  out += "\n" + paint(style, Role::heading, "Slips that people make") + "\n";
  facts(style, kSlips, out);
  out += "\n" + paint(style, Role::faint, "shapes: every size and cost; explain TERM: any word here") + "\n";
  return out;
}

}  // namespace mha::render
