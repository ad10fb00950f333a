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

/// The product of the sizes before each axis, and that of all. Where two shapes of
/// the same numbers share one, a view between them keeps what lies on either side
/// apart.
std::vector<int64_t> cuts_of(const Shape& shape) {
  std::vector<int64_t> cuts = {1};
  for (const int64_t n : shape) cuts.push_back(cuts.back() * n);
  return cuts;
}

/// Whether a view may cut there: between two old axes, or one old axis into equal parts.
bool is_clean(const std::vector<int64_t>& old_cuts, int64_t cut) {
  const auto next = std::lower_bound(old_cuts.begin(), old_cuts.end(), cut);
  return next == old_cuts.begin() || (next != old_cuts.end() && cut % *(next - 1) == 0 && *next % cut == 0);
}

/// Of a view that calls an axis by its old name where its numbers no longer lie in
/// one axis, or by a new name where they are parts of several: what it was cut from with
/// its neighbours is mixed, whatever it is called.
void mark_mixed(const std::vector<std::string>& before, const Shape& from,
                std::vector<std::string>& names, const Shape& to) {
  const std::vector<int64_t> old_cuts = cuts_of(from), cuts = cuts_of(to);
  const auto is_cut = [&](int64_t n) {
    return std::find(old_cuts.begin(), old_cuts.end(), n) != old_cuts.end();
  };
  std::vector<std::string> out = names;
  for (size_t i = 0; i < names.size(); ++i) {
    const auto old = std::find(before.begin(), before.end(), names[i]);
    if (names[i].empty()) continue;
    const auto at = static_cast<size_t>(old - before.begin());
    const bool kept = old == before.end() ? is_clean(old_cuts, cuts[i]) && is_clean(old_cuts, cuts[i + 1])
                                          : old_cuts[at] == cuts[i] && from[at] == to[i];
    if (kept) continue;
    size_t first = i, last = i + 1;
    while (first > 0 && !is_cut(cuts[first])) --first;
    while (last < to.size() && !is_cut(cuts[last])) ++last;
    for (size_t j = first; j < last; ++j) out[j] = "mixed";
  }
  names = std::move(out);
}

/// What the axes of a tensor must have been that a view calls heads, tokens and
/// head_dim, where nothing has named them: the widths of all heads side by side are
/// those of a token. Empty if the sizes say otherwise.
std::vector<std::string> implied_names(const Shape& from, const std::vector<std::string>& names, const Shape& to) {
  const auto size_of = [&](const char* name) {
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? 0 : to[static_cast<size_t>(it - names.begin())];
  };
  const int64_t tokens = size_of("tokens"), width = size_of("heads") * to.back();
  if (from.size() < 2 || from.size() > 3 || tokens == 0 || width == 0) return {};
  if (from[from.size() - 2] != tokens || from.back() != width) return {};
  std::vector<std::string> implied(from.size());
  implied[from.size() - 2] = "tokens";
  return implied;
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
      const Shape& from = operands[0].first->shape();
      if (const Names* before = operands[0].second) {
        mark_mixed(*before, from, names, result.shape());
      } else if (const Names implied = implied_names(from, names, result.shape()); !implied.empty()) {
        mark_mixed(implied, from, names, result.shape());
      }
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
