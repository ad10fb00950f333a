#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/code.h"
#include "pictures/kinds.h"
#include "pictures/maker.h"
#include "pictures/palette.h"

namespace mha::pictures {

namespace {

/// A tensor of split, transposed or merged heads, with each element labelled by
/// its position in the original (tokens, d) tensor, so that a wrong view shows.
/// t0h1.2 is number 2 of head 1 of token 0.
struct Heads : Picture {
  struct Label {
    int64_t batch = 0, token = 0, head = 0, number = 0;
  };
  /// What an axis of the tensor counts. `mixed` is none of the others, which is
  /// the sign of a wrong view.
  enum class Axis { batch, token, head, number, head_and_number, single, mixed };
  std::string expression;
  Shape shape;
  int64_t batches = 1, tokens = 1, heads = 1, head_dim = 1;
  std::vector<Label> labels;  // in reading order
  std::vector<Axis> axes;

  std::string drawn(const Style& style) const override;
  std::string told(const Style& style) const override;
  std::vector<Part> parts() const override;
};

using Axis = Heads::Axis;
using Label = Heads::Label;

constexpr int64_t kMostElements = 4096;

/// An earlier tensor of which the shown one is a view or a copy, and the
/// positions in it of the shown elements.
struct Ancestor {
  Tensor tensor;
  std::vector<int64_t> places;
  std::string made_by;  // the operation, or empty where it is not known
};

/// The tensor itself, then the tensors it was made from, as far as they hold
/// the same numbers.
std::vector<Ancestor> ancestors(const Origins& origins, const Tensor& t) {
  std::vector<Ancestor> chain = {{t, {}, ""}};
  for (int64_t i = 0; i < t.numel(); ++i) chain[0].places.push_back(i);
  while (true) {
    Ancestor& last = chain.back();
    const auto origin = origins.find(last.tensor);
    if (!origin) return chain;
    last.made_by = origin->operation;
    if (origin->operands.empty()) return chain;
    const Tensor& from = origin->operands[0].tensor;
    const std::vector<int64_t> places = places_in(last.tensor, from, origin->operation);
    if (places.empty() || from.is_same(last.tensor)) return chain;
    Ancestor next{from, {}, ""};
    for (const int64_t p : last.places) next.places.push_back(places[static_cast<size_t>(p)]);
    chain.push_back(std::move(next));
  }
}

bool is_product(const std::string& operation) {
  return operation == "@" || operation == "matmul" || operation == "bmm";
}

/// How to label the elements of one ancestor.
struct Layout {
  size_t ancestor = 0;
  int64_t batches = 1, tokens = 1, heads = 1, head_dim = 1;
  bool heads_first = false;  // (heads, tokens, head_dim), not (tokens, d)
  Label label(int64_t place) const {
    Label l;
    l.number = place % head_dim;
    place /= head_dim;
    int64_t& inner = heads_first ? l.token : l.head;
    int64_t& outer = heads_first ? l.head : l.token;
    const int64_t inner_size = heads_first ? tokens : heads;
    const int64_t outer_size = heads_first ? heads : tokens;
    inner = place % inner_size;
    place /= inner_size;
    outer = place % outer_size;
    l.batch = place / outer_size;
    return l;
  }
};

/// The (tokens, d) tensor that was split, by its first view with an axis more
/// and a last one that is shorter.
bool find_split(const std::vector<Ancestor>& chain, Layout& layout) {
  for (size_t i = chain.size(); i-- > 1;) {
    const Shape& whole = chain[i].tensor.shape();
    Shape split = chain[i - 1].tensor.shape();
    // A batch of one may be made in the same step.
    if (whole.size() == 2 && split.size() == 4 && split[0] == 1) split.erase(split.begin());
    if ((whole.size() != 2 && whole.size() != 3) || split.size() != whole.size() + 1) continue;
    if (split.back() >= whole.back() || whole.back() % split.back() != 0) continue;
    layout.ancestor = i;
    layout.head_dim = split.back();
    layout.heads = whole.back() / split.back();
    layout.tokens = whole[whole.size() - 2];
    layout.batches = whole.size() == 3 ? whole[0] : 1;
    return true;
  }
  return false;
}

/// Or else what the chain begins with, read as heads: what a product of weights and
/// values gives, heads first, or a tensor that is there already, tokens first.
bool find_layout(const std::vector<Ancestor>& chain, Layout& layout) {
  if (find_split(chain, layout)) return true;
  const Ancestor& first = chain.back();
  const Shape& s = first.tensor.shape();
  if (s.size() != 3 && s.size() != 4) return false;
  layout.ancestor = chain.size() - 1;
  layout.heads_first = is_product(first.made_by);
  layout.head_dim = s.back();
  layout.heads = s[s.size() - (layout.heads_first ? 3 : 2)];
  layout.tokens = s[s.size() - (layout.heads_first ? 2 : 3)];
  layout.batches = s.size() == 4 ? s[0] : 1;
  return true;
}

/// True if the index along `axis` alone decides `property`: equal indices have
/// equal properties, and different indices different ones.
bool stands_for(const Shape& shape, size_t axis, const std::vector<Label>& labels,
                const std::function<int64_t(const Label&)>& property) {
  std::vector<std::set<int64_t>> values(static_cast<size_t>(shape[axis]));
  std::set<int64_t> all;
  for (size_t i = 0; i < labels.size(); ++i) {
    const Shape index = index_of(shape, static_cast<int64_t>(i));
    values[static_cast<size_t>(index[axis])].insert(property(labels[i]));
    all.insert(property(labels[i]));
  }
  return all.size() == values.size() &&
         std::all_of(values.begin(), values.end(), [](const auto& v) { return v.size() == 1; });
}

Axis axis_of(const Shape& shape, size_t axis, const Heads& h) {
  if (shape[axis] == 1) return Axis::single;
  const auto is = [&](const std::function<int64_t(const Label&)>& property) {
    return stands_for(shape, axis, h.labels, property);
  };
  // If the other has size 1, the size tells them apart.
  if (h.batches > 1 && is([](const Label& l) { return l.batch; })) return Axis::batch;
  if (h.heads > 1 && is([](const Label& l) { return l.head; })) return Axis::head;
  if (h.tokens > 1 && is([](const Label& l) { return l.token; })) return Axis::token;
  if (is([](const Label& l) { return l.number; })) return Axis::number;
  if (is([&](const Label& l) { return l.head * h.head_dim + l.number; })) return Axis::head_and_number;
  return Axis::mixed;
}

}  // namespace

// A tensor that a view has cut into heads, and only their order has changed since.
int suits_heads(const Maker& maker, const std::string&, const Tensor& t) {
  if (!t.defined() || t.dim() < 3 || t.numel() > kMostElements || t.numel() == 0) return 0;
  Layout layout;
  return find_split(ancestors(maker.origins(), t), layout) && layout.heads > 1 ? 3 : 0;
}

std::shared_ptr<const Picture> make_heads(const Maker& maker, const std::string& expression) {
  const Tensor t = maker.tensor(expression);
  if (t.numel() > kMostElements || t.numel() == 0) {
    throw Error("PictureError", "a tensor of shape " + shape_text(t.shape()) +
                (t.numel() == 0 ? " has nothing to label" : " is too large to label"));
  }
  const std::vector<Ancestor> chain = ancestors(maker.origins(), t);
  Layout layout;
  if (!find_layout(chain, layout)) {
    throw Error("PictureError", "`" + expression + "` has not been split into heads: its shape is " +
                shape_text(t.shape()));
  }
  auto picture = std::make_shared<Heads>();
  Heads& h = *picture;
  h.expression = expression;
  h.shape = t.shape();
  h.batches = layout.batches;
  h.tokens = layout.tokens;
  h.heads = layout.heads;
  h.head_dim = layout.head_dim;
  for (const int64_t place : chain[layout.ancestor].places) h.labels.push_back(layout.label(place));
  for (size_t i = 0; i < t.shape().size(); ++i) {
    h.axes.push_back(axis_of(t.shape(), i, h));
  }
  return picture;
}

namespace {

// More elements than this are counted, not listed.
constexpr int64_t kMostRowsOfHeads = 16;

constexpr size_t kMostLines = 14;

std::string label_text(const Label& l, bool with_batch) {
  return (with_batch ? fmt::format("b{}", l.batch) : "") +
         fmt::format("t{}h{}.{}", l.token, l.head, l.number);
}

/// The elements of the first item of the batch, where all the others hold
/// theirs in the same order; else all elements.
size_t elements_to_show(const Heads& h) {
  const size_t all = h.labels.size();
  if (h.axes[0] != Axis::batch || h.batches < 2) return all;
  const size_t one = all / static_cast<size_t>(h.shape[0]);
  for (size_t i = 0; i < all; ++i) {
    const Label& first = h.labels[i % one];
    const Label& here = h.labels[i];
    if (here.token != first.token || here.head != first.head || here.number != first.number) return all;
  }
  return one;
}

std::string list_text(const std::set<int64_t>& numbers) {
  std::string text = fmt::format("{}", fmt::join(numbers, ", "));
  if (const size_t last = text.rfind(", "); last != std::string::npos) text.replace(last, 2, " and ");
  return text;
}

/// "Index 0 is the token, index 1 the head, ...", or which index mixes what.
std::string verdict(const Heads& h) {
  const Shape& shape = h.shape;
  std::vector<std::string> told;
  for (size_t k = 0; k < h.axes.size(); ++k) {
    switch (h.axes[k]) {
      case Axis::batch: told.push_back(fmt::format("index {} is the batch", k)); break;
      case Axis::token: told.push_back(fmt::format("index {} is the token", k)); break;
      case Axis::head: told.push_back(fmt::format("index {} is the head", k)); break;
      case Axis::number: told.push_back(fmt::format("index {} is the number within a head", k)); break;
      case Axis::head_and_number: told.push_back(fmt::format("index {} runs through head after head", k)); break;
      case Axis::single:
      case Axis::mixed: break;
    }
  }
  std::string out = told.empty() ? "" : join(told, ", ") + ".";
  if (!out.empty()) out[0] = 'I';
  std::set<int64_t> mixed;
  for (size_t k = 0; k < h.axes.size(); ++k) {
    if (h.axes[k] == Axis::mixed) mixed.insert(static_cast<int64_t>(k));
  }
  for (size_t k = 0; k < h.axes.size(); ++k) {
    if (h.axes[k] != Axis::mixed) continue;
    // What lies under index 0 of that axis says how it is mixed.
    std::set<int64_t> tokens, kept_heads;
    for (size_t i = 0; i < h.labels.size(); ++i) {
      const Shape index = index_of(shape, static_cast<int64_t>(i));
      bool first = true;
      for (size_t j = 0; j <= k; ++j) first = first && index[j] == 0;
      if (!first) continue;
      tokens.insert(h.labels[i].token);
      kept_heads.insert(h.labels[i].head);
    }
    out += (out.empty() ? "" : " ") +
           fmt::format("{} mixed up: {} neither token nor head. {} holds token{} {} and head{} {}.",
                       mixed.size() == 1 ? "Index " + list_text(mixed) + " is" : "Indices " + list_text(mixed) + " are",
                       mixed.size() == 1 ? "it is" : "they are", index_text(Shape(k + 1, 0)), tokens.size() == 1 ? "" : "s", list_text(tokens),
                       kept_heads.size() == 1 ? "" : "s", list_text(kept_heads));
    break;
  }
  return out;
}

}  // namespace

std::vector<Part> Heads::parts() const {
  constexpr int64_t kMostRows = 48, kMostNumbers = 64;
  if (shape.empty() || labels.empty()) return {};
  const int64_t last = shape.back(), length = std::min(last, kMostNumbers);
  const auto count = static_cast<int64_t>(elements_to_show(*this));
  const bool one_of_batch = count < static_cast<int64_t>(labels.size());
  const Shape outer(shape.begin(), shape.end() - 1);
  Part part;
  part.title = expression + "  " + shape_text(shape);
  for (int64_t j = 0; j < length; ++j) part.columns.push_back(std::to_string(j));
  for (int64_t r = 0; r < std::min(count / last, kMostRows); ++r) {
    part.rows.push_back(outer.empty() ? "" : index_text(index_of(outer, r)));
    part.cells.emplace_back();
    for (int64_t j = 0; j < length; ++j) {
      const Label& l = labels[static_cast<size_t>(r * last + j)];
      const std::string batch = batches > 1 && !one_of_batch ? fmt::format("batch {}, ", l.batch) : "";
      Cell cell{label_text(l, !batch.empty()), fmt::format("{}: {}token {}, head {}, number {}", index_text(index_of(shape, r * last + j)),
                                                          batch, l.token, l.head, l.number)};
      cell.hue = static_cast<int>(l.head);
      part.cells.back().push_back(std::move(cell));
    }
  }
  const int64_t shown = static_cast<int64_t>(part.cells.size()) * length;
  part.note = (shown < count ? fmt::format("({} of {} elements shown) ", shown, count) : "") +
              (one_of_batch ? "The rest of the batch is in the same order. " : "") + verdict(*this);
  return {part};
}

std::string Heads::drawn(const Style& style) const {
  const Heads& h = *this;
  if (shape.empty() || h.labels.empty()) return "";
  const int room = style.width - 1;
  std::string out = sentence(style, expression + "  " + shape_text(shape));
  if (style.colour) out = paint_names(style, Role::heading, trim(out)) + "\n";

  // A block is one head's vector, between two bars. A line holds the blocks of
  // one row if they fit, else one block.
  const int64_t last = shape.back();
  const int64_t block = last % h.head_dim == 0 ? h.head_dim : last;
  const auto count = static_cast<int64_t>(elements_to_show(h));
  const bool one_of_batch = count < static_cast<int64_t>(h.labels.size());
  const bool with_batch = h.batches > 1 && !one_of_batch;
  int cell = 0;
  for (const Label& l : h.labels) cell = std::max(cell, static_cast<int>(label_text(l, with_batch).size()));
  const int block_width = static_cast<int>(block) * (cell + 1) + 2;
  int64_t per_line = block < last ? last : shape.size() < 2 ? last : last * shape[shape.size() - 2];
  const auto label_width = [&](int64_t line_length) {
    return display_width(index_text(Shape(shape.size() - (line_length > last ? 2 : 1), 0))) + 1;
  };
  if (label_width(per_line) + static_cast<int>(per_line / block) * block_width > room) per_line = last;
  if (label_width(per_line) + static_cast<int>(per_line / block) * block_width > room && block < last) per_line = block;
  const int64_t dims_in_line = per_line > last ? 2 : 1;
  const Shape outer(shape.begin(), shape.end() - dims_in_line);
  const int margin = display_width(index_text(index_of(outer, 0))) + 1;
  const std::string bar = paint(style, Role::faint, style.unicode ? "│ " : "| ");

  bool cut = false;
  size_t lines = 0;
  int64_t at = 0;
  int64_t group = -1;
  for (; at < count && lines < kMostLines; at += per_line, ++lines) {
    const int64_t row = at / (dims_in_line == 2 ? per_line : last);
    // An empty line between the matrices of three dimensions and more.
    if (dims_in_line == 1 && outer.size() >= 2) {
      const int64_t now = row / outer.back();
      if (group >= 0 && now != group) {
        out += "\n";
        ++lines;
      }
      group = now;
    }
    const bool begins = at % last == 0;
    out += paint(style, Role::faint, padded_right(begins && !outer.empty() ? index_text(index_of(outer, row)) : "", margin));
    int used = margin;
    int64_t i = at;
    for (; i < at + per_line; ++i) {
      const bool opens = (i - at) % block == 0;
      if (used + (opens ? 2 : 0) + cell > room) break;
      if (opens) {
        out += bar;
        used += 2;
      }
      const Label& l = h.labels[static_cast<size_t>(i)];
      out += coloured(style, nth_colour(style, static_cast<size_t>(l.head)),
                      padded_right(label_text(l, with_batch), cell)) + " ";
      used += cell + 1;
    }
    cut = cut || i < at + per_line;
    out += "\n";
  }
  if (cut) out += sentence(style, fmt::format("(rows of {} numbers are cut to fit)", per_line));
  if (at < count) {
    out += sentence(style, fmt::format("({} of {} elements shown)", at, count));
  }
  if (one_of_batch) {
    const int64_t others = h.shape[0] - 1;
    out += sentence(style, others == 1 ? "[1] holds batch 1 in the same order."
                                       : fmt::format("[1] to [{}] hold the rest of the batch in the same order.", others));
  }
  out += sentence(style, verdict(h));
  return without_trailing_blanks(out);
}

std::string Heads::told(const Style& style) const {
  const Heads& h = *this;
  std::string out = sentence(style, fmt::format("{}: shape {}.", expression, shape_text(shape)), 2);
  const int64_t last = shape.back();
  const auto rows = static_cast<int64_t>(h.labels.size()) / std::max<int64_t>(1, last);
  for (int64_t r = 0; r < std::min(rows, kMostRowsOfHeads); ++r) {
    const Shape outer(shape.begin(), shape.end() - 1);
    // Stretches that belong to one token and head.
    std::vector<std::string> parts;
    for (int64_t j = 0; j < last; ++j) {
      const auto& l = h.labels[static_cast<size_t>(r * last + j)];
      int64_t end = j;
      while (end + 1 < last) {
        const auto& next = h.labels[static_cast<size_t>(r * last + end + 1)];
        if (next.token != l.token || next.head != l.head || next.batch != l.batch ||
            next.number != h.labels[static_cast<size_t>(r * last + end)].number + 1) {
          break;
        }
        ++end;
      }
      std::string part = fmt::format("{}token {} head {} ", h.batches > 1 ? fmt::format("batch {} ", l.batch) : "", l.token, l.head);
      part += end > j ? fmt::format("numbers {} to {}", l.number, l.number + end - j) : fmt::format("number {}", l.number);
      parts.push_back(std::move(part));
      j = end;
    }
    out += sentence(style, (outer.empty() ? "" : index_text(index_of(outer, r)) + ": ") + join(parts, ", ") + ".", 2);
  }
  if (rows > kMostRowsOfHeads) out += sentence(style, plural(rows - kMostRowsOfHeads, "more row") + ".");
  return out + sentence(style, verdict(h), 2);
}

}  // namespace mha::pictures
