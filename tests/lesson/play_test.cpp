#include "lesson/play/play.h"

#include <cmath>

#include "lesson/play/play_keys.h"
#include "lesson/play/play_lines.h"
#include "lesson/session.h"
#include "pictures/heatmap.h"

#include "lesson_text.h"

using namespace mha::lesson;

namespace {

const std::string kCells =
    "```torch\nimport torch\ntokens = ['a', 'b']\nscores = torch.tensor([[1.0, 0.0], [2.0, 0.5]])\n```\n";
const std::string kFence =
    "```play divisor ? Turn the divisor until no share is above 0.6.\n"
    "turn divisor = 1.0 from 0.5 to 8 by 0.5\n"
    "turn scores by 0.25\n"
    "turn fill in 0, -1.5, -torch.inf\n"
    "turn size = 2 from 1 to 4\n"
    "weights = torch.softmax(scores / divisor, dim=-1)\n"
    "print('size', size, fill)\n"
    "torch.zeros(2, 6).view(2, size, -1).view(2, 2, 3)\n"
    "show heatmap scores\n"
    "show heatmap weights\n"
    "goal weights.max() < 0.6\n"
    "set divisor = 4\n"
    "```\n```hint\nlook\n```\n```why\nsofter\n```\n";

/// A lesson with the view, and the view being played with.
struct View {
  Lesson lesson;
  std::unique_ptr<Playing> playing;
  explicit View(const std::string& body = kCells + kFence) : lesson(lesson_of(body)) {
    playing = make_playing(lesson, *plays_of(lesson).at(0), {});
    REQUIRE(playing->problem() == "");
  }
  Playing* operator->() { return playing.get(); }
  double weight(int64_t i, int64_t j) const { return playing->now().pictures.at(1).value.at({i, j}).to_double(); }
};

std::string text_of(const Events& events) {
  std::string out;
  for (const Event& e : events) out += e.text + "\n";
  return out;
}

}  // namespace

TEST_CASE("play: without a screen the numbers themselves are shown, and infinity is set as it is printed") {
  View view;
  Events shown;
  show_play(*view.playing, shown);
  CHECK(text_of(shown).find("- scores, each cell; now [") != std::string::npos);
  CHECK(view->set("fill = -inf") == "");
  CHECK(view->now().knobs.at(2).option == 2);
  CHECK(view->set("fill = inf") != "");
}

TEST_CASE("play: where a knob cannot start, setting it says why") {
  const Lesson lesson = lesson_of("```play y ? Change y.\nturn y = [1.0] from 0 to 2\nshow heatmap y\ngoal y > 1\n"
                                  "set y = 2\n```\n```hint\nlook\n```\n");
  const auto playing = make_playing(lesson, *plays_of(lesson).at(0), {});
  CHECK(playing->problem() == "`[1.0]` is neither a number nor a tensor nor a text");
  CHECK(playing->set("y = 2") == playing->problem());
}

TEST_CASE("play: a fence is read with its knobs, its code, its goal and the way to it") {
  const View view;
  const Play& p = view.playing->play();
  CHECK(p.name == "divisor");
  CHECK(p.id == "play-divisor");
  CHECK(p.task == "Turn the divisor until no share is above 0.6.");
  REQUIRE(p.knobs.size() == 4);
  CHECK(p.knobs[0].start == "1.0");
  CHECK(p.knobs[0].low == 0.5);
  CHECK(p.knobs[0].high == 8);
  CHECK(p.knobs[1].start == "scores");
  CHECK(p.knobs[2].options == std::vector<std::string>{"0", "-1.5", "-torch.inf"});
  CHECK(!p.knobs[3].step);
  CHECK(p.pictures.size() == 2);
  CHECK(p.goal.text == "weights.max() < 0.6");
  CHECK(p.way.at(0).text == "divisor = 4");
  CHECK(view.lesson.questions() == 1);
}

TEST_CASE("play: what follows from a turn is there at once") {
  View view;
  CHECK(view.weight(0, 0) == doctest::Approx(0.7311).epsilon(1e-3));
  view->turn(0, 0, 2);
  CHECK(view->now().knobs[0].number == 2);
  CHECK(view.weight(0, 0) == doctest::Approx(0.6225).epsilon(1e-3));
  CHECK(!view->now().reached);
  CHECK(view->changes(2) == std::vector<std::string>{"weights[0, 0]: 0.7311 -> 0.6225", "weights[0, 1]: 0.2689 -> 0.3775",
                                                     "and 2 more"});
  CHECK(view->unchanged(0));
  CHECK(!view->unchanged(1));
  CHECK(view->set("divisor = 2 * 4 ** 0.5") == "");
  CHECK(view->now().reached);
  CHECK(view->settings() == "divisor = 4.0");
  view->reset(0);
  CHECK(!view->now().reached);
  CHECK(view->reached_with() == "divisor = 4.0");
}

TEST_CASE("play: a turn stops at the ends, and steps do not pile up their errors") {
  View view;
  view->turn(0, 0, 100);
  CHECK(view->now().knobs[0].number == 8);
  view->turn(0, 0, -100);
  CHECK(view->now().knobs[0].number == 0.5);
  view->set("scores[0, 0] = 0.1");
  for (int i = 0; i < 8; ++i) view->turn(1, 0, 1);
  CHECK(view->now().knobs[1].text(view->play().knobs[1], 0) == "2.1");
}

TEST_CASE("play: cells of a tensor are turned without a trace in the lesson's own") {
  View view;
  view->turn(1, 3, 1);
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == 0.75);
  CHECK(view->set("scores[-1, 0] = -inf") == "");
  CHECK(view->now().knobs[1].tensor.at({1, 0}).to_double() == -INFINITY);
  CHECK(view.weight(1, 1) == 1);
  CHECK(view->settings() == "scores[1, 0] = -inf; scores[1, 1] = 0.75");
  // From infinity a step leads to nothing.
  view->turn(1, 2, 1);
  CHECK(view->now().knobs[1].tensor.at({1, 0}).to_double() == 0);
  CHECK(view->set("scores[0, 0] = nan") == "");
  CHECK(std::isnan(view.weight(0, 1)));
  CHECK(view->set("scores = [[0, 0], [0, 1]]") == "");
  CHECK(view.weight(0, 1) == 0.5);
  view->reset(std::nullopt);
  CHECK(view->settings() == "");
  CHECK(view->words(2) == std::vector<std::string>{"a", "b"});
  CHECK(view->words(3).empty());
}

TEST_CASE("play: options go round, and are set by what they say or are") {
  View view;
  view->turn(2, 0, -1);
  CHECK(view->now().knobs[2].text(view->play().knobs[2]) == "-torch.inf");
  view->turn(2, 0, 1);
  CHECK(view->now().output == "size 2 0\n");
  CHECK(view->set("fill = -2") == "");
  CHECK(view->now().output == "size 2 -2.0\n");
  CHECK(view->settings() == "fill = -2.0");
  view->turn(2, 0, 1);
  CHECK(view->now().output == "size 2 -1.5\n");
  CHECK(view->set("fill = torch") == "fill is one of these: 0, -1.5, -torch.inf; or another number.");
  CHECK(view->set("fill = float('-inf')") == "");
  CHECK(view->now().output == "size 2 -inf\n");
  CHECK(view->set("fill = 3") == "");
  CHECK(view->now().output == "size 2 3.0\n");
  CHECK(view->set("fill = -3/2") == "");
  CHECK(view->now().knobs[2].option == 1);
}

TEST_CASE("play: a number is set by its name, or alone where there is one, in digits or in words") {
  View view;
  Events out;
  for (const auto& [line, output] : std::vector<std::pair<std::string, std::string>>{
           {"size 3", "size 3 0\n"}, {"SET SIZE = 2", "size 2 0\n"}, {"size += 1", "size 3 0\n"}, {"size to one", "size 1 0\n"},
           {"set fill to minus infinity", "size 1 -inf\n"}, {"fill -1,5", "size 1 -1.5\n"}}) {
    CAPTURE(line);
    CHECK(take_play_line(*view.playing, line, out));
    CHECK(view->now().output == output);
  }
  for (const char* line : {"4", "size is what", "size", "size == 3", "scores + 1", "ten"}) {
    CAPTURE(line);
    CHECK_FALSE(take_play_line(*view.playing, line, out));
  }
  View one("```play d ? Turn it.\nturn d = 1 from 0 to 20\nprint(d)\ngoal d == 10\nset d = 10\n```\n```hint\nlook\n```\n");
  for (const auto& [line, output] : std::vector<std::pair<std::string, std::string>>{{"7", "7\n"}, {"ten", "10\n"}, {"2 ** 3", "8\n"}}) {
    CAPTURE(line);
    CHECK(take_play_line(*one.playing, line, out));
    CHECK(one->now().output == output);
  }
  for (const char* line : {"d", "d * 2", "what now", "print(3)"}) {
    CAPTURE(line);
    CHECK_FALSE(take_play_line(*one.playing, line, out));
  }
}

TEST_CASE("play: a text is typed, with quotes or without, and nothing turns it") {
  View view("```play words ? Type three words.\n"
            "turn text = \"a word by word, from here to there\"\n"
            "turn size = 2 from 1 to 4\n"
            "print(len(text.split()), text)\n"
            "goal len(text.split()) == 3\n"
            "set text = one two three\n"
            "```\n```hint\nlook\n```\n");
  CHECK(view->now().output == "8 a word by word, from here to there\n");
  CHECK(view->knob_text(0) == "text, any text");
  CHECK(view->set("text = one two") == "");
  CHECK(view->now().output == "2 one two\n");
  CHECK(view->settings() == "text = \"one two\"");
  CHECK(view->set("text = \"a = b, it's so\"") == "");
  CHECK(view->now().output == "5 a = b, it's so\n");
  view->turn(0, 0, 1);
  CHECK(view->now().output == "5 a = b, it's so\n");
  PlayKeys keys(*view.playing);
  keys.press("enter");
  for (const char c : std::string("set the quiz")) keys.press(std::string(1, c));
  keys.press("enter");
  CHECK(view->now().output == "3 set the quiz\n");
  CHECK(view->now().reached);
  keys.press("enter");
  for (const char c : std::string("set size = 3")) keys.press(std::string(1, c));
  keys.press("enter");
  CHECK(view->settings() == "text = \"set the quiz\"; size = 3");
  keys.press("r");
  CHECK(view->settings() == "size = 3");
}

TEST_CASE("play: the shades of shares go from 0 to 1 all the time, other shades to the largest number") {
  View view;
  const auto scale_of = [&](size_t i) { return dynamic_cast<const mha::pictures::Heatmap&>(*view->now().pictures[i].picture.picture).scale; };
  for (const char* divisor : {"divisor = 1", "divisor = 8"}) {
    view->set(divisor);
    CHECK(!scale_of(0));
    REQUIRE(scale_of(1));
    CHECK(scale_of(1)->low == 0);
    CHECK(scale_of(1)->high == 1);
  }
}

TEST_CASE("play: an error is PyTorch's, and what came before it is still shown") {
  View view;
  CHECK(view->set("size = 4") == "");
  REQUIRE(view->now().failure);
  CHECK(view->now().failure->kind == "RuntimeError");
  CHECK(view->now().failure->message == "shape '[2, 4, -1]' is invalid for input of size 12");
  CHECK(view->failure_text() == "With size = 4: RuntimeError: shape '[2, 4, -1]' is invalid for input of size 12");
  CHECK(view->now().output == "size 4 0\n");
  CHECK(view->now().pictures.size() == 2);
  CHECK(!view->now().reached);
  view->turn(3, 0, -1);
  CHECK(!view->now().failure);
}

TEST_CASE("play: what cannot be set is refused in a sentence, and nothing changes") {
  View view;
  const std::pair<const char*, const char*> cases[] = {
      {"divisor = 9", "divisor goes from 0.5 to 8."},
      {"divisor = nan", "divisor goes from 0.5 to 8."},
      {"divisor = much", "`much` is not a number. Type one, such as 1.0."},
      {"divisor = 9;8", "`9;8` is not a number. Type one, such as 1.0."},
      {"scores[0, 0] = 9;8", "`9;8` is not a number. Type one, such as 1.0."},
      {"fill = 9;8", "fill is one of these: 0, -1.5, -torch.inf; or another number."},
      {"scores = 1; [[1, 2], [3, 4]]", "scores is a table of the shape (2, 2); one cell is `scores[0, 0] = value`."},
      {"divisor = [1, 2]", "`[1, 2]` is not a number. Type one, such as 1.0."},
      {"divisor", "What to set, and to which value? Such as `set divisor = 1.0`."},
      {"divisor =", "To which value? Such as `set divisor = 1.0`."},
      {"divisor[0] = 1", "divisor has no cells: `set divisor = 1`."},
      {"size = 2.5", "size is a whole number, and 2.5 is not."},
      {"size = inf", "size is a whole number, and inf is not."},
      {"weights[0, 0] = 1", "There is no `weights` to set here. You can set divisor, scores, fill and size."},
      {"scores[0] = 1", "A cell of scores is `scores[0, 0]` to `scores[1, 1]`."},
      {"scores[2, 0] = 1", "A cell of scores is `scores[0, 0]` to `scores[1, 1]`."},
      {"scores[0, 'x'] = 1", "A cell of scores is `scores[0, 0]` to `scores[1, 1]`."},
      {"scores[0, = 1", "What to set, and to which value? Such as `set divisor = 1.0`."},
      {"scores = 3", "scores is a table of the shape (2, 2); one cell is `scores[0, 0] = value`."},
      {"scores = [[1, 2]]", "scores is a table of the shape (2, 2); one cell is `scores[0, 0] = value`."},
      {"", "What to set, and to which value? Such as `set divisor = 1.0`."},
  };
  for (const auto& [typed, reply] : cases) {
    CAPTURE(typed);
    CHECK(view->set(typed) == reply);
    CHECK(view->settings() == "");
  }
}

TEST_CASE("play: keys choose, turn and type") {
  View view;
  PlayKeys keys(*view.playing);
  const auto press = [&](std::initializer_list<const char*> all) {
    for (const char* key : all) keys.press(key);
  };
  press({"+", "="});
  CHECK(view->now().knobs[0].number == 2);
  press({"page-up"});
  CHECK(view->now().knobs[0].number == 7);
  press({"left", "h"});
  CHECK(view->now().knobs[0].number == 6);
  press({"r"});
  CHECK(view->now().knobs[0].number == 1);
  press({"down", "right", "down", "up", "down"});
  CHECK(keys.knob() == 1);
  CHECK(keys.cell() == 3);
  press({"-", "_"});
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == 0);
  press({"3", ".", "7", "5", "backspace"});
  CHECK(keys.entry() == "3.7");
  press({"enter"});
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == doctest::Approx(3.7));
  press({"enter", "-", "i", "n", "f", "enter"});
  CHECK(view->now().knobs[1].text(view->play().knobs[1], 3) == "-inf");
  // One minus before a number belongs to it, and was no step; more of them are steps.
  press({"-", "5", "enter"});
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == -5);
  press({"0", "enter", "-", "-", "5"});
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == -0.5);
  CHECK(keys.entry() == "5");
  press({"enter"});
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == 5);
  press({"5", "-"});
  CHECK(keys.entry() == "-5");
  press({"-", "-", "enter"});
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == -5);
  press({"i", "n", "f", "-", "enter"});
  CHECK(view->now().knobs[1].text(view->play().knobs[1], 3) == "-inf");
  press({"enter", "2", "*", "3", "-", "1", "enter"});
  CHECK(view->now().knobs[1].tensor.at({1, 1}).to_double() == 5);
  press({"1", "x", "enter"});
  CHECK(keys.remark() == "`1x` is not a number. Type one, such as 5.0.");
  press({"j"});
  CHECK(keys.knob() == 2);
  CHECK(keys.remark() == "");
  press({"k"});
  CHECK(keys.cell() == 2);
  press({"tab", "tab", "tab", "back-tab"});
  CHECK(keys.knob() == 3);
  press({"?"});
  CHECK(keys.help());
  press({"q"});
  CHECK(!keys.help());
  CHECK(!keys.left());
  press({"5", "escape", "R"});
  CHECK(view->settings() == "");
  press({"q"});
  CHECK(keys.left());
}

TEST_CASE("play: a knob goes by itself to its end, and any key stops it") {
  View view;
  PlayKeys keys(*view.playing);
  keys.press("g");
  CHECK(keys.going());
  CHECK(view->now().knobs[0].number == 1);
  keys.tick();
  CHECK(view->now().knobs[0].number == 1.5);
  keys.press("g");
  CHECK(!keys.going());
  keys.press("g");
  keys.press("+");
  CHECK(!keys.going());
  CHECK(view->now().knobs[0].number == 2);
  keys.press("g");
  int ticks = 0;
  for (; keys.going() && ticks < 100; ++ticks) keys.tick();
  CHECK(view->now().knobs[0].number == 8);
  CHECK(ticks == 13);  // the last finds that there is no further
  keys.press("g");
  keys.press("q");
  CHECK(keys.left());
}

TEST_CASE("play: set outside a view says what Python has for it") {
  const Lesson lesson = lesson_of("```torch\nimport torch\nx = torch.ones(2, 2)\n```\n```choice Which?\n- [ ] one: no\n- [x] two: yes\n```\n" + kCells + kFence);
  LessonProgress progress;
  Session session(lesson, progress, 0, {});
  session.begin();
  const auto text_of = [](const Events& events) { return events.empty() ? "" : events[0].text; };
  const std::string told = "`set` belongs to `play`. Here you assign as Python does: type `x[0, 1] = 9`.";
  CHECK(text_of(session.take("set x[0, 1] = 9")) == told);
  CHECK(text_of(session.take("set x[0, 1] to 9")) == told);
  CHECK(text_of(session.take("set divisor = 2")).starts_with("Changed: "));
  CHECK(text_of(session.take("set nothing = 2")) == "There is no `nothing` to set here. You can set divisor, scores, fill and size.");
}

TEST_CASE("play: a remark on the values is repeated as long as it holds") {
  const Lesson lesson = lesson_of("```torch\nimport torch\nx, y = 2.0, 0.0\n```\n```play one ? Turn y.\nturn x by 1\nturn y by 1\nif x != 2:\n    print(\"x must stay 2\")\ngoal y == 9 and x == 2\nset y = 9\n```\n");
  LessonProgress progress;
  Session session(lesson, progress, 0, {});
  session.begin();
  CHECK(text_of(session.take("x = 3")).find("x must stay 2") != std::string::npos);
  CHECK(text_of(session.take("y = 3")).find("x must stay 2") != std::string::npos);
  CHECK(text_of(session.take("x = 2")).find("x must stay 2") == std::string::npos);
}

TEST_CASE("play: in a lesson it is a question, answered by turning") {
  const Lesson lesson = lesson_of(kCells + kFence + "\n---\nAfter it.\n");
  LessonProgress progress;
  Session session(lesson, progress, 0, {});
  CHECK(text_of(session.begin()).find("Turn the divisor") != std::string::npos);
  CHECK(session.waiting() == Waiting::play);
  CHECK(text_of(session.take("set divisor = 2")).find("weights[0, 0]: 0.7311 -> 0.6225") != std::string::npos);
  CHECK(session.waiting() == Waiting::play);
  CHECK(text_of(session.take("set divisor = 20")) == "divisor goes from 0.5 to 8.\nNot there yet: Enter shows the view. `hint` helps, `skip` shows a way.\n");
  for (const char* line : {"divisor = 3", "set divisor to 2.5", "set divisor 2", "divisor=2.5"}) {
    CAPTURE(std::string(line));
    CHECK(text_of(session.take(line)).find("weights[0, 0]") != std::string::npos);
  }
  CHECK(text_of(session.take("divisor = 2, size = 4")).find("Changed: weights") != std::string::npos);
  CHECK(text_of(session.take("scores[0, 0] = 0, nothing = 1")).starts_with("There is no `nothing`"));
  session.take("reset");
  session.take("set divisor = 2");
  CHECK(text_of(session.take("hint")) == "look\n");
  CHECK(text_of(session.take("")).find("Turn the divisor") != std::string::npos);
  Playing* view = session.play_wanted();
  REQUIRE(view);
  view->turn(0, 0, 5);
  CHECK(text_of(session.played()) == "Right: reached with divisor = 4.5.\nsofter\n");
  CHECK(session.waiting() == Waiting::enter);
  CHECK(progress.answers.at("play-divisor").said == "set divisor = 4.5");
  CHECK(progress.answers.at("play-divisor").right);
  CHECK(text_of(session.take("next")) == "After it.\n");
  CHECK(!session.play_wanted());
  // At any other step it can be opened and set, too.
  session.take("play");
  CHECK(session.play_wanted());
  CHECK(text_of(session.take("set divisor = 3")).find("weights[0, 0]") != std::string::npos);
  CHECK(text_of(session.take("set x = 3")).find("There is no `x` to set here") != std::string::npos);
}

TEST_CASE("play: skip shows the lesson's way and what is shown then") {
  const Lesson lesson = lesson_of(kCells + kFence);
  LessonProgress progress;
  Session session(lesson, progress, 0, {});
  session.begin();
  const std::string text = text_of(session.take("skip"));
  CHECK(text.find("One way to reach it:\nset divisor = 4\n") != std::string::npos);
  CHECK(text.find("softer") != std::string::npos);
  CHECK(progress.answers.at("play-divisor").skipped());
}
