#include "lesson/world.h"

#include <atomic>
#include <utility>

#include "lesson/course/models.h"
#include "pictures/maker.h"
#include "pictures/show.h"
#include "random/generator.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "torch/binding/convert.h"

namespace mha::lesson {

namespace {

// A lesson's code is small: code that takes longer than this is an endless
// loop.
constexpr double kSecondsOfLesson = 20;

// The running interpreter: one at a time, whichever world it belongs to.
std::atomic<lang::Interpreter*> running = nullptr;

/// What torch.tensor() makes of a list of numbers; undefined for any other value.
Tensor tensor_of_list(lang::Interpreter& interp, const lang::Value& value) {
  if (!value.defined() || !value.get<lang::ListObject>()) return {};
  try {
    return torch::tensor_from_data(interp, value);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

/// Global settings of torch. The tensor library has one set for each thread; a
/// world installs its own while it runs.
struct World::Settings {
  Generator generator;
  PrintOptions print;
  DType dtype = DType::float32;
  bool grad = true, inference = false;

  void exchange() {
    std::swap(generator, default_generator());
    std::swap(print, print_options());
    const DType other_dtype = default_dtype();
    set_default_dtype(dtype);
    dtype = other_dtype;
    const bool other_grad = grad_enabled();
    set_grad_enabled(grad);
    grad = other_grad;
    const bool other_inference = inference_mode();
    set_inference_mode(inference);
    inference = other_inference;
  }
};

/// While it lives, this world is the running one.
class World::AtWork {
 public:
  explicit AtWork(World& world) : world_(world), outer_(running) {
    world_.settings_->exchange();
    running = world_.interp_.get();
  }
  ~AtWork() {
    running = outer_;
    world_.settings_->exchange();
  }
  AtWork(const AtWork&) = delete;
  AtWork& operator=(const AtWork&) = delete;

 private:
  World& world_;
  lang::Interpreter* outer_;
};

World::World(torch::TorchOptions options, std::shared_ptr<const Models> models)
    : settings_(std::make_unique<Settings>()),
      interp_(std::make_unique<lang::Interpreter>()) {
  torch::add_torch(*interp_, options);
  if (models) Models::add(*interp_, std::move(models));
  interp_->budget.seconds = kSecondsOfLesson;
  interp_->out = [this](std::string_view text) { output_ += text; };
  interp_->err = interp_->out;
  interp_->observer = &origins_;
  mark_beginning();
}

void World::mark_beginning() {
  first_settings_ = std::make_unique<Settings>(*settings_);
  first_names_ = interp_->snapshot();
}

void World::begin_anew() {
  *settings_ = *first_settings_;
  interp_->restore(first_names_);
}

World::~World() = default;

Outcome World::outcome_of(const std::function<lang::Value()>& work) {
  Outcome result;
  output_.clear();
  const AtWork at_work(*this);
  try {
    result.value = work();
  } catch (const lang::PyError& e) {
    result.failure = torch::report(e, *interp_, explains_);
  } catch (const Error& e) {
    result.failure = torch::report(e);
  }
  result.output = std::move(output_);
  output_.clear();
  return result;
}

Outcome World::run(const SourcePtr& code) {
  return outcome_of([&] {
    lang::Value value = interp_->run_cell(code);
    // Values that repr() makes belong to this interpreter, whichever other one
    // is running.
    interp_->perform([&] {
      if (value.defined() && !value.is_none()) output_ += interp_->repr(value) + "\n";
    });
    return value;
  });
}

Outcome World::run(const lang::ModulePtr& code, const lang::Stmt* only) {
  return outcome_of([&] { return interp_->run_cell(code, only); });
}

std::string World::attempt(const lang::ModulePtr& code) {
  const AtWork at_work(*this);
  try {
    interp_->run_cell(code);
    return "";
  } catch (const lang::PyError& e) {
    return e.message();
  } catch (const Error& e) {
    return e.message();
  }
}

Outcome World::perform(const std::function<lang::Value()>& work) {
  return outcome_of([&] {
    lang::Value value;
    interp_->perform([&] { value = work(); });
    return value;
  });
}

Outcome World::run(const std::string& name, const std::string& code) {
  return run(std::make_shared<Source>(name, code));
}

Outcome World::evaluate(const std::string& expression) {
  const Settings before = *settings_;
  Outcome result = run("question", expression);
  *settings_ = before;
  return result;
}

Outcome World::value_of(const std::string& expression) {
  const Settings before = *settings_;
  Outcome result = outcome_of([&] { return interp_->run_cell(std::make_shared<Source>("question", expression)); });
  *settings_ = before;
  return result;
}

World::Names World::names_beyond(const World& other) const {
  Names names = interp_->snapshot();
  const lang::Attributes& theirs = other.interp_->main().attributes();
  std::erase_if(names, [&](const auto& name) { return theirs.find(name.first) != nullptr; });
  return names;
}

void World::add(const Names& names) {
  lang::Attributes& own = interp_->main().attributes();
  for (const auto& [name, value] : names) {
    if (!own.find(name)) own.set(name, value);
  }
}

bool World::has_name(const std::string& name) const {
  return interp_->main().attributes().find(lang::Symbol(name)) != nullptr;
}

bool World::knows(const std::string& name) { return has_name(name) || !value_of(name).failure; }

void World::interrupt_running() {
  if (lang::Interpreter* at_work = running) at_work->interrupt = true;
}

pictures::Shown World::drawn(const std::function<pictures::Shown(const pictures::Maker&)>& draw) {
  const Settings before = *settings_;
  const pictures::Maker maker(*interp_, origins_, [&](const std::string& code) {
    const Outcome o = run("picture", code);
    return pictures::Evaluated{
        o.value, tensor_of_list(*interp_, o.value), o.failure ? o.failure->kind + ": " + o.failure->message : ""};
  });
  pictures::Shown shown = draw(maker);
  *settings_ = before;
  return shown;
}

pictures::Shown World::picture(const Picture& picture) {
  return drawn([&](const pictures::Maker& maker) {
    return make_picture(maker, picture.kind, picture.expression);
  });
}

pictures::Shown World::show(const std::string& request) {
  return drawn([&](const pictures::Maker& maker) { return pictures::show(maker, request); });
}

}  // namespace mha::lesson
