#include "io/pickle_names.h"

#include <fmt/format.h>

namespace mha::io {
namespace {

using Kind = PickleValue::Kind;

struct KnownCallable {
  std::string_view module;
  std::string_view name;
  Callable callable;
};
constexpr KnownCallable kCallables[] = {
    {"torch._utils", "_rebuild_tensor_v2", Callable::rebuild_tensor},
    {"torch._utils", "_rebuild_parameter", Callable::rebuild_parameter},
    {"collections", "OrderedDict", Callable::ordered_dict},
    {"torch", "Size", Callable::size}};

struct KnownStorage {
  std::string_view name;
  DType dtype;
};
constexpr KnownStorage kStorages[] = {
    {"ByteStorage", DType::uint8},        {"CharStorage", DType::int8},
    {"ShortStorage", DType::int16},       {"IntStorage", DType::int32},
    {"LongStorage", DType::int64},        {"HalfStorage", DType::float16},
    {"BFloat16Storage", DType::bfloat16}, {"FloatStorage", DType::float32},
    {"DoubleStorage", DType::float64},    {"BoolStorage", DType::bool_}};

bool in_module(std::string_view module, std::string_view parent) {
  return module == parent || (module.starts_with(parent) &&
                              module.substr(parent.size()).starts_with('.'));
}

[[noreturn]] void refuse_global(std::string_view module,
                                std::string_view name) {
  const std::string full = shown(fmt::format("{}.{}", module, name));
  if (in_module(module, "torch") &&
      (name.starts_with("Complex") || name.starts_with("complex"))) {
    refuse(
        fmt::format("it holds complex numbers ({}), which are not read", full),
        "save the real part: torch.save(x.real, path)");
  }
  if (in_module(module, "torch") && name.ends_with("Storage")) {
    refuse(fmt::format("it holds numbers of a kind that is not read: {}", full),
           "save them as float32: torch.save(x.float(), path)");
  }
  if (in_module(module, "torch._utils") && name.starts_with("_rebuild")) {
    refuse(
        fmt::format("it holds a tensor of a kind that is not read: {}", full),
        "save a plain one: x.to_dense(), x.dequantize() or x.detach()");
  }
  if (in_module(module, "numpy")) {
    refuse(fmt::format("it holds an array of NumPy's ({}), whose pickle is not "
                       "read",
                       full),
           "save tensors: torch.save(torch.from_numpy(array), path); or "
           "np.save(path, array)");
  }
  if (in_module(module, "__main__") || in_module(module, "torch.nn")) {
    refuse(fmt::format("it holds an object of the class {}; only tensors, "
                       "dicts and lists are read, and no code is run",
                       full),
           "save the weights alone: torch.save(model.state_dict(), path)");
  }
  refuse(fmt::format("its pickle asks to load {}, which no tensor needs; "
                     "nothing in it was run",
                     full),
         "save tensors, or a dict or list of them, with torch.save");
}

}  // namespace

PickleValue known_global(std::string_view module, std::string_view name) {
  for (const KnownCallable& known : kCallables) {
    if (module == known.module && name == known.name) {
      return {Kind::callable, static_cast<int64_t>(known.callable)};
    }
  }
  if (module == "torch") {
    for (const KnownStorage& known : kStorages) {
      if (name == known.name) {
        return {Kind::storage_type, static_cast<int64_t>(known.dtype)};
      }
      constexpr size_t kPrefix = std::string_view("torch.").size();
      if (name == torch_name(known.dtype).substr(kPrefix)) {
        return {Kind::dtype_name, static_cast<int64_t>(known.dtype)};
      }
    }
  }
  refuse_global(module, name);
}

std::string_view storage_type_name(DType dtype) {
  for (const KnownStorage& known : kStorages) {
    if (known.dtype == dtype) return known.name;
  }
  return "FloatStorage";
}

}  // namespace mha::io
