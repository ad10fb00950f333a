#pragma once

// What a parameter of a name that nobody knows is for, told by what the program
// does with it.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "homework/assignment.h"
#include "lang/interpreter.h"

namespace mha::homework {

/// The sizes that each parameter of a constructor stands for. `dim` in
/// nn.Linear(dim, dim) is d_in and d_out, `n` in dim // n is heads. A parameter of
/// whose use nothing can be told is not in it.
using SizesByUse = std::map<std::string, std::vector<std::string>>;

/// The constructor of a class of the program by its name, or null.
using ConstructorOf = std::function<const lang::FunctionObject*(lang::Symbol)>;

/// `call` is what is called with tensors later; it reads what the constructor
/// kept on self. For a plain function, `init` is null.
SizesByUse sizes_by_use(const Assignment& assignment, const lang::FunctionObject* init,
                        const lang::FunctionObject& call, const ConstructorOf& constructor_of);

/// The keys that a function reads out of a parameter: "w_q" of params["w_q"].
std::set<std::string> keys_read(const lang::FunctionObject& f, const std::string& parameter);

/// Whether a function multiplies something by this parameter, x @ w: then it is a
/// weight.
bool is_multiplied_by(const lang::FunctionObject& f, const std::string& parameter);

}  // namespace mha::homework
