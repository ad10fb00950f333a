#include "render/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "render/axes.h"

namespace mha::render {

namespace {

// A line that runs many times with different shapes shows at most so many.
constexpr size_t kMostNotes = 4;

std::string shape_text(const Shape& shape) {
  std::vector<std::string> parts;
  for (const int64_t n : shape) parts.push_back(std::to_string(n));
  return "(" + join(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
}

const Tensor* tensor_of(const lang::Value& v) {
  const auto* t = v.get<lang::TensorObject>();
  return t ? &t->tensor : nullptr;
}

/// One tensor that a statement made, with how it came about.
struct Made {
  Span span;
  std::string label;  // the name it was given, or empty
  std::string chain;  // "(2, 6, 8) -> view (2, 6, 2, 4)"
  Tensor tensor;
};

}  // namespace

struct Trace::Impl {
  struct Note {
    std::string chain, axes, strides;
    int times = 1;
  };
  struct Line {
    std::vector<Note> notes;
    std::string output;
  };
  /// A running statement. Nested calls each have their own.
  struct Statement {
    const Source* source = nullptr;
    Span span;
    std::vector<Made> made;
    std::map<const lang::Expr*, Tensor> seen;  // values of sub-expressions
    std::map<std::string, Tensor> names;       // values of plain names
  };

  std::map<const Source*, std::map<int, Line>> lines;
  std::set<const Source*> begun;
  std::vector<Statement> stack = std::vector<Statement>(1);
  Axes axes;

  Line& line_of(const Statement& s, Span span) {
    return lines[s.source][s.source->place(span.begin).line];
  }

  void flush(Statement& s) {
    if (!s.source) return;
    axes.learn_from_unpacking(s.source->text(s.span), s.names);
    for (const Made& m : s.made) note(line_of(s, m.span), m);
    s.made.clear();
    s.seen.clear();
    s.names.clear();
  }

  void note(Line& line, const Made& m) const {
    Note n;
    n.chain = (m.label.empty() ? "" : m.label + ": ") + m.chain;
    n.axes = axes.text(m.tensor);
    n.strides = "stride " + shape_text(m.tensor.strides()) +
                (m.tensor.is_contiguous() ? ", contiguous" : ", not contiguous");
    for (Note& other : line.notes) {
      if (other.chain == n.chain && other.axes == n.axes && other.strides == n.strides) {
        ++other.times;
        return;
      }
    }
    line.notes.push_back(std::move(n));
  }

  /// The known inputs of the tensor: the receiver, or the tensors among the
  /// operands.
  std::string origin(const Statement& s, const lang::Expr& e,
                     std::string_view operation, const Tensor& result,
                     std::optional<Span>& receiver_span) {
    const auto seen = [&](const lang::ExprPtr& x) -> const Tensor* {
      const auto it = x ? s.seen.find(x.get()) : s.seen.end();
      return it == s.seen.end() ? nullptr : &it->second;
    };
    if (e.kind == lang::ExprKind::binary) {
      const auto& b = static_cast<const lang::Binary&>(e);
      const Tensor* left = seen(b.left);
      const Tensor* right = seen(b.right);
      if (left && right) {
        return fmt::format("{} {} {} -> {}", shape_text(left->shape()), operation,
                           shape_text(right->shape()), shape_text(result.shape()));
      }
      const Tensor* one = left ? left : right;
      if (one) {
        return fmt::format("{} {} number -> {}", shape_text(one->shape()), operation,
                           shape_text(result.shape()));
      }
    }
    std::string from;
    if (e.kind == lang::ExprKind::call) {
      const auto& call = static_cast<const lang::Call&>(e);
      if (call.callee->kind == lang::ExprKind::attribute) {
        const auto& method = static_cast<const lang::Attribute&>(*call.callee);
        if (const Tensor* object = seen(method.object)) {
          receiver_span = method.object->span;
          from = shape_text(object->shape());
        }
      }
      if (from.empty()) {
        std::vector<std::string> inputs;
        for (const lang::ExprPtr& arg : call.args) {
          if (const Tensor* t = seen(arg)) inputs.push_back(shape_text(t->shape()));
        }
        from = join(inputs, ", ");
      }
    } else if (e.kind == lang::ExprKind::attribute) {
      const auto& attribute = static_cast<const lang::Attribute&>(e);
      if (const Tensor* object = seen(attribute.object)) {
        receiver_span = attribute.object->span;
        from = shape_text(object->shape());
      }
    } else if (e.kind == lang::ExprKind::subscript) {
      const auto& subscript = static_cast<const lang::Subscript&>(e);
      if (const Tensor* object = seen(subscript.object)) {
        receiver_span = subscript.object->span;
        from = shape_text(object->shape());
      }
    }
    const std::string to = std::string(operation) + " " + shape_text(result.shape());
    return from.empty() ? to : from + " -> " + to;
  }
};

Trace::Trace() : impl_(std::make_unique<Impl>()) {}
Trace::~Trace() = default;

void Trace::on_enter(const lang::FunctionCode&) { impl_->stack.emplace_back(); }

void Trace::on_leave(const lang::FunctionCode&) {
  impl_->flush(impl_->stack.back());
  if (impl_->stack.size() > 1) impl_->stack.pop_back();
}

void Trace::on_statement(const Source& source, Span span) {
  Impl::Statement& s = impl_->stack.back();
  impl_->flush(s);
  if (s.source != &source) impl_->begun.insert(&source);
  s.source = &source;
  s.span = span;
}

void Trace::on_value(const Source& source, const lang::Expr& expr,
                     std::string_view operation, const lang::Value& value) {
  Impl::Statement& s = impl_->stack.back();
  const Tensor* t = tensor_of(value);
  if (!t || !s.source) return;
  const std::string text(source.text(expr.span));
  if (expr.kind == lang::ExprKind::name) s.names[text] = *t;
  if (!operation.empty()) {
    impl_->axes.learn(source, expr, operation, *t, s.seen);
    std::optional<Span> receiver;
    Made made{expr.span, "", impl_->origin(s, expr, operation, *t, receiver), *t};
    // A chain of calls is one line: what its receiver was is put in front.
    const auto before = std::find_if(
        s.made.begin(), s.made.end(), [&](const Made& m) {
          return receiver && m.span.begin == receiver->begin && m.span.end == receiver->end;
        });
    if (before != s.made.end()) {
      made.chain = before->chain + " -> " + std::string(operation) + " " + shape_text(t->shape());
      s.made.erase(before);
    }
    s.made.push_back(std::move(made));
  }
  s.seen[&expr] = *t;
}

void Trace::on_assign(const Source& source, Span target, const lang::Value& value) {
  Impl::Statement& s = impl_->stack.back();
  const Tensor* t = tensor_of(value);
  if (!t || !s.source) return;
  const std::string name(source.text(target));
  const auto made = std::find_if(s.made.rbegin(), s.made.rend(), [&](const Made& m) {
    return m.label.empty() && m.tensor.is_same(*t);
  });
  if (made != s.made.rend()) {
    made->label = name;
  } else {
    s.made.push_back({target, name, shape_text(t->shape()), *t});
  }
}

void Trace::on_output(std::string_view text) {
  Impl::Statement& s = impl_->stack.back();
  if (s.source) impl_->line_of(s, s.span).output += text;
}

bool Trace::has_run(const Source& source) const { return impl_->begun.contains(&source); }

std::string Trace::text(const Style& style, const Source& source) const {
  for (Impl::Statement& s : impl_->stack) impl_->flush(s);
  std::string out;
  const auto found = impl_->lines.find(&source);
  const std::string bar = paint(style, Role::faint, style.unicode ? "│" : "|");
  // Of the whole text, for strings that go over several lines.
  std::string whole;
  for (int n = 1; n <= source.line_count(); ++n) whole += harmless(std::string(source.line(n))) + "\n";
  std::vector<std::string> painted = split_lines(paint_code(style, whole));
  painted.resize(static_cast<size_t>(source.line_count()));
  for (int n = 1; n <= source.line_count(); ++n) {
    const std::string_view code = source.line(n);
    if (n == source.line_count() && code.empty()) break;
    out += fmt::format("{:>4} ", n) + bar + (code.empty() ? "" : " ") +
           (code.empty() ? "" : painted[static_cast<size_t>(n - 1)]) + "\n";
    if (found == impl_->lines.end()) continue;
    const auto line = found->second.find(n);
    if (line == found->second.end()) continue;
    const std::string margin = "     " + bar + "     ";
    const auto& notes = line->second.notes;
    for (size_t i = 0; i < std::min(notes.size(), kMostNotes); ++i) {
      const auto& note = notes[i];
      std::string times = note.times > 1 ? fmt::format("  ({} times)", note.times) : "";
      const int room = style.width - 1 - 11;
      std::vector<std::string> rows = wrap(note.chain + times, room);
      for (const std::string& row : rows) {
        out += margin + paint_names(style, Role::strong, fit_charset(style, row)) + "\n";
      }
      // Axes and strides share a line where both fit.
      const bool fits = display_width(note.axes) + 2 + display_width(note.strides) <= room - 2;
      std::string about = note.axes;
      if (!about.empty()) about += fits ? "  " : "\n";
      for (const std::string& row : split_lines(about + note.strides)) {
        out += margin + "  " + paint(style, Role::faint, row) + "\n";
      }
    }
    if (notes.size() > kMostNotes) {
      out += margin + fmt::format("... and {} more like these\n", notes.size() - kMostNotes);
    }
    for (const std::string& row : split_lines(line->second.output)) {
      out += "     " + bar + " " + paint(style, Role::faint, ">") + " " + row + "\n";
    }
  }
  return out;
}

}  // namespace mha::render
