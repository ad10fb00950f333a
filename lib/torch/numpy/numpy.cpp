#include "torch/numpy/numpy.h"

#include <limits>

#include "base/text.h"
#include "lang/builtins/builtin_support.h"
#include "library/left_out.h"
#include "library/library.h"
#include "torch/binding/torch_module.h"

// The module numpy: its names are looked up in the tables when a program first
// uses them.

namespace mha::torch {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
struct NumpyConstant {
  const char* name;
  double value;
};
constexpr NumpyConstant kNumpyConstants[] = {{"inf", kInf},
                                   {"Inf", kInf},
                                   {"infty", kInf},
                                   {"PINF", kInf},
                                   {"NINF", -kInf},
                                   {"nan", std::numeric_limits<double>::quiet_NaN()},
                                   {"NaN", std::numeric_limits<double>::quiet_NaN()},
                                   {"pi", 3.141592653589793},
                                   {"e", 2.718281828459045},
                                   {"euler_gamma", 0.5772156649015329}};

struct NumpyType {
  const char* name;
  DType dtype;
};
constexpr NumpyType kNumpyTypes[] = {
    {"float64", DType::float64}, {"double", DType::float64}, {"float_", DType::float64},
    {"float32", DType::float32}, {"single", DType::float32}, {"float16", DType::float16},
    {"half", DType::float16},    {"int64", DType::int64},    {"int_", DType::int64},
    {"intp", DType::int64},      {"longlong", DType::int64}, {"int32", DType::int32},
    {"intc", DType::int32},      {"int16", DType::int16},    {"int8", DType::int8},
    {"uint8", DType::uint8},     {"bool_", DType::bool_},    {"bool8", DType::bool_}};

/// np.float, np.int and np.bool were Python's own, and are gone.
void refuse_old_alias(const std::string& name) {
  for (const auto& [alias, scalar] : {std::pair<const char*, const char*>{"float", "float64"},
                                      {"int", "int_"}, {"bool", "bool_"}, {"object", "object_"}}) {
    if (name != alias) continue;
    throw Error("AttributeError",
                "module 'numpy' has no attribute '" + name + "'.\n`np." + name +
                    "` was a deprecated alias for the builtin `" + name +
                    "`. To avoid this error in existing code, use `" + name + "` by itself.")
        .with_help("as a dtype, " + name + " or np." + scalar + " does the same");
  }
}

Value find_numpy_row(std::span<const NumpyRow> rows, std::string_view name) {
  for (const NumpyRow& row : rows) {
    if (name != row.name || row.name[0] == '.') continue;
    auto function = lang::make<lang::NativeFunction>(
        row.name, [run = row.run](Interpreter& i, Args& a) { return run(i, a.positional); },
        row.signature);
    return function;
  }
  return {};
}

constexpr int64_t kWidest = 1000000;

Value set_print_options(Interpreter& interp, Args& a) {
  ArrayPrintOptions& o = array_print_options(interp);
  for (const lang::KeywordArg& k : a.keywords) {
    const std::string name = k.name.str();
    if (k.value.is_none()) continue;
    if (name == "precision") {
      o.precision = static_cast<int>(std::clamp<int64_t>(interp.to_index(k.value), 0, 300));
    } else if (name == "suppress") {
      o.suppress = interp.truth(k.value);
    } else if (name == "threshold") {
      // sys.maxsize and np.inf alike: everything.
      o.threshold = k.value.is_float() ? INT64_MAX : interp.to_index(k.value);
    } else if (name == "edgeitems") {
      o.edge_items = std::clamp<int64_t>(interp.to_index(k.value), 0, 1000000);
    } else if (name == "linewidth") {
      o.line_width = static_cast<size_t>(std::clamp<int64_t>(
          k.value.is_float() ? kWidest : interp.to_index(k.value), 10, kWidest));
    } else {
      refuse_numpy("np.set_printoptions(" + name + "=)");
    }
  }
  if (!a.positional.empty()) {
    o.precision = static_cast<int>(std::clamp<int64_t>(interp.to_index(a.positional[0]), 0, 300));
  }
  return Value::none();
}

Value names_in_numpy() {
  std::vector<Value> names;
  for (const auto rows : {numpy_reduce_rows(), numpy_shape_rows(), numpy_make_rows(),
                          numpy_choose_rows()}) {
    for (const NumpyRow& row : rows) {
      // Those with a dot belong to arrays or to numpy.linalg.
      if (std::string_view(row.name).find('.') == std::string_view::npos) names.push_back(lang::str(row.name));
    }
  }
  for (const library::Definition& d : library::definitions("numpy.core"))
    names.push_back(lang::str(std::string(d.name)));
  for (const NumpyConstant& c : kNumpyConstants) names.push_back(lang::str(c.name));
  for (const NumpyType& t : kNumpyTypes) names.push_back(lang::str(t.name));
  return lang::list(std::move(names));
}

Value find_in_numpy(Interpreter& interp, const std::string& name) {
  if (name == "__all__") return names_in_numpy();
  if (Value v = numpy_ufunc(name); v.defined()) return v;
  for (const auto rows : {numpy_reduce_rows(), numpy_shape_rows(), numpy_make_rows(),
                          numpy_choose_rows()}) {
    if (Value v = find_numpy_row(rows, name); v.defined()) return v;
  }
  for (const NumpyConstant& c : kNumpyConstants) {
    if (name == c.name) return Value(c.value);
  }
  for (const NumpyType& t : kNumpyTypes) {
    if (name == t.name) return class_value(numpy_scalar_class(interp, t.dtype));
  }
  if (name == "ndarray") return class_value(numpy_array_class(interp));
  if (name == "dtype") return class_value(interp.type_of(numpy_dtype_value(interp, DType::float64)));
  for (const char* kind : {"generic", "floating", "integer"}) {
    if (name != kind) continue;
    numpy_scalar_class(interp, DType::float64);
    numpy_scalar_class(interp, DType::int64);
    return class_value(types(interp).others["numpy." + name]);
  }
  if (name == "newaxis") return Value::none();
  if (name == "random" || name == "linalg" || name == "testing") return interp.import("numpy." + name);
  if (name == "__version__") return lang::str("1.24.2");
  if (name == "set_printoptions") {
    return lang::make<lang::NativeFunction>(name, set_print_options);
  }
  if (library::find_definition("numpy.core", name))
    return interp.get_attr(interp.import("numpy.core"), name);
  refuse_old_alias(name);
  if (library::left_out("numpy", name)) refuse_numpy("np." + name);
  return {};
}

}  // namespace

Value numpy_method(std::string_view name) {
  for (const auto rows : {numpy_reduce_rows(), numpy_shape_rows(), numpy_choose_rows()}) {
    for (const NumpyRow& row : rows) {
      const std::string_view own = row.name[0] == '.' ? row.name + 1 : row.name;
      if (!row.is_method || name != own) continue;
      auto function = lang::make<lang::NativeFunction>(
          std::string(own), [run = row.run](Interpreter& i, Args& a) { return run(i, a.positional); },
          row.signature);
      function->is_method = true;
      return function;
    }
  }
  if (library::left_out("numpy.ndarray", name)) refuse_numpy("array." + std::string(name));
  return {};
}

void add_numpy(Interpreter& interp) {
  interp.add_module("numpy", [](Interpreter& i, ModuleObject& m) {
    m.missing = [&i](Symbol name) { return find_in_numpy(i, name.str()); };
  });
  add_draws(interp);
  interp.add_module("numpy.linalg", [](Interpreter&, ModuleObject& m) {
    m.missing = [](Symbol name) {
      Value v = find_numpy_row(numpy_reduce_rows(), "linalg." + name.str());
      if (!v.defined()) refuse_numpy("np.linalg." + name.str());
      return v;
    };
  });
}

}  // namespace mha::torch
