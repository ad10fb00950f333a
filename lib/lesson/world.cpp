#include "lesson/world.h"

#include <atomic>
#include <cassert>

#include "lesson/picture_makers.h"

namespace mha::lesson {

namespace {

// A lesson's code is small: what takes longer than this has no end.
constexpr double kSeconds = 20;

// The interpreter at work: one at a time, whichever world it belongs to.
std::atomic<lang::Interpreter*> running = nullptr;

/// While it lives, draws are made that are taken back at its end.
class DrawsTakenBack {
 public:
  explicit DrawsTakenBack(lang::Interpreter& interp)
      : interp_(interp), torch_(interp.import("torch")) {
    state_ = interp_.call(interp_.get_attr(torch_, "get_rng_state"));
  }
  ~DrawsTakenBack() {
    try {
      interp_.call(interp_.get_attr(torch_, "set_rng_state"), {state_});
    } catch (...) {
      assert(false);
    }
  }
  DrawsTakenBack(const DrawsTakenBack&) = delete;
  DrawsTakenBack& operator=(const DrawsTakenBack&) = delete;

 private:
  lang::Interpreter& interp_;
  lang::Value torch_, state_;
};

}  // namespace

World::World(torch::TorchOptions options)
    : interp_(std::make_unique<lang::Interpreter>()) {
  torch::add_torch(*interp_, options);
  interp_->budget.seconds = kSeconds;
  interp_->out = [this](std::string_view text) { output_ += text; };
  interp_->err = interp_->out;
  interp_->observer = &origins_;
}

World::~World() = default;

Outcome World::run(const SourcePtr& code) {
  Outcome result;
  output_.clear();
  running = interp_.get();
  try {
    result.value = interp_->run_cell(code);
    if (result.value.defined() && !result.value.is_none()) {
      output_ += interp_->repr(result.value) + "\n";
    }
  } catch (const lang::PyError& e) {
    result.failure = torch::report(e, *interp_);
  } catch (const Error& e) {
    result.failure = torch::report(e);
  }
  running = nullptr;
  result.output = std::move(output_);
  output_.clear();
  return result;
}

Outcome World::run(const std::string& name, const std::string& code) {
  return run(std::make_shared<Source>(name, code));
}

Outcome World::evaluate(const std::string& expression) {
  const DrawsTakenBack draws(*interp_);
  return run("question", expression);
}

void World::interrupt_running() {
  if (lang::Interpreter* at_work = running) at_work->interrupt = true;
}

PictureData World::picture(const Picture& picture) {
  const DrawsTakenBack draws(*interp_);
  return make_picture(*this, origins_, picture);
}

}  // namespace mha::lesson
