#include "render/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "library/library.h"
#include "pictures/provenance/origins.h"
#include "render/axes.h"
#include "render/source_view.h"
#include "tensor/core/print.h"

namespace mha::render {

namespace {

// A line that runs many times with different shapes shows at most so many.
constexpr size_t kMostNotes = 4;

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

/// "nn.MultiheadAttention.forward" of a function in lib/library.
std::string name_in_library(const lang::FunctionCode& code) {
  std::string module = code.source->name().substr(0, code.source->name().rfind('.'));
  std::replace(module.begin(), module.end(), '/', '.');
  const int line = code.source->place(code.span.begin).line;
  std::string owner;
  for (const library::Definition& d : library::definitions(module)) {
    if (d.line <= line) owner = d.name;
  }
  const std::string name = owner.empty() || owner == code.name.str() ? code.name.str() : owner + "." + code.name.str();
  if (name.starts_with('_')) return name;
  if (module.starts_with("torch.nn.modules.")) return "nn." + name;
  return (module == "torch.nn.functional" ? "F" : module) + "." + name;
}

}  // namespace

struct Trace::Impl {
  struct Note {
    std::string chain, axes, strides;
    MadeTensor made;
    int times = 1;
  };
  struct Line {
    std::vector<Note> notes;
    std::string output;
  };
  /// A function of the library that ran.
  struct Visited {
    const lang::FunctionCode* code = nullptr;
    SourcePtr source;
    std::vector<std::string> callers;  // "line 6", "MultiheadAttention.forward"
    int times = 0;
  };
  /// A running statement. Nested calls each have their own.
  struct Statement {
    const lang::FunctionCode* code = nullptr;  // of the function that it stands in
    bool passed_over = false;                  // sets up a layer of the library
    const Source* source = nullptr;
    Span span;
    std::vector<Made> made;
    std::map<const lang::Expr*, Tensor> seen;  // values of sub-expressions
    std::map<std::string, Tensor> names;       // values of plain names
  };

  std::map<const Source*, std::map<int, Line>> lines;
  std::set<const Source*> begun;
  std::vector<Statement> stack = std::vector<Statement>(1);
  std::vector<Visited> visited;
  Axes axes;

  /// The innermost statement if what happens in `source` is to be shown. A page of the
  /// library that is read in the middle of a statement is none of it.
  Statement* shown(const Source& source) {
    Statement& s = stack.back();
    const bool foreign = source.is_library() && (!s.code || s.code->source.get() != &source);
    return s.passed_over || foreign ? nullptr : &s;
  }

  void visit(const lang::FunctionCode& code, const Statement& caller) {
    auto v = std::find_if(visited.begin(), visited.end(), [&](const Visited& x) { return x.code == &code; });
    if (v == visited.end()) v = visited.insert(v, {&code, code.source, {}, 0});
    ++v->times;
    if (!caller.source) return;
    const std::string from = caller.source->is_library()
                                 ? name_in_library(*caller.code)
                                 : fmt::format("line {}", caller.source->place(caller.span.begin).line);
    if (std::find(v->callers.begin(), v->callers.end(), from) == v->callers.end()) v->callers.push_back(from);
  }

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
    n.made = {m.label, m.chain, m.tensor.shape()};
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
    const auto seen = [&](const lang::Expr* x) -> const Tensor* {
      const auto it = s.seen.find(x);
      return it == s.seen.end() ? nullptr : &it->second;
    };
    if (e.kind == lang::ExprKind::binary) {
      const auto& b = static_cast<const lang::Binary&>(e);
      const Tensor* left = seen(b.left.get());
      const Tensor* right = seen(b.right.get());
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
    const lang::Expr* object = pictures::object_of(e);
    if (const Tensor* receiver = object ? seen(object) : nullptr) {
      receiver_span = object->span;
      from = shape_text(receiver->shape());
    } else if (e.kind == lang::ExprKind::call) {
      std::vector<std::string> inputs;
      for (const lang::ExprPtr& arg : static_cast<const lang::Call&>(e).args) {
        if (const Tensor* t = seen(arg.get())) inputs.push_back(shape_text(t->shape()));
      }
      from = join(inputs, ", ");
    }
    const std::string to = std::string(operation) + " " + shape_text(result.shape());
    return from.empty() ? to : from + " -> " + to;
  }
};

Trace::Trace() : impl_(std::make_unique<Impl>()) {}
Trace::~Trace() = default;

void Trace::on_enter(const lang::FunctionCode& code) {
  const Impl::Statement& caller = impl_->stack.back();
  const bool in_library = code.source->is_library();
  Impl::Statement s;
  s.code = &code;
  s.passed_over = in_library && (caller.passed_over || code.name.str() == "__init__");
  if (in_library && !s.passed_over) impl_->visit(code, caller);
  impl_->stack.push_back(std::move(s));
}

void Trace::on_leave(const lang::FunctionCode&) {
  impl_->flush(impl_->stack.back());
  if (impl_->stack.size() > 1) impl_->stack.pop_back();
}

void Trace::on_statement(const Source& source, Span span) {
  Impl::Statement* const at = impl_->shown(source);
  if (!at) return;
  Impl::Statement& s = *at;
  impl_->flush(s);
  if (s.source != &source) impl_->begun.insert(&source);
  s.source = &source;
  s.span = span;
}

void Trace::on_value(const Source& source, const lang::Expr& expr,
                     std::string_view operation, const lang::Value& value) {
  const Tensor* t = tensor_of(value);
  Impl::Statement* const at = t ? impl_->shown(source) : nullptr;
  if (!at || !at->source) return;
  Impl::Statement& s = *at;
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
  const Tensor* t = tensor_of(value);
  Impl::Statement* const at = t ? impl_->shown(source) : nullptr;
  if (!at || !at->source) return;
  Impl::Statement& s = *at;
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

namespace {

/// What stands below a line: what it made and what it printed.
template <typename Line>
std::string below(const Style& style, const Line& line) {
  const std::string bar = paint(style, Role::faint, style.unicode ? "│" : "|");
  const std::string margin = "     " + bar + "     ";
  std::string out;
  const auto& notes = line.notes;
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
  for (const std::string& row : split_lines(line.output)) {
    out += "     " + bar + " " + paint(style, Role::faint, ">") + " " + row + "\n";
  }
  return out;
}

}  // namespace

std::map<int, std::vector<Trace::MadeTensor>> Trace::made(const Source& source) const {
  for (Impl::Statement& s : impl_->stack) impl_->flush(s);
  std::map<int, std::vector<MadeTensor>> out;
  for (const auto& [number, line] : impl_->lines[&source]) {
    for (size_t i = 0; i < std::min(line.notes.size(), kMostNotes); ++i) out[number].push_back(line.notes[i].made);
  }
  return out;
}

std::string Trace::text(const Style& style, const Source& source) const {
  for (Impl::Statement& s : impl_->stack) impl_->flush(s);
  const auto& lines = impl_->lines[&source];
  const bool ends_empty = source.line(source.line_count()).empty();
  return numbered_lines(style, source, 1, source.line_count() - (ends_empty ? 1 : 0), LongLines::stay, [&](int n) {
    const auto line = lines.find(n);
    return line == lines.end() ? "" : below(style, line->second);
  });
}

std::string Trace::library_text(const Style& style) const {
  for (Impl::Statement& s : impl_->stack) impl_->flush(s);
  std::string out;
  for (const Impl::Visited& v : impl_->visited) {
    const int first = v.source->place(v.code->span.begin).line;
    const int last = torch::last_line(*v.source, first);
    const auto& lines = impl_->lines[v.source.get()];
    const auto begin = lines.lower_bound(first), end = lines.upper_bound(last);
    if (std::none_of(begin, end, [](const auto& line) { return !line.second.notes.empty(); })) continue;
    std::string title = "Inside " + name_in_library(*v.code);
    if (!v.callers.empty()) title += ", called from " + join(v.callers, ", ");
    if (v.times > 1) title += fmt::format(" ({} times)", v.times);
    out += "\n";
    for (const std::string& row : wrap(title, style.text_width())) out += paint(style, Role::heading, row) + "\n";
    out += numbered_lines(style, *v.source, first, last, LongLines::folded, [&](int n) {
      const auto line = lines.find(n);
      return line == lines.end() ? "" : below(style, line->second);
    });
  }
  return out;
}

}  // namespace mha::render
