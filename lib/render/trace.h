#pragma once

#include <memory>
#include <string>

#include "lang/runtime/interpreter.h"
#include "render/style.h"

namespace mha::render {

/// Watches a program and afterwards shows it again, with what each line made
/// under it: the tensors with their shapes, axes, strides; what it printed.
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
  /// What the program prints, to be shown under the line that printed it.
  void on_output(std::string_view text);

  /// Whether a statement of it was run.
  bool has_run(const Source& source) const;
  /// The program with its annotations.
  std::string text(const Style& style, const Source& source) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mha::render
