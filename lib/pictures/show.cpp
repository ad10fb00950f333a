#include "pictures/show.h"

#include <algorithm>

#include "base/text.h"
#include "pictures/cells.h"
#include "pictures/maker.h"

namespace mha::pictures {

namespace {

/// A kind and the expression after its name; no kind if the whole text is an
/// expression, such as `heads[0]` with a variable named like a kind.
struct Request {
  const Kind* kind = nullptr;
  std::string expression;
  std::string word;  // what the learner called the kind
};

Request read(const Maker& maker, const std::string& text) {
  const size_t blank = std::min(text.find(' '), text.size());
  const std::string word = text.substr(0, blank);
  const std::string rest(trim(std::string_view(text).substr(blank)));
  const Kind* kind = find_kind(word);
  const bool goes_on = rest.empty() || std::string_view(",.[+-*/@%<>=|&").find(rest[0]) != std::string_view::npos;
  if (!kind || (goes_on && maker.knows(word))) return {nullptr, text, ""};
  return {kind, rest, word};
}

/// Why a value that is not a tensor has no picture, and which values would have
/// one.
std::string no_tensor(const Evaluated& e) {
  if (e.value.defined() && (e.value.get<lang::ListObject>() || e.value.get<lang::TupleObject>())) {
    return e.value.get<lang::ListObject>() ? "it is a list; torch.tensor(...) makes a tensor of one"
                                           : "it is a tuple of numbers, such as a shape, and no tensor";
  }
  return e.value.defined() ? "pictures are of tensors, and this is none" : e.problem;
}

/// The picture of an expression, with a title if it does not say itself what it
/// is of.
Shown titled(const Maker& maker, const Kind& kind, const std::string& expression) {
  Shown shown = make_picture(maker, std::string(kind.name), expression);
  if (kind.bare && shown.picture) shown.title = expression + "  shape " + shape_text(maker.tensor(expression).shape());
  return shown;
}

}  // namespace

std::optional<std::string> show_request(std::string_view line) {
  constexpr std::string_view kWord = "show";
  const std::string_view text = trim(line);
  if (!text.starts_with(kWord)) return std::nullopt;
  const std::string_view behind = text.substr(kWord.size());
  const std::string_view rest = trim(behind);
  if (rest.empty()) return "";
  if (behind[0] != ' ' || std::string_view("=.,:*/%<>").find(rest[0]) != std::string_view::npos) return std::nullopt;
  const std::string_view word = rest.substr(0, rest.find(' '));
  for (const std::string_view other : {"me", "answer", "the", "hint", "it"}) {
    if (word == other) return std::nullopt;
  }
  return std::string(rest);
}

Shown show(const Maker& maker, const std::string& text) {
  const Request request = read(maker, text);
  if (request.kind) {
    if (!request.expression.empty()) return titled(maker, *request.kind, request.expression);
    return {std::string(request.kind->name), "", "say of what, as in `show " + request.word + " " + std::string(request.kind->example) + "`", nullptr};
  }
  const Evaluated e = maker.evaluate(request.expression);
  const Kind* best = nullptr;
  int most = 0;
  for (const Kind& k : kinds()) {
    const int fits = k.suits(maker, request.expression, e.tensor);
    if (fits <= most) continue;
    most = fits;
    best = &k;
  }
  if (best) return titled(maker, *best, request.expression);
  std::string problem = e.tensor.defined() ? "it has no rows to draw" : no_tensor(e);
  if (e.tensor.defined() && e.tensor.dim() == 0) {
    problem = "it is one number; try `show why " + request.expression + "`";
  }
  return {"", request.expression, problem, nullptr};
}

}  // namespace mha::pictures
