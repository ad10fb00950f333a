#include "lesson/course/check.h"

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

#include "lesson_text.h"

using namespace mha::lesson;

namespace {

/// What is wrong with the lesson, as "line: message".
std::vector<std::string> problems_of(const std::string& body) {
  std::vector<std::string> found;
  for (const Problem& p : check_lesson(lesson_of(body))) {
    found.push_back(std::to_string(p.source->place(p.span.begin).line) + ": " + p.message);
  }
  return found;
}

const std::string kSetUp = "```torch hidden\nimport torch\nx = torch.arange(6.0).view(2, 3)\n```\n";
const std::string kRest = "```hint\nlook\n```\n```why\nso\n```\n";

std::string exercise(const std::string& more) {
  return kSetUp + "## Exercise: y\n```torch start\ny = ...\n```\n```torch solution\ny = x * 2\n```\n" +
         "```hint\nlook\n```\n" + more;
}

/// A view that is played with, its fence on line 9.
std::string play(const std::string& lines, const std::string& hint = "look") {
  return kSetUp + "```play name ? Turn it.\n" + lines + "```\n```hint\n" + hint + "\n```\n";
}

}  // namespace

TEST_CASE("check: a lesson that does what it says has no problem") {
  CHECK(problems_of(kSetUp + "```predict x.shape\n(3, 2): rows first\nx.T.shape[::-1][1:]: one\n```\n" + kRest).empty());
  CHECK(problems_of(exercise("```torch wrong Three times.\ny = x * 3\n```\n"
                             "```torch wrong That fails.\ny = x @ x\n```\n"
                             "```torch fresh\nx = torch.rand(2, 3); x\n```\n")).empty());
  // What PyTorch refuses at the end of a knob is there to be met.
  CHECK(problems_of(play("turn n = 2 from 1 to 4\nshow heatmap x.view(n, -1)\nx.view(n, -1)\ngoal n == 3\nset n = 3\n")).empty());
}

TEST_CASE("check: each problem is told, at its line") {
  struct Case {
    std::string body;
    const char* problem;
  };
  const Case cases[] = {
      {"```torch\nx = 1\ny = x + z\n```\n", "7: NameError: name 'z' is not defined"},
      {"```torch error\nx = 1\n```\n", "6: this cell must fail, and does not"},
      {"Type `source nn.Linear`.\n\nOr `source nn.Lineal`.\n",
       "7: nothing here is called 'nn.Lineal'; did you mean 'nn.Linear'?"},
      {"```show heatmap nothing\n```\n", "5: there is nothing to draw"},
      {kSetUp + "```predict x.shape\n(3, 2): no\n```\n", "9: this question has no hint"},
      {kSetUp + "```predict x.shape\n(3, 2): no\n```\n```hint\nh\n```\n", "has no 'why'"},
      {kSetUp + "```predict x.shape\n```\n```hint first\nh\n```\n```torch fresh\nx = torch.ones(int(torch.randint(5, 9, (1,))))\nprint(x)\n```\n", "with these numbers the question has no hint"},
      {kSetUp + "```predict x.shape\n```\n```hint first\nh\n```\n```why\nw\n```\n", "'hint first' is for a question that can have new numbers"},
      {kSetUp + "```predict x.nope\n```\n" + kRest, "9: the answer cannot be computed: AttributeError"},
      {kSetUp + "```predict x.view\n```\n" + kRest, "9: nobody can type this answer"},
      {kSetUp + "```predict x.shape\n[2, 3]: no\n```\n" + kRest, "10: this likely wrong answer is right"},
      {kSetUp + "```predict x.shape\n(3, 2): a\n[3, 2]: b\n```\n" + kRest, "11: this reply is never given: the answer is the same as that on line 10"},
      {kSetUp + "```predict x.shape\nz.shape: a\n```\n" + kRest, "10: this likely answer cannot be computed: NameError"},
      {kSetUp + "```predict x.shape\n```\n```hint\nIt is (2, 3), of course.\n```\n```why\nw\n```\n", "12: this hint is the whole answer"},
      {kSetUp + "```predict x > 3\n(1, 1) (1, 2): no\n```\n" + kRest, "10: this likely wrong answer is right"},
      {kSetUp + "```predict x.shape\n```\n" + kRest + "```torch fresh\nx = torch.rand(2, 3); x\n```\n", "18: with new numbers the answer stays the same"},
      {kSetUp + "```predict x.sum()\n```\n" + kRest + "```torch fresh\nx = torch.rand(2, 3)\n```\n", "18: the new numbers are not shown"},
      {kSetUp + "```predict x.sum()\n```\n" + kRest + "```torch fresh\nx = torch.rand(2, 3) + w; x\n```\n", "18: NameError: name 'w'"},
      {kSetUp + "```predict x.sum()\n```\n" + kRest + "```torch fresh\nx = torch.rand(2) > 2; x = x.tolist(); x\n```\n", "with new numbers the answer cannot be computed"},
      {"```choice Q\n- [x] a long right answer: r\n- [ ] b: r\n- [ ] b: r\n```\n```hint\nA long  right answer\n```\n", "5: two options say the same: b"},
      {"```choice Q\n- [x] a long right answer: r\n- [ ] b: r\n```\n```hint\nA long  right answer\n```\n", "10: this hint is the whole answer"},
      {"```order Q\none\ntwo\n```\n```hint\none, then two\n```\n", "10: this hint is the whole answer"},
      {kSetUp + "## Exercise: y\n```torch start\ny = x * 2\n```\n```torch solution\ny = x + x\n```\n```hint\nh\n```\n", "11: the start passes already"},
      {kSetUp + "## Exercise: y\n```torch start\n...\n```\n```torch solution\ny = x + z\n```\n```hint\nh\n```\n", "14: the solution fails: NameError"},
      {kSetUp + "## Exercise: y\n```torch start\n...\n```\n```torch solution\ny = lambda: x\ny = object()\n```\n```hint\nh\n```\n", "14: the solution does not pass"},
      {exercise("```torch wrong Twice.\ny = x + x\n```\n"), "20: this wrong program passes"},
      {exercise("```torch wrong A.\ny = x\n```\n```torch wrong B.\ny = x * 1\n```\n"), "23: this wrong program gets another's reply: A."},
      {exercise("```torch wrong A.\nz = x\n```\n"), "20: this wrong program does not make what is compared"},
      {exercise("```hint\n`y = x * 2`\n```\n"), "20: this hint is the whole answer"},
      {exercise("```torch fresh\nz = 1; z\n```\n"), "20: with new numbers the answer stays the same"},
      {play("turn s = 1.0 from 0 to 2\nshow heatmap x * s\ngoal s > 1\nset s = 1.5\nz\n"), "14: NameError: name 'z' is not defined"},
      {play("turn s = 1.0 from 0 to 2\nshow heatmap x * s\ngoal s > 0\nset s = 1.5\n"), "12: the goal is reached at the start"},
      {play("turn s = 1.0 from 0 to 2\nshow heatmap x * s\ngoal s > 1\nset s = 0.5\n"), "12: the lines `set` do not reach the goal"},
      {play("turn s = 1.0 from 0 to 2\nshow heatmap x * s\ngoal s > 1\nset s = 3\n"), "13: s goes from 0 to 2."},
      {play("turn s = 1 from 0 to 2\nshow heatmap x * s\ngoal s > 1\nset s = 2\n[1, 2][s]\n[1, 2].index(1)\n"), ""},
      {play("turn s = 1 from 0 to 2\nshow heatmap x * s\ngoal s > 1\nset s = 2\n{0: 1, 1: 1}[s]\n"), "10: with s = 2, KeyError: 2"},
      {play("turn s = 1.0 from 0 to 2\nx += s\nshow heatmap x\ngoal s > 1\nset s = 2\n"), "9: back at the start it does not show the same again"},
      {play("turn s = 1.0 from 0 to 2\nshow heatmap y\ngoal s > 1\nset s = 2\n"), "9: there is nothing to draw: NameError"},
      {play("turn s = None from 0 to 2\nshow heatmap x\ngoal s > 1\nset s = 2\n"), "9: there is nothing to turn: `None` is neither a number nor a tensor"},
      {play("turn s in 1, y\nshow heatmap x\ngoal s > 1\nset s = 2\n"), "10: with s = y, NameError"},
      {play("turn s = 1.0 from 0 to 2\nshow heatmap x\ngoal s > 1\nset s = 2\n", "Try `set s = 2`."), "16: this hint is the whole answer"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.body);
    const std::vector<std::string> found = problems_of(c.body);
    std::string all;
    bool told = false;
    for (const std::string& p : found) {
      all += p + "\n";
      told = told || p.find(c.problem) != std::string::npos;
    }
    CAPTURE(all);
    CAPTURE(c.problem);
    CHECK(told);
  }
}

TEST_CASE("check: a course has its lessons in order, each once") {
  std::vector<Problem> problems;
  std::vector<Lesson> lessons;
  for (const char* name : {"01-one.md", "02-two.md", "02-one.md"}) {
    lessons.push_back(read("---\ntitle: T\ngoal: G\nneeds: on\n---\nText.\n", name).lesson);
  }
  std::vector<std::string> found;
  for (const Problem& p : check_course(lessons)) found.push_back(p.source->name() + ": " + p.message);
  CHECK(found == std::vector<std::string>{
                     "01-one.md: no earlier lesson is named 'on'",
                     "02-two.md: no earlier lesson is named 'on'",
                     "02-one.md: another lesson is named 'one' too",
                     "02-one.md: another lesson has the number 2 too",
                     "02-one.md: no earlier lesson is named 'on'"});
}

TEST_CASE("check: the lesson that lessons/README.md shows is a good one") {
  std::string example;
  bool inside = false;
  for (const std::string& line : mha::split_lines(mha::read_file(MHA_LESSONS "/README.md", 1 << 20))) {
    if (line == "## Homework") break;  // what follows are other kinds of files
    inside = (inside || line == "    ---") && !line.starts_with("`title`");
    if (inside) example += (line.size() < 4 ? line : line.substr(4)) + "\n";
  }
  const Read r = read(example, "01-masks.md");
  for (const Problem& p : r.problems) FAIL_CHECK(p.message);
  CHECK(r.lesson.questions() == 4);
  for (const Problem& p : check_lesson(r.lesson)) FAIL_CHECK(p.message);
}

TEST_CASE("course: lessons are read from a folder, in order") {
  std::vector<Problem> problems;
  const std::vector<Lesson> lessons = load_course(MHA_LESSONS, problems);
  REQUIRE(lessons.size() >= 3);
  CHECK(lessons[0].number == 1);
  CHECK(lessons[1].number == 2);
  CHECK_THROWS_WITH_AS(load_course("/nonexistent", problems),
                       doctest::Contains("No such file"), mha::Error);
}
