#include "commands/trained_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "io/tensor_file.h"
#include "lesson/world.h"

namespace mha::app {

namespace {

constexpr double kSecondsOfTraining = 600;
constexpr double kNear = 0.05;          // of the loss
constexpr size_t kMostOfModel = 500'000;  // of a file that every binary carries

/// The value of the last line of code that imports from models/NAME.py.
lang::Value value_of(lesson::World& world, const std::string& name, const std::string& code) {
  world.interpreter().budget.seconds = kSecondsOfTraining;
  const lesson::Outcome o = world.run("training", code);
  if (o.failure) {
    throw Error(o.failure->kind, fmt::format("models/{}.py: {}: {}", name, o.failure->kind, o.failure->message))
        .with_help(o.failure->help);
  }
  return o.value;
}

double loss_of(lesson::World& world, const std::string& name, const std::string& code) {
  const lang::Value loss = value_of(world, name, code);
  if (!loss.is_float()) throw Error("ValueError", fmt::format("models/{}.py: loss_of() must return a float", name));
  return loss.as_float();
}

}  // namespace

std::string train_model(const std::filesystem::path& program) {
  const std::filesystem::path folder = std::filesystem::absolute(program).parent_path();
  const std::string name = program.stem().string();
  const auto models = lesson::Models::beside(folder.parent_path());
  if (folder.filename() != "models" || program.extension() != ".py" || !models->files().count("models/" + name + ".py")) {
    throw Error("UsageError", "'" + program.string() + "' is not a program NAME.py in the folder `models` of a course");
  }
  lesson::World world({}, models);
  const double loss = loss_of(world, name, "from models." + name + " import loss_of, train\nmodel = train()\nloss_of(model)");
  const lang::Value state = value_of(world, name, "dict(model.state_dict())");
  const auto* dict = state.get<lang::DictObject>();
  std::vector<NamedTensor> tensors;
  lang::Value key, value;
  for (size_t at = 0; dict && dict->next(at, key, value);) {
    const auto* text = key.get<lang::StrObject>();
    const auto* tensor = value.get<lang::TensorObject>();
    if (text && tensor) tensors.push_back({text->text(), tensor->tensor});
  }
  const std::string bytes = write_safetensors(tensors);
  if (bytes.size() > kMostOfModel) {
    throw Error("ValueError", fmt::format("the model takes {} bytes, and {} is the most: a smaller width, or fewer words",
                                          bytes.size(), kMostOfModel));
  }
  std::filesystem::path file = program;
  file.replace_extension(".safetensors");
  write_file_atomic(file, bytes);
  return fmt::format("Written: {} ({} bytes), loss {:.3f}", file.string(), bytes.size(), loss);
}

bool Retrained::agree() const { return std::abs(kept - anew) <= kNear * std::max(kept, anew); }

Retrained retrain(const std::shared_ptr<const lesson::Models>& models, const std::string& name) {
  lesson::World world({}, models);
  Retrained losses;
  losses.kept = loss_of(world, name,
                        "from models." + name + " import Model, loss_of, train\n"
                        "from safetensors.torch import load_file\n"
                        "model = Model()\n"
                        "model.load_state_dict(load_file('models/" + name + ".safetensors'))\n"
                        "loss_of(model)");
  losses.anew = loss_of(world, name, "loss_of(train())");
  return losses;
}

}  // namespace mha::app
