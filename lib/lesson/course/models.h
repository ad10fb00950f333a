#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"

namespace mha::lesson {

/// What lies in the folder `models` beside the lessons of a course: trained models,
/// NAME.safetensors, and the programs that train them, NAME.py.
class Models {
 public:
  /// Those built into the program.
  static std::shared_ptr<const Models> built_in();
  /// Those of a folder of lessons; none if it has no such folder. Throws Error if a file
  /// cannot be read or is too large.
  static std::shared_ptr<const Models> beside(const std::filesystem::path& lessons);

  /// The files by their names, such as "models/sentences.py".
  const std::map<std::string, std::string>& files() const { return files_; }
  /// "sentences", for each program that has a trained model.
  std::vector<std::string> names() const;
  /// Makes `from models.NAME import ...` and load_file("models/NAME.safetensors") work.
  static void add(lang::Interpreter& interp, std::shared_ptr<const Models> models);

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace mha::lesson
