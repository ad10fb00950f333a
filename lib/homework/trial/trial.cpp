#include "homework/trial/trial.h"

#include <algorithm>
#include <array>
#include <utility>

#include "homework/spec/draft.h"
#include "homework/trial/trial_parts.h"
#include "lang/values/class_object.h"
#include "random/draws.h"
#include "random/generator.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/views.h"
#include "torch/binding/convert.h"
#include "torch/binding/device.h"

namespace mha::homework {

namespace {

const Tensor* tensor_or_array(lang::Interpreter& interp, const lang::Value& v) {
  const Tensor* t = torch::as_tensor(v);
  return t ? t : torch::as_array(interp, v);
}

/// The tensors that a call returned: one, those in a tuple, list or dict, or those that an object
/// holds that is no module.
std::vector<const Tensor*> tensors_of(lang::Interpreter& interp, const lang::Value& v) {
  std::vector<const Tensor*> out;
  const auto add = [&](const lang::Value& item) {
    if (const Tensor* t = tensor_or_array(interp, item)) out.push_back(t);
  };
  add(v);
  const std::vector<lang::Value>* items = nullptr;
  if (const auto* tuple = v.get<lang::TupleObject>()) items = &tuple->items;
  if (const auto* list = v.get<lang::ListObject>()) items = &list->items;
  if (items) std::for_each(items->begin(), items->end(), add);
  if (auto* dict = v.get<lang::DictObject>()) {
    size_t at = 0;
    lang::Value key, value;
    while (dict->next(at, key, value)) add(value);
  }
  const lang::Attributes* own = v.get<lang::InstanceObject>() ? v.object()->attributes_if_any() : nullptr;
  if (own && !own->find(lang::Symbol("_parameters"))) {
    for (const auto& [name, value] : own->items()) add(value);
  }
  return out;
}

/// While this object lives, TrialRunner knows which trial it is running.
class Running {
 public:
  Running(Trial*& current, Trial& trial) : current_(current), before_(current) {
    current = &trial;
  }
  ~Running() { current_ = before_; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Trial*& current_;
  Trial* before_;
};

/// At least `n` normal numbers of a seed. A check draws those of one seed for hundreds of variants of
/// a program, so they are kept.
const std::vector<double>& normals_of(uint32_t seed, size_t n) {
  thread_local std::optional<uint32_t> of;
  thread_local Generator generator;
  thread_local std::vector<double> drawn;
  if (of != seed) {
    of = seed;
    generator = Generator(seed);
    drawn.clear();
  }
  while (drawn.size() < n) drawn.push_back(generator.normal_double());
  return drawn;
}

/// The dropout rate that was set; 0 if none.
double dropout_rate(const Setting& setting) {
  const auto p = setting.sizes.find("dropout");
  return p != setting.sizes.end() && p->second.is_float() ? p->second.as_float() : 0;
}

/// The modules that a program imports: "torch.nn".
std::set<std::string> imported(const Program& program) {
  std::set<std::string> paths;
  for (const lang::ModulePtr& module : program.modules()) {
    for (const lang::StmtPtr& s : module->body) {
      if (s->kind == lang::StmtKind::import) {
        for (const auto& name : static_cast<const lang::Import&>(*s).names) paths.insert(name.path);
      } else if (s->kind == lang::StmtKind::import_from) {
        paths.insert(static_cast<const lang::ImportFrom&>(*s).module);
      }
    }
  }
  return paths;
}

/// Whether a program uses NumPy and not PyTorch.
bool is_numpy_only(const Program& program) {
  const std::set<std::string> paths = imported(program);
  const auto uses = [&](const std::string& root) {
    return std::any_of(paths.begin(), paths.end(), [&](const std::string& p) { return p == root || p.starts_with(root + "."); });
  };
  return uses("numpy") && !uses("torch");
}

/// The simple statement that ends a block, or an `if` whose `return` may be skipped.
const lang::Stmt& last_of(const lang::Block& block) {
  const lang::Stmt& last = *block.back();
  const lang::Block* inner = nullptr;
  switch (last.kind) {
    case lang::StmtKind::if_: {
      const auto& branches = static_cast<const lang::If&>(last);
      inner = branches.otherwise.empty() ? &branches.then : &branches.otherwise;
      break;
    }
    case lang::StmtKind::for_: inner = &static_cast<const lang::For&>(last).body; break;
    case lang::StmtKind::with: inner = &static_cast<const lang::With&>(last).body; break;
    default: return last;
  }
  const lang::Stmt& end = last_of(*inner);
  return end.kind == lang::StmtKind::return_ ? last : end;
}

/// The report for a function that ends without `return`.
torch::Report no_return(const lang::FunctionObject& f) {
  torch::Report report;
  const std::string name = f.code->name.str();
  report.kind = "TypeError";
  report.message = name + "() returned None; a tensor was expected";
  report.source = f.code->source;
  report.span = f.code->body.empty() ? f.code->span : last_of(f.code->body).span;
  report.note = "this is the last line that runs, and no `return` comes after it";
  report.help = "a function without `return` gives None; write `return ...` to give its result to the caller";
  return report;
}

/// Whether a program works with plain Python numbers and lists only.
bool is_plain_python(const Program& program) {
  const std::set<std::string> paths = imported(program);
  const auto is_plain = [](const std::string& path) { return path == "math" || path == "typing" || path == "random"; };
  if (!std::all_of(paths.begin(), paths.end(), is_plain)) return false;
  // A value with a .shape is not a list, even if the file forgot to import NumPy.
  return std::none_of(program.candidates().begin(), program.candidates().end(), [](const Candidate& c) {
    const std::vector<ParameterView> all = parameters_of(*c.call, c.is_class);
    return std::any_of(all.begin(), all.end(), [&](const ParameterView& p) { return reading::acts_as_tensor(*c.call, p.name); });
  });
}

/// The tensor that went into the last dropout. Judged as the output if the program used dropout
/// earlier as well: a model may end with dropout.
std::optional<Numbers> before_last_dropout(const Recording& seen, const Numbers& output, double p) {
  const double factor = 1 / (1 - p);
  std::optional<Numbers> before;
  bool elsewhere = false;
  for (const Made& m : seen.made()) {
    elsewhere = elsewhere || m.operation.find("scaled_dot_product_attention") != std::string::npos;
    if (m.secondary() || same(m.numbers, output)) continue;
    if (m.numbers.shape == output.shape && is_thinned(m.numbers, output, factor)) {
      before = m.numbers;
      continue;
    }
    for (const Made& other : seen.made()) {
      if (elsewhere) break;
      elsewhere = !other.secondary() && other.numbers.shape == m.numbers.shape &&
                  !same(other.numbers, output) && is_thinned(m.numbers, other.numbers, factor);
    }
  }
  return elsewhere ? before : std::nullopt;
}

}  // namespace

TrialRunner::TrialRunner(Program& program, const Candidate& candidate, Reference& reference, uint32_t seed)
    : program_(program), candidate_(candidate), reference_(reference), seed_(seed),
      arrays_(is_numpy_only(program)), lists_(is_plain_python(program)) {
  std::set<std::string> globals;
  for (const auto& [name, value] : program.interpreter().snapshot()) {
    const std::string word = name.str();
    const bool read = value.is_int() && std::any_of(
        program.candidates().begin(), program.candidates().end(), [&](const Candidate& c) {
          return (c.init && reading::reads_name(*c.init, word)) || (c.call && reading::reads_name(*c.call, word));
        });
    if (!read) continue;
    globals.insert(word);
    globals_.emplace(word, value);
  }
  by_use_ = sizes_by_use(candidate.init, *candidate.call, constructor_of(), globals);
}

reading::SizesByUse TrialRunner::sizes_by_use(const lang::FunctionObject* init, const lang::FunctionObject& call,
                                              const reading::ConstructorOf& constructor_of,
                                              const std::set<std::string>& globals) const {
  std::vector<reading::LayerSizes> layers;
  for (const WeightSpec& w : reference_.assignment().weights) layers.push_back({w.in, w.out});
  std::vector<std::string> sizes;
  for (const auto& size : reference_.assignment().sizes) sizes.push_back(size.first);
  return reading::sizes_by_use(sizes, layers, init, call, constructor_of, globals);
}

reading::ConstructorOf TrialRunner::constructor_of() const {
  return [this](lang::Symbol name) -> const lang::FunctionObject* {
    for (const Candidate& c : program_.candidates()) {
      if (c.is_class && c.name == name.str()) return c.init;
    }
    return nullptr;
  };
}

/// Calls an object once if it has no weights before its first call, and gives numbers to those that
/// it has then: the width of its input is only known there.
bool TrialRunner::makes_weights_in_call(Trial& trial) {
  const auto is_empty = [](const Tensor& t) { return t.numel() == 0; };
  if (!candidate_.is_class || reference_.assignment().weights.empty() || !trial.made_with.empty()) return false;
  if (!std::all_of(trial.found.all.begin(), trial.found.all.end(), is_empty)) return false;
  const lesson::Outcome first = program_.perform([&] { return call(trial, trial.names, true); });
  if (first.failure) return false;
  take_weights(trial);
  // What a call keeps is no weight.
  for (std::vector<FoundWeight>* all : {&trial.found.matrices, &trial.found.vectors}) {
    std::erase_if(*all, [&](const FoundWeight& w) {
      if (!w.parameter) std::erase_if(trial.found.all, [&](const Tensor& t) { return t.is_same(w.tensor); });
      return !w.parameter;
    });
  }
  fill(trial.found);
  return !trial.found.all.empty();
}

/// Notes that a call returned no tensor.
void TrialRunner::gives_none(Trial& trial, const lang::Value& returned) const {
  const bool ended = returned.defined() && returned.is_none();
  trial.trouble = {ended ? Trouble::Kind::gives_none : Trouble::Kind::gives_no_tensor,
                   "it returned " + (ended ? "None" : "a " + program_.interpreter().type_name(returned)) + "; a tensor was expected"};
  const auto dots = unwritten(*candidate_.call->code);
  if (dots) trial.trouble.text = dots->note;
  // A function that has made no tensor is an unfinished starter, not one without a return.
  if ((ended || dots) && !trial.recording.made().empty()) trial.no_return = dots ? dots : no_return(*candidate_.call);
}

Trial TrialRunner::run_as_told(const ProbeSpec& probe, const CallOptions& options, bool record) {
  Trial trial;
  layout_ = options.layout;
  reading_ = options.reading;
  switched_ = options.switched;
  const Running running(current_, trial);
  // If the program turns out to fix some sizes, it is called again with these.
  constexpr int kRounds = 4;
  for (int round = 0; round <= kRounds; ++round) {
    trial = Trial();
    std::map<std::string, lang::Value> fixed = fixed_;
    for (const auto& [name, value] : options.guessed) fixed.insert_or_assign(name, lang::Value(value));
    if (layout_ == Layout::one_text) fixed["batch"] = lang::Value(int64_t{1});
    trial.setting.sizes = reference_.sizes(probe, fixed);
    if (equal_widths_) {
      const WeightSpec& first = reference_.assignment().weights[0];
      const auto part = means_part_.find(first.out);
      fixed[first.in] = trial.setting.sizes.at(part == means_part_.end() ? first.out : part->second);
      trial.setting.sizes = reference_.sizes(probe, fixed);
    }
    trial.setting.spread = probe.spread;
    trial.setting.training = probe.training;
    trial.setting.seed = seed_;
    program_.recording().clear();
    program_.recording().on = false;
    program_.restore_containers();
    construct(trial);
    if (trial.failure || !trial.trouble.empty()) return trial;
    if (!learn_sizes(trial)) break;
    if (round + 1 == kRounds) forget_moving(trial);
  }
  trial.constructed = true;
  std::set<std::string> absent;
  for (const InputSpec& input : reference_.assignment().inputs) {
    if (input.optional) absent.insert(input.name);
  }
  trial.names = reference_.start(trial.setting, options.which, absent);
  fill(trial.found);
  prepare_call(trial, options);
  if (!trial.trouble.empty()) return trial;
  if (std::erase_if(absent, [&](const std::string& n) { return trial.inputs.contains(n); })) {
    Names names = reference_.start(trial.setting, options.which, absent);
    names.insert(trial.names.begin(), trial.names.end());
    trial.names = std::move(names);
  }
  if (makes_weights_in_call(trial) && learn_sizes(trial) && !learning_) {
    learning_ = true;
    Trial again = run_as_told(probe, options, record);
    learning_ = false;
    return again;
  }
  set_mode(trial, probe.training);
  if (probe.training && dropout_rate(trial.setting) > 0) quiet_last_dropout(trial);
  program_.recording().on = record;
  lesson::Outcome outcome = program_.perform([&] { return call(trial, trial.names, true); });
  trial.recording = program_.recording();
  join_steps(trial.recording);
  program_.recording().on = true;
  trial.failure = outcome.failure;
  if (trial.failure && !trial.failure->source) {
    // The call itself was wrong: report the line that lists the parameters.
    trial.failure->source = candidate_.call->code->source;
    trial.failure->span = candidate_.call->code->span;
  }
  if (trial.failure) return trial;
  const Tensor* out = output_among(trial, outcome.value);
  if (!out) {
    gives_none(trial, outcome.value);
    return trial;
  }
  trial.output_tensor = laid_back(*out);
  trial.output = numbers_of(trial.output_tensor);
  if (learn_from_output(trial)) return run_as_told(probe, options, record);
  if (reference_.assignment().draws) {
    const std::optional<Numbers> other = again(trial, trial.names, probe.training, /*reseed=*/false);
    trial.draws = other && !same(*other, *trial.output);
  }
  if (const double p = dropout_rate(trial.setting); probe.training && p > 0) {
    if (auto before = before_last_dropout(trial.recording, *trial.output, p)) {
      trial.output = std::move(before);
    }
  }
  return trial;
}

std::optional<Numbers> TrialRunner::again(Trial& trial, const Names& inputs, bool training,
                                     bool reseed, lang::Observer* observer) {
  const Running running(current_, trial);
  set_mode(trial, training);
  program_.recording().on = false;
  lang::Observer*& hears = program_.interpreter().observer;
  lang::Observer* const before = hears;
  if (observer) hears = observer;
  const lesson::Outcome outcome =
      program_.perform([&] { return call(trial, inputs, reseed); });
  hears = before;
  program_.recording().on = true;
  last_failure_ = outcome.failure;
  if (outcome.failure) return std::nullopt;
  const Tensor* out = output_among(trial, outcome.value);
  if (!out) return std::nullopt;
  last_output_ = *out;
  return numbers_of(laid_back(*out));
}

Recording TrialRunner::made_again(Trial& trial) {
  Recording made;
  TensorObserver sees(made);
  sees.interp = &program_.interpreter();
  again(trial, trial.names, /*training=*/false, /*reseed=*/false, &sees);
  return made;
}

Recording TrialRunner::made_in_training(Trial& trial, const Tensor* changed) {
  Recording made;
  TensorObserver sees(made);
  sees.interp = &program_.interpreter();
  if (changed) {
    depends_on(trial, *changed, Numbers(), /*training=*/true, &sees);
  } else {
    again(trial, trial.names, /*training=*/true, /*reseed=*/true, &sees);
  }
  return made;
}

Tensor TrialRunner::laid_out(const Tensor& input) const {
  if (layout_ == Layout::one_text && input.dim() > 2 && input.size(0) == 1) return select(input, 0, 0);
  if (layout_ == Layout::tokens_first && input.dim() == 3) return transpose(input, 0, 1);
  return input;
}

Tensor TrialRunner::laid_back(const Tensor& output) const {
  if (layout_ == Layout::one_text) return unsqueeze(output, 0);
  if (layout_ == Layout::tokens_first && output.dim() == 3) return transpose(output, 0, 1);
  return output;
}

/// The output among several tensors that a call returned, such as weights: the first with a
/// row for each row of the input, preferably one of the output's width.
const Tensor* TrialRunner::output_among(const Trial& trial, const lang::Value& v) {
  const std::vector<const Tensor*> all = tensors_of(program_.interpreter(), v);
  if (all.empty()) return nullptr;
  if (output_at_ && *output_at_ < all.size()) return all[*output_at_];
  const Tensor* x = tensor_in(trial.names, reference_.assignment().inputs[0].name);
  const std::vector<std::string>& axes = reference_.assignment().stages.back().axes;
  const int64_t width = axes.empty() ? -1 : whole(trial.setting.sizes, axes.back());
  std::optional<size_t> rows, output;
  for (size_t i = 0; i < all.size(); ++i) {
    const Tensor t = laid_back(*all[i]);
    // A dict of all steps may hold what was given, too.
    const bool given = std::any_of(last_inputs_.begin(), last_inputs_.end(), [&](const auto& input) { return input.second.is_same(*all[i]); });
    if (given && all.size() > 1) continue;
    if (!x || t.dim() != x->dim() || t.dim() < 1) continue;
    if (!std::equal(t.shape().begin(), t.shape().end() - 1, x->shape().begin())) continue;
    if (!output && t.size(-1) == width) output = i;
    if (!rows) rows = i;
  }
  // Without a tensor as the input: the one with as many axes as the last stage.
  for (size_t i = 0; !x && !output && i < all.size(); ++i) {
    if (all[i]->dim() == static_cast<int64_t>(axes.size())) output = i;
  }
  // Its position is the same in every call.
  output_at_ = output ? *output : rows.value_or(0);
  return all[*output_at_];
}

bool TrialRunner::depends_on(Trial& trial, const Tensor& weight, const Numbers& before, bool training, lang::Observer* observer) {
  const Tensor kept = to(detach(weight), weight.dtype(), /*copy=*/true);
  const auto write = [&](const Tensor& numbers) {
    const GradModeScope off(false);
    copy_(weight, numbers);
  };
  write(add(mul(kept, -0.7), 0.1));
  const std::optional<Numbers> now = again(trial, trial.names, training, /*reseed=*/true, observer);
  write(kept);
  return !now || !same(before, *now);
}

/// Whether several elements share one place in memory, as expand() leaves them.
static bool shares_memory(const Tensor& t) {
  for (size_t i = 0; i < t.shape().size(); ++i) {
    if (t.strides()[i] == 0 && t.shape()[i] > 1) return true;
  }
  return false;
}

void TrialRunner::fill(const FoundWeights& found) const {
  const bool grad = grad_enabled();
  set_grad_enabled(false);
  size_t from = 0;
  const std::vector<WeightSpec>& weights = reference_.assignment().weights;
  const bool of_vectors = !weights.empty() && weights[0].is_vector();
  for (const Tensor& t : found.all) {
    if (t.dtype() != DType::float32 && t.dtype() != DType::float64) continue;
    if (shares_memory(t)) continue;
    // A bias that matches no weight keeps its numbers if they are all zero.
    const bool loose = !of_vectors && std::any_of(found.loose.begin(), found.loose.end(), [&](const Tensor& b) { return b.is_same(t); });
    if (loose && numbers_of(t).largest == 0) continue;
    const auto count = static_cast<size_t>(t.numel());
    const std::vector<double>& normals = normals_of(seed_ * 7919 + 17, from + count);
    Tensor numbers = Tensor::empty(t.shape(), DType::float32);
    std::transform(normals.begin() + static_cast<std::ptrdiff_t>(from),
                   normals.begin() + static_cast<std::ptrdiff_t>(from + count),
                   numbers.data<float>(),
                   [](double n) { return static_cast<float>(n * kWeightSpread); });
    copy_(t, numbers);
    from += count;
  }
  set_grad_enabled(grad);
}

void TrialRunner::set_mode(const Trial& trial, bool training) const {
  set_mode(trial.object, training);
}

void TrialRunner::set_mode(const lang::Value& module, bool training) const {
  if (!module.is_object()) return;
  lang::Interpreter& interp = program_.interpreter();
  program_.perform([&] {
    const lang::Value mode = interp.find_attr(module, lang::Symbol("training"));
    if (mode.defined() && interp.find_attr(module, lang::Symbol("eval")).defined()) {
      interp.call_method(module, training ? "train" : "eval", {});
    } else if (mode.is_bool()) {
      interp.set_attr(module, lang::Symbol("training"), lang::Value(training));  // a class of its own, without train()
    }
    return lang::Value::none();
  });
}

/// Turns off a dropout on the output if there is another before it: a model may end with
/// dropout, which is not judged.
void TrialRunner::quiet_last_dropout(Trial& trial) {
  const std::vector<lang::Value> dropouts = find_dropouts(trial.object);
  if (dropouts.size() < 2) return;
  const double p = dropout_rate(trial.setting);
  const std::optional<Numbers> plain = again(trial, trial.names, false);
  for (const lang::Value& d : dropouts) {
    set_mode(trial, false);
    set_mode(d, true);
    program_.recording().on = false;
    const lesson::Outcome outcome =
        program_.perform([&] { return call(trial, trial.names, true); });
    program_.recording().on = true;
    const Tensor* out = output_among(trial, outcome.value);
    set_mode(trial, true);
    if (outcome.failure || !out || !plain || laid_back(*out).shape() != plain->shape) continue;
    if (!is_thinned(*plain, numbers_of(laid_back(*out)), 1 / (1 - p))) continue;
    set_mode(d, false);
    return;
  }
}

std::optional<Location> failing_call(const Trial& trial) {
  if (!trial.failure || !trial.failure->source) return std::nullopt;
  const auto& made = trial.recording.made();
  const auto ran = [&](const SourcePtr& source, Span span) {
    return std::any_of(made.begin(), made.end(), [&](const Made& m) {
      return m.source == source.get() && m.span.begin == span.begin && m.span.end == span.end;
    });
  };
  const std::vector<lang::TraceEntry>& calls = trial.failure->calls;
  Location at = {trial.failure->source, trial.failure->span};
  size_t up = calls.size();
  while (up > 1 && ran(at.source, at.span)) {
    const lang::TraceEntry& caller = calls[--up - 1];
    if (!caller.source) return std::nullopt;
    at = {caller.source, caller.span};
  }
  return up < calls.size() ? std::optional(at) : std::nullopt;
}

std::string undefined_name(const torch::Report& error) {
  const size_t open = error.message.find('\''), close = error.message.find('\'', open + 1);
  if (error.kind != "NameError" || open == std::string::npos || close == std::string::npos) return "";
  return error.message.substr(open + 1, close - open - 1);
}

}  // namespace mha::homework
