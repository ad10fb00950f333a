#pragma once

#include <filesystem>
#include <string>

#include "lesson/course/models.h"

namespace mha::app {

/// Runs train() of a course's program models/NAME.py and writes the model it returns to
/// NAME.safetensors beside it. Returns a line that says so, with the model's loss. Throws
/// Error.
std::string train_model(const std::filesystem::path& program);

/// The loss of a trained model, by loss_of() of its program, and that of a model which
/// train() makes anew.
struct Retrained {
  double kept = 0, anew = 0;
  /// Digits differ from machine to machine, so losses only have to be near.
  bool agree() const;
};
/// Throws Error if the program does not do it.
Retrained retrain(const std::shared_ptr<const lesson::Models>& models, const std::string& name);

}  // namespace mha::app
