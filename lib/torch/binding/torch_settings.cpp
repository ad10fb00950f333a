#include "lang/values/number.h"
#include "random/generator.h"
#include "tensor/core/factory.h"
#include "tensor/core/grad.h"
#include "tensor/core/print.h"
#include "torch/binding/device.h"
#include "torch/binding/torch_module.h"

// Functions of torch that set or tell how things are done: the seed, printing,
// the default dtype.

namespace mha::torch {

namespace {

Value manual_seed(Interpreter& interp, Args& a) {
  const Value seed = interp.call(
      Value(static_cast<lang::Object*>(interp.builtin_class("int"))), {a.positional[0]});
  default_generator().set_seed(to_seed(seed));
  return types(interp).default_generator;
}

Value set_printoptions(Interpreter& interp, Args& a) {
  PrintOptions& o = print_options();
  const auto given = [&](size_t i) {
    return a.positional[i].defined() && !a.positional[i].is_none();
  };
  if (given(4)) {
    const std::string profile = interp.str(a.positional[4]);
    PrintOptions fresh;
    if (profile == "short") {
      fresh.precision = 2;
      fresh.edgeitems = 2;
    } else if (profile == "full") {
      fresh.threshold = PrintOptions::kNoThreshold;
    }
    o = fresh;
  }
  const auto integer = [&](size_t i) -> int64_t {
    const Value& v = a.positional[i];
    if (!v.is_float()) return interp.to_index(v);
    // float("inf") for "no limit".
    return v.as_float() >= 1e18 ? PrintOptions::kNoThreshold
                                : static_cast<int64_t>(v.as_float());
  };
  if (given(0)) o.precision = static_cast<int>(std::clamp<int64_t>(integer(0), 0, 60));
  if (given(1)) o.threshold = integer(1);
  if (given(2)) o.edgeitems = integer(2);
  if (given(3)) o.linewidth = integer(3);
  o.sci_mode.reset();
  if (given(5)) o.sci_mode = interp.truth(a.positional[5]);
  return Value::none();
}

Value set_default_dtype(Interpreter&, Args& a) {
  const std::optional<DType> d = as_dtype(a.positional[0]);
  throw_if<TypeError>(
      !d, "invalid dtype object: only floating-point types are supported as the default type");
  throw_if<TypeError>(!is_floating(*d),
                      "only floating-point types are supported as the default type");
  ::mha::set_default_dtype(*d);
  return Value::none();
}

const PlainRow kSettings[] = {
    {"manual_seed", "seed", manual_seed},
    {"seed", "",
     [](Interpreter&, Args&) {
       default_generator().set_seed(fresh_seed());
       return seed_value(default_generator().seed());
     }},
    {"initial_seed", "",
     [](Interpreter&, Args&) { return seed_value(default_generator().seed()); }},
    {"get_rng_state", "",
     [](Interpreter&, Args&) { return generator_state(default_generator()); }},
    {"set_rng_state", "new_state",
     [](Interpreter&, Args& a) {
       set_generator_state(default_generator(), a.positional[0]);
       return Value::none();
     }},
    {"set_printoptions",
     "precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None",
     set_printoptions},
    {"get_default_dtype", "",
     [](Interpreter& i, Args&) { return to_value(i, default_dtype()); }},
    {"set_default_dtype", "d", set_default_dtype},
    {"set_default_device", "device",
     [](Interpreter& i, Args& a) {
       check_device(i, a.positional[0]);
       return Value::none();
     }},
    {"is_grad_enabled", "", [](Interpreter&, Args&) { return Value(grad_enabled()); }},
    {"is_inference_mode_enabled", "",
     [](Interpreter&, Args&) { return Value(inference_mode()); }},
    {"get_num_threads", "", [](Interpreter&, Args&) { return Value(1); }},
    {"set_num_threads", "num", nothing},
    {"set_num_interop_threads", "num", nothing},
    {"use_deterministic_algorithms", "mode, *, warn_only=False", nothing},
    {"are_deterministic_algorithms_enabled", "", [](Interpreter&, Args&) { return Value(false); }},
    {"set_float32_matmul_precision", "precision", nothing},
    {"get_float32_matmul_precision", "", [](Interpreter&, Args&) { return lang::str("highest"); }},
};

}  // namespace

std::span<const PlainRow> setting_rows() { return kSettings; }

Value make_plain(const PlainRow& row) {
  if (!row.signature) return lang::make<lang::NativeFunction>(row.name, row.run);
  return lang::make<lang::NativeFunction>(row.name, row.run, row.signature);
}

}  // namespace mha::torch
