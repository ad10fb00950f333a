#include "lesson/scene.h"

#include <algorithm>
#include <cassert>

#include "base/pattern.h"
#include "lesson/answers/typed_code.h"
#include "pictures/heatmap.h"

namespace mha::lesson {

Scene::Scene(const Lesson& lesson, torch::TorchOptions options)
    : lesson_(lesson), options_(options) {}

void Scene::enter(int step, Events* out) {
  assert(step >= 0 && step < static_cast<int>(lesson_.steps.size()));
  const bool goes_on = world_ && !seed_ && step == step_ + 1;
  const bool touched = touched_;
  const World::Names theirs = turn_page();
  if (!goes_on) {
    step_ = step - 1;
    world_ = make_world(std::nullopt);
  }
  step_ = step;
  show_blocks(out);
  if (!own_) return;
  // A world that still has just the lesson's values goes on like the lesson's own.
  if (goes_on && !touched && theirs.empty()) {
    run_step(*own_, step_);
  } else {
    begin_step(*own_, theirs, seed_);
  }
}

World::Names Scene::turn_page() {
  seed_.reset();
  earlier_.insert(earlier_.end(), typed_.begin(), typed_.end());
  typed_.clear();
  touched_ = false;
  return own_ ? own_->names_beyond(*world_) : World::Names();
}

void Scene::begin_step(World& own, const World::Names& theirs,
                       std::optional<uint32_t> seed) const {
  own.begin_anew();
  run_cells(own, seed);
  own.add(theirs);
}

void Scene::show_blocks(Events* out) {
  using Kind = Event::Kind;
  std::vector<pictures::Shown*> shown;
  if (out && !now().heading.empty()) out->add(Kind::heading, now().heading);
  for (const Block& b : now().blocks) {
    if (const auto* cell = std::get_if<Cell>(&b)) {
      if (out && !cell->hidden) out->add(Kind::code, cell->code->text());
      const Outcome o = world_->run(cell->code);
      if (!out || cell->hidden) continue;
      if (!o.output.empty()) out->add(Kind::output, o.output);
      if (o.failure) out->push_back(failure(*o.failure));
    } else if (!out) {
      continue;
    } else if (const auto* prose = std::get_if<Prose>(&b)) {
      out->add(Kind::prose, prose->markdown);
    } else if (const auto* picture = std::get_if<Picture>(&b)) {
      out->push_back(drawing(world_->picture(*picture)));
      shown.push_back(out->back().picture.get());
    }
  }
  pictures::share_scales(shown);
}

void Scene::renew(uint32_t seed, Events& out) {
  const Text& fresh = *question_of(now().blocks.back())->fresh;
  const World::Names theirs = turn_page();
  world_ = make_world(std::nullopt);
  const Outcome o = run_fresh(*world_, seed);
  seed_ = seed;
  if (own_) begin_step(*own_, theirs, seed);
  out.add(Event::Kind::note, "With new numbers:");
  out.add(Event::Kind::code, fresh.text);
  if (!o.output.empty()) out.add(Event::Kind::output, o.output);
  if (o.failure) out.push_back(failure(*o.failure));
}

Outcome Scene::run_fresh(World& world, uint32_t seed) const {
  world.run("new numbers", "import torch as _torch\n_torch.manual_seed(" +
                               std::to_string(seed) + ")\ndel _torch");
  return world.run("new numbers", question_of(now().blocks.back())->fresh->text);
}

void Scene::run_step(World& world, int step) const {
  for (const Block& b : lesson_.steps[static_cast<size_t>(step)].blocks) {
    if (const auto* cell = std::get_if<Cell>(&b)) world.run(cell->code);
  }
}

void Scene::run_cells(World& world, std::optional<uint32_t> seed) const {
  for (int i = 0; i <= step_; ++i) run_step(world, i);
  if (seed) run_fresh(world, *seed);
}

std::unique_ptr<World> Scene::make_world(std::optional<uint32_t> seed) const {
  auto world = std::make_unique<World>(options_, lesson_.models);
  run_cells(*world, seed);
  return world;
}

std::unique_ptr<World> Scene::make_own_world(std::optional<uint32_t> seed,
                                             bool lessons_values) const {
  auto world = make_world(seed);
  const auto run = [&](const std::vector<std::string>& lines) {
    for (const std::string& line : lines) world->run("your line", line);
  };
  run(earlier_);
  if (lessons_values) run(typed_);
  begin_step(*world, world->names_beyond(*world_), seed);
  if (!lessons_values) run(typed_);
  return world;
}

World& Scene::own() {
  touched_ = true;
  if (!own_) own_ = make_world(seed_);
  return *own_;
}

void Scene::show(const std::string& request, Events& out) {
  // Only a call can write into existing values.
  World& world = request.find('(') == std::string::npos ? this->world() : own();
  out.push_back(drawing(world.show(request)));
}

std::string Scene::origin_of(const std::string& name) const {
  const std::vector<Lesson>& all = course();
  if (std::none_of(all.begin(), all.end(), [&](const Lesson& l) { return l.id == lesson_.id; })) return "";
  const Pattern makes("(?:^|\n)(?:def|class) +" + name + "\\b");
  int number = 0;
  for (const Lesson& lesson : all) {
    if (lesson.number >= lesson_.number) break;
    for (const Step& step : lesson.steps) {
      for (const Block& b : step.blocks) {
        const auto* cell = std::get_if<Cell>(&b);
        const auto* exercise = std::get_if<Exercise>(&b);
        const std::string code = cell ? cell->code->text() : exercise ? exercise->solution.text : "";
        if (makes.is_in(code)) number = lesson.number;
      }
    }
  }
  return number == 0 ? "" : "`" + name + "` was made in lesson " + std::to_string(number) + "; each lesson starts with its own names";
}

std::string Scene::no_such_name(const std::string& name) {
  const Outcome method = pristine().value_of("hasattr(torch.Tensor, '" + name + "')"), here = world().value_of(name);
  const bool of_tensors = method.value.defined() && method.value.is_bool() && method.value.as_int() != 0;
  if (of_tensors) return "`" + name + "` is a method: a tensor and a dot stand before it. ";
  std::string origin = origin_of(name);
  if (origin.empty() && here.failure) origin = here.failure->help;
  return "There is no `" + name + "` here" + (origin.empty() ? "" : ": " + origin) + (origin.ends_with('?') ? " " : ". ");
}

Event Scene::failed(torch::Report report) const {
  static const Pattern kNotDefined("name '(\\w+)' is not defined");
  const PatternMatch name = report.kind == "NameError" ? kNotDefined.fullmatch(report.message) : PatternMatch();
  if (const std::string origin = name ? origin_of(name[1]) : ""; !origin.empty()) report.help = origin;
  return failure(report);
}

Outcome Scene::live(const std::string& line, Events& out) {
  Outcome o = own().run("your line", line);
  const bool ended = !o.failure || (o.failure->kind != "KeyboardInterrupt" && o.failure->kind != "BudgetError");
  if (ended) typed_.push_back(line);
  if (!o.output.empty()) out.add(Event::Kind::output, o.output);
  if (o.failure) out.push_back(failed(*o.failure));
  if (const std::string slip = slip_of_python(line); !slip.empty()) out.add(Event::Kind::note, "(" + slip + ")");
  return o;
}

}  // namespace mha::lesson
