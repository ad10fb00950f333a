#include "lesson/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "lang/parser.h"
#include "lesson/picture_makers.h"
#include "tensor/views.h"

namespace mha::lesson {

namespace {

// Matrices of one heatmap: a picture of more is a wall.
constexpr int64_t kMostPanels = 16;

}  // namespace

std::string number_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  // -0.0 is a curiosity of its own, not one for a picture.
  return fmt::format("{:.4g}", value == 0 ? 0.0 : value);
}

std::string shape_text(const Shape& shape) {
  std::vector<std::string> parts;
  for (const int64_t n : shape) parts.push_back(std::to_string(n));
  return "(" + join(parts, ", ") + (parts.size() == 1 ? ",)" : ")");
}

std::string index_text(const Shape& index, int64_t open) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < index.size(); ++i) {
    parts.push_back(static_cast<int64_t>(i) == open ? ":" : std::to_string(index[i]));
  }
  return "[" + join(parts, ", ") + "]";
}

std::string indexable(const std::string& expression) {
  const ParsedExpression e = parse_expression(expression);
  const bool closed = e.expr && (e.expr->kind == lang::ExprKind::name ||
                                 e.expr->kind == lang::ExprKind::attribute ||
                                 e.expr->kind == lang::ExprKind::subscript ||
                                 e.expr->kind == lang::ExprKind::call);
  const bool bracketed = expression.starts_with('(') && expression.ends_with(')') && !closed;
  return closed || bracketed ? expression : "(" + expression + ")";
}

ParsedExpression parse_expression(const std::string& code) {
  ParsedExpression parsed;
  parsed.source = std::make_shared<Source>("picture", code);
  try {
    parsed.module = lang::parse(parsed.source);
  } catch (const Error&) {
    return parsed;  // the evaluation of the whole says what is wrong
  }
  if (parsed.module->body.size() == 1 &&
      parsed.module->body[0]->kind == lang::StmtKind::expr) {
    parsed.expr = static_cast<const lang::ExprStmt&>(*parsed.module->body[0]).value.get();
  }
  return parsed;
}

Evaluated PictureMaker::evaluate(const std::string& code) const {
  const Outcome o = world.run("picture", code);
  Evaluated result;
  if (o.failure) {
    result.problem = o.failure->kind + ": " + o.failure->message;
  } else if (const auto* t = o.value.get<lang::TensorObject>()) {
    result.tensor = t->tensor;
  } else {
    result.problem = "`" + code + "` is no tensor";
  }
  return result;
}

std::vector<std::string> PictureMaker::words(int64_t length, int64_t sentence) const {
  const auto i = static_cast<size_t>(sentences.size() > 1 ? sentence : 0);
  if (i >= sentences.size() || sentences[i].size() != static_cast<size_t>(length)) return {};
  return sentences[i];
}

namespace {

/// The lesson's `tokens`: a list of words, or a list of such lists.
std::vector<std::vector<std::string>> sentences_of(World& world) {
  lang::Interpreter& interp = world.interpreter();
  const lang::Value* tokens = interp.main().attributes().find(lang::Symbol("tokens"));
  std::vector<std::vector<std::string>> sentences;
  if (!tokens) return sentences;
  const auto items = [](const lang::Value& v) -> const std::vector<lang::Value>* {
    if (const auto* l = v.get<lang::ListObject>()) return &l->items;
    if (const auto* t = v.get<lang::TupleObject>()) return &t->items;
    return nullptr;
  };
  const auto words_of = [&](const std::vector<lang::Value>& values) {
    std::vector<std::string> words;
    for (const lang::Value& w : values) {
      const auto* s = w.get<lang::StrObject>();
      if (!s) return std::vector<std::string>();
      words.push_back(s->text());
    }
    return words;
  };
  const std::vector<lang::Value>* outer = items(*tokens);
  if (!outer || outer->empty()) return sentences;
  if (!items(outer->front())) return {words_of(*outer)};
  for (const lang::Value& v : *outer) {
    const std::vector<lang::Value>* inner = items(v);
    sentences.push_back(inner ? words_of(*inner) : std::vector<std::string>());
  }
  return sentences;
}

/// An int that the lesson has under one of these names.
bool has_size(World& world, std::initializer_list<std::string_view> names, int64_t size) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    const lang::Value* v = world.interpreter().main().attributes().find(lang::Symbol(name));
    return v && v->is_int() && v->as_int() == size;
  });
}

}  // namespace

void PictureMaker::heatmap(PictureData& p) const {
  Evaluated e = evaluate(p.expression);
  p.problem = e.problem;
  if (!e.tensor.defined()) return;
  p.tensor = e.tensor;
  const int64_t rank = p.tensor.dim();
  if (rank == 0 || p.tensor.numel() == 0) {
    p.problem = "`" + p.expression + "` has no rows to draw";
    return;
  }
  p.columns = words(p.tensor.size(-1));
  if (rank == 1) return;
  p.rows = words(p.tensor.size(-2));
  const int64_t panels = p.tensor.numel() / p.tensor.size(-1) / p.tensor.size(-2);
  if (rank == 2) return;
  // The leading axis is known by the sizes that the lesson has names for.
  const int64_t first = p.tensor.size(0);
  const bool heads = has_size(world, {"num_heads", "n_heads", "heads"}, first);
  const bool batch = has_size(world, {"batch_size", "batch", "b"}, first) ||
                     static_cast<int64_t>(sentences.size()) == first;
  const Shape leading(p.tensor.shape().begin(), p.tensor.shape().end() - 2);
  for (int64_t i = 0; i < std::min(panels, kMostPanels); ++i) {
    const Shape index = index_of(leading, i);
    if (rank == 4) {
      p.panels.push_back(first == 1 ? fmt::format("head {}", index[1])
                                    : fmt::format("batch {}, head {}", index[0], index[1]));
    } else if (rank == 3 && heads != batch) {
      p.panels.push_back(fmt::format("{} {}", heads ? "head" : "batch", i));
    } else {
      p.panels.push_back(indexable(p.expression) + index_text(index));
    }
  }
}

void PictureMaker::tape(PictureData& p) const {
  const ParsedExpression parsed = parse_expression(p.expression);
  std::vector<std::string> expressions;
  if (parsed.expr && parsed.expr->kind == lang::ExprKind::tuple) {
    for (const auto& item : static_cast<const lang::Sequence&>(*parsed.expr).items) {
      expressions.push_back(parsed.text(*item));
    }
  } else {
    expressions.push_back(p.expression);
  }
  std::vector<Tensor> alive;  // so that no storage is used again
  std::vector<TapePicture::Strip>& strips = p.tape.strips;
  size_t at = 0;  // the strip that was walked last
  for (const std::string& expression : expressions) {
    const Evaluated e = evaluate(expression);
    TapePicture::Walk walk;
    walk.expression = expression;
    if (!e.tensor.defined()) {
      walk.error = e.problem;
      if (strips.empty()) {
        p.problem = e.problem;
        return;
      }
      strips[at].walks.push_back(std::move(walk));
      continue;
    }
    const Tensor& t = e.tensor;
    alive.push_back(t);
    if (!p.tensor.defined()) p.tensor = t;
    walk.shape = t.shape();
    walk.strides = t.strides();
    walk.offset = t.storage_offset();
    walk.contiguous = t.is_contiguous();
    for (int64_t i = 0; i < t.numel(); ++i) {
      walk.cells.push_back(cell_of(t, index_of(t.shape(), i)));
    }
    at = 0;
    while (at < strips.size() && strips[at].cells.storage() != t.storage()) ++at;
    if (at == strips.size()) {
      const auto cells = t.storage()->bytes() / static_cast<int64_t>(size_of(t.dtype()));
      strips.push_back({Tensor::over(t.storage(), t.dtype(), {cells}, {1}, 0), {}});
    }
    strips[at].walks.push_back(std::move(walk));
  }
}

PictureData make_picture(World& world, const Origins& origins, const Picture& picture) {
  PictureData data;
  data.kind = picture.kind;
  data.expression = picture.expression;
  const PictureMaker maker{world, origins, sentences_of(world)};
  if (data.kind == "tape") {
    maker.tape(data);
  } else if (data.kind == "heads") {
    maker.heads(data);
  } else if (data.kind == "matmul") {
    maker.product(data);
  } else if (data.kind == "provenance") {
    maker.provenance(data);
  } else {
    maker.heatmap(data);
  }
  // The step that shows it may go on and write into what was drawn.
  for (Tensor* t : {&data.tensor, &data.product.left, &data.product.right,
                    &data.product.result}) {
    if (t->defined()) *t = clone(*t);
  }
  for (TapePicture::Strip& strip : data.tape.strips) strip.cells = clone(strip.cells);
  return data;
}

}  // namespace mha::lesson
