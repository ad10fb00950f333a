#include "homework/mend/edited.h"

#include <algorithm>

#include "lang/syntax/parser.h"

namespace mha::homework {

namespace {

using Codes = std::vector<std::shared_ptr<lang::FunctionCode>>;

/// The functions of a block and of its classes, in order, without nested functions.
void functions_of(const lang::Block& block, Codes& out) {
  for (const lang::StmtPtr& s : block) {
    switch (s->kind) {
      case lang::StmtKind::function:
        out.push_back(static_cast<const lang::FunctionDef&>(*s).code);
        break;
      case lang::StmtKind::class_:
        functions_of(static_cast<const lang::ClassDef&>(*s).body, out);
        break;
      case lang::StmtKind::if_:
        functions_of(static_cast<const lang::If&>(*s).then, out);
        functions_of(static_cast<const lang::If&>(*s).otherwise, out);
        break;
      default:
        break;
    }
  }
}

/// Whether two functions have the same parameters and closure. Their own cells are made anew by
/// each call and need not match.
bool same_cells(const lang::ScopeInfo& a, const lang::ScopeInfo& b) {
  return a.captured == b.captured && std::equal(a.cells.begin() + a.own_cells, a.cells.end(), b.cells.begin() + b.own_cells, b.cells.end());
}

/// The one class or function of a module that contains all changes; nothing if there is none.
std::optional<size_t> statement_of(const Edit& edit) {
  const lang::Block& body = edit.module->body;
  for (size_t i = 0; i < body.size(); ++i) {
    const bool holds = body[i]->span.begin <= edit.changes.front().span.begin && edit.changes.back().span.end <= body[i]->span.end;
    if (!holds) continue;
    const bool defines = body[i]->kind == lang::StmtKind::class_ || body[i]->kind == lang::StmtKind::function;
    return defines ? std::optional(i) : std::nullopt;
  }
  return std::nullopt;
}

/// The edited text of one statement, at the same lines as in its module.
std::string edited_part(const Edit& edit, size_t at) {
  const lang::Block& body = edit.module->body;
  const std::string text = edited_text(edit);
  const size_t before = at == 0 ? 0 : body[at - 1]->span.end;
  const size_t behind = at + 1 == body.size() ? 0 : edit.module->source->text().size() - body[at + 1]->span.begin;
  const auto lines = static_cast<size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(before), '\n'));
  return std::string(lines, '\n') + text.substr(before, text.size() - before - behind);
}

}  // namespace

Edited::Edited(const Edit& edit) {
  const lang::Module& own = *edit.module;
  const std::optional<size_t> at = statement_of(edit);
  if (!parse(own, at ? edited_part(edit, *at) : edited_text(edit))) return;
  if (!at) {
    functions_of(own.body, own_);
  } else if (own.body[*at]->kind == lang::StmtKind::class_) {
    functions_of(static_cast<const lang::ClassDef&>(*own.body[*at]).body, own_);
  } else {
    own_ = {static_cast<const lang::FunctionDef&>(*own.body[*at]).code};
  }
  take();
}

Edited::~Edited() {
  if (made_) exchange();
}

bool Edited::parse(const lang::Module& module, const std::string& text) {
  try {
    edited_ = lang::parse(std::make_shared<Source>(module.source->name(), text));
  } catch (const Error&) {
  }
  return edited_ != nullptr;
}

void Edited::take() {
  functions_of(edited_->body, other_);
  made_ = own_.size() == other_.size();
  for (size_t i = 0; i < own_.size() && made_; ++i) {
    made_ = own_[i]->name == other_[i]->name && same_cells(own_[i]->scope, other_[i]->scope);
  }
  if (made_) exchange();
}

void Edited::exchange() {
  for (size_t i = 0; i < own_.size(); ++i) std::swap(*own_[i], *other_[i]);
}

}  // namespace mha::homework
