#include "homework/diagnosis/edits.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/text.h"
#include "reading/walk.h"
#include "reading/definitions.h"
#include "reading/rewrite.h"

namespace mha::homework {

using namespace lang;
using namespace reading;

namespace {

// What a program of a page has; one that is made to be slow has no more either.
constexpr size_t kMostEdits = 6000;
// A statement that has no part in the first wrong tensor is as far as that.
constexpr int kFar = 6;
// Places at which the same change is made at once.
constexpr size_t kMostAlike = 8;

/// What an expression gives, as far as it can be told without asking for more.
enum class Kind : uint8_t { other, tensor, number, layer };

/// Finds the edits of one program.
class Finder {
 public:
  explicit Finder(const EditsAt& at) : at_(at), program_(at.modules) {
    for (const Made& m : at.recording.made()) {
      if (m.source) tensors_.insert({m.source, m.span.begin, m.span.end});
    }
    find_run();
    find_distances();
    find_kinds();
  }

  std::vector<Edit> run() {
    for (const Misconception& m : misconceptions()) {
      known_ = &m;
      // Those of whole statements are few, and go first.
      for (const StmtNode& s : program_.statements()) {
        if (is_run(s)) at_statement(s);
      }
      for (const ExprNode& n : program_.nodes()) {
        if (is_run(n)) at_expression(n);
      }
    }
    add_alike();
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.cost < b.cost; });
    return std::move(edits_);
  }

 private:
  using Place = std::tuple<const Source*, uint32_t, uint32_t>;

  // ------------------------------------------------------- what there is

  /// The functions that ran, and what sets up the classes of their methods.
  void find_run() {
    if (tensors_.empty()) {
      // It stopped before it made anything.
      for (const FunctionNode& f : program_.functions()) run_.insert(&f);
      return;
    }
    std::set<const ClassNode*> classes;
    for (const FunctionNode& f : program_.functions()) {
      const auto inside = [&](const Place& p) {
        return std::get<0>(p) == f.module->source.get() && std::get<1>(p) >= f.code->span.begin &&
               std::get<2>(p) <= end_of(f);
      };
      if (!std::any_of(tensors_.begin(), tensors_.end(), inside)) continue;
      run_.insert(&f);
      if (f.cls) classes.insert(f.cls);
    }
    for (const FunctionNode& f : program_.functions()) {
      const bool below = std::any_of(classes.begin(), classes.end(), [&](const ClassNode* c) {
        return f.cls && (c == f.cls || program_.derives_from(*c, *f.cls));
      });
      if (below) run_.insert(&f);
    }
    for (const FunctionNode& f : program_.functions()) {
      if (f.outer && run_.contains(f.outer)) run_.insert(&f);
    }
  }

  static uint32_t end_of(const FunctionNode& f) {
    return f.code->body.empty() ? f.code->span.end : f.code->body.back()->span.end;
  }

  bool is_run(const ExprNode& n) const {
    return run_.empty() ? !n.function && !n.cls : n.function && run_.contains(n.function);
  }
  bool is_run(const StmtNode& s) const {
    return run_.empty() ? !s.function && !s.cls : s.function && run_.contains(s.function);
  }

  /// How far each statement is from the fault: by what leads to it.
  void find_distances() {
    if (!at_.module) return;
    const Stmt* fault = reading::statement_at(*at_.module, at_.fault);
    if (!fault) return;
    const Span all = fault->kind == StmtKind::for_ || fault->kind == StmtKind::if_ ||
                             fault->kind == StmtKind::with
                         ? at_.fault
                         : fault->span;
    distances_[fault] = 0;
    for (const reading::Definition& d : reading::definitions(*at_.module, all)) {
      if (const Stmt* s = reading::statement_at(*at_.module, d.span)) distances_.emplace(s, d.steps);
    }
  }

  int distance(const Stmt& s) const {
    const auto it = distances_.find(&s);
    if (it != distances_.end()) return std::min(it->second, kFar - 1);
    return distances_.empty() ? 0 : kFar;
  }

  bool is_tensor(const Expr& e) const {
    return tensors_.contains({program_.node(e).module->source.get(), e.span.begin, e.span.end});
  }

  /// The names of each function and the attributes of each class, with what they are.
  void find_kinds() {
    for (const ExprNode& n : program_.nodes()) {
      if (!is_run(n)) continue;
      if (n.expr->kind == ExprKind::name && !program_.is_self(*n.expr)) {
        const std::string& name = as<NameExpr>(*n.expr).ref.name.str();
        note(names_[n.function], name, kind_of(n));
      } else if (const auto attribute = program_.self_attribute(*n.expr)) {
        note(attributes_[n.cls], attribute->str(), kind_of(n));
      }
      if (n.use == Use::read && n.expr->kind == ExprKind::call) note_buffer(n);
    }
  }

  static void note(std::map<std::string, Kind>& kinds, const std::string& name, Kind kind) {
    Kind& known = kinds[name];
    if (known == Kind::other) known = kind;
  }

  /// self.register_buffer("mask", ...)
  void note_buffer(const ExprNode& n) {
    const auto& call = as<Call>(*n.expr);
    if (last_name(*call.callee) != "register_buffer" || call.args.empty()) return;
    if (const auto name = text_of(*call.args[0])) note(attributes_[n.cls], *name, Kind::tensor);
  }

  Kind kind_of(const ExprNode& n) const {
    if (is_tensor(*n.expr)) return Kind::tensor;
    if (n.above && n.above->kind == ExprKind::call && as<Call>(*n.above).callee.get() == n.expr) {
      return n.expr->kind == ExprKind::attribute ? Kind::layer : Kind::other;
    }
    for (const Giver& g : program_.givers(*n.expr)) {
      if (!g.value || g.how == Giver::How::change) continue;
      if (makes_layer(*g.value)) return Kind::layer;
      if (g.value->kind == ExprKind::constant || g.value->kind == ExprKind::binary) return Kind::number;
      if (g.how == Giver::How::part) return is_tensor(*n.expr) ? Kind::tensor : Kind::number;
    }
    if (n.use == Use::write && n.expr->kind == ExprKind::attribute) return written_kind(n);
    if (n.above && (n.above->kind == ExprKind::binary || n.above->kind == ExprKind::call)) {
      return program_.path(*n.expr).empty() ? Kind::number : Kind::other;
    }
    return Kind::other;
  }

  /// Of `self.name = value`.
  Kind written_kind(const ExprNode& n) const {
    if (n.stmt->kind != StmtKind::assign) return Kind::other;
    const Expr& value = *as<Assign>(*n.stmt).value;
    if (makes_layer(value)) return Kind::layer;
    if (is_tensor(value)) return Kind::tensor;
    return Kind::number;
  }

  /// nn.Linear(...), Head(...).
  bool makes_layer(const Expr& value) const {
    if (value.kind != ExprKind::call) return false;
    const std::string_view name = last_name(*as<Call>(value).callee);
    return !name.empty() && std::isupper(static_cast<unsigned char>(name[0])) && name != "Parameter";
  }

  const Source& source(const ExprNode& n) const { return *n.module->source; }
  std::string text(const ExprNode& n, const Expr& e) const { return std::string(source(n).text(e.span)); }

  // ------------------------------------------------------------- to add

  bool mends(std::string_view what) const {
    return std::find(known_->mends.begin(), known_->mends.end(), what) != known_->mends.end();
  }

  /// `price` counts how unlikely a change of that kind is.
  void add(const Module& module, const Stmt& stmt, std::vector<Change> changes, int price,
           std::optional<Span> at = std::nullopt) {
    if (edits_.size() >= kMostEdits) return;
    const Source& own = *module.source;
    for (Change& c : changes) shorten(own, c);
    std::erase_if(changes, [&](const Change& c) { return own.text(c.span) == c.text; });
    if (changes.empty()) return;
    std::string key;
    for (const Change& c : changes) key += std::to_string(c.span.begin) + "-" + std::to_string(c.span.end) + c.text + "\n";
    const Span place = at.value_or(changes[0].span);
    Edit edit{&module, std::move(changes), place, known_, distance(stmt) + price};
    const auto [it, is_new] = seen_.emplace(std::move(key), edits_.size());
    if (is_new) {
      edits_.push_back(std::move(edit));
    } else if (Edit& before = edits_[it->second]; edit.cost < before.cost) {
      before.cost = edit.cost;
    }
  }

  void replace(const ExprNode& n, const Expr& e, std::string text, int price) {
    const std::string whole = this->text(n, e) + " -> " + text;
    const size_t before = edits_.size();
    add(*n.module, *n.stmt, {{e.span, std::move(text)}}, price);
    if (edits_.size() > before) wholes_[{n.module, known_, whole}].push_back(before);
  }

  /// Leaves out what is the same at both ends, word by word.
  static void shorten(const Source& own, Change& c) {
    const std::string_view before = own.text(c.span);
    size_t head = 0, tail = 0;
    const size_t most = std::min(before.size(), c.text.size());
    while (head < most && before[head] == c.text[head]) ++head;
    while (head > 0 && in_word(before, head)) --head;
    while (tail < most - head && before[before.size() - 1 - tail] == c.text[c.text.size() - 1 - tail]) ++tail;
    while (tail > 0 && in_word(before, before.size() - tail)) --tail;
    c.span = {c.span.begin + static_cast<uint32_t>(head), c.span.end - static_cast<uint32_t>(tail)};
    c.text = c.text.substr(head, c.text.size() - head - tail);
  }
  static bool in_word(std::string_view text, size_t at) {
    const auto word = [](char ch) { return std::isalnum(static_cast<unsigned char>(ch)) || ch == '_'; };
    return at > 0 && at < text.size() && word(text[at - 1]) && word(text[at]);
  }

  /// The same small change wherever it can be made: three times the wrong axis.
  void add_alike() {
    std::map<std::tuple<const Module*, const Misconception*, std::string, std::string>, std::vector<size_t>> groups;
    for (size_t i = 0; i < edits_.size(); ++i) {
      const Edit& e = edits_[i];
      if (e.changes.size() != 1) continue;
      const Change& c = e.changes[0];
      groups[{e.module, e.known, std::string(e.module->source->text(c.span)), c.text}].push_back(i);
    }
    std::vector<std::vector<size_t>> alike;
    for (auto& [key, places] : groups) alike.push_back(std::move(places));
    // What is shortened to the same may have been more in the text: k[:, :t] and v[:, :t].
    for (auto& [key, places] : wholes_) alike.push_back(std::move(places));
    std::set<std::vector<size_t>> done;
    for (const std::vector<size_t>& places : alike) {
      if (places.size() < 2 || places.size() > kMostAlike || !done.insert(places).second) continue;
      Edit all = edits_[places[0]];
      all.changes.clear();
      for (const size_t i : places) {
        all.changes.push_back(edits_[i].changes[0]);
        all.cost = std::min(all.cost, edits_[i].cost);
      }
      std::sort(all.changes.begin(), all.changes.end(),
                [](const Change& a, const Change& b) { return a.span.begin < b.span.begin; });
      bool apart = true;
      for (size_t i = 1; i < all.changes.size(); ++i) {
        apart = apart && all.changes[i - 1].span.end <= all.changes[i].span.begin &&
                all.changes[i - 1].span.begin < all.changes[i].span.begin;
      }
      all.cost += 1;
      if (apart) edits_.push_back(std::move(all));
    }
  }

  // -------------------------------------------------------- expressions

  void at_expression(const ExprNode& n) {
    if (n.use == Use::read) {
      for (const reading::Rewrite& rule : known_->rewrites) apply(rule, n);
    }
    if (known_->mends.empty()) return;
    if (mends("constant")) constants(n);
    if (mends("constant")) bounds(n);
    if (mends("name")) names(n);
    if (mends("swap")) swaps(n);
    if (mends("unwrap")) unwraps(n);
    if (mends("letter")) letters(n);
    if (mends("target") && n.use == Use::write) targets(n);
    if (mends("neighbour")) neighbours(n);
    if (mends("use")) uses(n);
    if (mends("parameter")) parameters(n);
    if (mends("turn")) turns(n);
    if (mends("argument")) arguments(n);
    if (mends("wrap")) wraps(n);
    if (mends("move")) moves(n);
  }

  /// Sizes that can be named in a function: its own whole numbers, those of self,
  /// the last axis of its tensors.
  std::vector<std::string> sizes_at(const ExprNode& n) const {
    std::vector<std::string> out, lengths;
    const auto own = names_.find(n.function);
    if (own != names_.end()) {
      for (const auto& [name, kind] : own->second) {
        if (kind == Kind::number) out.push_back(name);
        if (kind == Kind::tensor) lengths.push_back(name + ".shape[-1]");
      }
    }
    const auto kept = attributes_.find(n.cls);
    if (n.cls && n.function && n.function->self && kept != attributes_.end()) {
      for (const auto& [name, kind] : kept->second) {
        if (kind == Kind::number) out.push_back(n.function->self->str() + "." + name);
      }
    }
    out.insert(out.end(), lengths.begin(), lengths.end());
    return out;
  }

  void apply(const reading::Rewrite& rule, const ExprNode& n) {
    // What matches anything is meant for all that a statement computes.
    if (rule.pattern().kind == ExprKind::name && (!is_whole(n) || !is_tensor(*n.expr))) return;
    const std::optional<Bindings> bound = match(program_, rule.pattern(), *n.expr);
    if (!bound) return;
    const int price = known_->price;
    const std::vector<std::string> sizes = asks_for_size(rule) ? sizes_at(n) : std::vector<std::string>{""};
    for (size_t i = 0; i < sizes.size(); ++i) {
      std::string text = rewritten(program_, source(n), rule, *n.expr, *bound, sizes[i]);
      if (n.above && rule.replacement().kind != ExprKind::name) text = beside(n, rule.replacement(), text);
      replace(n, *n.expr, std::move(text), price + static_cast<int>(i / 4));
    }
  }

  /// Text that takes the place of an operand.
  static std::string beside(const ExprNode& n, const Expr& form, const std::string& text) {
    const bool loose = form.kind == ExprKind::binary || form.kind == ExprKind::unary ||
                       form.kind == ExprKind::compare;
    const bool tight = n.above->kind == ExprKind::binary || n.above->kind == ExprKind::unary ||
                       n.above->kind == ExprKind::attribute || n.above->kind == ExprKind::subscript ||
                       n.above->kind == ExprKind::compare;
    return loose && tight ? "(" + text + ")" : text;
  }

  /// Axes and small numbers.
  void constants(const ExprNode& n) {
    const Expr* e = n.expr;
    const bool negative = e->kind == ExprKind::unary && as<Unary>(*e).op == UnaryOp::minus;
    const Expr* inner = negative ? as<Unary>(*e).operand.get() : e;
    if (inner->kind != ExprKind::constant || !as<Constant>(*inner).value.is_int()) return;
    // The number in -1 is no second one.
    if (!negative && n.above && n.above->kind == ExprKind::unary) return;
    const Value& v = as<Constant>(*inner).value;
    const int64_t now = negative ? -v.as_int() : v.as_int();
    if (now < -4 || now > 4) return;
    for (const int64_t other : {-1, 1, -2, 2, 0, 3, -3}) {
      if (other != now) replace(n, *e, std::to_string(other), known_->price);
    }
    if (!n.above || n.above->kind != ExprKind::subscript) return;
    // heads[0] in a loop over i.
    const auto own = names_.find(n.function);
    for (const auto& [name, kind] : own == names_.end() ? std::map<std::string, Kind>() : own->second) {
      if (kind == Kind::number) replace(n, *e, name, known_->price + 1);
    }
  }

  void names(const ExprNode& n) {
    if (n.use != Use::read) return;
    const int price = known_->price;
    if (n.expr->kind == ExprKind::name && !program_.is_self(*n.expr)) {
      const auto& own = names_[n.function];
      const auto it = own.find(as<NameExpr>(*n.expr).ref.name.str());
      const bool unknown = is_unknown(n);
      if (it == own.end() || (it->second == Kind::other && !unknown)) return;
      const bool tensor = is_tensor(*n.expr);
      for (const auto& [name, kind] : own) {
        if (name == it->first || (!unknown && kind != (tensor ? Kind::tensor : it->second))) continue;
        replace(n, *n.expr, name, price);
      }
      if (!tensor && it->second == Kind::number) {
        other_sizes(n, price + 1);
        if (n.above && n.above->kind == ExprKind::slice) multiples(n, price + 1);
      }
      return;
    }
    const auto attribute = program_.self_attribute(*n.expr);
    if (!attribute) return;
    const auto& kept = attributes_[n.cls];
    const auto it = kept.find(attribute->str());
    const bool unknown = is_unknown(n);
    if (it == kept.end() || (it->second == Kind::other && !unknown)) return;
    const auto& own = as<Attribute>(*n.expr);
    for (const auto& [name, kind] : kept) {
      if (name == it->first || (!unknown && kind != it->second)) continue;
      add(*n.module, *n.stmt, {{own.name_span, name}}, price);
    }
    if (it->second == Kind::number) other_sizes(n, price + 1);
  }

  /// Whether nothing in the program gives a value to what is read.
  bool is_unknown(const ExprNode& n) const {
    return program_.givers(*n.expr).empty() && program_.path(*n.expr).empty() && !is_tensor(*n.expr) &&
           (n.expr->kind != ExprKind::name || (!program_.class_named(*n.expr) && !program_.function_named(*n.expr)));
  }

  /// A bound that counts heads where it should count features.
  void multiples(const ExprNode& n, int price) {
    for (const std::string& size : sizes_at(n)) {
      replace(n, *n.expr, text(n, *n.expr) + " * " + size, price);
    }
  }

  void other_sizes(const ExprNode& n, int price) {
    for (const std::string& size : sizes_at(n)) replace(n, *n.expr, size, price);
  }

  void swaps(const ExprNode& n) {
    const int price = known_->price;
    if (n.expr->kind == ExprKind::binary) {
      const auto& b = as<Binary>(*n.expr);
      const bool ordered = b.op == BinaryOp::sub || b.op == BinaryOp::div ||
                           b.op == BinaryOp::matmul || b.op == BinaryOp::floordiv;
      if (ordered) {
        add(*n.module, *n.stmt,
            {{b.left->span, text(n, *b.right)}, {b.right->span, text(n, *b.left)}}, price);
      }
      return;
    }
    if (n.expr->kind == ExprKind::tuple && n.use == Use::read) targets(n);
    if (n.expr->kind != ExprKind::call) return;
    const auto& call = as<Call>(*n.expr);
    for (size_t i = 0; i < call.args.size() && call.args.size() <= 6; ++i) {
      for (size_t k = i + 1; k < call.args.size(); ++k) {
        add(*n.module, *n.stmt,
            {{call.args[i]->span, text(n, *call.args[k])}, {call.args[k]->span, text(n, *call.args[i])}},
            price);
      }
    }
    rotations(n, call, price + 1);
  }

  /// Three arguments, each in the next one's place.
  void rotations(const ExprNode& n, const Call& call, int price) {
    const size_t count = call.args.size();
    if (count < 3 || count > 5) return;
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = i + 1; j < count; ++j) {
        for (size_t k = j + 1; k < count; ++k) {
          const std::string a = text(n, *call.args[i]), b = text(n, *call.args[j]), c = text(n, *call.args[k]);
          const Span x = call.args[i]->span, y = call.args[j]->span, z = call.args[k]->span;
          add(*n.module, *n.stmt, {{x, b}, {y, c}, {z, a}}, price);
          add(*n.module, *n.stmt, {{x, c}, {y, a}, {z, b}}, price);
        }
      }
    }
  }

  /// The tensor that a call works on: x of x.f(), f(x) and self.f(x); or null.
  const Expr* worked_on(const Expr& e) const {
    if (e.kind == ExprKind::binary) {
      const auto& b = as<Binary>(e);
      return is_tensor(*b.left) ? b.left.get() : is_tensor(*b.right) ? b.right.get() : nullptr;
    }
    if (e.kind == ExprKind::subscript) return as<Subscript>(e).object.get();
    if (e.kind != ExprKind::call) return nullptr;
    const auto& call = as<Call>(e);
    if (call.callee->kind == ExprKind::attribute) {
      const Expr& object = *as<Attribute>(*call.callee).object;
      if (is_tensor(object)) return &object;
    }
    for (const ExprPtr& a : call.args) {
      if (is_tensor(*a)) return a.get();
    }
    return nullptr;
  }

  void unwraps(const ExprNode& n) {
    if (n.use != Use::read) return;
    const int price = known_->price;
    if (n.expr->kind == ExprKind::unary) {
      replace(n, *n.expr, operand_text(source(n), *as<Unary>(*n.expr).operand), price);
      return;
    }
    if (n.expr->kind == ExprKind::binary) {
      const auto& b = as<Binary>(*n.expr);
      replace(n, *n.expr, operand_text(source(n), *b.left), price + 1);
      replace(n, *n.expr, operand_text(source(n), *b.right), price + 2);
      return;
    }
    if (const Expr* inner = worked_on(*n.expr)) {
      replace(n, *n.expr, operand_text(source(n), *inner), price);
    }
    if (n.expr->kind != ExprKind::call) return;
    // An argument that may be left out.
    const auto& call = as<Call>(*n.expr);
    for (const Keyword& k : call.keywords) {
      if (k.name) add(*n.module, *n.stmt, {{with_comma(source(n), k.span, k.value->span.end), ""}}, price + 1);
    }
  }

  /// Of one argument and the comma before it.
  static Span with_comma(const Source& own, Span name, uint32_t end) {
    uint32_t begin = name.begin;
    while (begin > 0 && std::isspace(static_cast<unsigned char>(own.text()[begin - 1]))) --begin;
    if (begin > 0 && own.text()[begin - 1] == ',') --begin;
    return {begin, end};
  }

  /// The letters of an einsum.
  void letters(const ExprNode& n) {
    const auto equation = text_of(*n.expr);
    if (!equation || equation->find("->") == std::string::npos || equation->size() > 40) return;
    std::set<char> used;
    for (const char c : *equation) {
      if (std::isalpha(static_cast<unsigned char>(c))) used.insert(c);
    }
    const std::string quoted = text(n, *n.expr);
    const size_t from = quoted.find(*equation);
    if (from == std::string::npos) return;
    const int price = known_->price;
    for (size_t i = 0; i < equation->size(); ++i) {
      if (!used.contains((*equation)[i])) continue;
      for (size_t k = i + 1; k < equation->size(); ++k) {
        if (!used.contains((*equation)[k])) continue;
        std::string other = quoted;
        std::swap(other[from + i], other[from + k]);
        replace(n, *n.expr, other, price + 1);
      }
      for (const char c : used) {
        std::string other = quoted;
        other[from + i] = c;
        replace(n, *n.expr, other, price);
      }
    }
  }

  /// Names on the left, in another order: k, q, v = ...
  void targets(const ExprNode& n) {
    if (n.expr->kind != ExprKind::tuple) return;
    const auto& items = as<Sequence>(*n.expr).items;
    for (size_t i = 0; i < items.size() && items.size() <= 5; ++i) {
      for (size_t k = i + 1; k < items.size(); ++k) {
        add(*n.module, *n.stmt,
            {{items[i]->span, text(n, *items[k])}, {items[k]->span, text(n, *items[i])}},
            known_->price);
      }
    }
  }

  /// The bounds of a slice or a range: one more or one less.
  void bounds(const ExprNode& n) {
    if (n.use != Use::read) return;
    const auto other = [&](const ExprPtr& bound, const Expr& whole) {
      if (!bound || bound->kind == ExprKind::constant) return;
      const std::string own = text(n, whole);
      const uint32_t at = bound->span.end - whole.span.begin;
      for (const char* more : {" + 1", " - 1"}) {
        std::string changed = own;
        replace(n, whole, changed.insert(at, more), known_->price + 1);
      }
    };
    if (n.expr->kind == ExprKind::subscript) {
      const Expr& index = *as<Subscript>(*n.expr).index;
      std::vector<const Expr*> parts = {&index};
      if (index.kind == ExprKind::tuple) {
        parts.clear();
        for (const ExprPtr& item : as<Sequence>(index).items) parts.push_back(item.get());
      }
      for (const Expr* part : parts) {
        if (part->kind != ExprKind::slice) continue;
        other(as<SliceExpr>(*part).start, index);
        other(as<SliceExpr>(*part).stop, index);
      }
    } else if (n.expr->kind == ExprKind::call && last_name(*as<Call>(*n.expr).callee) == "range") {
      for (const ExprPtr& bound : as<Call>(*n.expr).args) other(bound, *n.expr);
    }
  }

  /// What stands in the same place of a line that is written alike: k[..., own] where
  /// q has q[..., part], the sizes of another view().
  void neighbours(const ExprNode& n) {
    if (n.use != Use::read) return;
    for (const ExprNode& other : program_.nodes()) {
      if (other.function != n.function || other.expr == n.expr || other.expr->kind != n.expr->kind) continue;
      if (n.expr->kind == ExprKind::subscript) {
        replace(n, *as<Subscript>(*n.expr).index, text(other, *as<Subscript>(*other.expr).index), known_->price);
      } else if (n.expr->kind == ExprKind::call) {
        const auto &own = as<Call>(*n.expr), &theirs = as<Call>(*other.expr);
        const bool alike = last_name(*own.callee) == last_name(*theirs.callee) && !own.args.empty() &&
                           own.args.size() == theirs.args.size() && own.args.size() > 1;
        if (!alike) continue;
        const Span a = {own.args.front()->span.begin, own.args.back()->span.end};
        const Span b = {theirs.args.front()->span.begin, theirs.args.back()->span.end};
        add(*n.module, *n.stmt, {{a, std::string(source(other).text(b))}}, known_->price);
      }
    }
  }

  /// A tensor that was made and is read nowhere, taken in.
  void uses(const ExprNode& n) {
    if (n.use != Use::read || !n.function) return;
    const bool called = n.above && n.above->kind == ExprKind::call && as<Call>(*n.above).callee.get() == n.expr;
    if (called && n.expr->kind == ExprKind::subscript) {
      // self.heads[0](x) in a loop over the heads.
      for (const auto& [name, kind] : names_[n.function]) {
        if (!is_read(*n.function, name)) replace(n, *n.expr, name, known_->price);
      }
    }
    if (!is_tensor(*n.expr) || (!is_whole(n) && n.expr->kind != ExprKind::name)) return;
    for (const auto& [name, kind] : names_[n.function]) {
      if (is_read(*n.function, name)) continue;
      const std::string own = operand_text(source(n), *n.expr);
      replace(n, *n.expr, name, known_->price);
      for (const char* sign : {" + ", " * ", " @ "}) replace(n, *n.expr, own + sign + name, known_->price + 1);
    }
  }

  bool is_read(const FunctionNode& f, const std::string& name) {
    const auto [it, is_new] = read_.emplace(std::pair(&f, name), false);
    if (!is_new) return it->second;
    for (const ExprNode& n : program_.nodes(f)) {
      if (n.use == Use::write || n.expr->kind != ExprKind::name) continue;
      // x = x + 1 keeps nothing that anybody reads.
      const bool own = n.stmt->kind == StmtKind::assign && as<Assign>(*n.stmt).targets[0]->kind == ExprKind::name &&
                       as<NameExpr>(*as<Assign>(*n.stmt).targets[0]).ref.name.str() == name;
      if (!own && as<NameExpr>(*n.expr).ref.name.str() == name) return it->second = true;
    }
    return false;
  }

  /// A tensor of a module that should learn.
  void parameters(const ExprNode& n) {
    if (!is_whole(n) || !n.cls || n.stmt->kind != StmtKind::assign || n.expr->kind == ExprKind::name) return;
    const Expr& target = *as<Assign>(*n.stmt).targets[0];
    if (!program_.self_attribute(target) || makes_layer(*n.expr)) return;
    const bool others = source(n).text().find("Parameter(") != std::string::npos;
    const bool drawn = text(n, *n.expr).find("rand") != std::string::npos;
    if (others && drawn) replace(n, *n.expr, "nn.Parameter(" + text(n, *n.expr) + ")", known_->price);
  }

  /// Two axes exchanged.
  void turns(const ExprNode& n) {
    if (n.use != Use::read || !is_tensor(*n.expr)) return;
    const bool argument = n.above && n.above->kind == ExprKind::call;
    if (!is_whole(n) && !argument) return;
    for (const char* axes : {"1, 2", "0, 1", "-2, -1"}) {
      replace(n, *n.expr, operand_text(source(n), *n.expr) + ".transpose(" + axes + ")", known_->price);
    }
  }

  /// True and False; what an argument is given by its name.
  void arguments(const ExprNode& n) {
    if (n.expr->kind != ExprKind::constant) return;
    const Value& v = as<Constant>(*n.expr).value;
    if (v.is_bool() && v.as_bool()) replace(n, *n.expr, "False", known_->price);
    if (v.is_bool() && !v.as_bool()) replace(n, *n.expr, "True", known_->price);
  }

  /// Whether an expression is all that a statement computes.
  static bool is_whole(const ExprNode& n) { return !n.above && n.use == Use::read; }

  /// A layer that was made and is called nowhere.
  void wraps(const ExprNode& n) {
    if (!is_whole(n) || !is_tensor(*n.expr) || !n.cls || !n.function || !n.function->self) return;
    const auto kept = attributes_.find(n.cls);
    if (kept == attributes_.end()) return;
    for (const auto& [name, kind] : kept->second) {
      if (kind != Kind::layer || is_called(*n.cls, name)) continue;
      replace(n, *n.expr, n.function->self->str() + "." + name + "(" + text(n, *n.expr) + ")",
              known_->price);
    }
  }

  bool is_called(const ClassNode& cls, const std::string& name) const {
    return std::any_of(program_.nodes().begin(), program_.nodes().end(), [&](const ExprNode& n) {
      const auto attribute = program_.self_attribute(*n.expr);
      return n.cls == &cls && n.use == Use::read && attribute && attribute->str() == name;
    });
  }

  /// A step of one tensor, dropout or a scale, taken at another place instead.
  void moves(const ExprNode& n) {
    const Expr* inner = n.use == Use::read && is_tensor(*n.expr) ? worked_on(*n.expr) : nullptr;
    if (!inner) return;
    const std::string whole = text(n, *n.expr);
    const auto offset = inner->span.begin - n.expr->span.begin;
    const std::string before = whole.substr(0, offset);
    const std::string after = whole.substr(inner->span.end - n.expr->span.begin);
    // What is around it is what is misplaced.
    const Span step = before.empty() ? Span{inner->span.end, n.expr->span.end}
                                     : Span{n.expr->span.begin, inner->span.begin};
    for (const ExprNode& other : program_.nodes()) {
      if (other.function != n.function || other.use != Use::read || !is_tensor(*other.expr)) continue;
      if (!is_whole(other) && other.expr->kind != ExprKind::name) continue;
      const Span a = n.expr->span, b = other.expr->span;
      if (a.begin < b.end && b.begin < a.end) {
        // Around the whole of what it stands in.
        if (!is_whole(other) || !contains(b, a) || (a.begin == b.begin && a.end == b.end)) continue;
        std::string rest = text(other, *other.expr);
        rest.replace(a.begin - b.begin, a.end - a.begin, operand_text(source(n), *inner));
        add(*n.module, *n.stmt, {{b, before + "(" + rest + ")" + after}}, known_->price + 1, step);
        continue;
      }
      std::vector<Change> changes = {{a, operand_text(source(n), *inner)},
                                     {b, before + operand_text(source(n), *other.expr) + after}};
      std::sort(changes.begin(), changes.end(),
                [](const Change& x, const Change& y) { return x.span.begin < y.span.begin; });
      add(*n.module, *n.stmt, std::move(changes), known_->price + 1, step);
    }
  }

  // --------------------------------------------------------- statements

  void at_statement(const StmtNode& s) {
    if (known_->mends.empty()) return;
    if (mends("keep")) keeps(s);
    if (mends("drop")) drops(s);
    if (mends("order")) order(s);
    if (mends("dedent")) dedents(s);
    if (mends("dedent")) indents(s);
    if (mends("dedent")) begins_anew(s);
    if (mends("condition")) conditions(s);
    if (mends("rename")) renames(s);
  }

  static bool is_simple(const Stmt& s) {
    return s.kind == StmtKind::expr || s.kind == StmtKind::assign || s.kind == StmtKind::aug_assign;
  }

  /// x.f() as a statement: x = x.f().
  void keeps(const StmtNode& s) {
    if (s.stmt->kind != StmtKind::expr) return;
    const Expr& value = *as<ExprStmt>(*s.stmt).value;
    const Expr* inner = worked_on(value);
    if (!inner || inner->kind != ExprKind::name) return;
    const Source& own = *s.module->source;
    add(*s.module, *s.stmt,
        {{{value.span.begin, value.span.begin}, std::string(own.text(inner->span)) + " = "}},
        known_->price);
  }

  void drops(const StmtNode& s) {
    if (s.stmt->kind == StmtKind::return_) {
      // What stands behind it would be done.
      const Block* block = block_of(s);
      if (!block || block->back().get() == s.stmt) return;
    } else if (!is_simple(*s.stmt)) {
      return;
    }
    if (s.stmt->kind == StmtKind::expr && text_of(*as<ExprStmt>(*s.stmt).value)) return;
    add(*s.module, *s.stmt, {{s.stmt->span, "pass"}}, known_->price);
  }

  const Block* block_of(const StmtNode& s) const {
    if (s.above && s.above->kind == StmtKind::for_) return &as<For>(*s.above).body;
    if (s.above && s.above->kind == StmtKind::with) return &as<With>(*s.above).body;
    if (s.above && s.above->kind == StmtKind::if_) return &as<If>(*s.above).then;
    if (s.function && s.above == static_cast<const Stmt*>(s.function->def)) return &s.function->code->body;
    return s.above ? nullptr : &s.module->body;
  }

  /// Two statements the other way round.
  void order(const StmtNode& s) {
    const bool can_move = is_simple(*s.stmt) || s.stmt->kind == StmtKind::return_;
    const Block* block = can_move ? block_of(s) : nullptr;
    if (!block) return;
    for (size_t i = 0; i + 1 < block->size(); ++i) {
      const Stmt& next = *(*block)[i + 1];
      if ((*block)[i].get() != s.stmt || !is_simple(next)) continue;
      const Source& own = *s.module->source;
      add(*s.module, *s.stmt,
          {{s.stmt->span, std::string(own.text(next.span))}, {next.span, std::string(own.text(s.stmt->span))}},
          known_->price);
    }
  }

  /// The last statement of a loop, taken behind it.
  void dedents(const StmtNode& s) {
    if (!s.above || s.above->kind != StmtKind::for_) return;
    const Block& body = as<For>(*s.above).body;
    if (body.size() < 2 || body.back().get() != s.stmt) return;
    const Source& own = *s.module->source;
    const int line = own.place(s.stmt->span.begin).line, loop = own.place(s.above->span.begin).line;
    const uint32_t from = own.line_start(line);
    const uint32_t depth = s.above->span.begin - own.line_start(loop);
    if (s.stmt->span.begin < from + depth) return;
    add(*s.module, *s.stmt, {{{from + depth, s.stmt->span.begin}, ""}}, known_->price);
  }

  /// In a loop, a name that is overwritten and was to be read again in the next round.
  void renames(const StmtNode& s) {
    if (s.stmt->kind != StmtKind::assign || !s.above || s.above->kind != StmtKind::for_) return;
    const Expr& target = *as<Assign>(*s.stmt).targets[0];
    if (target.kind != ExprKind::name) return;
    const std::string& name = as<NameExpr>(target).ref.name.str();
    std::vector<Change> changes = {{target.span, name + "_here"}};
    bool reads_itself = false;
    for (const ExprNode& n : program_.nodes(*s.above)) {
      if (n.use != Use::read || n.expr->kind != ExprKind::name) continue;
      if (as<NameExpr>(*n.expr).ref.name.str() != name) continue;
      if (n.expr->span.begin > s.stmt->span.end) changes.push_back({n.expr->span, name + "_here"});
      reads_itself = reads_itself || contains(s.stmt->span, n.expr->span);
    }
    if (!reads_itself) return;
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.span.begin < b.span.begin; });
    add(*s.module, *s.stmt, std::move(changes), known_->price, target.span);
  }

  /// The statement behind a loop, taken into it.
  void indents(const StmtNode& s) {
    const Block* block = is_simple(*s.stmt) ? block_of(s) : nullptr;
    for (size_t i = 1; block && i < block->size(); ++i) {
      const Stmt& before = *(*block)[i - 1];
      if ((*block)[i].get() != s.stmt || before.kind != StmtKind::for_) continue;
      const Source& own = *s.module->source;
      const Span inner = as<For>(before).body.back()->span;
      const auto column = [&](Span span) { return span.begin - own.line_start(own.place(span.begin).line); };
      if (column(inner) <= column(s.stmt->span)) continue;
      add(*s.module, *s.stmt,
          {{{s.stmt->span.begin, s.stmt->span.begin}, std::string(column(inner) - column(s.stmt->span), ' ')}},
          known_->price);
    }
  }

  /// What is made before a loop and grows in it, made anew in each round.
  void begins_anew(const StmtNode& s) {
    const Block* block = s.stmt->kind == StmtKind::assign ? block_of(s) : nullptr;
    const Source& own = *s.module->source;
    bool before = true;
    for (size_t i = 0; block && i < block->size(); ++i) {
      const Stmt& other = *(*block)[i];
      if (&other == s.stmt) before = false;
      if (before || other.kind != StmtKind::for_) continue;
      const uint32_t inside = as<For>(other).body.front()->span.begin;
      const uint32_t column = inside - own.line_start(own.place(inside).line);
      if (column <= other.span.begin - own.line_start(own.place(other.span.begin).line)) return;
      const int line = own.place(s.stmt->span.begin).line, next = own.place(s.stmt->span.end).line + 1;
      const Span whole = {own.line_start(line), own.line_start(next)};
      if (!trim(own.text({whole.begin, s.stmt->span.begin})).empty()) return;
      add(*s.module, *s.stmt,
          {{whole, ""}, {{inside, inside}, std::string(own.text(s.stmt->span)) + "\n" + std::string(column, ' ')}},
          known_->price, s.stmt->span);
      return;
    }
  }

  void conditions(const StmtNode& s) {
    if (s.stmt->kind != StmtKind::if_) return;
    const Expr& condition = *as<If>(*s.stmt).condition;
    const Source& own = *s.module->source;
    add(*s.module, *s.stmt, {{condition.span, "not (" + std::string(own.text(condition.span)) + ")"}},
        known_->price);
  }

  const EditsAt& at_;
  const reading::Index program_;
  std::set<Place> tensors_;
  std::set<const FunctionNode*> run_;
  std::map<const Stmt*, int> distances_;
  std::map<const FunctionNode*, std::map<std::string, Kind>> names_;
  std::map<const ClassNode*, std::map<std::string, Kind>> attributes_;
  const Misconception* known_ = nullptr;
  std::vector<Edit> edits_;
  std::map<std::string, size_t> seen_;  // by the changes
  /// Edits that replace a whole expression, by what it is and becomes.
  std::map<std::tuple<const Module*, const Misconception*, std::string>, std::vector<size_t>> wholes_;
  std::map<std::pair<const FunctionNode*, std::string>, bool> read_;
};

}  // namespace

std::string edited_text(const Edit& edit) {
  const std::string& text = edit.module->source->text();
  std::string out;
  uint32_t at = 0;
  for (const Change& c : edit.changes) {
    out += text.substr(at, c.span.begin - at) + c.text;
    at = c.span.end;
  }
  return out + text.substr(at);
}

std::vector<Edit> edits_of(const EditsAt& at) { return Finder(at).run(); }

}  // namespace mha::homework
