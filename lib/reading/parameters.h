#pragma once

// What a parameter of a name that nobody knows is for, told by what the program
// does with it.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"

namespace mha::reading {

/// The sizes that each parameter of a constructor stands for. `dim` in
/// nn.Linear(dim, dim) is d_in and d_out, `n` in dim // n is heads. A parameter of
/// whose use nothing can be told is not in it.
using SizesByUse = std::map<std::string, std::vector<std::string>>;

/// The constructor of a class of the program by its name, or null.
using ConstructorOf = std::function<const lang::FunctionObject*(lang::Symbol)>;

/// What the layers of a homework are made with, in its own words for it: (in, out), or
/// without `in` a vector of `out` numbers.
struct LayerSizes {
  std::string in, out;
};

/// Of the sizes that are known at all, in that order. `layers` are those that a
/// program is expected to make, in order. `call` is what is called with tensors later; it reads what the constructor
/// kept on self. For a plain function, `init` is null. `globals` are names of the
/// module that are looked at like parameters.
SizesByUse sizes_by_use(const std::vector<std::string>& known,
                        const std::vector<LayerSizes>& layers, const lang::FunctionObject* init,
                        const lang::FunctionObject& call, const ConstructorOf& constructor_of,
                        const std::set<std::string>& globals = {});

/// Whether a function reads this name.
bool reads_name(const lang::FunctionObject& f, const std::string& name);

/// The constructors that a function hands one of its parameters to, and as what.
struct HandedTo {
  const lang::FunctionObject* constructor;
  std::string parameter;
};
std::vector<HandedTo> handed_to(const std::string& parameter, const lang::FunctionObject& f,
                                const ConstructorOf& constructor_of);

/// Whether nothing is done with a parameter of a constructor: it is not read at all,
/// handed to a constructor that does nothing with it, or kept on self, where `call`
/// and the constructor leave it alone.
bool is_unused(const std::string& parameter, const lang::FunctionObject& init,
               const lang::FunctionObject* call, const ConstructorOf& constructor_of);

/// The keys that a function reads out of a parameter: "w_q" of params["w_q"], "p"
/// of settings.get("p", 0.1).
std::set<std::string> keys_read(const lang::FunctionObject& f, const std::string& parameter);

/// Whether a function reads a parameter's shape, or does else what only a tensor
/// bears.
bool acts_as_tensor(const lang::FunctionObject& f, const std::string& parameter);

/// Whether a function hides numbers by what it is given for a parameter: it fills where
/// that says so, or adds it to something.
bool acts_as_mask(const lang::FunctionCode& f, const std::string& parameter);

/// How many axes a function speaks of, at most: four in permute(0, 2, 1, 3), three for bmm.
/// 0 where nothing tells.
size_t axes_spoken_of(const lang::FunctionCode& f);

/// What a function does with a tensor that is a parameter: x @ w and x @ w.T (and
/// F.linear(x, w), which turns it, too) make it a weight, x + b a bias.
enum class WeightUse { none, as_it_is, turned, added };
WeightUse weight_use(const lang::FunctionObject& f, const std::string& parameter);

/// Whether a class is the program's own: no built-in one, and none of lib/library.
bool is_of_program(const lang::ClassObject& cls);

}  // namespace mha::reading
