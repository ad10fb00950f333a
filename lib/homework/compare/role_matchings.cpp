#include "homework/compare/role_matchings.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "tensor/ops/join.h"
#include "tensor/ops/matmul.h"

namespace mha::homework {

namespace {

// At most this many choices are tried; a program with so many weights is not an answer to
// any of our homework.
constexpr size_t kMostMatchings = 400;

/// A matrix (in, out) that may fill a role.
struct RoleCandidate {
  std::string path;
  LinearMap map;
  int source = 0;  // two candidates from one source exclude each other
  int second = 0;  // the second source, if two layers in a row form the candidate
  bool apart = false;  // as in RoleMatching
};

/// The weight in float32, in which the reference computes.
LinearMap linear_map(const FoundWeight& w) {
  const Tensor matrix = to(w.tensor, DType::float32);
  return {w.linear ? transpose(matrix, 0, 1) : matrix,
          w.bias.defined() ? to(w.bias, DType::float32) : w.bias};
}

/// A matrix, with the bias if its size fits. NumPy's float64 becomes float32.
LinearMap bare_map(const Tensor& matrix, const Tensor& bias) {
  LinearMap map{to(matrix, DType::float32), {}};
  if (bias.defined() && bias.numel() == matrix.size(1)) {
    map.bias = to(reshape(bias, {-1}), DType::float32);
  }
  return map;
}

/// Every way to read one parameter as a matrix with `in` rows.
std::vector<LinearMap> readings(const FoundWeight& w, int64_t in, int64_t heads) {
  std::vector<LinearMap> out;
  if (w.linear) {
    if (w.tensor.size(1) == in) out.push_back(linear_map(w));
    return out;
  }
  const Tensor& t = w.tensor;
  const auto add = [&](const Tensor& matrix) { out.push_back(bare_map(matrix, w.bias)); };
  if (t.dim() == 2) {
    if (t.size(0) == in) add(t);
    if (t.size(1) == in) add(transpose(t, 0, 1));
  } else if (t.dim() == 3 || t.dim() == 4) {
    // (heads, in, head_dim) and the like: move the input's axis first; the axes before it
    // count the heads.
    for (int64_t axis = 0; axis < t.dim(); ++axis) {
      if (t.size(axis) != in) continue;
      const Tensor first = movedim(t, {axis}, {0});
      add(reshape(first, {in, -1}));
      if (t.dim() == 3 && first.size(2) == heads) {
        add(reshape(transpose(first, 1, 2), {in, -1}));
      }
    }
    // (heads, head_dim, out), which takes all heads at once, and its transposes.
    if (t.dim() == 3 && t.size(0) > 1 && t.size(1) > 1 && t.size(2) > 1) {
      if (t.size(0) * t.size(1) == in) {
        add(reshape(t, {in, -1}));
        add(reshape(transpose(t, 0, 1), {in, -1}));
      }
      if (t.size(1) * t.size(2) == in) {
        add(transpose(reshape(t, {t.size(0), in}), 0, 1));
      }
    }
  }
  return out;
}

/// Cuts the columns of a fused layer into `k` layers; `order` says how the axes
/// (k, heads, dim) are laid out in it.
std::vector<LinearMap> cut(const LinearMap& fused, int64_t k, int64_t heads,
                           const std::vector<int64_t>& order) {
  const int64_t in = fused.weight.size(0), out = fused.weight.size(1);
  const Shape sizes = {k, heads, out / (k * heads)};
  Shape lying = {in};
  for (const int64_t axis : order) lying.push_back(sizes[static_cast<size_t>(axis)]);
  // Back to (in, k, heads, dim).
  Shape back = {0, 0, 0, 0};
  for (size_t i = 0; i < order.size(); ++i) {
    back[static_cast<size_t>(order[i]) + 1] = static_cast<int64_t>(i) + 1;
  }
  const auto part = [&](const Tensor& t, bool bias, int64_t i) {
    Shape shape = lying;
    if (bias) shape[0] = 1;
    const Tensor all = permute(reshape(t, shape), back);
    const Tensor one = reshape(contiguous(select(all, 1, i)), {bias ? 1 : in, -1});
    return bias ? reshape(one, {-1}) : one;
  };
  std::vector<LinearMap> parts;
  for (int64_t i = 0; i < k; ++i) {
    parts.push_back({part(fused.weight, false, i),
                     fused.bias.defined() ? part(fused.bias, true, i) : Tensor()});
  }
  return parts;
}

/// A tensor whose axis has the features (head_dim, heads), with (heads, head_dim) instead.
Tensor heads_before_features(const Tensor& t, int64_t axis, int64_t heads) {
  if (!t.defined()) return t;
  Shape split(t.shape().begin(), t.shape().end());
  split[static_cast<size_t>(axis)] /= heads;
  split.insert(split.begin() + axis + 1, heads);
  return reshape(transpose(reshape(t, split), axis, axis + 1), t.shape());
}

/// Finds the choices for one program by trying each weight in each role.
class MatchingFinder {
 public:
  MatchingFinder(const Assignment& assignment, const std::map<std::string, int64_t>& sizes,
                const FoundWeights& found, bool heads_last)
      : assignment_(assignment), sizes_(sizes), heads_last_(heads_last) {
    const auto heads = sizes.find("heads");
    heads_ = heads == sizes.end() ? 1 : std::max<int64_t>(1, heads->second);
    for (const FoundWeight& w : found.vectors) vectors_.push_back(&w);
    const std::map<const FoundWeight*, std::string> patterns = patterns_of(found, heads_);
    for (const FoundWeight& w : found.matrices) {
      const std::string& pattern = patterns.at(&w);
      by_pattern_[pattern].push_back(&w);
      if (std::find(patterns_.begin(), patterns_.end(), pattern) == patterns_.end()) {
        patterns_.push_back(pattern);
      }
    }
  }

  std::vector<RoleMatching> find() {
    if (assignment_.weights.empty()) return {RoleMatching()};
    find_candidates();
    // For each layout, plain layers come before fused ones; a program has one or the other.
    assign(0, {}, {});
    // Choices that fill the most roles come first.
    std::stable_sort(matchings_.begin(), matchings_.end(), [](const RoleMatching& a, const RoleMatching& b) {
      if (a.roles.size() != b.roles.size()) return a.roles.size() > b.roles.size();
      return a.name_cost < b.name_cost;
    });
    if (matchings_.empty()) matchings_.emplace_back();
    if (heads_last_ && heads_ > 1) add_heads_last();
    return std::move(matchings_);
  }

 private:
  /// For each choice in which weights read what heads have joined, that with the heads last.
  void add_heads_last() {
    std::map<std::string, int> makers;
    for (const WeightSpec& w : assignment_.weights) ++makers[w.out];
    const size_t n = matchings_.size();
    for (size_t i = 0; i < n; ++i) {
      RoleMatching turned = matchings_[i];
      bool joins = false;
      for (const WeightSpec& w : assignment_.weights) {
        const auto role = turned.roles.find(w.name);
        if (role == turned.roles.end() || w.is_vector()) continue;
        // One layer reads what several have made: the layer behind the heads.
        const bool reads = makers[w.in] > 1;
        LinearMap& map = role->second;
        if (map.weight.size(reads ? 0 : 1) % heads_ != 0) continue;
        if (reads) {
          map.weight = heads_before_features(map.weight, 0, heads_);
          joins = true;
        } else if (!turned.apart) {
          map = {heads_before_features(map.weight, 1, heads_), heads_before_features(map.bias, 0, heads_)};
        }
      }
      if (joins) matchings_.push_back(std::move(turned));
    }
  }

  // -------------------------------------------------------------- sizes

  /// The value of a size, or -1.
  int64_t size(const std::string& name) const {
    const auto it = sizes_.find(name);
    return it == sizes_.end() ? -1 : it->second;
  }

  /// The only weight whose output feeds this one, or null if several have that width.
  const WeightSpec* source_of(const WeightSpec& spec) const {
    const WeightSpec* found = nullptr;
    for (const WeightSpec& w : assignment_.weights) {
      if (w.is_vector() || w.out != spec.in) continue;
      if (found) return nullptr;
      found = &w;
    }
    return found;
  }

  /// The input width of a weight, given the weights already chosen.
  int64_t width_into(const WeightSpec& spec, const RoleMatching& matching) const {
    const WeightSpec* source = source_of(spec);
    const auto found = source ? matching.roles.find(source->name) : matching.roles.end();
    return found == matching.roles.end() ? size(spec.in) : found->second.weight.size(1);
  }

  /// Whether a size is the output width of other weights.
  bool is_made(const std::string& size) const {
    return std::any_of(assignment_.weights.begin(), assignment_.weights.end(),
                       [&](const WeightSpec& w) { return w.out == size; });
  }

  /// Whether no matrix fits the role's sizes. Then a wrong size is accepted here, so that
  /// the stage can report it.
  bool only_loosely(const WeightSpec& spec) const {
    const auto fits = [&](const RoleCandidate& c) {
      return c.map.weight.size(0) == size(spec.in) && c.map.weight.size(1) == size(spec.out);
    };
    return std::none_of(whole_.begin(), whole_.end(), fits) &&
           std::none_of(layouts_.begin(), layouts_.end(), [&](const auto& layout) { return fits(layout[0]); });
  }

  // --------------------------------------------------------- candidates

  /// Fills whole_, layouts_ and misfits_.
  void find_candidates() {
    std::set<int64_t> ins;
    for (const WeightSpec& w : assignment_.weights) {
      if (!w.is_vector()) ins.insert(size(w.in));
      if (!source_of(w)) continue;
      // The input is another weight's output, at whatever width the program gave it.
      for (const auto& [pattern, group] : by_pattern_) {
        for (const FoundWeight* f : group) {
          if (f->linear) ins.insert(f->tensor.size(1));
        }
      }
    }
    for (const int64_t in : ins) {
      for (const std::string& pattern : patterns_) {
        const std::vector<const FoundWeight*>& group = by_pattern_[pattern];
        ++source_;
        if (group.size() > 1) {
          joined_group(pattern, group, in);
          // Each layer in a list may also have a role of its own.
          if (!in_one_list(pattern)) continue;
          for (const FoundWeight* w : group) {
            ++source_;
            for (const LinearMap& map : readings(*w, in, heads_)) add(w->path, map, in);
          }
        } else {
          for (const LinearMap& map : readings(*group[0], in, heads_)) {
            add(pattern, map, in);
          }
        }
      }
    }
    for (const std::string& pattern : patterns_) add_misfit(pattern, by_pattern_[pattern], ins);
    add_in_a_row();
  }

  /// Two layers in a row compute one product. A program with one layer more than there are
  /// roles may have two layers for the first role, or for the last.
  void add_in_a_row() {
    int64_t numbers = 0, needed = 0;
    for (const auto& [pattern, group] : by_pattern_) {
      for (const FoundWeight* w : group) numbers += w->tensor.numel();
    }
    for (const WeightSpec& w : assignment_.weights) {
      if (w.is_vector() || size(w.in) < 1 || size(w.out) < 1) return;
      needed += size(w.in) * size(w.out);
    }
    std::vector<RoleCandidate> pairs;
    for (const WeightSpec* role : {&assignment_.weights.front(), &assignment_.weights.back()}) {
      for (const RoleCandidate& a : whole_) {
        for (const RoleCandidate& b : whole_) {
          const bool fits = a.map.weight.size(0) == size(role->in) && b.map.weight.size(1) == size(role->out) &&
                            a.map.weight.size(1) == b.map.weight.size(0) && a.source != b.source;
          if (!fits || needed - size(role->in) * size(role->out) + a.map.weight.numel() + b.map.weight.numel() != numbers) continue;
          // Skip layers whose names point to other roles.
          if (name_cost_of(a.path, role->name) > 1 || name_cost_of(b.path, role->name) > 1) continue;
          pairs.push_back(in_a_row(a, b));
        }
      }
    }
    whole_.insert(whole_.end(), pairs.begin(), pairs.end());
  }

  static RoleCandidate in_a_row(const RoleCandidate& a, const RoleCandidate& b) {
    LinearMap both{matmul(a.map.weight, b.map.weight), b.map.bias};
    if (a.map.bias.defined()) {
      const Tensor through = matmul(a.map.bias, b.map.weight);
      both.bias = b.map.bias.defined() ? mha::add(through, b.map.bias) : through;
    }
    return {a.path + " " + b.path, both, a.source, b.source};
  }

  /// A layer whose input width fits no role: only its name can say which role it has.
  void add_misfit(const std::string& pattern, const std::vector<const FoundWeight*>& group,
                  const std::set<int64_t>& ins) {
    if (group.size() > 1 && !in_one_list(pattern)) return;
    for (const FoundWeight* w : group) {
      if (w->tensor.dim() != 2 || !w->linear || ins.contains(w->tensor.size(1))) continue;
      misfits_.push_back({w->path, linear_map(*w), ++source_});
    }
  }

  /// Whether the layers of a pattern are side by side: in a list, or numbered in their own
  /// names, rather than inside submodules that repeat.
  static bool in_one_list(const std::string& pattern) {
    const size_t dot = pattern.rfind('.');
    return pattern.find('*', dot == std::string::npos ? 0 : dot) != std::string::npos;
  }

  /// The layers of several heads, joined into one.
  void joined_group(const std::string& pattern, const std::vector<const FoundWeight*>& group,
                    int64_t in) {
    std::vector<Tensor> weights, biases;
    for (const FoundWeight* w : group) {
      const std::vector<LinearMap> maps = readings(*w, in, 1);
      if (maps.empty()) return;
      weights.push_back(maps[0].weight);
      if (maps[0].bias.defined()) biases.push_back(maps[0].bias);
    }
    LinearMap map{cat(weights, 1), {}};
    if (biases.size() == weights.size()) map.bias = cat(biases, 0);
    if (in_one_list(pattern)) {
      whole_.push_back({pattern, map, source_});
    } else {
      add(pattern, map, in);  // each may hold queries, keys and values
    }
  }

  /// Of an order as in cut(): whether the heads come behind their features.
  static bool heads_after(const std::vector<int64_t>& order) {
    return std::find(order.begin(), order.end(), 1) > std::find(order.begin(), order.end(), 2);
  }

  /// Adds a matrix as a single layer and as a fused one.
  void add(const std::string& path, const LinearMap& map, int64_t in) {
    const int64_t out = map.weight.size(1);
    whole_.push_back({path, map, source_});
    // A fused layer may serve as many roles as read the same input.
    std::map<int64_t, int64_t> readers;
    for (const WeightSpec& w : assignment_.weights) {
      if (size(w.in) == in) ++readers[size(w.out)];
    }
    for (const int64_t k : {int64_t{3}, int64_t{2}}) {
      for (const auto& [role_out, count] : readers) {
        if (count < k || out != k * role_out || role_out % heads_ != 0) continue;
        std::vector<int64_t> order = {0, 1, 2};
        int n = 0;
        do {
          if (heads_ == 1 && order[1] < order[2] && n > 0) continue;
          const std::vector<LinearMap> parts = cut(map, k, heads_, order);
          std::vector<RoleCandidate> layout;
          for (size_t i = 0; i < parts.size(); ++i) {
            layout.push_back({path + "." + std::to_string(i), parts[i], source_, 0, heads_after(order)});
          }
          layouts_.push_back(std::move(layout));
          ++n;
        } while (std::next_permutation(order.begin(), order.end()));
      }
    }
  }

  // -------------------------------------------------------------- names

  /// How well a weight's name fits a role: 0 if it fits, 2 if it fits another.
  int name_cost_of(const std::string& path, const std::string& role) const {
    size_t at = path.size();
    while (at != std::string::npos && at > 0) {
      const size_t dot = path.rfind('.', at - 1);
      const std::string word =
          path.substr(dot == std::string::npos ? 0 : dot + 1,
                      at - (dot == std::string::npos ? 0 : dot + 1));
      std::string known = assignment_.vocabulary().weight(word);
      if (known.empty()) known = role_of_tensor_word(word);
      if (!known.empty()) return known == role ? 0 : 2;
      at = dot;
    }
    return 1;
  }

  /// The role for a layer named like a tensor: `key` gives "W_key".
  std::string role_of_tensor_word(const std::string& word) const {
    const std::string tensor = assignment_.vocabulary().tensor(word);
    if (tensor.empty()) return "";
    for (const WeightSpec& w : assignment_.weights) {
      if (w.name.ends_with("_" + tensor)) return w.name;
    }
    return "";
  }

  /// Candidates whose names fit the role come first, since not every choice may be tried.
  const std::vector<const RoleCandidate*>& likely_first(const std::string& role) {
    std::vector<const RoleCandidate*>& order = by_role_[role];
    if (!order.empty()) return order;
    for (const RoleCandidate& c : whole_) order.push_back(&c);
    std::stable_sort(order.begin(), order.end(), [&](const RoleCandidate* a, const RoleCandidate* b) {
      return name_cost_of(a->path, role) < name_cost_of(b->path, role);
    });
    return order;
  }

  // ----------------------------------------------------------- matchings

  /// Adds every way to complete this choice. `role` is the first role still open; `used` lists
  /// the sources that already have a role.
  void assign(size_t role, RoleMatching matching, const std::vector<int>& used) {
    if (matchings_.size() >= kMostMatchings) return;
    while (role < assignment_.weights.size() &&
           matching.roles.contains(assignment_.weights[role].name)) {
      ++role;
    }
    if (role == assignment_.weights.size()) {
      if (!matching.roles.empty()) matchings_.push_back(std::move(matching));
      return;
    }
    const WeightSpec& spec = assignment_.weights[role];
    if (spec.is_vector()) {
      assign_vector(role, matching, used);
      return;
    }
    int tried = 0;
    for (const RoleCandidate* candidate : likely_first(spec.name)) {
      const RoleCandidate& c = *candidate;
      const auto is_used = [&](int source) { return source > 0 && std::find(used.begin(), used.end(), source) != used.end(); };
      if (is_used(c.source) || is_used(c.second)) continue;
      if (c.map.weight.size(0) != width_into(spec, matching)) continue;
      if (c.map.weight.size(1) != size(spec.out) && !only_loosely(spec)) continue;
      std::vector<int> now = used;
      now.push_back(c.source);
      if (c.second > 0) now.push_back(c.second);
      assign(role + 1, with(matching, spec.name, c), now);
      ++tried;
    }
    for (const RoleCandidate& c : misfits_) {
      if (name_cost_of(c.path, spec.name) > 0) continue;
      assign(role + 1, with(matching, spec.name, c), used);
      ++tried;
    }
    // A fused layer fills several roles at once, in any order.
    for (const std::vector<RoleCandidate>& layout : layouts_) {
      if (std::find(used.begin(), used.end(), layout[0].source) != used.end()) continue;
      if (layout[0].map.weight.size(0) != size(spec.in)) continue;
      assign_layout(role, matching, used, layout);
      ++tried;
    }
    // Leave the role open: a program need not have every weight.
    if (tried == 0 || spec.optional || whole_.size() < assignment_.weights.size()) {
      assign(role + 1, std::move(matching), used);
    }
  }

  /// Tries each vector of the right length for a role; leaves it open if none fits.
  void assign_vector(size_t role, const RoleMatching& matching, const std::vector<int>& used) {
    const WeightSpec& spec = assignment_.weights[role];
    const size_t before = matchings_.size();
    for (size_t i = 0; i < vectors_.size(); ++i) {
      const FoundWeight& v = *vectors_[i];
      // Negative, because the sources of matrices count from 1.
      const int source = -1 - static_cast<int>(i);
      if (v.tensor.numel() != size(spec.out)) continue;
      if (std::find(used.begin(), used.end(), source) != used.end()) continue;
      std::vector<int> now = used;
      now.push_back(source);
      const LinearMap map{to(reshape(v.tensor, {-1}), DType::float32), {}};
      assign(role + 1, with(matching, spec.name, {v.path, map, source}), now);
    }
    if (matchings_.size() == before) assign(role + 1, matching, used);
  }

  /// Assigns the parts of a fused layer to the next open roles of their sizes, in any order.
  void assign_layout(size_t role, const RoleMatching& matching, const std::vector<int>& used,
                     const std::vector<RoleCandidate>& layout) {
    std::vector<size_t> open;
    for (size_t r = role; r < assignment_.weights.size(); ++r) {
      const WeightSpec& spec = assignment_.weights[r];
      if (!matching.roles.contains(spec.name) && !is_made(spec.in) &&
          size(spec.in) == layout[0].map.weight.size(0) && size(spec.out) == layout[0].map.weight.size(1)) {
        open.push_back(r);
      }
    }
    if (open.size() < layout.size()) return;
    open.resize(layout.size());
    std::vector<size_t> order(layout.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::vector<int> now = used;
    now.push_back(layout[0].source);
    int n = 0;
    do {
      RoleMatching next = matching;
      for (size_t i = 0; i < open.size(); ++i) {
        next.roles[assignment_.weights[open[i]].name] = layout[order[i]].map;
      }
      next.apart = next.apart || layout[0].apart;
      next.name_cost += n == 0 ? 0 : 3;
      assign(role, std::move(next), now);
      ++n;
    } while (std::next_permutation(order.begin(), order.end()));
  }

  /// The choice with one more role filled.
  RoleMatching with(const RoleMatching& matching, const std::string& role, const RoleCandidate& c) const {
    RoleMatching next = matching;
    next.roles[role] = c.map;
    next.name_cost += name_cost_of(c.path, role);
    return next;
  }

  const Assignment& assignment_;
  const std::map<std::string, int64_t>& sizes_;
  int64_t heads_ = 1;
  const bool heads_last_;
  std::map<std::string, std::vector<const FoundWeight*>> by_pattern_;
  std::vector<std::string> patterns_;  // in the order of the weights
  std::vector<const FoundWeight*> vectors_;

  int source_ = 0;                // of the latest candidate
  std::vector<RoleCandidate> whole_;  // each a single layer
  std::vector<std::vector<RoleCandidate>> layouts_;  // the parts of fused layers
  std::vector<RoleCandidate> misfits_;               // supported only by their names
  std::map<std::string, std::vector<const RoleCandidate*>> by_role_;  // of whole_
  std::vector<RoleMatching> matchings_;
};

}  // namespace

std::vector<RoleMatching> possible_matchings(const Assignment& assignment,
                                       const std::map<std::string, int64_t>& sizes,
                                       const FoundWeights& found, bool heads_last) {
  return MatchingFinder(assignment, sizes, found, heads_last).find();
}

}  // namespace mha::homework
