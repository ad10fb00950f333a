// How a Session judges the answers to its questions, and reading a lesson
// through without any.

#include <algorithm>

#include "base/text.h"
#include "lesson/session.h"
#include "tensor/ops_binary.h"
#include "tensor/ops_reduce.h"

namespace mha::lesson {

namespace {

Event event(Event::Kind kind, std::string text, std::string detail = "") {
  return {kind, std::move(text), std::move(detail), nullptr, nullptr};
}

// After this many wrong tries the answer is offered.
constexpr int kTriesBeforeOffer = 3;

std::string encouragement(int tries, bool has_hints) {
  if (tries >= kTriesBeforeOffer) {
    return "Try again, or type `skip` to see the answer.";
  }
  return has_hints ? "Try again, or type `hint`." : "Try again.";
}

}  // namespace

void Session::answer_predict(const Predict& q, const std::string& line,
                             Events& out) {
  if (!is_literal(line)) {
    live(line, out);
    out.push_back(event(Event::Kind::note,
                        "(That ran your line. The question is still open.)"));
    return;
  }
  const Outcome came = world_->run("answer", q.expression);
  const Match match = compare(*world_, came.value, line);
  if (match == Match::unreadable) {
    out.push_back(event(Event::Kind::note,
                        "That does not read as an answer. Expected: " +
                            answer_form(*world_, came.value) + "."));
    return;
  }
  ++tries_;
  if (match == Match::right) {
    settled(true, line, out);
    out.push_back(event(Event::Kind::right, "Right."));
  } else {
    const auto reply = std::find_if(
        q.replies.begin(), q.replies.end(), [&](const Reply& r) {
          const Outcome likely = world_->run("reply", r.answer);
          return likely.value.defined() &&
                 compare(*world_, likely.value, line) == Match::right;
        });
    std::string text;
    if (reply != q.replies.end()) {
      text = reply->text;
    } else if (match == Match::close) {
      text = "Close, but not to the digits you gave.";
    } else if (match == Match::wrong_shape) {
      text = "Not this: what comes has another number of sizes or values.";
    } else {
      text = "Not this.";
    }
    out.push_back(event(Event::Kind::wrong, text));
    if (tries_ < kTriesBeforeOffer) {
      out.push_back(event(Event::Kind::note,
                          encouragement(tries_, !q.hints.empty())));
      return;
    }
    // Three tries are enough: what came stands beside what was said.
    settled(false, line, out);
  }
  std::string shown(trim(came.output));
  out.push_back(event(Event::Kind::compared, line, shown));
  if (!q.why.empty()) out.push_back(event(Event::Kind::prose, q.why));
  waiting_ = Waiting::enter;
}

void Session::answer_choice(const Choice& q, const std::string& line,
                            Events& out) {
  const size_t chosen =
      line.size() == 1 ? static_cast<size_t>((line[0] | 0x20) - 'a') : q.options.size();
  if (chosen >= q.options.size()) {
    if (line.size() == 1) {
      out.push_back(event(Event::Kind::note,
                          "The answers go from a to " +
                              std::string(1, static_cast<char>('a' + q.options.size() - 1)) + "."));
      return;
    }
    live(line, out);
    out.push_back(event(Event::Kind::note,
                        "(That ran your line. The question is still open: "
                        "answer with a letter.)"));
    return;
  }
  ++tries_;
  const Choice::Option& option = q.options[chosen];
  if (option.right) {
    settled(true, line, out);
    out.push_back(event(Event::Kind::right, "Right. " + option.reply));
    waiting_ = Waiting::enter;
    return;
  }
  out.push_back(event(Event::Kind::wrong, option.reply));
  out.push_back(event(Event::Kind::note, encouragement(tries_, !q.hints.empty())));
}

namespace {

/// What an exercise is judged by: `name` itself or, where the solution makes a
/// function of that name, a call of it with the lesson's own values. They are
/// named by the solution's parameters; a learner may call theirs otherwise.
std::string checked_expression(World& reference, const std::string& name) {
  const Outcome o = reference.run("check", name);
  const auto* function = o.value.get<lang::FunctionObject>();
  if (!function) return name;
  std::vector<std::string> values;
  for (const lang::Parameter& p : function->code->positional) {
    if (!p.default_value) values.push_back(p.name.str());
  }
  return name + "(" + join(values, ", ") + ")";
}

bool same_value(World& world, const lang::Value& a, const lang::Value& b) {
  const auto* x = a.get<lang::TensorObject>();
  const auto* y = b.get<lang::TensorObject>();
  if (!x || !y) return !x && !y && world.interpreter().equal(a, b);
  // Broadcasting never makes a wrong shape right.
  if (x->tensor.shape() != y->tensor.shape()) return false;
  return allclose(x->tensor, y->tensor, /*rtol=*/1e-4, /*atol=*/1e-6,
                  /*equal_nan=*/true);
}

std::string shape_text(const Tensor& t) {
  std::vector<std::string> sizes;
  for (const int64_t n : t.shape()) sizes.push_back(std::to_string(n));
  return "(" + join(sizes, ", ") + (sizes.size() == 1 ? ",)" : ")");
}

}  // namespace

void Session::answer_exercise(const Exercise& q, const std::string& code,
                              Events& out) {
  // The reference is computed in a world of its own, so that neither sees what
  // the other has defined.
  World reference(options_);
  for (int i = 0; i <= step_; ++i) {
    for (const Block& b : lesson_.steps[static_cast<size_t>(i)].blocks) {
      if (const auto* cell = std::get_if<Cell>(&b)) reference.run(cell->code);
    }
  }
  reference.run("solution", q.solution.text);
  const std::string checked = checked_expression(reference, q.name);
  const Outcome right = reference.run("check", checked);

  dirty_ = true;
  const Outcome ran = world_->run("your code", code);
  if (!ran.output.empty()) out.push_back(event(Event::Kind::output, ran.output));
  std::optional<torch::Report> failed = ran.failure;
  Outcome mine;
  if (!failed) {
    mine = world_->run("check", checked);
    failed = mine.failure;
  }
  if (failed) {
    if (failed->kind == "NameError" && failed->message.find("'" + q.name + "'") != std::string::npos) {
      out.push_back(event(Event::Kind::note,
                          "(That ran. `" + q.name + "` is not defined yet: the exercise is still open.)"));
      return;
    }
    ++tries_;
    out.push_back({Event::Kind::failure, "", "",
                   std::make_shared<torch::Report>(*failed), nullptr});
    out.push_back(event(Event::Kind::note, encouragement(tries_, !q.hints.empty())));
    return;
  }
  ++tries_;
  if (same_value(*world_, mine.value, right.value)) {
    settled(true, code, out);
    out.push_back(event(Event::Kind::right, "Right: the numbers agree."));
    out.push_back(event(Event::Kind::output, mine.output));
    waiting_ = Waiting::enter;
    return;
  }
  const auto* x = mine.value.get<lang::TensorObject>();
  const auto* y = right.value.get<lang::TensorObject>();
  std::string text = "Not yet: the value is another one.";
  if (y && !x) {
    text = "Not yet: this should give a tensor, and gives " +
           (mine.value.is_none() || !mine.value.defined()
                ? std::string("None. Is there a return?")
                : world_->interpreter().type_name(mine.value) + ".");
  } else if (x && y && x->tensor.shape() != y->tensor.shape()) {
    text = "Not yet: yours has the shape " + shape_text(x->tensor) +
           ", expected is " + shape_text(y->tensor) + ".";
  }
  out.push_back(event(Event::Kind::wrong, text));
  if (!mine.output.empty()) out.push_back(event(Event::Kind::output, mine.output));
  out.push_back(event(Event::Kind::note, encouragement(tries_, !q.hints.empty())));
}

std::vector<Event> read_through(const Lesson& lesson, torch::TorchOptions options) {
  LessonProgress nowhere;
  Session session(lesson, nowhere, 0, options);
  std::vector<Event> all = session.begin();
  while (session.waiting() != Waiting::finished) {
    const bool asks = session.waiting() != Waiting::enter;
    for (Event& e : session.take(asks ? "skip" : "next")) {
      // Nobody has answered: how many were right says nothing.
      if (e.kind == Event::Kind::done) e.detail.clear();
      all.push_back(std::move(e));
    }
  }
  return all;
}

}  // namespace mha::lesson
