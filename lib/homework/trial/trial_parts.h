#pragma once

// Shared by the sources of TrialRunner and Script (trial*.cpp).

#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "homework/compare/recording.h"
#include "homework/spec/assignment.h"
#include "lang/runtime/interpreter.h"
#include "random/generator.h"
#include "tensor/core/tensor.h"

namespace mha::homework {

// The spread of the weights: large enough that every mistake changes the result.
constexpr double kWeightSpread = 0.5;

struct ParameterView {
  std::string name;
  bool has_default = false;
  bool by_keyword = false;
};

/// The parameters of a function; `skip` leaves out self.
std::vector<ParameterView> parameters_of(const lang::FunctionObject& f, bool skip);

/// The default of a parameter; undefined if it has none.
lang::Value default_of(const lang::FunctionObject& f, const std::string& parameter);

/// Whether a function's text has the parameter followed by one of these.
bool stands_before(const lang::FunctionObject& f, const std::string& parameter,
                   std::initializer_list<const char*> behind);
/// Whether a function reads something out of its parameter: `config.n_embd`,
/// `config["heads"]`.
bool holds_sizes(const lang::FunctionObject& f, const std::string& parameter);
/// Whether a function calls its parameter: `dropout(weights)`.
bool is_called(const lang::FunctionObject& f, const std::string& parameter);

/// Whether a class keeps its constructor's parameter and calls it later: self.drop = drop, and then
/// self.drop(weights); also where another stands in for None.
bool is_called_later(const lang::FunctionObject& init, const lang::FunctionObject* call, const std::string& parameter);
/// Whether a function takes an item out of its parameter by a number, and none by a name: shape[-1].
bool is_sequence(const lang::FunctionObject& f, const std::string& parameter);

/// The value of a size if it is a whole number, or -1.
int64_t whole(const std::map<std::string, lang::Value>& sizes, const std::string& name);

/// The shape of a weight: (in, out), or (out) for a vector.
Shape shape_of(const WeightSpec& weight, const std::map<std::string, lang::Value>& sizes);

/// Normal numbers with mean 0 and standard deviation `spread`.
Tensor drawn(Generator& generator, const Shape& shape, double spread);

/// The nn.Dropout layers of a module and its submodules.
std::vector<lang::Value> find_dropouts(const lang::Value& module);

/// Visits the values of a dict attribute: "_buffers" of a module.
void each_item(const lang::Value& object, const char* attribute,
               const std::function<void(const lang::Value&)>& work);
/// Visits the values with their names.
void each_named_item(const lang::Value& object, const char* attribute,
                     const std::function<void(const std::string&, const lang::Value&)>& work);
/// The attribute of a module whose layer is stored a second time: under another name, or twice
/// in a list. Empty if no layer with parameters is shared.
std::string shared_layer(const lang::Value& module);
/// Visits a module and its submodules, each once: a module may hold itself. Values that are not
/// objects are ignored.
void each_module(const lang::Value& module,
                 const std::function<void(const lang::Value&)>& work);

/// Adds the square tables whose rows a loop made one by one, each longer than the last: the
/// scores of a token against itself and those before it.
void join_steps(Recording& recording);

}  // namespace mha::homework
