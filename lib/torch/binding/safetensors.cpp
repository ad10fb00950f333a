#include "base/error.h"
#include "base/front_end.h"
#include "io/tensor_file.h"
#include "torch/binding/convert.h"
#include "torch/binding/device.h"
#include "torch/binding/torch_module.h"

// safetensors.torch: tensors by name, from a file beside the program or of a lesson.

namespace mha::torch {

namespace {

constexpr std::string_view kEnding = ".safetensors";

Value load_file(Interpreter& interp, Args& a) {
  const std::string path = interp.str(a.positional[0]);
  check_device(interp, a.positional[1]);
  if (!interp.read_bytes) {
    throw Refusal("load_file() is not available here: " + front_end().run() + " and lessons read such files, `check` does not")
        .with_help("make the tensors with torch.randn");
  }
  if (!path.ends_with(kEnding)) {
    throw Refusal("load_file() reads .safetensors files here, and '" + path + "' is named otherwise");
  }
  const auto dict = lang::make<lang::DictObject>();
  for (NamedTensor& named : read_tensors(path, interp.read_bytes(path))) {
    dict->set(named.name, lang::tensor(std::move(named.tensor)));
  }
  return dict;
}

Value save_file(Interpreter&, Args&) {
  throw Refusal("save_file() is not supported here: programs here write no files")
      .with_help("`mha-tutor author train` writes the model that a program trains");
}

const PlainRow kFunctions[] = {
    {"load_file", "filename, device='cpu'", load_file},
    {"save_file", nullptr, save_file},
};

}  // namespace

void add_safetensors(Interpreter& interp) {
  interp.add_module("safetensors", [](Interpreter&, ModuleObject&) {});
  interp.add_module("safetensors.torch", [](Interpreter&, ModuleObject& m) {
    for (const PlainRow& row : kFunctions) m.attributes().set(Symbol(row.name), make_plain(row));
  });
}

}  // namespace mha::torch
