#include "lesson/course/fences.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "lang/syntax/parser.h"
#include "lesson/answers/places.h"
#include "lesson/course/document.h"
#include "pictures/picture.h"

namespace mha::lesson {

namespace {

bool is_expression(const std::string& text) {
  try {
    lang::parse(std::make_shared<Source>("expression", text),
                lang::ParseMode::expression);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// A line of the fence, trimmed, and its place in the file.
struct Line {
  std::string text;
  Span span;
};

std::vector<Line> lines_of(const Fence& fence) {
  std::vector<Line> lines;
  uint32_t at = fence.content.begin;
  for (const std::string& line : split_lines(fence.body)) {
    const auto size = static_cast<uint32_t>(line.size());
    const std::string_view text = trim(line);
    if (!text.empty()) {
      const auto lead = static_cast<uint32_t>(text.data() - line.data());
      lines.push_back({std::string(text),
                       {at + lead, at + lead + static_cast<uint32_t>(text.size())}});
    }
    at += size + 1;
  }
  return lines;
}

uint32_t rest_begin(const Fence& fence, const Complaints& complaints) {
  const std::string_view head = complaints.file()->text(fence.head);
  const size_t at = head.find(fence.rest);
  return fence.head.begin + static_cast<uint32_t>(std::min(at, head.size()));
}

/// The first place of `separator` that has an answer before it: the answer may
/// hold the separator itself (a dict has ": " too).
size_t split_after_answer(const std::string& line, const std::string& separator) {
  size_t at = line.find(separator);
  const size_t first = at;
  while (at != std::string::npos) {
    const std::string before(trim(line.substr(0, at)));
    if (is_expression(before) || reads_as_places(before)) return at;
    at = line.find(separator, at + 1);
  }
  return first;
}

}  // namespace

void Complaints::no_such(Span span, const std::string& what,
                         const std::string& name,
                         const std::vector<std::string>& candidates) {
  const std::string near = nearest(name, candidates);
  add(span, "no such " + what + ": '" + name + "'",
      near.empty() ? "there are " + join(candidates, ", ")
                   : "did you mean '" + near + "'?");
}

lang::ModulePtr Complaints::parsed(const std::string& code, uint32_t begin) {
  try {
    return lang::parse(std::make_shared<Source>(file_->name(), code));
  } catch (const lang::SyntaxError& e) {
    add({begin + e.span().begin, begin + e.span().end},
        e.kind() + ": " + e.message(), e.help());
  } catch (const Error& e) {
    add({begin, begin + static_cast<uint32_t>(code.size())},
        e.kind() + ": " + e.message(), e.help());
  }
  return nullptr;
}

Text read_code(const Fence& fence, Complaints& complaints) {
  complaints.parses(fence.body, fence.content.begin);
  return {fence.body, fence.content};
}

std::optional<Predict> read_predict(const Fence& fence, Complaints& complaints) {
  Predict q;
  q.span = fence.head;
  // Python has no `?`: the words after it are the question.
  const size_t mark = split_after_answer(fence.rest, " ? ");
  q.expression = trim(fence.rest.substr(0, mark));
  if (mark != std::string::npos) q.question = trim(fence.rest.substr(mark + 3));
  if (q.expression.empty()) {
    complaints.add(fence.head, "predict needs the expression that is the answer",
                   "```predict q.shape");
    return std::nullopt;
  }
  if (!complaints.parses(q.expression, rest_begin(fence, complaints))) {
    return std::nullopt;
  }
  for (const Line& line : lines_of(fence)) {
    const size_t colon = split_after_answer(line.text, ": ");
    if (colon == std::string::npos) {
      complaints.add(line.span,
                     "expected 'likely answer: what to say': " + line.text);
      continue;
    }
    Reply reply{std::string(trim(line.text.substr(0, colon))),
                std::string(trim(line.text.substr(colon + 2))), line.span};
    if (!complaints.proven() && !is_expression(reply.answer) &&
        !reads_as_places(reply.answer)) {
      complaints.add({line.span.begin,
                      line.span.begin + static_cast<uint32_t>(reply.answer.size())},
                     "a likely answer is an expression or places: " + reply.answer);
      continue;
    }
    q.replies.push_back(std::move(reply));
  }
  q.id = question_id("predict", q.question.empty()
                                    ? q.expression
                                    : q.expression + " " + q.question);
  return q;
}

Choice read_choice(const Fence& fence, Complaints& complaints) {
  Choice q;
  q.span = fence.head;
  q.question = fence.rest;
  q.id = question_id("choice", q.question);
  if (q.question.empty()) complaints.add(fence.head, "choice needs a question");
  std::vector<Span> spans;
  for (const Line& line : lines_of(fence)) {
    const bool right = line.text.starts_with("- [x] ");
    if (!right && !line.text.starts_with("- [ ] ")) {
      constexpr std::string_view kAlso = "- also: ";
      if (line.text.starts_with(kAlso) && !q.options.empty()) {
        std::vector<std::string>& also = q.options.back().also;
        for (std::string& phrase : comma_list(line.text.substr(kAlso.size()))) also.push_back(std::move(phrase));
      } else if (q.options.empty()) {
        complaints.add(line.span,
                       "expected '- [ ] text: reply' or '- [x] text: reply'");
      } else {
        q.options.back().reply += " " + line.text;
      }
      continue;
    }
    const std::string rest = line.text.substr(6);
    const size_t colon = std::min(rest.find(": "), rest.size());
    q.options.push_back(
        {right, std::string(trim(rest.substr(0, colon))),
         colon < rest.size() ? std::string(trim(rest.substr(colon + 2))) : ""});
    spans.push_back(line.span);
  }
  const auto right = std::count_if(q.options.begin(), q.options.end(),
                                   [](const auto& o) { return o.right; });
  if (right != 1) {
    complaints.add(fence.head, "a choice has exactly one right option; this has " +
                                   std::to_string(right));
  }
  if (q.options.size() == 1) {
    complaints.add(fence.head, "a choice has at least two options");
  }
  for (size_t i = 0; i < q.options.size(); ++i) {
    if (q.options[i].reply.empty()) {
      complaints.add(spans[i], "no reply to '" + q.options[i].text + "'");
    }
  }
  return q;
}

Order read_order(const Fence& fence, Complaints& complaints) {
  constexpr size_t kMost = 10;  // letters a to j
  Order q;
  q.span = fence.head;
  q.question = fence.rest;
  q.id = question_id("order", q.question);
  if (q.question.empty()) complaints.add(fence.head, "order needs a question");
  for (const std::string& line : split_lines(fence.body)) {
    const std::string text = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (!text.empty()) q.lines.push_back(text);
  }
  for (const Line& line : lines_of(fence)) {
    if (std::count_if(q.lines.begin(), q.lines.end(), [&](const std::string& l) {
          return trim(l) == line.text;
        }) > 1) {
      complaints.add(line.span, "a line stands here twice: nobody could tell "
                                "which comes first");
      break;
    }
  }
  if (q.lines.size() < 2 || q.lines.size() > kMost) {
    complaints.add(fence.head, "order has 2 to 10 lines, in their right order; "
                               "this has " + std::to_string(q.lines.size()));
  }
  return q;
}

std::optional<Picture> read_picture(const Fence& fence, Complaints& complaints) {
  const std::string& rest = fence.rest;
  const size_t blank = std::min(rest.find(' '), rest.size());
  Picture p{rest.substr(0, blank), std::string(trim(rest.substr(blank))),
            fence.head};
  if (!pictures::find_kind(p.kind)) {
    std::vector<std::string> kinds;
    for (const pictures::Kind& k : pictures::kinds()) kinds.emplace_back(k.name);
    complaints.add(fence.head, "no such picture: '" + p.kind + "'",
                   "there are " + join(kinds, ", "));
    return std::nullopt;
  }
  if (p.expression.empty()) {
    complaints.add(fence.head, "show " + p.kind + " needs what it shows");
    return std::nullopt;
  }
  const auto begin = rest_begin(fence, complaints) +
                     static_cast<uint32_t>(rest.size() - p.expression.size());
  if (!complaints.parses(p.expression, begin)) return std::nullopt;
  return p;
}

std::string question_id(const std::string& kind, const std::string& text) {
  // Signs count in an expression: q @ k is not q * k.
  static const std::pair<char, const char*> kSigns[] = {
      {'@', "at"}, {'*', "times"}, {'+', "plus"}, {'/', "over"},
      {'<', "less"}, {'>', "more"}, {'=', "is"}};
  std::string id = kind;
  bool inside = false;  // a word is being written
  const auto part = [&] {
    if (!inside) id += '-';
    inside = true;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (std::isalnum(c) || c >= 0x80) {
      part();
      id += static_cast<char>(std::tolower(c));
      continue;
    }
    inside = false;
    const bool minus = c == '-' && i + 1 < text.size() && text[i + 1] != ' ' &&
                       (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])));
    if (minus && std::isdigit(static_cast<unsigned char>(text[i + 1]))) {
      id += "-minus";
    }
    const auto* sign = std::find_if(std::begin(kSigns), std::end(kSigns),
                                    [&](const auto& s) { return s.first == text[i]; });
    if (kind == "predict" && sign != std::end(kSigns)) {
      id += std::string("-") + sign->second;
    }
  }
  return id;
}

}  // namespace mha::lesson
