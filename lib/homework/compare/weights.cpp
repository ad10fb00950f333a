#include "homework/compare/weights.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "homework/compare/numbers.h"
#include "tensor/core/views.h"
#include "torch/binding/convert.h"
#include "torch/binding/device.h"

namespace mha::homework {

namespace {

/// Which tensors count although they are not parameters: those of given shapes, or all.
struct Plain {
  bool any = false;
  std::set<Shape> shapes;
  bool counts(const Tensor& t) const { return any || shapes.contains(t.shape()); }
};

/// Walks an object and everything it holds.
class Crawl {
 public:
  Crawl(lang::Interpreter& interp, FoundWeights& out, Plain plain)
      : interp_(interp), out_(out), plain_(std::move(plain)) {}

  /// Starts at an object; a function contributes the values in its closure.
  void begin(const lang::Value& object) {
    const auto* f = object.get<lang::FunctionObject>();
    if (!f) return visit("", object);
    const lang::ScopeInfo& scope = f->code->scope;
    for (size_t i = 0; i < f->cells.size(); ++i) {
      if (f->cells[i]) visit(scope.cells[scope.own_cells + i].str(), f->cells[i]->value);
    }
  }

  void visit(const std::string& path, const lang::Value& v) {
    if (const Tensor* t = torch::as_tensor(v)) {
      const bool is_parameter = v.object()->own_cls() == torch::types(interp_).parameter;
      if (is_parameter || (plain_.counts(*t) && may_be_weight(*t))) parameter(path, *t, is_parameter);
      return;
    }
    if (const Tensor* array = plain_.any ? torch::as_array(interp_, v) : nullptr) {
      if (may_be_weight(*array)) parameter(path, *array, false);
      return;
    }
    if (!v.is_object() || !enters(v)) return;
    const bool in_list = std::isdigit(static_cast<unsigned char>(last_word(path)[0]));
    const bool twice_in_list = in_list && !listed_.emplace(v.object(), parent(path)).second;
    if (!seen_.insert(v.object()).second) {
      if (!v.get<lang::InstanceObject>()) return;
      // A layer that occurs twice in a list of layers counts once for each position; one that has a
      // name as well has only two ways to it.
      if (twice_in_list || !in_list) out_.repeated.push_back(path);
      if (twice_in_list) again(path, v);
      return;
    }
    if (const auto* list = v.get<lang::ListObject>()) {
      items(path, list->items);
    } else if (const auto* tuple = v.get<lang::TupleObject>()) {
      items(path, tuple->items);
    } else if (const auto* dict = v.get<lang::DictObject>()) {
      entries(path, *dict);
    } else if (const lang::Attributes* attributes = v.object()->attributes_if_any()) {
      members(path, *attributes);
    }
  }

  /// Gives each matrix the bias whose name matches, or its slice of a bias for several, or, if there
  /// are as many of the rest, the one in the same place of their order.
  void pair_biases() {
    take_biases_of_heads();
    std::vector<std::pair<std::string, Tensor>> rest;
    for (const auto& [path, bias] : biases_) {
      bool named = false;
      for (FoundWeight& w : out_.matrices) {
        if (w.bias.defined() || stem(w.path) != stem(path)) continue;
        const bool fits = w.linear ? w.tensor.size(0) == bias.numel() : bias.numel() > 0 && w.tensor.numel() % bias.numel() == 0;
        if (fits) w.bias = w.linear ? reshape(bias, {bias.numel()}) : bias;
        named = true;
        break;
      }
      if (!named) rest.emplace_back(path, bias);
    }
    if (pair_in_order(rest)) return;
    for (const auto& [path, bias] : rest) {
      if (!share_out(path, bias)) out_.loose.push_back(bias);
    }
  }

 private:
  void again(const std::string& path, const lang::Value& v) {
    FoundWeights once_more;
    Crawl(interp_, once_more, plain_).visit(path, v);
    for (FoundWeight& w : once_more.matrices) out_.matrices.push_back(std::move(w));
  }

  /// A parameter (heads, head_dim) that starts constant, or is named like a weight with these axes
  /// and one for d_in, is the bias of such a weight.
  void take_biases_of_heads() {
    const std::vector<FoundWeight> all = out_.matrices;
    std::erase_if(out_.matrices, [&](const FoundWeight& b) {
      const Shape& shape = b.tensor.shape();
      const bool constant = !may_be_weight(b.tensor);
      const bool adds = !b.linear && shape.size() == 2 &&
                        std::any_of(all.begin(), all.end(), [&](const FoundWeight& w) {
                          const Shape& own = w.tensor.shape();
                          const auto are = [&](size_t i, size_t k) { return shape[0] == own[i] && shape[1] == own[k]; };
                          return own.size() == 3 && (are(0, 1) || are(0, 2) || are(1, 2)) &&
                                 (constant || stem(w.path) == stem(b.path));
                        });
      if (adds) biases_.emplace_back(b.path, b.tensor);
      return adds;
    });
  }

  static std::string parent(const std::string& path) { return path.substr(0, path.rfind('.') == std::string::npos ? 0 : path.rfind('.')); }

  /// The matrices beside a bias that have none yet.
  std::vector<FoundWeight*> open_beside(const std::string& path) {
    std::vector<FoundWeight*> open;
    for (FoundWeight& w : out_.matrices) {
      if (!w.linear && !w.bias.defined() && w.tensor.dim() == 2 && parent(w.path) == parent(path)) open.push_back(&w);
    }
    return open;
  }

  /// A factor, which starts at 1, is no bias.
  bool pair_in_order(const std::vector<std::pair<std::string, Tensor>>& biases) {
    if (biases.empty()) return false;
    const std::vector<FoundWeight*> open = open_beside(biases[0].first);
    const bool all = std::equal(open.begin(), open.end(), biases.begin(), biases.end(), [&](const FoundWeight* w, const auto& named) {
      const Tensor& bias = named.second;
      const bool fits = bias.dim() == 1 && bias.numel() > 0 && (w->tensor.size(0) == bias.numel() || w->tensor.size(1) == bias.numel());
      return fits && parent(named.first) == parent(biases[0].first) && numbers_of(bias).values[0] != 1;
    });
    for (size_t i = 0; all && i < open.size(); ++i) open[i]->bias = biases[i].second;
    return all;
  }

  /// Divides in_proj_bias among q_proj_weight, k_proj_weight and v_proj_weight, in this order.
  /// False if the bias does not belong to these.
  bool share_out(const std::string& path, const Tensor& bias) {
    const std::vector<FoundWeight*> sharing = open_beside(path);
    const auto count = static_cast<int64_t>(sharing.size());
    if (count < 2 || bias.dim() != 1 || bias.numel() % count != 0) return false;
    const int64_t width = bias.numel() / count;
    const bool all = std::all_of(sharing.begin(), sharing.end(), [&](const FoundWeight* w) { return w->tensor.size(0) == width || w->tensor.size(1) == width; });
    for (int64_t i = 0; all && i < count; ++i) sharing[static_cast<size_t>(i)]->bias = narrow(bias, 0, i * width, width);
    return all;
  }

  static bool enters(const lang::Value& v) {
    return v.get<lang::InstanceObject>() || v.get<lang::ListObject>() ||
           v.get<lang::TupleObject>() || v.get<lang::DictObject>();
  }

  /// Tensors with only two distinct values are masks or constants; random weights have more.
  static bool may_be_weight(const Tensor& t) {
    if (!is_floating(t.dtype()) || t.dim() < 1) return false;
    if (t.dim() == 1) return t.numel() > 1;
    std::set<double> distinct;
    const Tensor all = reshape(t, {t.numel()});
    constexpr int64_t kAtOnce = 16;  // of random numbers the first few are enough
    for (int64_t at = 0; at < all.numel(); at += kAtOnce) {
      for (const double value : numbers_of(narrow(all, 0, at, std::min(kAtOnce, all.numel() - at))).values) distinct.insert(value);
      if (distinct.size() > 2) return true;
    }
    return false;
  }

  static std::string joined(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
  }

  void items(const std::string& path, const std::vector<lang::Value>& values) {
    const auto copy = values;
    for (size_t i = 0; i < copy.size(); ++i) visit(joined(path, std::to_string(i)), copy[i]);
  }

  void entries(const std::string& path, const lang::DictObject& dict) {
    size_t at = 0, count = 0;
    lang::Value key, value;
    while (dict.next(at, key, value)) {
      const auto* text = key.get<lang::StrObject>();
      // An optimizer's state has parameters for keys.
      visit(joined(path, text ? text->text() : key.is_object() ? std::to_string(count) : interp_.repr(key)), value);
      ++count;
    }
  }

  /// A module's members in PyTorch's order; a linear layer is added as one weight.
  void members(const std::string& path, const lang::Attributes& attributes) {
    const lang::Value weight = member(attributes, "_parameters", "weight");
    const Tensor* w = torch::as_tensor(weight);
    if (w && w->dim() == 2 && attributes.find(lang::Symbol("in_features"))) {
      const lang::Value bias = member(attributes, "_parameters", "bias");
      const Tensor* b = torch::as_tensor(bias);
      if (!known(*w)) {
        out_.all.push_back(*w);
        if (b) out_.all.push_back(*b);
        out_.matrices.push_back({path, *w, b ? *b : Tensor(), true});
      }
      return;
    }
    const auto copy = attributes.items();
    for (const auto& [name, value] : copy) {
      const std::string& text = name.str();
      if (text == "_parameters" || text == "_modules") {
        if (const auto* dict = value.get<lang::DictObject>()) entries(path, *dict);
      } else if (text != "_buffers" && !text.ends_with("hooks")) {
        visit(joined(path, text), value);
      }
    }
  }

  static lang::Value member(const lang::Attributes& attributes, const char* dict_name,
                            const char* name) {
    const lang::Value* v = attributes.find(lang::Symbol(dict_name));
    auto* dict = v ? v->get<lang::DictObject>() : nullptr;
    lang::Value* found = dict ? dict->find(std::string_view(name)) : nullptr;
    return found ? *found : lang::Value();
  }

  bool known(const Tensor& t) const {
    return std::any_of(out_.all.begin(), out_.all.end(),
                       [&](const Tensor& other) { return other.is_same(t); });
  }

  void parameter(const std::string& path, const Tensor& t, bool is_parameter) {
    if (known(t) || is_constant(t)) return;
    out_.all.push_back(t);
    const int64_t longest = t.dim() > 0 ? *std::max_element(t.shape().begin(), t.shape().end()) : 0;
    if (longest == t.numel()) out_.vectors.push_back({path, t, {}, false, is_parameter});
    // (heads, 1, head_dim) is a bias per head, unless its numbers are random: then it is the
    // weight of a single head.
    const bool one_row = ((t.dim() > 2 && t.size(-2) == 1 && t.size(-1) > 1) || is_column(t)) && !may_be_weight(t);
    if (t.dim() >= 2 && !one_row && !is_bias(path)) {
      out_.matrices.push_back({path, t, {}, false, is_parameter});
    } else {
      biases_.emplace_back(path, t);
    }
  }

  /// (out, 1): the bias of whoever keeps the features in columns.
  static bool is_column(const Tensor& t) { return t.dim() == 2 && t.size(0) > 1 && t.size(1) == 1; }

  /// Whether a parameter is a mask or a scale that is never trained.
  static bool is_constant(const Tensor& t) {
    return !t.requires_grad() && !may_be_weight(t);
  }

  static std::string last_word(const std::string& path) {
    const size_t dot = path.rfind('.');
    std::string word = path.substr(dot == std::string::npos ? 0 : dot + 1);
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
  }
  static bool is_bias(const std::string& path) {
    return last_word(path).find("bias") != std::string::npos;
  }

  /// The part of a name that a weight and its bias share: "q" of W_q and b_q, "in_proj_" of
  /// in_proj_weight and in_proj_bias.
  static std::string stem(const std::string& path) {
    std::string word = last_word(path);
    const size_t from = path.size() - word.size();
    bool named = false;
    for (const char* kind : {"weights", "weight", "biases", "bias"}) {
      const size_t at = word.find(kind);
      if (at == std::string::npos) continue;
      word.erase(at, std::string(kind).size());
      named = true;
      break;
    }
    for (const char* kind : {"_w", "_b"}) {
      if (named || !word.ends_with(kind)) continue;
      word.erase(word.size() - 2);
      named = true;
    }
    if (!named && (word.starts_with('w') || word.starts_with('b'))) word.erase(0, 1);
    std::erase(word, '_');
    return path.substr(0, from) + word;
  }

  lang::Interpreter& interp_;
  FoundWeights& out_;
  Plain plain_;
  std::vector<std::pair<std::string, Tensor>> biases_;
  std::set<const lang::Object*> seen_;
  std::set<std::pair<const lang::Object*, std::string>> listed_;  // with the path of the list
};

/// The path with one number, or every number, replaced by *.
std::string starred(const std::string& path, std::optional<size_t> only) {
  std::string out;
  size_t number = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    const auto is_digit = [&](size_t at) { return std::isdigit(static_cast<unsigned char>(path[at])) != 0; };
    if (!is_digit(i)) {
      out += path[i];
      continue;
    }
    const bool begins = i == 0 || !is_digit(i - 1);
    if (begins) ++number;
    if (only && number - 1 != *only) {
      out += path[i];
    } else if (begins) {
      out += '*';
    }
  }
  return out;
}

}  // namespace

FoundWeights find_weights(lang::Interpreter& interp, const lang::Value& object) {
  const auto found = [&](const Plain& plain) {
    FoundWeights out;
    Crawl crawl(interp, out, plain);
    crawl.begin(object);
    crawl.pair_biases();
    // A layer of width 0, for no heads.
    std::erase_if(out.matrices, [](const FoundWeight& w) { return w.tensor.numel() == 0; });
    return out;
  };
  FoundWeights own = found({});
  if (own.matrices.empty()) return found({true, {}});
  std::set<Shape> shapes;
  for (const FoundWeight& w : own.matrices) {
    if (!w.linear) shapes.insert(w.tensor.shape());
  }
  return shapes.empty() ? own : found({false, std::move(shapes)});
}

const FoundWeight* over_another(const FoundWeights& found) {
  const std::vector<FoundWeight>& all = found.matrices;
  for (auto w = all.begin(); w != all.end(); ++w) {
    const bool again = std::any_of(all.begin(), w, [&](const FoundWeight& other) {
      return w->parameter && other.parameter && !other.tensor.is_same(w->tensor) && other.tensor.storage() == w->tensor.storage() &&
             other.tensor.storage_offset() == w->tensor.storage_offset() && other.tensor.shape() == w->tensor.shape();
    });
    if (again) return &*w;
  }
  return nullptr;
}

namespace {

/// The path of a layer within an object that holds the next of its own class, as "rest.rest.head.key"
/// in one whose field `rest` does: "rest*.head.key".
std::string nested(const std::string& path, const std::string& field) {
  size_t at = 0;
  while (path.compare(at, field.size(), field) == 0) at += field.size();
  return field.substr(0, field.size() - 1) + "*." + path.substr(at);
}

}  // namespace

std::map<const FoundWeight*, std::string> patterns_of(const FoundWeights& found, int64_t heads) {
  // At most head, role and block number a layer.
  constexpr size_t kMostNumbers = 4;
  std::map<std::string, int64_t> counts;
  std::set<std::string> fields;
  for (const FoundWeight& w : found.matrices) {
    for (size_t i = 0; i < kMostNumbers; ++i) ++counts[starred(w.path, i)];
    // What is behind such a field is there without it, too.
    const size_t behind = w.path.find('.') + 1;
    const bool again = behind > 0 && std::any_of(found.matrices.begin(), found.matrices.end(), [&](const FoundWeight& other) {
      return w.path.compare(behind, std::string::npos, other.path) == 0;
    });
    if (again) fields.insert(w.path.substr(0, behind));
  }
  for (const std::string& field : fields) {
    for (const FoundWeight& w : found.matrices) ++counts[nested(w.path, field)];
  }
  std::map<const FoundWeight*, std::string> out;
  for (const FoundWeight& w : found.matrices) {
    std::string pattern = starred(w.path, std::nullopt);
    for (size_t i = 0; i < kMostNumbers && heads > 1; ++i) {
      const std::string one = starred(w.path, i);
      if (one == w.path || counts[one] != heads) continue;
      pattern = one;
      break;
    }
    for (const std::string& field : fields) {
      if (const std::string one = nested(w.path, field); counts[one] == heads) pattern = one;
    }
    out[&w] = std::move(pattern);
  }
  return out;
}

}  // namespace mha::homework
