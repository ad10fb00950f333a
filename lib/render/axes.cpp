#include "render/axes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "pictures/provenance/origins.h"

namespace mha::render {

namespace {

/// Common variable names for each axis. Other names stay as they are.
struct Synonyms {
  std::string_view axis;
  std::array<std::string_view, 9> words;
};
constexpr std::array<Synonyms, 4> kSynonyms = {{
    {"batch", {"b", "B", "bs", "bsz", "batch", "batch_size", "nbatches", "N"}},
    {"tokens", {"t", "T", "n", "num_tokens", "n_tokens", "seq_len", "seq_length", "tokens", "S"}},
    {"heads", {"h", "H", "num_heads", "n_heads", "n_head", "heads", "nhead", "nh"}},
    {"head_dim", {"head_dim", "d_k", "dk", "hd", "hs", "head_size", "d_head", "dim_head"}},
}};

// The maximum number of tensors to remember, for the trace of a long loop.
constexpr size_t kMostKnown = 20'000;

std::string axis_name(std::string_view word) {
  for (const Synonyms& s : kSynonyms) {
    if (std::find(s.words.begin(), s.words.end(), word) != s.words.end()) {
      return std::string(s.axis);
    }
  }
  return std::string(word);
}

/// The name in an argument: b, self.num_heads; empty for anything else.
std::string name_in(const lang::Expr& e) {
  if (e.kind == lang::ExprKind::name) {
    return axis_name(static_cast<const lang::NameExpr&>(e).ref.name.str());
  }
  if (e.kind == lang::ExprKind::attribute) {
    return axis_name(static_cast<const lang::Attribute&>(e).name.str());
  }
  return "";
}

std::optional<int64_t> integer_in(const Source& source, const lang::Expr& e) {
  std::string text(source.text(e.span));
  std::erase(text, ' ');
  if (text.empty() || text.size() > 3) return std::nullopt;
  const size_t digits = text[0] == '-' ? 1 : 0;
  if (digits == text.size() || text.find_first_not_of("0123456789", digits) != std::string::npos) {
    return std::nullopt;
  }
  return std::stoll(text);
}

std::optional<size_t> axis_in(const Source& source, const lang::Expr& e, size_t rank) {
  const std::optional<int64_t> i = integer_in(source, e);
  const auto r = static_cast<int64_t>(rank);
  if (!i || *i < -r || *i >= r) return std::nullopt;
  return static_cast<size_t>(*i < 0 ? *i + r : *i);
}

/// A call of something that the program made: self.W_query(x), not x.exp() or
/// torch.exp(x).
bool calls_layer(const lang::Expr& e) {
  const lang::Expr* object = e.kind == lang::ExprKind::call ? pictures::object_of(e) : nullptr;
  return object && object->kind == lang::ExprKind::name &&
         static_cast<const lang::NameExpr&>(*object).ref.name.str() == "self";
}

/// torch.randn(b, n, d): the arguments are the sizes of the axes.
bool makes_by_sizes(std::string_view operation) {
  return operation == "randn" || operation == "rand" || operation == "zeros" || operation == "ones";
}

bool is_known_axis(std::string_view name) {
  return std::any_of(kSynonyms.begin(), kSynonyms.end(), [&](const Synonyms& s) { return s.axis == name; });
}

/// The axes of a shape from `begin` on whose sizes multiply to `product`; those of size 1 count for nothing.
struct Run {
  size_t begin = 0, end = 0;
  int64_t product = 1;
  void take(const Shape& shape) { product *= shape[end++]; }
  size_t wide(const Shape& shape) const {
    return static_cast<size_t>(std::count_if(shape.begin() + static_cast<std::ptrdiff_t>(begin), shape.begin() + static_cast<std::ptrdiff_t>(end),
                                             [](int64_t n) { return n != 1; }));
  }
};

/// Whether a view cuts old axes only into equal parts, and none that holds tokens: (tokens, batch, width)
/// may become (tokens, batch * heads, head_dim), and back. Where nothing has names, tokens stand before the features.
bool cuts_no_tokens(const std::vector<std::string>& before, const Run& old, const Shape& from, const Run& made, const Shape& to) {
  const bool is_nameless = std::all_of(before.begin(), before.end(), [](const std::string& name) { return name.empty(); });
  size_t axis = old.begin;
  int64_t cut = 1, start = 1;  // of the new axes, and where the old axis begins
  for (size_t i = made.begin; i < made.end; ++i) {
    cut *= to[i];
    while (start * from[axis] < cut) start *= from[axis++];
    if (cut == start * from[axis]) continue;
    const bool is_tokens = before[axis] == "tokens" || (is_nameless && axis + 2 == from.size() && from.size() <= 3);
    if (is_tokens || cut % start != 0 || start * from[axis] % cut != 0) return false;
  }
  return true;
}

/// Names the axes of a view by what lies in them. Old and new axes that hold the same numbers form a
/// run. If one axis becomes several, or several become one, the view's own names stand. If several
/// become several, tokens and features cross: all of the run is mixed, whatever it is called, unless
/// no tokens are cut. So it is if an axis has the name of an old one that lies elsewhere or is of another size. `before` may be empty.
void name_view(std::vector<std::string> before, const Shape& from, std::vector<std::string>& names, const Shape& to) {
  const auto is_empty = [](int64_t n) { return n == 0; };
  if (std::any_of(from.begin(), from.end(), is_empty)) return;
  before.resize(from.size());
  Run old, made;
  while (old.end < from.size() || made.end < to.size()) {
    old = {old.end, old.end, 1};
    made = {made.end, made.end, 1};
    do {
      const bool takes_old = old.end < from.size() && (made.end == to.size() || old.product <= made.product);
      takes_old ? old.take(from) : made.take(to);
    } while (old.product != made.product || (old.begin == old.end && old.end < from.size()) || (made.begin == made.end && made.end < to.size()));
    // What is left has size 1.
    const size_t olds = old.wide(from), news = made.wide(to);
    bool mixed = olds > 1 && news > 1 && !cuts_no_tokens(before, old, from, made, to);
    for (size_t i = made.begin; i < made.end; ++i) {
      if (names[i].empty() || to[i] == 1) continue;
      const auto known = std::find(before.begin(), before.end(), names[i]);
      const auto at = static_cast<size_t>(known - before.begin());
      if (known != before.end()) {
        mixed = mixed || at < old.begin || at >= old.end || from[at] != to[i];
      } else if (olds == 1 && news == 1 && is_known_axis(names[i])) {
        // One axis under another name: tokens that a view calls heads are still tokens.
        const auto same = std::find_if(before.begin() + static_cast<std::ptrdiff_t>(old.begin), before.begin() + static_cast<std::ptrdiff_t>(old.end), is_known_axis);
        if (same != before.begin() + static_cast<std::ptrdiff_t>(old.end)) names[i] = *same;
      }
    }
    const bool is_named = std::any_of(names.begin() + static_cast<std::ptrdiff_t>(made.begin), names.begin() + static_cast<std::ptrdiff_t>(made.end),
                                      [](const std::string& name) { return !name.empty(); });
    for (size_t i = made.begin; mixed && is_named && i < made.end; ++i) {
      if (to[i] != 1) names[i] = "mixed";
    }
  }
}

bool is_identifier(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_';
  }) && !std::isdigit(static_cast<unsigned char>(s[0]));
}

}  // namespace

const Axes::Names* Axes::find(const Tensor& t) const {
  const auto it = known_.find(t.id());
  return it == known_.end() || it->second.second.size() != t.shape().size() ? nullptr : &it->second.second;
}

void Axes::set(const Tensor& t, Names names) {
  if (names.size() != t.shape().size() ||
      std::all_of(names.begin(), names.end(), [](const auto& n) { return n.empty(); })) {
    return;
  }
  if (known_.size() > kMostKnown) known_.clear();
  known_[t.id()] = {t, std::move(names)};
}

std::string Axes::text(const Tensor& t) const {
  const Names* names = find(t);
  if (!names) return "";
  std::vector<std::string> shown;
  for (size_t i = 0; i < names->size(); ++i) {
    shown.push_back((*names)[i].empty() ? std::to_string(t.shape()[i]) : (*names)[i]);
  }
  return "[" + join(shown, ", ") + "]";
}

void Axes::learn_from_unpacking(std::string_view statement,
                                const std::map<std::string, Tensor>& values) {
  const size_t equals = statement.find('=');
  if (equals == std::string_view::npos) return;
  std::string_view right = trim(statement.substr(equals + 1));
  for (const std::string_view end : {".shape", ".size()"}) {
    if (!right.ends_with(end)) continue;
    const auto value = values.find(std::string(right.substr(0, right.size() - end.size())));
    if (value == values.end()) return;
    Names names;
    std::string_view left = trim(statement.substr(0, equals));
    while (!left.empty()) {
      const size_t comma = std::min(left.find(','), left.size());
      const std::string_view word = trim(left.substr(0, comma));
      names.push_back(is_identifier(word) && word != "_" ? axis_name(word) : "");
      left = comma < left.size() ? left.substr(comma + 1) : "";
    }
    set(value->second, std::move(names));
    return;
  }
}

void Axes::learn(const Source& source, const lang::Expr& e,
                 std::string_view operation, const Tensor& result,
                 const Seen& seen) {
  // The operands of the operation, the receiver first, and what their axes are called.
  std::vector<std::pair<const Tensor*, const Names*>> operands;
  const bool is_call = e.kind == lang::ExprKind::call;
  if (is_call || e.kind == lang::ExprKind::binary || e.kind == lang::ExprKind::attribute) {
    for (const lang::Expr* part : pictures::parts_of(e)) {
      if (const auto it = seen.find(part); it != seen.end()) operands.emplace_back(&it->second, find(it->second));
    }
  }
  const std::vector<lang::ExprPtr>* args = is_call ? &static_cast<const lang::Call&>(e).args : nullptr;
  if (args && (operation == "view" || operation == "reshape")) {
    Names names;
    for (const lang::ExprPtr& arg : *args) names.push_back(name_in(*arg));
    if (!operands.empty() && names.size() == result.shape().size()) {
      const auto [from, before] = operands[0];
      name_view(before ? *before : Names(), from->shape(), names, result.shape());
    }
    set(result, std::move(names));
    return;
  }
  if (args && makes_by_sizes(operation) && operands.empty()) {
    Names names;
    for (const lang::ExprPtr& arg : *args) names.push_back(name_in(*arg));
    set(result, std::move(names));
    return;
  }
  if (operands.empty()) return;
  const Names* first = operands[0].second;
  const bool swaps = operation == "transpose" || operation == "swapaxes";
  if (first && swaps && args && args->size() == 2) {
    Names names = *first;
    const auto i = axis_in(source, *(*args)[0], names.size());
    const auto j = axis_in(source, *(*args)[1], names.size());
    if (i && j) {
      std::swap(names[*i], names[*j]);
      set(result, std::move(names));
    }
    return;
  }
  if (first && operation == "permute" && args && args->size() == first->size()) {
    Names names;
    for (const lang::ExprPtr& arg : *args) {
      const auto i = axis_in(source, *arg, first->size());
      if (!i) return;
      names.push_back((*first)[*i]);
    }
    set(result, std::move(names));
    return;
  }
  if (first && (operation == "T" || operation == "mT" || operation == "t") && first->size() == 2) {
    set(result, {(*first)[1], (*first)[0]});
    return;
  }
  if (operation == "@" || operation == "matmul" || operation == "bmm" || operation == "mm") {
    if (operands.size() < 2 || !first || first->size() != result.shape().size()) return;
    Names names = *first;
    const Names* second = operands[1].second;
    names.back() = second && !second->empty() ? second->back() : "";
    set(result, std::move(names));
    return;
  }
  // An operation that keeps the shape keeps the axes; a layer changes the last
  // one.
  for (const auto& [tensor, names] : operands) {
    if (!names || names->size() != result.shape().size()) continue;
    const Shape& from = tensor->shape();
    if (from == result.shape()) {
      Names kept = *names;
      // A layer's output is a different vector from its input, even if it has
      // the same size.
      if (calls_layer(e) && kept.back() == "d_in") kept.back() = "d_out";
      set(result, std::move(kept));
      return;
    }
    if (!from.empty() && std::equal(from.begin(), from.end() - 1, result.shape().begin())) {
      Names changed = *names;
      changed.back() = "d_out";
      set(result, std::move(changed));
      return;
    }
  }
}

}  // namespace mha::render
