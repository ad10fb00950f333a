#pragma once

// Finds out what a parameter with an unknown name means from how the program uses it.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"

namespace mha::reading {

/// For each parameter of a constructor, the sizes that it stands for: `dim` in nn.Linear(dim, dim)
/// is d_in and d_out, `n` in dim // n is heads. Parameters without such a use are left out.
using SizesByUse = std::map<std::string, std::vector<std::string>>;

/// Looks up the constructor of a class in the program by name; null if there is none.
using ConstructorOf = std::function<const lang::FunctionObject*(lang::Symbol)>;

/// The sizes of a layer in a homework's own words: (in, out), or a vector (out) if `in` is empty.
struct LayerSizes {
  std::string in, out;
};

/// Finds the sizes, among the `known` ones, that parameters stand for. `layers` are those that the
/// program is expected to make, in order. `call` is called with tensors later and reads what the
/// constructor stored on self; `init` is null for a plain function. `globals` are names of the
/// module to treat like parameters.
SizesByUse sizes_by_use(const std::vector<std::string>& known,
                        const std::vector<LayerSizes>& layers, const lang::FunctionObject* init,
                        const lang::FunctionObject& call, const ConstructorOf& constructor_of,
                        const std::set<std::string>& globals = {});

/// Whether a function reads this name.
bool reads_name(const lang::FunctionObject& f, const std::string& name);

/// A constructor to which a function passes one of its parameters, and as which parameter.
struct HandedTo {
  const lang::FunctionObject* constructor;
  std::string parameter;
};
std::vector<HandedTo> handed_to(const std::string& parameter, const lang::FunctionObject& f,
                                const ConstructorOf& constructor_of);

/// Whether a parameter of a constructor has no effect: it is never read, or only passed to a
/// constructor that ignores it, or stored on self and never read there.
bool is_unused(const std::string& parameter, const lang::FunctionObject& init,
               const lang::FunctionObject* call, const ConstructorOf& constructor_of);

/// The keys that a function reads from a parameter: "w_q" in params["w_q"], "p" in
/// settings.get("p", 0.1).
std::set<std::string> keys_read(const lang::FunctionObject& f, const std::string& parameter);

/// The attributes that a function reads from a parameter: "memory" in pair.memory.
std::set<std::string> attributes_read(const lang::FunctionObject& f, const std::string& parameter);

/// The names that a function unpacks a parameter into, or a field of one, if it does so: q, k, v = qkv;
/// d_in, d_out = config.widths.
std::vector<std::string> unpacked_into(const lang::FunctionObject& f, const std::string& parameter);

/// The same for a constructor that may instead read the items one by one, `sizes[0]` and `sizes[1]`, or
/// hand the parameter to another constructor, which does either.
std::vector<std::string> taken_apart_into(const lang::FunctionObject& f, const std::string& parameter, const ConstructorOf& constructor_of);
/// "sizes[0]"
std::string item_name(const std::string& parameter, int64_t index);

/// The keys that a constructor reads from its **kwargs, and those that the constructors have to which
/// it hands them on: OneHead(**head).
std::set<std::string> keys_handed_on(const lang::FunctionObject& f, const std::string& kwargs, const ConstructorOf& constructor_of);

/// Whether a function uses a parameter in a way that only a tensor allows, such as reading its
/// shape.
bool acts_as_tensor(const lang::FunctionObject& f, const std::string& parameter);

/// Whether a function uses a parameter as a mask: to fill where it says so, or to add it.
bool acts_as_mask(const lang::FunctionCode& f, const std::string& parameter);
/// Whether a function takes a parameter from 1, as only zeros and ones are: `1 - mask`.
bool takes_from_one(const lang::FunctionCode& f, const std::string& parameter);

/// The number of axes that the equation of an einsum gives to a parameter, or else the largest one that
/// a function's calls imply: four for permute(0, 2, 1, 3), three for bmm. 0 if there is no evidence.
size_t axes_spoken_of(const lang::FunctionCode& f);

/// How a function uses a tensor parameter: in x @ w it is a weight; in x @ w.T and F.linear(x, w) a
/// transposed weight; in x + b a bias.
enum class WeightUse { none, as_it_is, turned, added };
WeightUse weight_use(const lang::FunctionObject& f, const std::string& parameter);

/// Whether the program itself defines a class, rather than Python or lib/library.
bool is_of_program(const lang::ClassObject& cls);

}  // namespace mha::reading
