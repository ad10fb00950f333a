#include <cctype>
#include <random>

#include "base/text.h"
#include "lang/values/number.h"
#include "random/generator.h"
#include "tensor/core/print.h"
#include "torch/binding/device.h"

// The small classes of torch: Size, dtype, device, layout, memory_format and
// Generator.

namespace mha::torch {


namespace {

template <typename T>
Value native(ClassObject* cls, T payload) {
  return lang::make<NativeObject>(cls, std::make_shared<T>(std::move(payload)));
}

template <typename T>
T& payload(const Value& v) {
  return *v.get<NativeObject>()->payload<T>();
}

[[noreturn]] void no_instances(const char* name) {
  throw_error<TypeError>("cannot create 'torch.{}' instances", name);
}

// ---------------------------------------------------------------------- Size

/// The same special method of tuple, called on a Size.
Value of_tuple(Interpreter& interp, const char* name, std::span<Value> args) {
  const Value f = interp.builtin_class("tuple")->lookup(lang::Symbol(name));
  return interp.call(f, args);
}

/// A plain tuple of Size's results becomes a Size again.
Value as_size(Interpreter& interp, const Value& v) {
  const auto* t = v.get<lang::TupleObject>();
  if (!t) return v;
  return lang::make<lang::TupleObject>(t->items, types(interp).size);
}

Value size_new(Interpreter& interp, Args& a) {
  std::vector<Value> items;
  if (a.positional.size() > 1) items = interp.to_vector(a.positional[1]);
  for (size_t i = 0; i < items.size(); ++i) {
    Value& v = items[i];
    if (const Tensor* t = as_tensor(v); t && t->numel() == 1) {
      v = Value(t->item().to_int());
    }
    if (v.is_int() || v.is_bool()) continue;
    throw_error<TypeError>("torch.Size() takes an iterable of 'int' (item {} is '{}')", i,
                           interp.type_name(v));
  }
  return lang::make<lang::TupleObject>(std::move(items), types(interp).size);
}

Value size_repr(Interpreter& interp, Args& a) {
  std::string out = "torch.Size([";
  const auto& items = a.positional[0].get<lang::TupleObject>()->items;
  for (size_t i = 0; i < items.size(); ++i) {
    out += (i ? ", " : "") + interp.repr(items[i]);
  }
  return lang::str(out + "])");
}

Value size_numel(Interpreter&, Args& a) {
  int64_t n = 1;
  for (const Value& v : a.positional[0].get<lang::TupleObject>()->items) {
    n *= v.as_int();
  }
  return Value(n);
}

void add_size(Interpreter& interp, Types& t) {
  const lang::Ref<ClassObject> tuple(interp.builtin_class("tuple"));
  t.size = interp.make_class("Size", "torch", {tuple}).get();
  t.size->set_instance_kind(lang::ObjectKind::tuple);
  t.size->method("__new__", size_new);
  t.size->method("__repr__", size_repr);
  t.size->method("numel", "self", size_numel);
  t.size->method("__format__", [](Interpreter& i, Args& a) {
    if (a.positional[1].get<lang::StrObject>()->text().empty()) {
      return lang::str(i.str(a.positional[0]));
    }
    throw TypeError("unsupported format string passed to torch.Size.__format__");
  });
  for (const char* name : {"__add__", "__mul__", "__rmul__"}) {
    t.size->method(name, [name](Interpreter& i, Args& a) {
      if (name[2] == 'a' && !a.positional[1].get<lang::TupleObject>()) {
        throw_error<TypeError>("can only concatenate tuple (not \"{}\") to tuple",
                               i.type_name(a.positional[1]));
      }
      return as_size(i, of_tuple(i, name, a.positional));
    });
  }
  t.size->method("__getitem__", [](Interpreter& i, Args& a) {
    const Value item = of_tuple(i, "__getitem__", a.positional);
    return a.positional[1].get<lang::SliceObject>() ? as_size(i, item) : item;
  });
}

// --------------------------------------------------------------------- dtype

void add_dtype(Interpreter& interp, Types& t) {
  t.dtype = interp.make_class("dtype", "torch").get();
  t.dtype->set_instance_kind(lang::ObjectKind::native);
  t.dtype->method("__new__", [](Interpreter&, Args&) -> Value { no_instances("dtype"); });
  t.dtype->method("__repr__", [](Interpreter&, Args& a) {
    return lang::str(std::string(torch_name(payload<DType>(a.positional[0]))));
  });
  t.dtype->property("is_floating_point", [](Interpreter&, const Value& v) {
    return Value(is_floating(payload<DType>(v)));
  });
  t.dtype->property("is_complex", [](Interpreter&, const Value&) { return Value(false); });
  t.dtype->property("is_signed", [](Interpreter&, const Value& v) {
    const DType d = payload<DType>(v);
    return Value(d != DType::uint8 && d != DType::bool_);
  });
  t.dtype->property("itemsize", [](Interpreter&, const Value& v) {
    return Value(static_cast<int64_t>(size_of(payload<DType>(v))));
  });
  for (int i = 0; i <= static_cast<int>(DType::bool_); ++i) {
    t.dtypes.push_back(native(t.dtype, static_cast<DType>(i)));
  }
}

// -------------------------------------------------------------------- device

constexpr const char* kDeviceTypes =
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, ort, "
    "xla, lazy, vulkan, mps, meta, hpu, privateuseone";

std::string device_text(const Device& d) {
  return d.index < 0 ? d.type : d.type + ":" + std::to_string(d.index);
}

Device parse_device(const std::string& text) {
  const size_t colon = text.find(':');
  Device d;
  d.type = text.substr(0, colon);
  const std::string known = std::string(", ") + kDeviceTypes + ",";
  if (text.empty()) throw RuntimeError("Device string must not be empty");
  throw_if(known.find(", " + d.type + ",") == std::string::npos,
           "Expected one of {} device type at start of device string: {}", kDeviceTypes, d.type);
  if (colon == std::string::npos) return d;
  const std::string digits = text.substr(colon + 1);
  for (const char c : digits) {
    throw_if(!std::isdigit(static_cast<unsigned char>(c)) || digits.size() > 3,
             "Invalid device string: '{}'", text);
  }
  if (digits.empty()) throw RuntimeError("Invalid device string: '" + text + "'");
  d.index = std::stoll(digits);
  return d;
}

void add_device(Interpreter& interp, Types& t) {
  t.device = interp.make_class("device", "torch").get();
  t.device->set_instance_kind(lang::ObjectKind::native);
  t.device->method("__new__", "cls, type, index=None", [](Interpreter& i, Args& a) {
    Device d = to_device(i, a.positional[1]);
    if (a.positional[2].is_int()) d.index = a.positional[2].as_int();
    return native(types(i).device, d);
  });
  t.device->method("__repr__", [](Interpreter&, Args& a) {
    const Device& d = payload<Device>(a.positional[0]);
    return lang::str("device(type='" + d.type + "'" +
                     (d.index < 0 ? "" : ", index=" + std::to_string(d.index)) + ")");
  });
  t.device->method("__str__", [](Interpreter&, Args& a) {
    return lang::str(device_text(payload<Device>(a.positional[0])));
  });
  t.device->method("__hash__", [](Interpreter&, Args& a) {
    const auto h = std::hash<std::string>()(device_text(payload<Device>(a.positional[0])));
    return Value(static_cast<int64_t>(h >> 2));
  });
  t.device->method("__eq__", [](Interpreter& i, Args& a) {
    if (i.type_of(a.positional[1]) != types(i).device) return Value::not_implemented();
    return Value(device_text(payload<Device>(a.positional[0])) ==
                 device_text(payload<Device>(a.positional[1])));
  });
  t.device->property("type", [](Interpreter&, const Value& v) {
    return lang::str(payload<Device>(v).type);
  });
  t.device->property("index", [](Interpreter&, const Value& v) {
    const int64_t index = payload<Device>(v).index;
    return index < 0 ? Value::none() : Value(index);
  });
  t.cpu = native(t.device, Device());
}

// ------------------------------------------------- layout and memory_format

Value named(Interpreter& interp, ClassObject*& cls, const char* class_name,
            const char* text) {
  if (!cls) {
    cls = interp.make_class(class_name, "torch").get();
    cls->set_instance_kind(lang::ObjectKind::native);
    cls->method("__new__", [class_name](Interpreter&, Args&) -> Value {
      no_instances(class_name);
    });
    cls->method("__repr__", [](Interpreter&, Args& a) {
      return lang::str(payload<std::string>(a.positional[0]));
    });
  }
  return native(cls, std::string(text));
}

// ----------------------------------------------------------------- Generator

struct GeneratorBox {
  Generator own;
  bool is_default = false;
  Generator& get() { return is_default ? ::mha::default_generator() : own; }
};

Tensor state_tensor(const Generator& g) {
  const Generator::State state = g.state();
  Tensor t = Tensor::empty({static_cast<int64_t>(state.size())}, DType::uint8);
  std::copy(state.begin(), state.end(), t.data<uint8_t>());
  return t;
}

void add_generator(Interpreter& interp, Types& t) {
  t.generator = interp.make_class("Generator", "torch._C").get();
  t.generator->set_instance_kind(lang::ObjectKind::native);
  t.generator->method("__new__", "cls, device=None", [](Interpreter& i, Args& a) {
    if (a.positional[1].defined()) check_device(i, a.positional[1]);
    return native(types(i).generator, GeneratorBox());
  });
  t.generator->method("manual_seed", "self, seed", [](Interpreter&, Args& a) {
    payload<GeneratorBox>(a.positional[0]).get().set_seed(to_seed(a.positional[1]));
    return a.positional[0];
  });
  t.generator->method("initial_seed", "self", [](Interpreter&, Args& a) {
    return seed_value(payload<GeneratorBox>(a.positional[0]).get().seed());
  });
  t.generator->method("seed", "self", [](Interpreter&, Args& a) {
    Generator& g = payload<GeneratorBox>(a.positional[0]).get();
    g.set_seed(fresh_seed());
    return seed_value(g.seed());
  });
  t.generator->method("get_state", "self", [](Interpreter&, Args& a) {
    return lang::tensor(state_tensor(payload<GeneratorBox>(a.positional[0]).get()));
  });
  t.generator->method("set_state", "self, new_state", [](Interpreter&, Args& a) {
    set_generator_state(payload<GeneratorBox>(a.positional[0]).get(), a.positional[1]);
    return a.positional[0];
  });
  t.generator->property("device", [](Interpreter& i, const Value&) { return types(i).cpu; });
  GeneratorBox box;
  box.is_default = true;
  t.default_generator = native(t.generator, box);
}

}  // namespace

// ------------------------------------------------------------ shared helpers

Types& types(Interpreter& interp) {
  return *static_cast<Types*>(interp.bindings.get());
}

void add_types(Interpreter& interp) {
  interp.bindings = std::make_shared<Types>();
  Types& t = types(interp);
  add_size(interp, t);
  add_dtype(interp, t);
  add_device(interp, t);
  add_generator(interp, t);
  t.strided = named(interp, t.layout, "layout", "torch.strided");
  t.contiguous_format =
      named(interp, t.memory_format, "memory_format", "torch.contiguous_format");
  t.preserve_format =
      named(interp, t.memory_format, "memory_format", "torch.preserve_format");
}

Generator* as_random_generator(const Value& v) {
  auto* n = v.get<NativeObject>();
  if (!n || n->cls() != types(*lang::current_interpreter()).generator) return nullptr;
  return &n->payload<GeneratorBox>()->get();
}

Value generator_state(const Generator& g) { return lang::tensor(state_tensor(g)); }

void set_generator_state(Generator& g, const Value& state) {
  const Tensor* t = as_tensor(state);
  Generator::State bytes;
  throw_if<TypeError>(!t || t->dtype() != DType::uint8 || !t->is_contiguous(),
                      "RNG state must be a torch.ByteTensor");
  throw_if(t->numel() != static_cast<int64_t>(bytes.size()), "RNG state is wrong size");
  std::copy_n(t->data<uint8_t>(), bytes.size(), bytes.begin());
  if (!g.set_state(bytes)) throw RuntimeError("Invalid mt19937 state");
}

uint64_t to_seed(const Value& v) {
  if (v.is_int() || v.is_bool()) return static_cast<uint64_t>(v.as_int());
  if (lang::is_integral(v)) {
    const mpz_class big = lang::to_big(v);
    const mpz_class limit = mpz_class(1) << 64;
    if (big > 0 && big < limit) return lang::low_bits(big);
    throw RuntimeError("Overflow when unpacking long");
  }
  throw_error<TypeError>("manual_seed expected a long, but got {}", type_text(v));
}

uint64_t fresh_seed() {
  std::random_device device;
  return static_cast<uint64_t>(device()) << 32 | device();
}

Value seed_value(uint64_t seed) {
  return lang::int_from_big(lang::big_from(seed));
}

Device to_device(Interpreter& interp, const Value& v) {
  if (v.is_int()) return {"cuda", v.as_int()};
  if (const auto* s = v.get<lang::StrObject>()) return parse_device(s->text());
  if (interp.type_of(v) == types(interp).device) return payload<Device>(v);
  throw_error<TypeError>("device(): argument 'type' must be str, not {}", type_text(v));
}

void check_device(Interpreter& interp, const Value& device) {
  if (!device.defined() || device.is_none()) return;
  const Device d = to_device(interp, device);
  if (d.type == "cpu") return;
  if (d.type == "cuda") {
    throw Error("AssertionError", "Torch not compiled with CUDA enabled")
        .with_help("there is no GPU here; everything runs on the CPU. "
                   "device = \"cuda\" if torch.cuda.is_available() else \"cpu\" "
                   "works on both");
  }
  throw Refusal("the device '" + d.type + "' is not available here; only 'cpu' is");
}

}  // namespace mha::torch
