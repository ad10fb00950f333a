// Heads split, transposed and merged: each element labelled by where it came
// from, so that a wrong view can be seen.

#include <algorithm>
#include <functional>
#include <set>

#include "lesson/picture_makers.h"

namespace mha::lesson {

namespace {

using Axis = HeadsPicture::Axis;
using Label = HeadsPicture::Label;

constexpr int64_t kMostElements = 4096;

/// A tensor that the one shown is a view or a copy of, and where the elements
/// of the one shown stand in it.
struct Ancestor {
  Tensor tensor;
  std::vector<int64_t> places;
  std::string made_by;  // the operation, or empty where it is not known
};

/// The tensor itself, then what it was made from, back to what held other
/// numbers.
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

/// How the elements of one ancestor are labelled.
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
/// and a last one that is shorter; else what the chain begins with, read as
/// heads: what a product of weights and values gives, heads first, or a tensor
/// that is there already, tokens first.
bool find_layout(const std::vector<Ancestor>& chain, Layout& layout) {
  for (size_t i = chain.size(); i-- > 1;) {
    const Shape& whole = chain[i].tensor.shape();
    const Shape& split = chain[i - 1].tensor.shape();
    if ((whole.size() != 2 && whole.size() != 3) || split.size() != whole.size() + 1) continue;
    if (split.back() >= whole.back() || whole.back() % split.back() != 0) continue;
    layout.ancestor = i;
    layout.head_dim = split.back();
    layout.heads = whole.back() / split.back();
    layout.tokens = whole[whole.size() - 2];
    layout.batches = whole.size() == 3 ? whole[0] : 1;
    return true;
  }
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

/// True if `property` is told by index `axis` alone: equal index, equal
/// property, and other index, other property.
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

Axis axis_of(const Shape& shape, size_t axis, const HeadsPicture& h) {
  if (shape[axis] == 1) return Axis::single;
  const auto is = [&](const std::function<int64_t(const Label&)>& property) {
    return stands_for(shape, axis, h.labels, property);
  };
  // The size tells two of them apart where there is only one of the other.
  if (h.batches > 1 && is([](const Label& l) { return l.batch; })) return Axis::batch;
  if (h.heads > 1 && is([](const Label& l) { return l.head; })) return Axis::head;
  if (h.tokens > 1 && is([](const Label& l) { return l.token; })) return Axis::token;
  if (is([](const Label& l) { return l.number; })) return Axis::number;
  if (is([&](const Label& l) { return l.head * h.head_dim + l.number; })) return Axis::head_and_number;
  return Axis::mixed;
}

}  // namespace

void PictureMaker::heads(PictureData& p) const {
  const Evaluated e = evaluate(p.expression);
  p.problem = e.problem;
  if (!e.tensor.defined()) return;
  if (e.tensor.numel() > kMostElements || e.tensor.numel() == 0) {
    p.problem = "a tensor of shape " + shape_text(e.tensor.shape()) +
                (e.tensor.numel() == 0 ? " has nothing to label" : " is too large to label");
    return;
  }
  const std::vector<Ancestor> chain = ancestors(origins, e.tensor);
  Layout layout;
  if (!find_layout(chain, layout)) {
    p.problem = "`" + p.expression + "` has not been split into heads: its shape is " +
                shape_text(e.tensor.shape());
    return;
  }
  p.tensor = e.tensor;
  HeadsPicture& h = p.heads;
  h.batches = layout.batches;
  h.tokens = layout.tokens;
  h.heads = layout.heads;
  h.head_dim = layout.head_dim;
  for (const int64_t place : chain[layout.ancestor].places) h.labels.push_back(layout.label(place));
  for (size_t i = 0; i < e.tensor.shape().size(); ++i) {
    h.axes.push_back(axis_of(e.tensor.shape(), i, h));
  }
}

}  // namespace mha::lesson
