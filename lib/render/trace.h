#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lang/runtime/interpreter.h"
#include "render/style.h"

namespace mha::render {

/// Observes a running program and afterwards prints it with annotations below
/// each line: the tensors that the line made, with shapes, axes and strides,
/// and its output.
class Trace : public lang::Observer {
 public:
  Trace();
  ~Trace() override;

  void on_statement(const Source& source, Span span) override;
  void on_value(const Source& source, const lang::Expr& expr,
                std::string_view operation, const lang::Value& value) override;
  void on_assign(const Source& source, Span target,
                 const lang::Value& value) override;
  void on_enter(const lang::FunctionCode& code) override;
  void on_leave(const lang::FunctionCode& code) override;
  /// Takes the program's output, to show it below the line that printed it.
  void on_output(std::string_view text);

  /// Whether any statement of the program ran.
  bool has_run(const Source& source) const;
  /// A tensor that a line made: the name it was given, or "", and how it came about.
  struct MadeTensor {
    std::string name, chain;
    Shape shape;
  };
  /// The tensors of each line, by its number.
  std::map<int, std::vector<MadeTensor>> made(const Source& source) const;
  /// The program with its annotations.
  std::string text(const Style& style, const Source& source) const;
  /// The functions of lib/library that made tensors, each with its annotations, in the
  /// order of their first calls. What sets up a layer is left out. The program must run
  /// with observes_library for there to be any.
  std::string library_text(const Style& style) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mha::render
