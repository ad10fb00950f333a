#pragma once

// What the files of Trials share.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "homework/compare/recording.h"
#include "homework/spec/assignment.h"
#include "lang/runtime/interpreter.h"
#include "random/generator.h"
#include "tensor/core/tensor.h"

namespace mha::homework {

// Spread of the weights: large enough that every mistake moves the numbers.
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

/// True if a function reads something out of its parameter: `config.n_embd`,
/// `config["heads"]`.
bool holds_sizes(const lang::FunctionObject& f, const std::string& parameter);
/// True if it calls it: `dropout(weights)`.
bool is_called(const lang::FunctionObject& f, const std::string& parameter);

/// A size that is a whole number, or -1.
int64_t whole(const std::map<std::string, lang::Value>& sizes, const std::string& name);

/// (in, out) of a weight, or (out).
Shape shape_of(const WeightSpec& weight, const std::map<std::string, lang::Value>& sizes);

/// Numbers of mean 0 and spread `spread`, the same for a seed.
Tensor drawn(Generator& generator, const Shape& shape, double spread);

/// The nn.Dropout layers of a module and below it.
std::vector<lang::Value> find_dropouts(const lang::Value& module);

/// The values of a dict that an object keeps: "_buffers" of a module.
void each_item(const lang::Value& object, const char* attribute,
               const std::function<void(const lang::Value&)>& work);
/// The same, with their names.
void each_named_item(const lang::Value& object, const char* attribute,
                     const std::function<void(const std::string&, const lang::Value&)>& work);
/// The attribute of a module under which something that learns stands that has a second place
/// in it: one layer under two names, or twice in a list. Empty if there is none.
std::string shared_layer(const lang::Value& module);
/// A module and all below it. What is no object has none.
void each_module(const lang::Value& module,
                 const std::function<void(const lang::Value&)>& work);

/// Adds the tables whose rows were made one by one, each longer than the last:
/// scores of a token and those before it.
void join_steps(Recording& recording);

}  // namespace mha::homework
