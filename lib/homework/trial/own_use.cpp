#include "homework/trial/own_use.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "reading/index.h"

namespace mha::homework {

namespace {

/// Where a function first reads a parameter; an empty span if it never does.
Span first_read(const lang::Module& module, const lang::FunctionObject& call, const std::string& parameter) {
  const reading::Index index({&module});
  for (const reading::FunctionNode& f : index.functions()) {
    if (f.code->span.begin != call.code->span.begin) continue;
    for (const reading::ExprNode& n : index.nodes(f)) {
      if (n.use == reading::Use::read && n.expr->kind == lang::ExprKind::name &&
          static_cast<const lang::NameExpr&>(*n.expr).ref.name.str() == parameter) {
        return n.expr->span;
      }
    }
  }
  return {};
}

enum class Content { flags, hiding, whole, other };

Content content_of(const Numbers& n) {
  if (n.hidden > 0) return Content::hiding;
  const bool flags = std::all_of(n.values.begin(), n.values.end(), [](double v) { return v == 0 || v == 1; });
  if (flags) return Content::flags;
  const bool whole = std::all_of(n.values.begin(), n.values.end(), [](double v) { return v == std::floor(v); });
  return whole ? Content::whole : Content::other;
}

bool is_mask_by_content(const Numbers& n) { return content_of(n) <= Content::hiding; }

void add_read(const Recording& recording, const Source& source, Span span, std::vector<Numbers>& out) {
  for (const Made& m : recording.made()) {
    if (!m.source || m.span.begin != span.begin || m.span.end != span.end) continue;
    if (m.source->text() != source.text()) continue;
    const bool known = std::any_of(out.begin(), out.end(),
                                   [&](const Numbers& n) { return are_of_one_kind(n, m.numbers); });
    if (!known) out.push_back(m.numbers);
  }
}

}  // namespace

std::vector<Numbers> own_tensors(const Program& program, const lang::FunctionObject& call,
                                 const std::string& parameter) {
  // Cached, since later edits of the program move its lines.
  const auto [known, is_new] = program.own_uses().try_emplace({call.qualname, parameter});
  std::vector<Numbers>& out = known->second;
  if (!is_new) return out;
  for (const lang::ModulePtr& module : program.modules()) {
    if (module->source->text() != call.code->source->text()) continue;
    const Span span = first_read(*module, call, parameter);
    if (span.begin == span.end) continue;
    const Source& source = *module->source;
    add_read(program.at_start(), source, span, out);
    if (out.empty()) add_read(program.as_main().at_start(), source, span, out);
  }
  return out;
}

bool is_mask(const Numbers& n) { return n.shape.size() > 1 && is_mask_by_content(n); }

bool is_causal_mask(const Numbers& n) {
  const auto tokens = static_cast<size_t>(n.shape.empty() ? 0 : n.shape.back());
  if (n.shape.size() < 2 || tokens < 2 || n.shape[n.shape.size() - 2] != n.shape.back() || n.values.size() != tokens * tokens) return false;
  const double behind = n.values[tokens], ahead = n.values[1];
  if (behind == ahead || !is_mask_by_content(n)) return false;
  for (size_t i = 0; i < n.values.size(); ++i) {
    const size_t row = i / tokens, column = i % tokens;
    if (column != row && n.values[i] != (column > row ? ahead : behind)) return false;
  }
  return true;
}

static bool has_rows(const Numbers& flags, const std::function<bool(double, double)>& in_order) {
  const auto width = static_cast<size_t>(flags.shape.empty() ? 1 : flags.shape.back());
  for (size_t i = 1; i < flags.values.size(); ++i) {
    if (i % width != 0 && !in_order(flags.values[i - 1], flags.values[i])) return false;
  }
  return true;
}

/// Whether every query is told the same, as by hand for a test: then no row looks like a text's end.
static bool has_equal_rows(const Numbers& n) {
  const size_t width = n.shape.size() < 2 || n.shape.back() != n.shape[n.shape.size() - 2] ? 0 : static_cast<size_t>(n.shape.back());
  for (size_t i = width; i < n.values.size(); ++i) {
    if (n.values[i] != n.values[i - width]) return false;
  }
  return width > 1;
}

bool may_keep(const Numbers& n) {
  if (has_equal_rows(n)) return true;
  return content_of(n) != Content::flags || has_rows(n, std::greater_equal<>()) || !has_rows(n, std::less_equal<>());
}

bool may_hide(const Numbers& n) {
  return content_of(n) == Content::flags && (has_rows(n, std::less_equal<>()) || !has_rows(n, std::greater_equal<>()));
}

bool are_of_one_kind(const Numbers& a, const Numbers& b) {
  const size_t axes = a.shape.size();
  if (axes != b.shape.size() || content_of(a) != content_of(b)) return false;
  for (size_t i = 0; i < axes; ++i) {
    if ((a.shape[i] == 1) != (b.shape[i] == 1)) return false;
    for (size_t k = i + 1; k < axes; ++k) {
      if ((a.shape[i] == a.shape[k]) != (b.shape[i] == b.shape[k])) return false;
    }
  }
  return true;
}

}  // namespace mha::homework
