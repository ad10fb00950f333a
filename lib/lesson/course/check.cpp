#include "lesson/course/check.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/places.h"
#include "lesson/course/check_play.h"
#include "lesson/exercise.h"
#include "lesson/scene.h"
#include "lesson/steering.h"

namespace mha::lesson {

namespace {

// Tries new numbers this often, because some may happen to be the lesson's own.
constexpr uint32_t kSeeds[] = {1, 2, 3, 4};

std::string in_words(const torch::Report& r) {
  return r.message.empty() ? r.kind : r.kind + ": " + r.message;
}

// A hint gives the answer if it contains it as one would type it. Single numbers and short
// words are allowed, because sentences contain them with other meanings.

/// The text without spaces, backquotes and capitals, so that formatting does
/// not matter.
std::string bare(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) || c == '`') continue;
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

bool hint_says_all(World& world, const std::string& hint, const lang::Value& answer) {
  // The whole hint, or a part of it in brackets, read as the answer.
  const auto is_answer = [&](const std::string& text) {
    return is_literal(text) && compare(world, answer, text) == Match::right;
  };
  const std::string text(trim(hint));
  // A sum is left to be done.
  if (text.find_first_of("+*/") == std::string::npos && is_answer(text)) return true;
  // One thing in brackets that is the answer; among several it is an operand.
  int several = 0;
  bool among = false;
  for (size_t open = 0; open < text.size(); ++open) {
    if (text[open] != '(' && text[open] != '[') continue;
    int depth = 0;
    size_t end = open;
    for (; end < text.size(); ++end) {
      depth += text[end] == '(' || text[end] == '[';
      depth -= text[end] == ')' || text[end] == ']';
      if (depth == 0) break;
    }
    if (end == text.size()) continue;
    const std::string part = text.substr(open, end - open + 1);
    if (part.find(',') != std::string::npos) {
      ++several;
      among = among || is_answer(part);
    }
    open = end;
  }
  return among && several == 1;
}

bool hint_says_all(const std::string& hint, const Choice& question) {
  constexpr size_t kSentence = 16;
  return std::any_of(question.options.begin(), question.options.end(), [&](const auto& o) {
    return o.right && bare(o.text).size() >= kSentence &&
           bare(hint).find(bare(o.text)) != std::string::npos;
  });
}

bool hint_says_all(const std::string& hint, const Order& question) {
  // All lines, in their order.
  const std::string text = bare(hint);
  size_t at = 0;
  for (const std::string& line : question.lines) {
    at = text.find(bare(line), at);
    if (at == std::string::npos) return false;
    at += bare(line).size();
  }
  return true;
}

bool hint_says_all(const std::string& hint, const Exercise& question) {
  // Every line of the solution that is not in the start.
  const std::string text = bare(hint);
  const std::vector<std::string> start = split_lines(question.start.text);
  bool any = false;
  for (const std::string& line : split_lines(question.solution.text)) {
    if (trim(line).empty() || trim(line).starts_with('#')) continue;
    if (std::find(start.begin(), start.end(), line) != start.end()) continue;
    any = true;
    if (text.find(bare(line)) == std::string::npos) return false;
  }
  return any;
}

/// Checks one lesson, step by step.
class Check {
 public:
  Check(const Lesson& lesson, torch::TorchOptions options)
      : lesson_(lesson), options_(options), scene_(lesson, options) {}

  std::vector<Problem> run() {
    World world(options_, lesson_.models);
    for (size_t i = 0; i < lesson_.steps.size(); ++i) {
      for (const Block& b : lesson_.steps[i].blocks) {
        if (const auto* cell = std::get_if<Cell>(&b)) run_cell(world, *cell);
        if (const auto* picture = std::get_if<Picture>(&b)) draw(world, *picture);
        if (const auto* prose = std::get_if<Prose>(&b)) check_sources(world, prose->markdown);
      }
      scene_.enter(static_cast<int>(i), nullptr);
      if (const Block* q = lesson_.steps[i].question()) {
        check_question(*q);
        check_sources(world, question_of(*q)->why);
      }
    }
    return std::move(problems_);
  }

 private:
  void problem(Span span, std::string message, std::string help = "") {
    problems_.push_back({lesson_.file, span, std::move(message), std::move(help)});
  }

  /// The place in the file of an error in `code`.
  static Span place_of(const torch::Report& r, const std::string& code, Span content) {
    const auto inside = [&](const SourcePtr& source, Span s) -> std::optional<Span> {
      if (!source || source->text() != code) return std::nullopt;
      return Span{content.begin + s.begin, content.begin + s.end};
    };
    if (const auto here = inside(r.source, r.span)) return *here;
    for (const lang::TraceEntry& call : r.calls) {
      if (const auto here = inside(call.source, call.span)) return *here;
    }
    return content;
  }

  void run_cell(World& world, const Cell& cell) {
    const Outcome o = world.run(cell.code);
    if (o.failure && !cell.must_fail) {
      problem(place_of(*o.failure, cell.code->text(), cell.span), in_words(*o.failure),
              o.failure->help);
    } else if (!o.failure && cell.must_fail) {
      problem(cell.span, "this cell must fail, and does not",
              "make it a plain 'torch' cell");
    }
  }

  void draw(World& world, const Picture& picture) {
    const pictures::Shown data = world.picture(picture);
    if (!data.problem.empty()) {
      problem(picture.span, "there is nothing to draw: " + data.problem);
    }
  }

  /// What learners are told to type, `source nn.Linear`, is there to be read.
  void check_sources(World& world, const std::string& markdown) {
    constexpr std::string_view kBegin = "`source ";
    for (size_t at = markdown.find(kBegin); at != std::string::npos; at = markdown.find(kBegin, at + 1)) {
      const std::string quoted = markdown.substr(at, markdown.find('`', at + 1) + 1 - at);
      Events shown;
      if (take_source(quoted.substr(1, quoted.size() - 2), world, shown) && shown[0].kind == Event::Kind::source) continue;
      const auto begin = static_cast<uint32_t>(lesson_.file->text().find(quoted));
      problem({begin, begin + static_cast<uint32_t>(quoted.size())}, shown.empty() ? "this is no name" : shown[0].text);
    }
  }

  void check_question(const Block& block) {
    const Question& q = *question_of(block);
    if (q.hints.empty()) problem(q.span, "this question has no hint");
    const bool only_first = std::all_of(q.hints.begin(), q.hints.end(), [](const Hint& hint) { return hint.first; });
    if (q.fresh && !q.hints.empty() && only_first) problem(q.fresh->span, "with these numbers the question has no hint: all are 'hint first'");
    for (const Hint& hint : q.hints) {
      if (hint.first && !q.fresh) problem(hint.span, "'hint first' is for a question that can have new numbers", "```hint");
    }
    if (const auto* predict = std::get_if<Predict>(&block)) check_predict(*predict);
    if (const auto* choice = std::get_if<Choice>(&block)) check_choice(*choice);
    if (const auto* order = std::get_if<Order>(&block)) {
      for (const Text& hint : order->hints) {
        if (hint_says_all(hint.text, *order)) says_all(hint);
      }
    }
    if (const auto* exercise = std::get_if<Exercise>(&block)) check_exercise(*exercise);
    if (const auto* play = std::get_if<Play>(&block)) check_play(lesson_, *play, options_, problems_);
  }

  void says_all(const Text& hint) {
    problem(hint.span, "this hint is the whole answer",
            "lead to it, and leave the last step to the learner");
  }

  // ------------------------------------------------------------ predictions
  void check_predict(const Predict& q) {
    World& world = scene_.pristine();
    const Outcome came = world.evaluate(q.expression);
    if (came.failure) {
      problem(q.span, "the answer cannot be computed: " + in_words(*came.failure));
      return;
    }
    if (compare(world, came.value, "0") == Match::unreadable) {
      problem(q.span, "nobody can type this answer: it is " +
                          std::string(trim(came.output)),
              "ask for numbers, a shape, a tensor, True or False, or a text");
      return;
    }
    if (q.why.empty()) problem(q.span, "this prediction has no 'why'");
    for (const Text& hint : q.hints) {
      if (hint_says_all(world, hint.text, came.value)) says_all(hint);
    }
    for (size_t i = 0; i < q.replies.size(); ++i) check_reply(world, q, came.value, i);
    if (q.fresh) check_fresh_predict(q);
  }

  void check_reply(World& world, const Predict& q, const lang::Value& came, size_t i) {
    const Reply& reply = q.replies[i];
    const std::optional<std::string> said = typed_form(world, came, reply);
    if (!said) return;
    const Match match = compare(world, came, *said);
    if (match == Match::right) {
      problem(reply.span, "this likely wrong answer is right: " + reply.answer);
      return;
    }
    if (match == Match::unreadable) {
      problem(reply.span, "this does not read as an answer: " + reply.answer);
      return;
    }
    for (size_t j = 0; j < i; ++j) {
      if (same_answer(world, came, q.replies[j].answer, *said)) {
        problem(reply.span,
                "this reply is never given: the answer is the same as that on line " +
                    std::to_string(lesson_.file->place(q.replies[j].span.begin).line));
        return;
      }
    }
    if (!same_answer(world, came, reply.answer, *said)) {
      problem(reply.span, "this answer does not meet its reply: " + reply.answer);
    }
  }

  /// A likely answer as a learner would type it; nothing, and a problem, where
  /// it cannot be computed.
  std::optional<std::string> typed_form(World& world, const lang::Value& came,
                                        const Reply& reply) {
    if (asks_for_places(came) && reads_as_places(reply.answer)) return reply.answer;
    if (is_literal(reply.answer)) return reply.answer;
    const Outcome o = world.evaluate(reply.answer);
    if (o.failure) {
      problem(reply.span, "this likely answer cannot be computed: " + in_words(*o.failure));
      return std::nullopt;
    }
    if (asks_for_places(came) && asks_for_places(o.value)) {
      return places_text(places_of(o.value.get<lang::TensorObject>()->tensor));
    }
    return std::string(trim(o.output));
  }

  void check_fresh_predict(const Predict& q) {
    // A value lives no longer than its world: this one stays.
    const std::unique_ptr<World> own = scene_.make_world(std::nullopt);
    const lang::Value came = own->evaluate(q.expression).value;
    const std::string form = answer_form(*own, came);
    bool differs = false;
    for (const uint32_t seed : kSeeds) {
      const std::unique_ptr<World> world = renewed(q, seed);
      if (!world) return;
      const Outcome now = world->evaluate(q.expression);
      if (now.failure) {
        problem(q.fresh->span, "with new numbers the answer cannot be computed: " +
                                   in_words(*now.failure));
        return;
      }
      if (answer_form(*world, now.value) != form) {
        problem(q.fresh->span, "with new numbers the answer has another form: " +
                                   answer_form(*world, now.value) + "; not " + form);
        return;
      }
      differs = differs || !same_value(*world, now.value, came);
      for (const Reply& reply : q.replies) {
        if (is_literal(reply.answer) || reads_as_places(reply.answer)) continue;
        const Outcome o = world->evaluate(reply.answer);
        if (o.failure) {
          problem(reply.span, "with new numbers this likely answer cannot be computed: " +
                                  in_words(*o.failure));
          return;
        }
      }
    }
    if (!differs) problem(q.fresh->span, "with new numbers the answer stays the same");
  }

  /// The world with new numbers, or null and a problem.
  std::unique_ptr<World> renewed(const Question& q, uint32_t seed) {
    Events events;
    scene_.renew(seed, events);
    bool shown = false;
    for (const Event& e : events) {
      if (e.kind == Event::Kind::failure) {
        problem(place_of(*e.report, q.fresh->text, q.fresh->span), in_words(*e.report));
        return nullptr;
      }
      shown = shown || e.kind == Event::Kind::output;
    }
    if (!shown) {
      problem(q.fresh->span, "the new numbers are not shown",
              "end the cell in an expression, or print them");
      return nullptr;
    }
    return scene_.make_world(seed);
  }

  // ---------------------------------------------------------------- choices
  void check_choice(const Choice& q) {
    for (size_t i = 0; i < q.options.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (q.options[i].text == q.options[j].text) {
          problem(q.span, "two options say the same: " + q.options[i].text);
        }
      }
    }
    for (const Text& hint : q.hints) {
      if (hint_says_all(hint.text, q)) says_all(hint);
    }
    if (q.fresh) renewed(q, kSeeds[0]);
  }

  // -------------------------------------------------------------- exercises
  void check_exercise(const Exercise& q) {
    ExerciseJudge judge(scene_, q);
    const Trial& right = judge.reference(0);
    if (right.failure) {
      problem(place_of(*right.failure, q.solution.text, q.solution.span),
              "the solution fails: " + in_words(*right.failure));
      return;
    }
    if (!judge.judge(q.solution.text).right) {
      problem(q.solution.span, "the solution does not pass: it does not give the same "
                               "values twice",
              "say in a 'torch check' what is to be compared; set a seed for what is drawn");
      return;
    }
    if (judge.judge(q.start.text).right) problem(q.start.span, "the start passes already");
    for (const WrongProgram& wrong : q.wrong) check_wrong(judge, wrong);
    for (const Text& hint : q.hints) {
      if (hint_says_all(hint.text, q)) says_all(hint);
    }
    if (q.fresh) check_fresh_exercise(q, right);
  }

  void check_wrong(ExerciseJudge& judge, const WrongProgram& wrong) {
    const Verdict v = judge.judge(wrong.code);
    if (v.right) {
      problem(wrong.span, "this wrong program passes",
              "choose values with which the mistake changes the numbers");
    } else if (v.trial.failure && v.trial.unfinished) {
      problem(wrong.span, "this wrong program does not make what is compared");
    } else if (!v.known || v.reply != wrong.reply) {
      problem(wrong.span, v.known ? "this wrong program gets another's reply: " + v.reply
                                  : "this wrong program does not meet its reply");
    }
  }

  void check_fresh_exercise(const Exercise& q, const Trial& own) {
    bool differs = false;
    for (const uint32_t seed : kSeeds) {
      if (!renewed(q, seed)) return;
      ExerciseJudge judge(scene_, q);
      const Trial& now = judge.reference(0);
      if (now.failure) {
        problem(q.fresh->span, "with new numbers the solution fails: " +
                                   in_words(*now.failure));
        return;
      }
      differs = differs || !judge.agree(now, own);
      if (differs) break;
    }
    if (!differs) problem(q.fresh->span, "with new numbers the answer stays the same");
  }

  const Lesson& lesson_;
  torch::TorchOptions options_;
  Scene scene_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> check_lesson(const Lesson& lesson, torch::TorchOptions options) {
  return Check(lesson, options).run();
}

std::vector<Problem> check_order(const std::vector<Lesson>& lessons) {
  std::vector<Problem> problems;
  std::vector<std::string> before;
  const Lesson* last = nullptr;
  for (const Lesson& lesson : lessons) {
    const auto add = [&](Span span, std::string message, std::string help) {
      problems.push_back({lesson.file, span, std::move(message), std::move(help)});
    };
    const Span top{0, static_cast<uint32_t>(lesson.file->line(1).size())};
    const auto is_before = [&](const std::string& id) {
      return std::find(before.begin(), before.end(), id) != before.end();
    };
    if (is_before(lesson.id)) add(top, "another lesson is named '" + lesson.id + "' too", "");
    if (last && last->number == lesson.number) {
      add(top, "another lesson has the number " + std::to_string(lesson.number) + " too",
          "it is " + last->file->name());
    }
    for (const std::string& need : lesson.needs) {
      if (is_before(need)) continue;
      const std::string near = nearest(need, before);
      add(lesson.needs_span, "no earlier lesson is named '" + need + "'",
          near.empty() ? "" : "did you mean '" + near + "'?");
    }
    before.push_back(lesson.id);
    last = &lesson;
  }
  return problems;
}

std::vector<Problem> check_course(const std::vector<Lesson>& lessons) {
  std::vector<Problem> problems = check_order(lessons);
  for (const Lesson& lesson : lessons) {
    for (Problem& p : check_lesson(lesson)) problems.push_back(std::move(p));
  }
  return problems;
}

}  // namespace mha::lesson
