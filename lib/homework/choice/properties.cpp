#include "homework/choice/properties.h"

#include <fmt/format.h>

#include "homework/choice/choice.h"
#include "homework/trial/trial_parts.h"
#include "homework/trial/words.h"
#include "reading/definitions.h"
#include "reading/expressions.h"
#include "reading/index.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"
#include "tensor/ops/binary.h"
#include "torch/binding/convert.h"

namespace mha::homework {

namespace {

// The largest relative change that rounding causes; changing a token causes more.
constexpr double kRounding = 1e-5;
// A precision for difference() with which every cell counts.
constexpr double kExact = -1e9;

/// Finds the first statement of a call that writes to an input.
class Writes : public lang::Observer {
 public:
  Writes(const TrialRunner& trials, const Names& before) : trials_(trials), before_(before) {}

  void on_statement(const Source& source, Span span) override {
    look();
    if (found_) return;
    source_ = &source;
    span_ = span;
  }
  /// Call this after the call as well, since the last statement may be the one that writes.
  void look() {
    if (found_) return;
    for (const auto& [name, tensor] : trials_.last_inputs()) {
      const Tensor* before = tensor_in(before_, name);
      if (!before || same(numbers_of(*before), numbers_of(tensor))) continue;
      found_ = true;
      input_ = name;
      return;
    }
  }
  bool found() const { return found_; }
  const std::string& input() const { return input_; }
  Location place() const {
    return source_ ? Location{trials_.program().source_of(source_), span_} : Location{};
  }

 private:
  const TrialRunner& trials_;
  const Names& before_;
  bool found_ = false;
  std::string input_;
  const Source* source_ = nullptr;
  Span span_;
};

/// Calls the program of one choice repeatedly in eval mode.
class Properties {
 public:
  explicit Properties(const Choice& choice)
      : choice_(choice), trial_(choice.trials->run(choice.assignment->probes[0], choice.options, false)) {}

  std::vector<PropertyResult> check() {
    if (!trial_.output) return {};
    deterministic();
    depends();
    unchanged();
    for (const PropertySpec& p : choice_.assignment->properties) {
      if (p.kind == "causal") changed(p, 1);
      if (p.kind == "independent") changed(p, 0);
      if (p.kind == "alike") alike(p);
      if (p.kind == "hears") hears(p);
      if (p.kind == "finite") finite(p);
      if (p.kind == "makes") makes(p);
      if (p.kind == "begins") begins(p);
    }
    training();
    check_object(choice_, trial_, out_);
    if (!choice_.right) takes_part();
    if (!choice_.right || plays_twice()) apart();
    // A call that leaves something behind would affect every property checked after it.
    leaves_nothing();
    return std::move(out_);
  }

 private:
  PropertyResult& add(const char* id, std::string title) {
    out_.push_back({id, std::move(title), true, "", {}});
    return out_.back();
  }

  /// Whether a list holds one layer more than once, so that it was read as several.
  bool plays_twice() const {
    const std::vector<FoundWeight>& all = trial_.found.matrices;
    return std::any_of(all.begin(), all.end(), [&](const FoundWeight& w) {
      return std::any_of(all.begin(), all.end(), [&](const FoundWeight& other) { return &other != &w && other.tensor.is_same(w.tensor); });
    }) || over_another(trial_.found) != nullptr;
  }

  /// For a program that is wrong, or that uses one layer as several: a layer that has two roles, or
  /// fills several places of a list.
  void apart() {
    if (!trial_.object.is_object()) return;
    PropertyResult& p = add("apart", "Each role has its own layer.");
    const std::string shared = shared_layer(trial_.object);
    const FoundWeight* over = shared.empty() ? over_another(trial_.found) : nullptr;
    if (over) {
      p.fails(fmt::format("`{}` has the memory of another parameter", over->path),
              made_at(choice_, over->path, /*in_its_maker=*/true));
    }
    if (shared.empty()) return;
    const std::vector<std::string>& again = trial_.found.repeated;
    const bool in_list = std::any_of(again.begin(), again.end(), [&](const std::string& path) {
      return path.starts_with(shared + ".") && path.find_last_not_of("0123456789") == path.rfind('.');
    });
    if (in_list) p.id = "repeated";
    p.fails(fmt::format("`{}` uses the same layer in two places", shared),
            made_at(choice_, shared, /*in_its_maker=*/true));
  }

  /// For a program that is wrong: the first layer or matrix that does not affect the result. Biases
  /// are not checked, since that of the keys never affects it.
  void takes_part() {
    if (!trial_.object.is_object()) return;
    const std::optional<Numbers> before = choice_.trials->again(trial_, trial_.names);
    if (!before || before->nans > 0) return;
    // A weight that is all zero may hide the effect of others.
    for (const FoundWeight& w : trial_.found.matrices) {
      const Numbers n = numbers_of(w.tensor);
      if (std::all_of(n.values.begin(), n.values.end(), [](double v) { return v == 0; })) return;
    }
    PropertyResult& p = add("takes-part", "All weights that are trained affect the result.");
    for (const FoundWeight& w : trial_.found.matrices) {
      if (choice_.trials->depends_on(trial_, w.tensor, *before)) continue;
      return p.fails(fmt::format("other numbers in `{}` do not change the result", w.path));
    }
  }

  void deterministic() {
    PropertyResult& p = add("deterministic", "Two calls in eval() give the same result.");
    const std::optional<Numbers> first = choice_.trials->again(trial_, trial_.names);
    if (!first) {
      stopped(p, "the second call of the same object");
      if (!p.holds) p.id = "leaves-nothing", place_kept(choice_.trials->program(), p);
      return;
    }
    const std::optional<Numbers> second = choice_.trials->again(trial_, trial_.names, false, /*reseed=*/false);
    p.holds = choice_.assignment->draws || !second || same(*first, *second);
    if (!p.holds) not_deterministic(trial_, *first, *second);
  }

  /// Places the failure at the first tensor that two calls made differently.
  void place_difference(PropertyResult& p, const Recording& a, const Recording& b) const {
    for (size_t i = 0; i < a.made().size() && i < b.made().size(); ++i) {
      const Made &x = a.made()[i], &y = b.made()[i];
      if (x.secondary() || x.span.begin != y.span.begin || same(x.numbers, y.numbers)) continue;
      p.place = {choice_.trials->program().source_of(x.source), x.span};
      p.operation = x.operation;
      return;
    }
  }

  /// Two calls that make the same layer anew differ where it is made, not only where it is used.
  void place_at_layer(PropertyResult& p) const {
    for (const lang::ModulePtr& module : choice_.trials->program().modules()) {
      const bool here = p.place.known() && module->source->text() == p.place.source->text();
      const lang::Expr* e = here ? reading::expression_at(*module, p.place.span) : nullptr;
      const lang::Expr* layer = e && e->kind == lang::ExprKind::call ? reading::as<lang::Call>(*e).callee.get() : nullptr;
      const auto made = layer && layer->kind == lang::ExprKind::name ? reading::computation_of(*module, *layer) : std::nullopt;
      if (made && reading::is_made_by(*module, *made, {"Linear"})) p.place.span = *made;
    }
  }

  /// A call that fails although it succeeded when it came first.
  void stopped(PropertyResult& p, const std::string& call) {
    const auto& failure = choice_.trials->last_failure();
    if (!failure || failure->refusal || failure->kind == "BudgetError") return;
    p.fails(fmt::format("{} stops with {}: {}", call, failure->kind, failure->message),
            {failure->source, failure->span});
  }

  /// Calls one object with the inputs of other probes, too, in both orders: no call may affect
  /// the next.
  void leaves_nothing() {
    if (!trial_.object.is_object() || !out_[0].holds) return;
    PropertyResult p{"leaves-nothing", "The result does not depend on earlier calls.", true, "", {}};
    bool any = false;
    const auto try_after = [&](Trial other) {
      if (!p.holds || !other.output || !is_made_alike(other)) return;
      any = true;
      agree(p, trial_, other);
      if (p.holds) agree(p, other, trial_);
    };
    for (const ProbeSpec& spec : choice_.assignment->probes) {
      const bool is_this = &spec == &choice_.assignment->probes[0];
      if (!spec.training && !is_this) try_after(choice_.trials->run(spec, choice_.options, false));
    }
    for (const std::string& input : trial_.could_take) {
      CallOptions with = choice_.options;
      with.also_given.insert(input);
      bool ran = false;
      for (size_t which = 0; which < choice_.reference->alternatives(input) && !ran; ++which) {
        with.which[input] = which;
        Trial other = choice_.trials->run(choice_.assignment->probes[0], with, false);
        ran = other.ran();
        try_after(std::move(other));
      }
    }
    if (!p.holds) place_kept(choice_.trials->program(), p);
    if (any) out_.push_back(std::move(p));
  }

  /// Whether two objects were built with the same sizes.
  bool is_made_alike(const Trial& other) const {
    const auto alike = [](const lang::Value& a, const lang::Value& b) {
      if (a.is_int() && b.is_int()) return a.as_int() == b.as_int();
      if (a.is_float() && b.is_float()) return a.as_float() == b.as_float();
      return a.is_bool() && b.is_bool() && a.as_bool() == b.as_bool();
    };
    const auto& sizes = other.setting.sizes;
    // A layer that takes its width from its first input has this width from then on.
    const std::vector<WeightSpec>& weights = choice_.assignment->weights;
    const std::string in = weights.empty() ? "" : weights[0].in;
    const bool lazy = sizes.contains(in) && !trial_.bound.contains(in) && !choice_.trials->fixed().contains(in);
    if (lazy && !alike(trial_.setting.sizes.at(in), sizes.at(in))) return false;
    return std::all_of(trial_.bound.begin(), trial_.bound.end(), [&](const std::string& name) {
      const auto mine = trial_.setting.sizes.find(name), its = sizes.find(name);
      return mine == trial_.setting.sizes.end() || (its != sizes.end() && alike(mine->second, its->second));
    });
  }

  /// Checks that a used object gives what a new one gives at its first call.
  void agree(PropertyResult& p, const Trial& used, const Trial& fresh) {
    Trial next = fresh;
    next.object = used.object;
    const std::optional<Numbers> now = choice_.trials->again(next, next.names);
    const std::string call = fmt::format("called with {} first, and then with {}, the same object", shape_given(used), shape_given(fresh));
    if (!now) return stopped(p, call);
    if (same(*now, *fresh.output)) return;
    p.fails(call + " gives other numbers than a new object");
    Trial anew = fresh;
    place_difference(p, choice_.trials->made_again(anew), choice_.trials->made_again(next));
  }

  /// The arguments of a call in words: the shape of its first tensor, and optional arguments.
  static std::string shape_given(const Trial& trial) {
    std::string first, others;
    for (const Argument& a : trial.arguments) {
      const Tensor* t = a.canonical.empty() ? nullptr : tensor_in(trial.names, a.canonical);
      if (!t) continue;
      if (first.empty()) first = to_string(t->shape());
      if (trial.could_take.contains(a.canonical)) others += " and `" + a.name + "`";
    }
    return first.empty() ? "nothing" : first + others;
  }

  /// Fails the first property, "deterministic", with or without dropout as the cause.
  void not_deterministic(Trial& trial, const Numbers& first, const Numbers& second) {
    out_[0].holds = false;
    const Recording one = choice_.trials->made_again(trial), another = choice_.trials->made_again(trial);
    place_difference(out_[0], one, another);
    place_at_layer(out_[0]);
    // With the same random numbers, only what a call has kept can change the next.
    const std::optional<Numbers> alike = choice_.trials->again(trial, trial.names);
    if (alike && alike->nans == 0 && !same(first, *alike)) {
      out_[0].id = "leaves-nothing";
      place_kept(choice_.trials->program(), out_[0]);
    }
    out_[0].detail = fmt::format("the same input twice: the outputs differ by up to {:.4g}",
                                 difference(first, second).largest);
  }

  void depends() {
    PropertyResult& p = add("depends", "The output depends on the input.");
    Names other = trial_.names;
    bool any = false;
    for (const Argument& a : trial_.arguments) {
      const Tensor* t = a.canonical.empty() ? nullptr : tensor_in(trial_.names, a.canonical);
      if (!t || t->dtype() != DType::float32 || choice_.assignment->weight(a.canonical)) continue;
      other[a.canonical] = lang::tensor(mul(*t, -0.5));
      any = true;
    }
    if (!any) return;
    const std::optional<Numbers> now = choice_.trials->again(trial_, other);
    // A result that is all nan proves nothing.
    if (now && now->nans < now->count() && same(*trial_.output, *now)) p.fails("another input gives the same output");
  }

  void unchanged() {
    PropertyResult& p = add("unchanged", "The call does not change its input.");
    Writes writes(*choice_.trials, trial_.names);
    choice_.trials->again(trial_, trial_.names, false, true, &writes);
    writes.look();
    if (writes.found()) return p.fails("`" + writes.input() + "` holds other numbers after the call", writes.place());
    for (const std::string& input : trial_.could_take) leaves_optional(input, p);
  }

  /// What a caller may give as well, a mask, must do the same a second time.
  void leaves_optional(const std::string& input, PropertyResult& p) {
    if (!p.holds || !choice_.assignment->is_optional(input) || trial_.inputs.contains(input)) return;
    CallOptions options = choice_.options;
    options.also_given.insert(input);
    Trial given = choice_.trials->run(choice_.assignment->probes[0], options, false);
    for (size_t which = 1; which < choice_.reference->alternatives(input) && !given.ran(); ++which) {
      options.which[input] = which;
      given = choice_.trials->run(choice_.assignment->probes[0], options, false);
    }
    if (!given.ran() || given.inverted.contains(input)) return;
    Writes writes(*choice_.trials, given.names);
    const std::optional<Numbers> once = choice_.trials->again(given, given.names, false, true, &writes);
    writes.look();
    if (!once || !writes.found() || writes.input() != input) return;
    Names then = given.names;
    then[input] = lang::tensor(clone(choice_.trials->last_inputs().at(input)));
    const std::optional<Numbers> twice = choice_.trials->again(given, then);
    if (twice && same(*once, *twice)) return;
    p.fails("`" + input + "` holds other numbers after the call, and a second call with it gives another result",
            writes.place());
  }

  /// The arguments that are this input: query, key and value may all be x.
  std::vector<std::string> given_as(const Tensor& x) const {
    std::vector<std::string> out;
    for (const Argument& a : trial_.arguments) {
      const Tensor* t = a.canonical.empty() ? nullptr : tensor_in(trial_.names, a.canonical);
      if (t && t->shape() == x.shape() && same(numbers_of(*t), numbers_of(x))) out.push_back(a.canonical);
    }
    return out;
  }

  /// The program's output with another tensor in place of an input; nothing if it is not given
  /// that input, or fails.
  std::optional<Numbers> output_with(const Tensor& x, const Tensor& other) {
    Names names = trial_.names;
    const std::vector<std::string> given = given_as(x);
    for (const std::string& name : given) names[name] = lang::tensor(other);
    return given.empty() ? std::nullopt : choice_.trials->again(trial_, names);
  }

  /// If all tokens are the same, attention mixes equal values, so all outputs are the same.
  void alike(const PropertySpec& spec) {
    const Tensor* x = tensor_in(trial_.names, spec.input);
    if (!x || x->dim() < 2) return;
    const Tensor other = clone(*x);
    for (int64_t i = 1; i < x->size(-2); ++i) copy_(select(other, -2, i), select(other, -2, 0));
    const std::optional<Numbers> now = output_with(*x, other);
    if (!now || static_cast<int64_t>(now->shape.size()) < x->dim()) return;
    const size_t axis = now->shape.size() - 2;
    if (now->shape[axis] != x->size(-2)) return;  // it has no axis of tokens
    PropertyResult& p = add("alike", spec.title);
    for (int64_t i = 1; i < now->shape[axis]; ++i) {
      const Numbers first = slice_of(*now, axis, 0), row = slice_of(*now, axis, i);
      if (same(first, row)) continue;
      return p.fails(fmt::format("with the same token everywhere, the outputs of token 0 and token {} {}", i,
                                 first.nans + row.nans > 0 ? "are not the same: some numbers are nan"
                                                           : fmt::format("differ by up to {:.4g}", difference(first, row).largest)));
    }
    // And the output is that of a single such token.
    const std::optional<Numbers> alone = output_with(*x, narrow(other, -2, 0, 1));
    if (!alone || alone->shape.size() != now->shape.size() || alone->shape[axis] != 1) return;
    const Numbers single = slice_of(*alone, axis, 0), first = slice_of(*now, axis, 0);
    if (single.shape != first.shape || same(single, first)) return;
    p.fails(fmt::format("{} copies of the same token give another output than one alone, by up to {:.4g}", x->size(-2),
                        difference(single, first).largest));
  }

  /// Every token attends to the first one; only itself attends to the last one, or every token
  /// if there is no causal mask.
  void hears(const PropertySpec& spec) {
    const Tensor* x = tensor_in(trial_.names, spec.input);
    if (!x || x->dim() < 2) return;
    // Small inputs, so that no attention weight is lost in rounding.
    const Tensor small = mul(*x, 0.02);
    const std::optional<Numbers> given = output_with(*x, small);
    if (!given || given->shape.size() < 2 || given->nans > 0) return;
    const Numbers& before = *given;
    const size_t axis = before.shape.size() - 2;
    const bool causal = std::any_of(choice_.assignment->properties.begin(), choice_.assignment->properties.end(),
                                    [](const PropertySpec& p) { return p.kind == "causal"; });
    const int64_t last = x->size(-2) - 1;
    if (causal && before.shape[axis] != last + 1) return;
    // Skip pairs that the homework's own mask hides.
    const std::optional<Numbers> future = numbers_in(trial_.names, "future");
    const bool hides = future && future->shape == Shape{last + 1, last + 1} && before.shape[axis] == last + 1;
    const auto is_hidden = [&](int64_t query, int64_t token) {
      return hides && future->values[static_cast<size_t>(query * (last + 1) + token)] != 0;
    };
    PropertyResult& p = add("hears", spec.title);
    for (const int64_t token : {int64_t{0}, last}) {
      const Tensor other = clone(small);
      copy_(select(other, -2, token), mul(select(small, -2, token), -0.7));
      const std::optional<Numbers> now = output_with(*x, other);
      if (!now || now->shape != before.shape) continue;
      for (int64_t i = causal ? token : 0; i < before.shape[axis]; ++i) {
        if (is_hidden(i, token)) continue;
        const Numbers own = slice_of(before, axis, i);
        const double moved = difference(own, slice_of(*now, axis, i), kExact).largest;
        if (moved > kRounding * own.largest) continue;
        return p.fails(fmt::format("changing token {} changes nothing in the output of token {}", token, i));
      }
    }
  }

  /// Changes the last entry along an axis of the input and compares the outputs of the others.
  void changed(const PropertySpec& spec, int64_t axis) {
    const Tensor* x = tensor_in(trial_.names, spec.input);
    if (!x) return;
    const std::vector<std::string> same_tensor = given_as(*x);
    const Numbers& before = *trial_.output;
    const int64_t at = x->dim() == 2 ? axis - 1 : axis;
    if (same_tensor.empty() || at < 0 || x->size(at) < 2) return;
    if (static_cast<int64_t>(before.shape.size()) <= at || before.shape[static_cast<size_t>(at)] != x->size(at)) {
      return;
    }
    const Tensor other = clone(*x);
    const Tensor last = select(other, at, x->size(at) - 1);
    copy_(last, mul(last, -0.7));
    Names names = trial_.names;
    for (const std::string& name : same_tensor) names[name] = lang::tensor(other);
    const std::optional<Numbers> now = choice_.trials->again(trial_, names);
    if (!now || now->shape != before.shape) return;
    PropertyResult& p = add(spec.kind.c_str(), spec.title);
    for (int64_t i = 0; i + 1 < x->size(at); ++i) {
      const Numbers a = slice_of(before, static_cast<size_t>(at), i);
      const Numbers b = slice_of(*now, static_cast<size_t>(at), i);
      // If either result is nan, the comparison proves nothing.
      const double by = difference(a, b).largest;
      if (same(a, b) || by == 0) continue;
      const char* what = axis == 0 ? "text" : "token";
      return p.fails(fmt::format("changing {} {} changes the output of {} {} by up to {:.4g}", what,
                                 x->size(at) - 1, what, i, by));
    }
  }

  /// Where the result is the input again, as after split and merge, it proves nothing of the steps:
  /// the tensor of one, spec.input, must have been made on the way, in any layout that no other
  /// step and no input has.
  void makes(const PropertySpec& spec) {
    if (!choice_.right || choice_.trial->script || trial_.inputs.contains(spec.input)) return;
    const std::optional<size_t> matching = choice_.diagnosis->right_matching();
    const Names& names = choice_.diagnosis->reference_names(matching.value_or(0));
    const std::optional<Numbers> wanted = numbers_in(names, spec.input);
    const bool is_result = wanted && same(*wanted, *choice_.trial->output);
    if (!wanted || is_result) return;
    std::vector<Numbers> others;  // the same numbers in another order
    for (const auto& [name, value] : names) {
      const std::optional<Numbers> n = numbers_in(names, name);
      if (n && n->count() == wanted->count() && n->values != wanted->values) others.push_back(*n);
    }
    const auto is_it = [&](const Made& m) {
      if (m.numbers.count() != wanted->count()) return false;
      const Fit f = fit(*wanted, m.numbers);
      return (f == Fit::exact || f == Fit::laid_out) && std::none_of(others.begin(), others.end(), [&](const Numbers& o) {
        return o.values == m.numbers.values;
      });
    };
    const Recording& recording = choice_.trial->recording;
    PropertyResult& p = add("makes", spec.title);
    const auto& all = recording.made();
    const bool made = std::any_of(all.begin(), all.end(), is_it) || recording.find_in_parts(*wanted);
    if (!made) p.fails("the result is right, but nothing in between has the numbers in that order");
  }

  /// `begins ids`: the result goes on where this input ends, along its last axis.
  void begins(const PropertySpec& spec) {
    const Tensor* given = tensor_in(trial_.names, spec.input);
    const Shape& shape = trial_.output->shape;
    if (!given || !trial_.inputs.contains(spec.input) || given->dim() < 1 || shape.size() != given->shape().size()) return;
    PropertyResult& p = add("begins", spec.title);
    const Numbers input = numbers_of(*given);
    const size_t axis = shape.size() - 1;
    const auto same_at = [&](int64_t i) {
      const Numbers made = slice_of(*trial_.output, axis, i), asked = slice_of(input, axis, i);
      return made.shape == asked.shape && made.values == asked.values;
    };
    for (int64_t i = 0; p.holds && i < given->size(-1); ++i) {
      if (i < shape[axis] && same_at(i)) continue;
      p.fails(fmt::format("the result differs from `{}` at token {}", word_of(spec.input), i), result_made());
    }
  }

  /// The program's name for an input.
  std::string word_of(const std::string& input) const {
    const auto it = std::find_if(trial_.arguments.begin(), trial_.arguments.end(), [&](const Argument& a) { return a.canonical == input; });
    return it == trial_.arguments.end() ? input : it->name;
  }

  /// Where the tensor that is returned comes from: the assignment of its name that does not take over
  /// all of an earlier value, or else the `return`.
  Location result_made() const {
    if (!choice_.candidate) return {};
    const lang::FunctionCode& code = *choice_.candidate->call->code;
    const reading::Index text(choice_.trials->program().modules());
    const auto f = std::find_if(text.functions().begin(), text.functions().end(), [&](const auto& node) { return node.code == &code; });
    const lang::Expr* at = nullptr;
    if (f == text.functions().end()) return {};
    for (const reading::StmtNode& s : text.statements(*f)) {
      if (s.stmt->kind == lang::StmtKind::return_ && s.function == &*f) at = reading::as<lang::Return>(*s.stmt).value.get();
    }
    Location place = at ? Location{code.source, at->span} : Location();
    std::set<uint32_t> seen;
    while (at && at->kind == lang::ExprKind::name) {
      const lang::Symbol name = reading::as<lang::NameExpr>(*at).ref.name;
      const reading::Giver* by = nullptr;
      for (const reading::Giver& g : text.givers(*at)) {
        if (g.how == reading::Giver::How::whole && g.value && !seen.contains(g.span.begin)) by = &g;
      }
      if (!by) break;
      seen.insert(by->span.begin);
      place.span = by->span;
      at = nullptr;
      for (const reading::ExprNode& n : text.nodes(*by->value)) {
        const bool whole = n.expr->kind == lang::ExprKind::name && (!n.above || n.above->kind != lang::ExprKind::subscript);
        if (whole && reading::as<lang::NameExpr>(*n.expr).ref.name == name) at = n.expr;
      }
    }
    return place;
  }

  /// Very large scores, which softmax must survive.
  void finite(const PropertySpec& spec) {
    Names names = trial_.names;
    const Tensor* x = tensor_in(names, spec.input);
    if (!x) return;
    for (const Argument& a : trial_.arguments) {
      const Tensor* t = a.canonical.empty() ? nullptr : tensor_in(names, a.canonical);
      if (t && t->dtype() == DType::float32 && t->shape() == x->shape()) {
        names[a.canonical] = lang::tensor(mul(*t, 12.0));
      }
    }
    const std::optional<Numbers> now = choice_.trials->again(trial_, names);
    if (!now || trial_.output->nans > 0) return;
    PropertyResult& p = add("finite", spec.title);
    if (now->nans > 0) p.fails("large inputs give nan");
  }

  /// Whether a function has an argument for training, which is off.
  bool is_told_not_to_train() const {
    if (!choice_.candidate || !choice_.candidate->call || choice_.candidate->is_class) return false;
    const std::vector<ParameterView> asked = parameters_of(*choice_.candidate->call, /*skip=*/false);
    return std::any_of(asked.begin(), asked.end(), [&](const ParameterView& p) {
      const lang::Value off = p.has_default && means_training(p.name) ? default_of(*choice_.candidate->call, p.name) : lang::Value();
      return off.defined() && off.is_bool() && !off.as_bool() && p.name != choice_.options.switched;
    });
  }

  /// If dropout was asked for, training mode must differ from eval mode.
  void training() {
    if (!trial_.bound.contains("dropout")) return;
    const ProbeSpec* probe = nullptr;
    for (const ProbeSpec& p : choice_.assignment->probes) {
      if (p.training) probe = &p;
    }
    if (!probe) return;
    Trial t = choice_.trials->run(*probe, choice_.options, false);
    // A function has no eval() and always drops, unless it is told whether it trains. A program with its own rate may have the rate 0.
    const lang::Value& rate = t.setting.sizes.at("dropout");
    const bool drops = rate.is_float() && rate.as_float() > 0;
    const bool has_modes = t.object.is_object() && !t.object.get<lang::FunctionObject>();
    if (!t.output || !drops || !(has_modes || is_told_not_to_train())) return;
    const std::optional<Numbers> eval = choice_.trials->again(t, t.names, false);
    const std::optional<Numbers> once_more =
        choice_.trials->again(t, t.names, false, /*reseed=*/false);
    if (eval && once_more && !same(*eval, *once_more)) {
      not_deterministic(t, *eval, *once_more);
      return;
    }
    if (!has_modes || choice_.assignment->may_leave_out("dropout")) return;
    PropertyResult& p = add("training", "In training, dropout sets some numbers to 0.");
    if (eval && eval->nans < eval->count() && same(*eval, *t.output)) {
      p.fails("with dropout 0.5, a call in train() gives the same result as in eval()");
    }
  }

  const Choice& choice_;
  Trial trial_;
  std::vector<PropertyResult> out_;
};

}  // namespace

std::vector<PropertyResult> check_properties(const Choice& choice) {
  return Properties(choice).check();
}

}  // namespace mha::homework
