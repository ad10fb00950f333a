#include <algorithm>
#include <cctype>
#include <map>

#include "base/text.h"
#include "lang/parser.h"
#include "lesson/lesson.h"

namespace mha::lesson {

namespace {

constexpr std::string_view kFence = "```";

/// Reads one file, line by line: front matter, then prose and fences.
class Reader {
 public:
  Reader(SourcePtr file, std::vector<Problem>& problems)
      : file_(std::move(file)), problems_(problems) {}

  Lesson read() {
    name_from_file();
    const int body = front_matter();
    lesson_.steps.emplace_back();
    for (line_ = body; line_ <= file_->line_count(); ++line_) {
      const std::string_view line = file_->line(line_);
      if (line.starts_with(kFence)) {
        flush_prose();
        fence(trim(line.substr(kFence.size())));
      } else if (line.starts_with("## ")) {
        flush_prose();
        section(trim(line.substr(3)));
      } else if (trim(line) == "---") {
        // A pause: what follows is the next step.
        flush_prose();
        if (!lesson_.steps.back().blocks.empty()) lesson_.steps.emplace_back();
      } else {
        prose_ += std::string(line) + "\n";
      }
    }
    flush_prose();
    finish_exercise();
    if (lesson_.steps.back().blocks.empty()) lesson_.steps.pop_back();
    return std::move(lesson_);
  }

 private:
  Span span_of(int line) const {
    const uint32_t start = file_->line_start(line);
    return {start, start + static_cast<uint32_t>(file_->line(line).size())};
  }
  void problem(int line, std::string message, std::string help = "") {
    problems_.push_back(
        {file_, span_of(line), std::move(message), std::move(help)});
  }

  void name_from_file() {
    std::string name = file_->name().substr(file_->name().rfind('/') + 1);
    if (name.ends_with(".md")) name.resize(name.size() - 3);
    const size_t dash = name.find('-');
    const std::string digits = name.substr(0, dash);
    if (dash == std::string::npos || digits.empty() || digits.size() > 4 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
      problem(1, "the file's name must be NN-name.md: its number is its order, "
                 "its name its id");
      return;
    }
    lesson_.number = std::stoi(digits);
    lesson_.id = name.substr(dash + 1);
  }

  // Returns the line after it.
  int front_matter() {
    if (file_->line_count() < 1 || trim(file_->line(1)) != "---") {
      problem(1, "a lesson starts with front matter between two lines '---'");
      return 1;
    }
    for (int n = 2; n <= file_->line_count(); ++n) {
      const std::string line(trim(file_->line(n)));
      if (line == "---") {
        if (lesson_.title.empty()) problem(n, "front matter without a title");
        if (lesson_.goal.empty()) problem(n, "front matter without a goal");
        return n + 1;
      }
      const size_t colon = line.find(':');
      if (colon == std::string::npos) {
        problem(n, "expected 'key: value'");
        continue;
      }
      front_matter_entry(n, std::string(trim(line.substr(0, colon))),
                         std::string(trim(line.substr(colon + 1))));
    }
    problem(1, "the front matter is not closed by '---'");
    return file_->line_count() + 1;
  }

  void front_matter_entry(int n, const std::string& key,
                          const std::string& value) {
    if (key == "title") {
      lesson_.title = value;
    } else if (key == "goal") {
      lesson_.goal = value;
    } else if (key == "minutes") {
      lesson_.minutes = std::atoi(value.c_str());
    } else if (key == "needs") {
      size_t at = 0;
      while (at <= value.size()) {
        const size_t comma = std::min(value.find(',', at), value.size());
        const std::string id(trim(value.substr(at, comma - at)));
        if (!id.empty()) lesson_.needs.push_back(id);
        at = comma + 1;
      }
    } else {
      const std::string near =
          nearest(key, {"title", "goal", "needs", "minutes"});
      problem(n, "no such key: '" + key + "'",
              near.empty() ? "" : "did you mean '" + near + "'?");
    }
  }

  void section(std::string_view heading) {
    finish_exercise();
    if (!lesson_.steps.back().blocks.empty()) lesson_.steps.emplace_back();
    lesson_.steps.back().heading = std::string(heading);
    constexpr std::string_view kExercise = "Exercise:";
    if (heading.starts_with(kExercise)) {
      exercise_ = Exercise();
      exercise_.name = std::string(trim(heading.substr(kExercise.size())));
      in_exercise_ = true;
      exercise_line_ = line_;
    }
  }

  void flush_prose() {
    const std::string text(trim(prose_));
    prose_.clear();
    if (text.empty()) return;
    block_for_more().push_back(Prose{text});
  }

  /// The blocks of the step that is being filled: a new step after a question.
  std::vector<Block>& block_for_more() {
    if (lesson_.steps.back().question()) lesson_.steps.emplace_back();
    return lesson_.steps.back().blocks;
  }

  void fence(std::string_view info) {
    const int opened = line_;
    std::string body;
    for (++line_; line_ <= file_->line_count(); ++line_) {
      if (trim(file_->line(line_)) == kFence) break;
      body += std::string(file_->line(line_)) + "\n";
    }
    if (line_ > file_->line_count()) {
      problem(opened, "this fence is never closed");
      return;
    }
    const size_t blank = std::min(info.find(' '), info.size());
    const std::string role(info.substr(0, blank));
    const std::string rest(trim(info.substr(blank)));
    if (role == "torch") {
      torch_fence(opened, rest, body);
    } else if (role == "predict") {
      predict_fence(opened, rest, body);
    } else if (role == "choice") {
      choice_fence(opened, rest, body);
    } else if (role == "hint") {
      hint_fence(opened, std::string(trim(body)));
    } else if (role == "why") {
      why_fence(opened, std::string(trim(body)));
    } else if (role == "show") {
      show_fence(opened, rest);
    } else {
      const std::string near = nearest(
          role, {"torch", "predict", "choice", "hint", "why", "show"});
      problem(opened, "no such kind of fence: '" + role + "'",
              near.empty() ? "" : "did you mean '" + near + "'?");
    }
  }

  /// Code at its own lines of the lesson file, so that carets point there.
  SourcePtr code_source(const std::string& body) const {
    return std::make_shared<Source>("lesson " + std::to_string(lesson_.number),
                                    body);
  }

  bool parses(int line, const std::string& code) {
    try {
      lang::parse(std::make_shared<Source>(file_->name(), code));
      return true;
    } catch (const Error& e) {
      problem(line, e.kind() + ": " + e.message());
      return false;
    }
  }

  void torch_fence(int opened, const std::string& rest,
                   const std::string& body) {
    if (rest == "start" || rest == "solution") {
      if (!in_exercise_) {
        problem(opened, "'torch " + rest + "' stands only under a heading "
                        "'## Exercise: name'");
        return;
      }
      (rest == "start" ? exercise_.start : exercise_.solution) = body;
      return;
    }
    if (!rest.empty() && rest != "hidden" && rest != "error") {
      problem(opened, "a torch fence is plain, hidden, error, start or "
                      "solution; not '" + rest + "'");
      return;
    }
    parses(opened, body);
    block_for_more().push_back(
        Cell{code_source(body), rest == "hidden", rest == "error"});
  }

  void predict_fence(int opened, const std::string& expression,
                     const std::string& body) {
    if (expression.empty()) {
      problem(opened, "predict needs the expression that is the answer");
      return;
    }
    if (!parses(opened, expression)) return;
    Predict q;
    q.expression = expression;
    for (const std::string& line : split_lines(body)) {
      if (trim(line).empty()) continue;
      // The answer may hold colons (a slice, a dict): the reply follows ": ".
      const size_t colon = line.find(": ");
      if (colon == std::string::npos) {
        problem(opened, "expected 'likely answer: what to say': " + line);
        continue;
      }
      q.replies.push_back({std::string(trim(line.substr(0, colon))),
                           std::string(trim(line.substr(colon + 2)))});
    }
    block_for_more().push_back(std::move(q));
  }

  void choice_fence(int opened, const std::string& question,
                    const std::string& body) {
    Choice q;
    q.question = question;
    if (question.empty()) problem(opened, "choice needs a question");
    for (const std::string& line : split_lines(body)) {
      const std::string_view text = trim(line);
      if (text.empty()) continue;
      const bool right = text.starts_with("- [x] ");
      if (!right && !text.starts_with("- [ ] ")) {
        if (q.options.empty()) {
          problem(opened, "expected '- [ ] text: reply' or '- [x] text: reply'");
        } else {
          q.options.back().reply += " " + std::string(text);
        }
        continue;
      }
      const std::string_view rest = text.substr(6);
      const size_t colon = std::min(rest.find(": "), rest.size());
      q.options.push_back(
          {right, std::string(trim(rest.substr(0, colon))),
           colon < rest.size() ? std::string(trim(rest.substr(colon + 2))) : ""});
    }
    const auto right = std::count_if(q.options.begin(), q.options.end(),
                                     [](const auto& o) { return o.right; });
    if (right != 1) problem(opened, "a choice has exactly one right option");
    for (const auto& o : q.options) {
      if (o.reply.empty()) problem(opened, "no reply to '" + o.text + "'");
    }
    block_for_more().push_back(std::move(q));
  }

  void hint_fence(int opened, const std::string& text) {
    if (in_exercise_) {
      exercise_.hints.push_back(text);
      return;
    }
    Block* last = last_question();
    if (!last) {
      problem(opened, "a hint follows the question it belongs to");
    } else if (auto* predict = std::get_if<Predict>(last)) {
      predict->hints.push_back(text);
    } else if (auto* choice = std::get_if<Choice>(last)) {
      choice->hints.push_back(text);
    }
  }

  void why_fence(int opened, const std::string& text) {
    Block* last = last_question();
    auto* predict = last ? std::get_if<Predict>(last) : nullptr;
    if (!predict) {
      problem(opened, "'why' follows the prediction that it explains");
    } else {
      predict->why = text;
    }
  }

  Block* last_question() {
    Step& step = lesson_.steps.back();
    return step.question() ? &step.blocks.back() : nullptr;
  }

  void show_fence(int opened, const std::string& rest) {
    const size_t blank = std::min(rest.find(' '), rest.size());
    Picture p{rest.substr(0, blank), std::string(trim(rest.substr(blank)))};
    const auto& kinds = picture_kinds();
    if (std::find(kinds.begin(), kinds.end(), p.kind) == kinds.end()) {
      problem(opened, "no such picture: '" + p.kind + "'; there are " +
                          join(kinds, ", "));
      return;
    }
    if (parses(opened, p.expression)) block_for_more().push_back(std::move(p));
  }

  void finish_exercise() {
    if (!in_exercise_) return;
    in_exercise_ = false;
    if (exercise_.start.empty() || exercise_.solution.empty()) {
      problem(exercise_line_, "an exercise has a 'torch start' and a 'torch "
                              "solution'");
    }
    parses(exercise_line_, exercise_.solution);
    block_for_more().push_back(exercise_);
  }

  SourcePtr file_;
  std::vector<Problem>& problems_;
  Lesson lesson_;
  int line_ = 1;
  std::string prose_;
  bool in_exercise_ = false;
  int exercise_line_ = 0;
  Exercise exercise_;
};

}  // namespace

Lesson read_lesson(SourcePtr file, std::vector<Problem>& problems) {
  return Reader(std::move(file), problems).read();
}

}  // namespace mha::lesson
