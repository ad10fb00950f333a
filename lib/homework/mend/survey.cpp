#include "homework/mend/survey.h"

#include <algorithm>
#include <cctype>

#include "reading/definitions.h"

namespace mha::homework {

using namespace lang;
using namespace reading;

namespace {

// The distance of a statement that does not contribute to the first wrong tensor.
constexpr int kFar = 6;

uint32_t end_of(const FunctionNode& f) {
  return f.code->body.empty() ? f.code->span.end : f.code->body.back()->span.end;
}

/// The first kind noted for a name counts; `other` says nothing.
void note(NameKinds& kinds, const std::string& name, NameKind kind) {
  NameKind& known = kinds[name];
  if (known == NameKind::other) known = kind;
}

template <typename Key>
const NameKinds& kinds_at(const std::map<Key, NameKinds>& all, Key key) {
  static const NameKinds kNone;
  const auto it = all.find(key);
  return it == all.end() ? kNone : it->second;
}

}  // namespace

Survey::Survey(const EditsAt& at) : at_(at), program_(at.modules) {
  for (const Made& m : at.recording.made()) {
    if (m.source) tensors_.insert({m.source, m.span.begin, m.span.end});
  }
  find_setting_up();
  find_run();
  find_distances();
  find_kinds();
}

// ------------------------------------------------------------ what ran

/// Finds __init__ and the functions that it calls.
void Survey::find_setting_up() {
  for (const FunctionNode& f : program_.functions()) {
    if (f.cls && sets_up(f)) setting_up_.insert(&f);
  }
  size_t before = 0;
  while (before != setting_up_.size()) {
    before = setting_up_.size();
    for (const ExprNode& n : program_.nodes()) {
      const FunctionNode* f = setting_up_.contains(n.function) ? called(n) : nullptr;
      if (f) setting_up_.insert(f);
    }
  }
}

/// Finds the functions that ran, and the constructors of their classes.
void Survey::find_run() {
  if (tensors_.empty()) {
    // The program failed before it made any tensor: consider everything that may have run.
    for (const FunctionNode& f : program_.functions()) {
      if (at_.constructed || setting_up_.contains(&f)) run_.insert(&f);
    }
    return;
  }
  std::set<const ClassNode*> classes;
  for (const FunctionNode& f : program_.functions()) {
    if (!has_tensors(f)) continue;
    run_.insert(&f);
    if (f.cls) classes.insert(f.cls);
  }
  add_made(classes);
  for (const FunctionNode& f : program_.functions()) {
    const bool below = std::any_of(classes.begin(), classes.end(), [&](const ClassNode* c) {
      return f.cls && (c == f.cls || program_.derives_from(*c, *f.cls));
    });
    if (below) run_.insert(&f);
  }
  // Constructors run before recording starts.
  for (const FunctionNode* f : setting_up_) {
    if (!f->cls) run_.insert(f);
  }
  // What they call ran as well, even if it made no tensor.
  for (const ExprNode& n : program_.nodes()) {
    const FunctionNode* f = n.function && run_.contains(n.function) ? called(n) : nullptr;
    if (f && !f->cls) run_.insert(f);
  }
  for (const FunctionNode& f : program_.functions()) {
    if (f.outer && run_.contains(f.outer)) run_.insert(&f);
  }
}

/// Adds the classes whose objects these classes create. One that only stores sizes makes no
/// tensors and would be missed otherwise.
void Survey::add_made(std::set<const ClassNode*>& classes) const {
  for (bool grows = true; grows;) {
    const size_t before = classes.size();
    for (const ExprNode& n : program_.nodes()) {
      if (n.expr->kind != ExprKind::call || !n.cls || !classes.contains(n.cls)) continue;
      if (const ClassNode* made = program_.class_named(*as<Call>(*n.expr).callee)) classes.insert(made);
    }
    grows = classes.size() > before;
  }
}

bool Survey::has_tensors(const FunctionNode& f) const {
  return std::any_of(tensors_.begin(), tensors_.end(), [&](const Place& p) {
    return std::get<0>(p) == f.module->source.get() && std::get<1>(p) >= f.code->span.begin &&
           std::get<2>(p) <= end_of(f);
  });
}

bool Survey::is_run(const FunctionNode* f, const ClassNode* cls) const {
  return f ? run_.contains(f) : !cls && (at_.script || !at_.constructed || run_.empty());
}

bool Survey::is_setting_up(const Module& module, Span span) const {
  return std::any_of(setting_up_.begin(), setting_up_.end(), [&](const FunctionNode* f) {
    return f->module == &module && contains({f->code->span.begin, end_of(*f)}, span);
  });
}

const FunctionNode* Survey::called(const ExprNode& n) const {
  if (n.expr->kind != ExprKind::call) return nullptr;
  const Expr& callee = *as<Call>(*n.expr).callee;
  const auto method = n.cls ? program_.self_attribute(callee) : std::nullopt;
  return method ? program_.method(*n.cls, method->str()) : program_.callee(callee);
}

// ----------------------------------------------------------- distances

/// Computes the distance of each statement from the fault by following the data flow back: in its
/// function, then in the calls that led there.
void Survey::find_distances() {
  if (!at_.module) return;
  const Stmt* fault = statement_at(*at_.module, at_.fault);
  if (!fault) return;
  const Span all = fault->kind == StmtKind::for_ || fault->kind == StmtKind::if_ ||
                           fault->kind == StmtKind::with
                       ? at_.fault
                       : fault->span;
  distances_[fault] = 0;
  add_distances(*at_.module, all, 0);
  int up = 0;
  for (auto call = at_.calls.rbegin(); call != at_.calls.rend(); ++call) {
    for (const Module* m : at_.modules) {
      if (m->source != call->source) continue;
      if (const Stmt* s = statement_at(*m, call->span)) distances_.emplace(s, ++up);
      add_distances(*m, call->span, up);
    }
  }
  // The body of a called function is one step further.
  for (const ExprNode& n : program_.nodes()) {
    const auto at = distances_.find(n.stmt);
    const FunctionNode* f = at == distances_.end() ? nullptr : called(n);
    if (!f) continue;
    const int steps = at->second + 1;
    for (const StmtNode& s : program_.statements(*f)) distances_.emplace(s.stmt, steps);
  }
}

/// What computes the values that are read at a place, which is so many steps from the fault.
void Survey::add_distances(const Module& module, Span at, int steps) {
  for (const Definition& d : definitions(module, at)) {
    if (const Stmt* s = statement_at(module, d.span)) distances_.emplace(s, steps + d.steps);
  }
}

int Survey::distance(const Stmt& s) const {
  const auto it = distances_.find(&s);
  if (it != distances_.end()) return std::min(it->second, kFar - 1);
  return distances_.empty() ? 0 : kFar;
}

// ------------------------------------------------------ kinds of names

/// Classifies the names of each function and the attributes of each class.
void Survey::find_kinds() {
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
  // A size that a constructor asks for may be read nowhere.
  for (const FunctionNode* f : setting_up_) {
    for (const Parameter& p : f->code->positional) {
      const bool asked = run_.contains(f) && !p.default_value && !(f->self && *f->self == p.name);
      if (asked) names_[f].try_emplace(p.name.str(), NameKind::number);
    }
  }
}

/// self.register_buffer("mask", ...)
void Survey::note_buffer(const ExprNode& n) {
  const auto& call = as<Call>(*n.expr);
  if (last_name(*call.callee) != "register_buffer" || call.args.empty()) return;
  if (const auto name = text_of(*call.args[0])) note(attributes_[n.cls], *name, NameKind::tensor);
}

NameKind Survey::kind_of(const ExprNode& n, bool handed_on) const {
  if (is_tensor(*n.expr)) return NameKind::tensor;
  if (n.above && n.above->kind == ExprKind::call && as<Call>(*n.above).callee.get() == n.expr) {
    return n.expr->kind == ExprKind::attribute ? NameKind::layer : NameKind::other;
  }
  for (const Giver& g : program_.givers(*n.expr)) {
    if (!g.value || g.how == Giver::How::change) continue;
    if (makes_layer(*g.value)) return NameKind::layer;
    // width = self.d_out
    const bool hands_on = !handed_on && program_.self_attribute(*g.value);
    const NameKind kind = hands_on ? kind_of(program_.node(*g.value), /*handed_on=*/true) : NameKind::other;
    if (kind != NameKind::other) return kind;
    if (g.value->kind == ExprKind::constant || g.value->kind == ExprKind::binary) return NameKind::number;
    if (g.how == Giver::How::part) return is_tensor(*n.expr) ? NameKind::tensor : NameKind::number;
  }
  if (n.use == Use::write && n.expr->kind == ExprKind::attribute) return written_kind(n);
  // A size that is computed and may never be read.
  const Assign* assign = n.use == Use::write && n.stmt->kind == StmtKind::assign ? &as<Assign>(*n.stmt) : nullptr;
  if (assign && assign->targets[0].get() == n.expr && assign->value->kind == ExprKind::binary && as<Binary>(*assign->value).op == BinaryOp::floordiv) {
    return NameKind::number;
  }
  if (n.above && (n.above->kind == ExprKind::binary || n.above->kind == ExprKind::call)) {
    return program_.path(*n.expr).empty() ? NameKind::number : NameKind::other;
  }
  return NameKind::other;
}

/// The kind of the value in `self.name = value`.
NameKind Survey::written_kind(const ExprNode& n) const {
  if (n.stmt->kind != StmtKind::assign) return NameKind::other;
  const Expr& value = *as<Assign>(*n.stmt).value;
  if (makes_layer(value)) return NameKind::layer;
  // Tensors made in __init__ are not recorded.
  const Expr& made = value.kind == ExprKind::conditional ? *as<Conditional>(value).then : value;
  const bool parameter = made.kind == ExprKind::call && last_name(*as<Call>(made).callee) == "Parameter";
  return parameter || is_tensor(value) ? NameKind::tensor : NameKind::number;
}

const NameKinds& Survey::names(const FunctionNode* f) const { return kinds_at(names_, f); }

const NameKinds& Survey::attributes(const ClassNode* c) const { return kinds_at(attributes_, c); }

std::vector<std::string> Survey::sizes_at(const ExprNode& n) const {
  std::vector<std::string> out, lengths;
  for (const auto& [name, kind] : names(n.function)) {
    if (kind == NameKind::number) out.push_back(name);
    if (kind == NameKind::tensor) lengths.push_back(name + ".shape[-1]");
  }
  if (n.cls && n.function && n.function->self) {
    for (const auto& [name, kind] : attributes(n.cls)) {
      if (kind == NameKind::number) out.push_back(n.function->self->str() + "." + name);
    }
  }
  out.insert(out.end(), lengths.begin(), lengths.end());
  return out;
}

bool Survey::is_read(const FunctionNode* f, const std::string& name) const {
  const auto [it, is_new] = read_.emplace(std::pair(f, name), false);
  if (!is_new) return it->second;
  for (const ExprNode& n : f ? program_.nodes(*f) : program_.nodes()) {
    if (n.use == Use::write || n.expr->kind != ExprKind::name) continue;
    // x = x + 1 does not count as reading x.
    const bool own = n.stmt->kind == StmtKind::assign && as<Assign>(*n.stmt).targets[0]->kind == ExprKind::name &&
                     as<NameExpr>(*as<Assign>(*n.stmt).targets[0]).ref.name.str() == name;
    if (!own && as<NameExpr>(*n.expr).ref.name.str() == name) return it->second = true;
  }
  return false;
}

// --------------------------------------------------------- expressions

bool Survey::is_tensor(const Expr& e) const {
  return tensors_.contains({program_.node(e).module->source.get(), e.span.begin, e.span.end});
}

bool Survey::makes_layer(const Expr& value) const {
  if (value.kind != ExprKind::call) return false;
  const std::string_view name = last_name(*as<Call>(value).callee);
  return !name.empty() && std::isupper(static_cast<unsigned char>(name[0])) && name != "Parameter";
}

const Expr* Survey::worked_on(const Expr& e) const {
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

}  // namespace mha::homework
