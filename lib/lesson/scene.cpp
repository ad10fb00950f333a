#include "lesson/scene.h"

#include <cassert>

#include "pictures/heatmap.h"

namespace mha::lesson {

Scene::Scene(const Lesson& lesson, torch::TorchOptions options)
    : lesson_(lesson), options_(options) {}

void Scene::enter(int step, Events* out) {
  assert(step >= 0 && step < static_cast<int>(lesson_.steps.size()));
  // Continues with the world of the step before if nothing has changed it.
  const bool goes_on = world_ && typed_.empty() && !seed_ && step == step_ + 1;
  typed_.clear();
  second_.reset();
  seed_.reset();
  if (!goes_on) {
    step_ = step - 1;
    world_ = make_world(std::nullopt);
  }
  step_ = step;
  show_blocks(out);
}

void Scene::show_blocks(Events* out) {
  using Kind = Event::Kind;
  std::vector<pictures::Shown*> shown;
  if (out && !now().heading.empty()) out->push_back(event(Kind::heading, now().heading));
  for (const Block& b : now().blocks) {
    if (const auto* cell = std::get_if<Cell>(&b)) {
      if (out && !cell->hidden) out->push_back(event(Kind::code, cell->code->text()));
      const Outcome o = world_->run(cell->code);
      if (!out || cell->hidden) continue;
      if (!o.output.empty()) out->push_back(event(Kind::output, o.output));
      if (o.failure) out->push_back(failure(*o.failure));
    } else if (!out) {
      continue;
    } else if (const auto* prose = std::get_if<Prose>(&b)) {
      out->push_back(event(Kind::prose, prose->markdown));
    } else if (const auto* picture = std::get_if<Picture>(&b)) {
      out->push_back(drawing(world_->picture(*picture)));
      shown.push_back(out->back().picture.get());
    }
  }
  pictures::share_scales(shown);
}

void Scene::renew(uint32_t seed, Events& out) {
  const Text& fresh = *question_of(now().blocks.back())->fresh;
  typed_.clear();
  second_.reset();
  seed_.reset();
  world_ = make_world(std::nullopt);
  const Outcome o = run_fresh(*world_, seed);
  seed_ = seed;
  out.push_back(event(Event::Kind::note, "With new numbers:"));
  out.push_back(event(Event::Kind::code, fresh.text));
  if (!o.output.empty()) out.push_back(event(Event::Kind::output, o.output));
  if (o.failure) out.push_back(failure(*o.failure));
}

Outcome Scene::run_fresh(World& world, uint32_t seed) const {
  world.run("new numbers", "import torch as _torch\n_torch.manual_seed(" +
                               std::to_string(seed) + ")\ndel _torch");
  return world.run("new numbers", question_of(now().blocks.back())->fresh->text);
}

std::unique_ptr<World> Scene::make_world(std::optional<uint32_t> seed) const {
  auto world = std::make_unique<World>(options_);
  for (int i = 0; i <= step_; ++i) {
    for (const Block& b : lesson_.steps[static_cast<size_t>(i)].blocks) {
      if (const auto* cell = std::get_if<Cell>(&b)) world->run(cell->code);
    }
  }
  if (seed) run_fresh(*world, *seed);
  return world;
}

World& Scene::pristine() {
  if (typed_.empty()) return *world_;
  if (!second_) second_ = make_world(seed_);
  return *second_;
}

void Scene::show(const std::string& request, Events& out) {
  pictures::Shown shown = world_->show(request);
  // Only a call can write into existing values.
  if (shown.picture && shown.expression.find('(') != std::string::npos) typed_.push_back(shown.expression);
  out.push_back(drawing(std::move(shown)));
}

Outcome Scene::live(const std::string& line, Events& out) {
  typed_.push_back(line);
  Outcome o = world_->run("your line", line);
  if (!o.output.empty()) out.push_back(event(Event::Kind::output, o.output));
  if (o.failure) out.push_back(failure(*o.failure));
  return o;
}

}  // namespace mha::lesson
