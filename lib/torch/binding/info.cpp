#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "tensor/core/factory.h"
#include "torch/binding/convert.h"
#include "torch/binding/torch_module.h"

// torch.finfo and torch.iinfo.

namespace mha::torch {

using lang::Args;
using lang::Interpreter;
using lang::Value;

namespace {

struct FloatInfo {
  int bits;
  double eps, max, tiny, resolution;
};

FloatInfo float_info(DType d) {
  switch (d) {
    case DType::float16: return {16, 0x1p-10, 65504, 0x1p-14, 1e-3};
    case DType::bfloat16: return {16, 0x1p-7, 0x1.fep127, 0x1p-126, 1e-2};
    case DType::float64:
      return {64, 0x1p-52, std::numeric_limits<double>::max(), 0x1p-1022, 1e-15};
    default: return {32, 0x1p-23, static_cast<double>(std::numeric_limits<float>::max()),
                     0x1p-126, 1e-6};
  }
}

struct IntInfo {
  int bits;
  int64_t min, max;
};

IntInfo int_info(DType d) {
  if (d == DType::uint8) return {8, 0, 255};
  const int bits = static_cast<int>(size_of(d)) * 8;
  if (bits == 64) return {64, INT64_MIN, INT64_MAX};
  const int64_t half = int64_t{1} << (bits - 1);
  return {bits, -half, half - 1};
}

DType dtype_of(const Value& v) { return *v.get<lang::NativeObject>()->payload<DType>(); }

std::string short_name(DType d) {
  return std::string(torch_name(d).substr(std::string_view("torch.").size()));
}

Value info_new(Interpreter& interp, Args& a, bool floats) {
  DType d = default_dtype();
  if (a.positional.size() > 1) {
    const std::optional<DType> given = as_dtype(a.positional[1]);
    if (!given) {
      throw TypeError(fmt::format("{0}(): argument 'type' (position 1) must be torch.dtype, not {1}",
                                  floats ? "finfo" : "iinfo", type_text(a.positional[1])));
    }
    d = *given;
  } else if (!floats) {
    throw TypeError("iinfo() missing 1 required positional arguments: \"type\"");
  }
  if (is_floating(d) != floats || d == DType::bool_) {
    throw TypeError(
        floats ? "torch.finfo() requires a floating point input type. Use torch.iinfo to "
                 "handle 'torch.finfo'"
               : "torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                 "'torch.iinfo'");
  }
  auto* cls = a.positional[0].get<lang::ClassObject>();
  (void)interp;
  return lang::make<lang::NativeObject>(cls, std::make_shared<DType>(d));
}

void add_float_fields(lang::ClassObject& cls) {
  const auto field = [&](const char* name, double (*get)(const FloatInfo&)) {
    cls.property(name, [get](Interpreter&, const Value& v) {
      return Value(get(float_info(dtype_of(v))));
    });
  };
  field("eps", [](const FloatInfo& f) { return f.eps; });
  field("max", [](const FloatInfo& f) { return f.max; });
  field("min", [](const FloatInfo& f) { return -f.max; });
  field("tiny", [](const FloatInfo& f) { return f.tiny; });
  field("smallest_normal", [](const FloatInfo& f) { return f.tiny; });
  field("resolution", [](const FloatInfo& f) { return f.resolution; });
  cls.property("bits", [](Interpreter&, const Value& v) {
    return Value(float_info(dtype_of(v)).bits);
  });
  cls.method("__repr__", [](Interpreter&, Args& a) {
    const DType d = dtype_of(a.positional[0]);
    const FloatInfo f = float_info(d);
    return lang::str(fmt::format(
        "finfo(resolution={:g}, min={:g}, max={:g}, eps={:g}, smallest_normal={:g}, "
        "tiny={:g}, dtype={})",
        f.resolution, -f.max, f.max, f.eps, f.tiny, f.tiny, short_name(d)));
  });
}

void add_int_fields(lang::ClassObject& cls) {
  cls.property("bits", [](Interpreter&, const Value& v) {
    return Value(int_info(dtype_of(v)).bits);
  });
  cls.property("min", [](Interpreter&, const Value& v) { return Value(int_info(dtype_of(v)).min); });
  cls.property("max", [](Interpreter&, const Value& v) { return Value(int_info(dtype_of(v)).max); });
  cls.method("__repr__", [](Interpreter&, Args& a) {
    const DType d = dtype_of(a.positional[0]);
    const IntInfo i = int_info(d);
    return lang::str(fmt::format("iinfo(min={:g}, max={:g}, dtype={})", static_cast<double>(i.min),
                                 static_cast<double>(i.max), short_name(d)));
  });
}

}  // namespace

Value info_class(Interpreter& interp, const std::string& name) {
  if (name != "finfo" && name != "iinfo") return {};
  const bool floats = name == "finfo";
  const auto cls = interp.make_class(name, "torch");
  cls->set_instance_kind(lang::ObjectKind::native);
  cls->method("__new__", [floats](Interpreter& i, Args& a) { return info_new(i, a, floats); });
  cls->property("dtype", [](Interpreter&, const Value& v) {
    return lang::str(short_name(dtype_of(v)));
  });
  if (floats) {
    add_float_fields(*cls);
  } else {
    add_int_fields(*cls);
  }
  return cls;
}

}  // namespace mha::torch
