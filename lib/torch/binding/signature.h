#pragma once

// Binds the arguments of a call to a PyTorch function, with PyTorch's choice
// between overloads and PyTorch's words where none fits.

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "tensor/core/check.h"
#include "tensor/ops/binary.h"
#include "torch/binding/convert.h"

namespace mha::torch {

/// What a parameter takes. `sym_ints` are sizes: the same as `ints`, under the
/// name that PyTorch's messages give them.
enum class ParamType : uint8_t {
  tensor, number, integer, floating, boolean, text, ints, sym_ints, floats,
  tensors, dtype, layout, device, memory_format, generator, name, names, any
};

struct Param {
  ParamType type = ParamType::any;
  lang::Symbol name;
  /// NumPy's names for it, taken as well: axis for dim, keepdims, x, a, x1, x2.
  std::vector<lang::Symbol> aliases;
  lang::Value default_value;  // undefined if it must be given
  std::string default_text;   // of a str
  bool allow_none = false;
  bool keyword_only = false;
  bool broadcasts = false;       // int[1]: a single int stands for a list
  bool takes_number = false;     // a tensor or a Python number: add, mul, ...
  bool hidden = false;           // of a method: the receiver, and `out`

  bool optional() const { return default_value.defined(); }
};

/// One overload: "Tensor input, int dim, dtype? dtype=None, *, Tensor out=None".
/// Types are written Tensor Number int float bool str int[] int[1] SymInt[]
/// float[] Tensor[] dtype layout device memory_format Generator name name[]
/// any; a ? after one allows None, a ! a number in place of a tensor.
struct Signature {
  Signature(std::string_view text, bool method);
  std::vector<Param> params;
  // How many may be given; the receiver of a method is not counted.
  size_t min_args = 0;
  size_t max_args = 0;
  size_t max_positional = 0;
  bool varargs = false;     // view(2, 3): its one list may come as several ints
  int receiver = -1;        // of a method: which parameter
  bool deprecated = false;  // accepted, but not named in messages
  bool has_names = false;   // takes names of dimensions
  int out = -1;             // where `out` is among the parameters

  /// "(Tensor input, int dim, *, Tensor out)", as messages show it.
  std::string display() const;
};

/// The arguments of one call, bound. A function reads them by position in the
/// overload that was chosen; what was not given reads as its default.
class Call {
 public:
  static constexpr size_t kMaxParams = 20;

  lang::Interpreter& interp;
  size_t overload = 0;
  bool in_place = false;  // NAME_ was called, which writes into the receiver

  explicit Call(lang::Interpreter& i) : interp(i) {}

  /// The value given, or the default; None where the default is None.
  const lang::Value& value(size_t i) const;
  /// Given, and not None.
  bool given(size_t i) const;

  const Tensor& tensor(size_t i) const;
  /// An undefined Tensor for None.
  Tensor tensor_or_none(size_t i) const;
  Operand operand(size_t i) const;  // a tensor or a number
  Scalar scalar(size_t i) const;
  std::optional<Scalar> scalar_or_none(size_t i) const;
  int64_t integer(size_t i) const;
  std::optional<int64_t> integer_or_none(size_t i) const;
  double floating(size_t i) const;
  std::optional<double> floating_or_none(size_t i) const;
  bool flag(size_t i) const;
  const std::string& text(size_t i) const;
  /// A list of ints, an int for int[1], or all positional arguments: x.view(2,
  /// 3). Throws TypeError in PyTorch's words if one is no int.
  Shape ints(size_t i) const;
  std::vector<Tensor> tensors(size_t i) const;
  std::optional<DType> dtype(size_t i) const;

  /// A result as a value: the argument's own object if the op returned one of
  /// the tensors it was given.
  lang::Value wrap(const Tensor& result) const;
  /// The object given at `i`, for in-place ops.
  lang::Value same(size_t i) const { return value(i); }
  /// Where an op with a `target` writes: the receiver in place, else fresh storage.
  Tensor target() const { return in_place ? tensor(0) : Tensor(); }
  /// What such an op gave as a value: in place the receiver's own object.
  lang::Value result(Tensor t) const {
    return in_place ? same(0) : lang::tensor(std::move(t));
  }

  const Signature& signature() const { return *signature_; }
  std::string_view function() const { return function_; }

 private:
  friend class ArgParser;
  struct Slot {
    const lang::Value* value = nullptr;
    uint32_t count = 0;  // of varargs: how many from there on
    bool varargs = false;
  };
  std::string_view function_;
  const Signature* signature_ = nullptr;
  std::array<Slot, kMaxParams> slots_{};
};

/// All overloads of one function; tried in order.
class ArgParser {
 public:
  /// `signatures` are separated by '|'; a '~' before one marks it deprecated.
  /// A method has the overloads with a `Tensor input`, which becomes the
  /// receiver, without `out`; its calls give the receiver first.
  ArgParser(std::string name, std::string_view signatures, bool method = false);

  /// Fills `call`. Throws TypeError in PyTorch's words if no overload fits.
  void bind(Call& call, lang::Args& args) const;
  const std::string& name() const { return name_; }
  const std::vector<Signature>& signatures() const { return signatures_; }

 private:
  bool try_bind(const Signature& s, Call& call, lang::Args& args,
                bool raise) const;
  [[noreturn]] void fail(Call& call, lang::Args& args) const;

  std::string name_;
  std::vector<Signature> signatures_;
  bool is_method_ = false;
};

// ---------------------------------------------------------------- the tables

using RowFn = lang::Value (*)(Call&);

/// Where a row's name can be found.
enum class On : uint8_t {
  both,      // torch.NAME and Tensor.NAME
  in_place,  // both, and Tensor.NAME_, which writes into `input`
  function,  // torch.NAME, F.NAME, ... alone
  method     // Tensor.NAME alone
};

/// The operator of Python's that a row serves: "add" for x + y, y + x and x += y.
struct Operator {
  const char* name = nullptr;
  lang::PlainFn plain = nullptr, reflected = nullptr, in_place = nullptr;
  bool of_one = false;  // -x
};

/// A function of PyTorch: adding one is adding a row.
struct Row {
  const char* name;
  const char* signatures;
  RowFn run;
  On on = On::both;
  Operator op = {};
};

/// The function object for a row: as a module's function, a method, or the
/// in-place form of one. Signatures are parsed at the first call, once for all
/// interpreters.
enum class Form : uint8_t { function, method, in_place_method, in_place_function };
lang::Value make_function(const Row& row, Form form);

}  // namespace mha::torch
