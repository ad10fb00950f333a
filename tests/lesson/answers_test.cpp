// answers.tsv: answers as people type them, and what each must meet. A line is
// the lesson, the beginning of the question, what is typed, the outcome, and
// why. An honest answer that is not understood ("right or form") is asked for
// again, and costs nothing.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "lesson/answers/choosing.h"
#include "lesson/answers/compare.h"
#include "lesson/answers/core.h"
#include "lesson/answers/line_order.h"
#include "lesson/answers/places.h"
#include "lesson/answers/said.h"
#include "lesson/answers/slips.h"
#include "lesson/answers/words.h"
#include "lesson/course/embedded.h"
#include "lesson/session.h"
#include "lesson_text.h"

using namespace mha::lesson;

namespace {

struct Row {
  int line = 0;
  int lesson = 0;
  std::string key, typed, outcome;
};

std::vector<Row> rows() {
  const char* other = std::getenv("MHA_ANSWERS");
  std::ifstream file(other ? other : MHA_ANSWERS);
  std::vector<Row> all;
  std::string text;
  for (int n = 1; std::getline(file, text); ++n) {
    std::istringstream line(text);
    Row row;
    row.line = n;
    std::string number;
    std::getline(line, number, '\t');
    std::getline(line, row.key, '\t');
    std::getline(line, row.typed, '\t');
    std::getline(line, row.outcome, '\t');
    row.lesson = std::atoi(number.c_str());
    all.push_back(row);
  }
  return all;
}

std::string asked(const Block& block) {
  if (const auto* p = std::get_if<Predict>(&block)) {
    return p->question.empty() ? p->expression : p->question;
  }
  return question_text(block);
}

/// The step whose question begins so, or -1.
int step_of(const Lesson& lesson, const std::string& key) {
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    const Block* q = lesson.steps[i].question();
    if (q && asked(*q).starts_with(key)) return static_cast<int>(i);
  }
  return -1;
}

std::string outcome_of(const Lesson& lesson, int step, const std::string& typed,
                       Events& said) {
  LessonProgress progress;
  Session session(lesson, progress, step, {});
  session.begin();
  said = session.take(typed);
  const bool failed = has(said, Event::Kind::failure);
  if (has(said, Event::Kind::note, "That ran your line"))
    return failed ? "traceback" : "code";
  if (failed) return "traceback";
  if (has(said, Event::Kind::right, "that computes it")) return "computed";
  if (has(said, Event::Kind::right)) return "right";
  if (has(said, Event::Kind::wrong)) return "wrong";
  if (has(said, Event::Kind::note, "That line computes the answer")) return "looked";
  return "form";
}

}  // namespace

TEST_CASE("answers: as people type them, in every lesson") {
  const std::vector<Row> all = rows();
  REQUIRE(all.size() > 300);
  for (const Row& row : all) {
    if (row.line % MHA_EVERY_ANSWER != 0) continue;
    const Lesson& lesson = find_lesson(course(), std::to_string(row.lesson));
    const int step = step_of(lesson, row.key);
    INFO("line ", row.line, ": lesson ", row.lesson, ", ", row.key);
    CHECK(step >= 0);
    if (step < 0) continue;
    Events said;
    const std::string outcome = outcome_of(lesson, step, row.typed, said);
    INFO(row.typed, "  must be ", row.outcome, ", is ", outcome, ": ",
         said.empty() ? "" : said[0].text);
    const size_t either = row.outcome.find(" or form");
    const bool may_be_asked_again =
        either != std::string::npos && (outcome == row.outcome.substr(0, either) || outcome == "form");
    CHECK((outcome == row.outcome || may_be_asked_again));
  }
}

TEST_CASE("answers: what is said of a wrong one is said of how it was read") {
  const struct { const char *lesson, *key, *typed, *reply; } kCases[] = {
      {"7", "The hidden scores are -inf", "only mice", "mice itself, yes. But somebody is allowed to look at it."},
      {"8", "Which cells of `result` are 0?", "all zeros", "Not quite: of the places that you named, 5 are right and 4 are not."}};
  for (const auto& c : kCases) {
    const Lesson& lesson = find_lesson(course(), c.lesson);
    Events said;
    CHECK(outcome_of(lesson, step_of(lesson, c.key), c.typed, said) == "wrong");
    CHECK(has(said, Event::Kind::wrong, c.reply));
  }
}

TEST_CASE("answers: what is said of an answer is true of what was typed") {
  const struct { const char *lesson, *key, *typed; Event::Kind kind; const char* reply; } kCases[] = {
      {"18", "Up to which length T", "T <= 2d, i.e. 1,536", Event::Kind::compared, "T <= 2d, i.e. 1,536"},
      {"12", "heads.shape", "transpose(1, 2)", Event::Kind::note, "`transpose` is a method"},
      {"16", "wrapper(x).shape", "the same as before", Event::Kind::note, "The last answer was (2, 5, 12), and this one is another."},
      {"16", "same", "hm", Event::Kind::note, "True or False for each"},
      {"13", "Which number stands in row", "F.softmax(q[1], dim=-1)", Event::Kind::note, "There is no `F` here: `import torch.nn.functional as F` gives it that meaning."},
      {"13", "Which number stands in row", "F", Event::Kind::note, "`import torch.nn.functional as F`"},
      {"8", "write drop_weights", "def drop_weights(weights, kept, p):\n    return weights @ kept / (1 - p)\n", Event::Kind::wrong, "that is `*`"},
      {"18", "write attention_parameters", "def attention_parameters(layers, heads, width, bias):\n    return layers * (4 * width ^ 2 + width)\n", Event::Kind::wrong, "`^` is no power"}};
  for (const auto& c : kCases) {
    INFO(std::string(c.typed));
    const Lesson& lesson = find_lesson(course(), c.lesson);
    Events said;
    outcome_of(lesson, step_of(lesson, c.key), c.typed, said);
    INFO(std::string(said.empty() ? "" : said[0].text));
    CHECK(has(said, c.kind, c.reply));
  }
}

TEST_CASE("answers: the help of an error does not turn what meets number by number") {
  const Lesson& lesson = find_lesson(course(), "8");
  Events said;
  outcome_of(lesson, step_of(lesson, "write drop_weights"), "def drop_weights(weights, kept, p):\n    return weights @ kept / (1 - p)\n", said);
  CHECK(has(said, Event::Kind::failure));
  for (const Event& e : said) CHECK((!e.report || e.report->help.empty()));
}

TEST_CASE("answers: of a method that stands within another one, it is said") {
  const Lesson& lesson = find_lesson(course(), "6");
  Events said;
  const std::string code = "class SelfAttention(nn.Module):\n    def __init__(self, d_in, d_out):\n        super().__init__()\n"
                           "        self.W_query = nn.Linear(d_in, d_out, bias=False)\n\n        def forward(self, x):\n            return self.W_query(x)\n";
  outcome_of(lesson, step_of(lesson, "write SelfAttention"), code, said);
  CHECK(has(said, Event::Kind::wrong, "`forward` stands inside `__init__`, so the class does not have it."));
}

TEST_CASE("answers: a module that never calls its base class is told so, and a mistake also where the program stops with other numbers") {
  const struct { const char *lesson, *key, *code, *reply; } kCases[] = {
      {"8", "write Coins", "class Coins(nn.Module):\n    def __init__(self, p):\n        self.p = p\n    def forward(self, x):\n        return x\n",
       "Not yet: `super().__init__()` is missing"},
      {"6", "write SelfAttention", "class SelfAttention(nn.Module):\n    def __init__(self, d_in, d_out):\n        super().__init__()\n        W_query = nn.Linear(d_in, d_out)\n"
       "    def forward(self, x):\n        return x\n", "Write `self.W_query = ...`"},
      {"7", "write causal_weights", "def causal_weights(queries, keys):\n    scores = queries @ keys.T / keys.shape[-1] ** 0.5\n"
       "    scores.masked_fill(torch.ones(5, 5).triu(1).bool(), -torch.inf)\n    return torch.softmax(scores, dim=-1)\n", "Your result hides nothing."},
      {"10", "write narrow", "def narrow(want, count):\n    return [CausalAttention(3, 2, 8, 0.0) for _ in range(count)]\n", "Right for these numbers, but not for others"}};
  for (const auto& c : kCases) {
    Events said;
    const Lesson& lesson = find_lesson(course(), c.lesson);
    outcome_of(lesson, step_of(lesson, c.key), c.code, said);
    CAPTURE(c.code);
    CHECK(has(said, Event::Kind::wrong, c.reply));
  }
}

TEST_CASE("answers: slips of Python in handed in code are named") {
  const struct { const char *lesson, *key, *code, *text; Event::Kind kind; } kCases[] = {
      {"1", "write taken_in", "def taken_in(shares, notes):\n    print((shares * notes).sum())\n", "taken_in(shares, notes) prints", Event::Kind::output},
      {"1", "write taken_in", "total += shares[i] * notes[i]", "Up brings the whole code of `taken_in`", Event::Kind::note},
      {"9", "write scores_of", "def scores_of(queries, keys):\n    return queries @ keys.transpose(1, 2) / keys.shape[-1] ** 1/2\n", "The root is `x ** 0.5`.", Event::Kind::wrong},
      {"9", "write scores_of", "def scores_of(queries, keys):\n    return queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0,5\n", "A decimal number has a point", Event::Kind::wrong},
      {"9", "write scores_of", "def scores_of(queries, keys):\n    return queries @ keys.transpose(0, 2) / keys.shape[-1] ** 0.5\n", "That exchanges the axis of the sentences as well", Event::Kind::wrong},
      {"8", "write Coins", "class Coins(nn.Module):\n    def _init_(self, p):\n        super()._init_()\n        self.p = p\n    def forward(self, x):\n        return x\n", "`__init__`", Event::Kind::wrong},
      {"6", "In which cells does the wrong", "(1,1) (2,2) (3,3)", "Right if you count from 1.", Event::Kind::wrong},
      {"1", "looks.shape", "len tokens", "Python calls a function with round brackets: `len(tokens)`. The answer is a shape", Event::Kind::note},
      {"1", "write taken_in", "sum focus", "`sum(focus)`. The answer is code that defines", Event::Kind::note},
      {"1", "In which cells does", "0.7 and 0.6", "Those are values: say where they stand.", Event::Kind::note},
      {"8", "dropped.shape", "unchanged", "Say it in numbers.", Event::Kind::note},
      {"8", "What is this row", "row*kept/p", "only by chance", Event::Kind::note}};
  for (const auto& c : kCases) {
    const Lesson& lesson = find_lesson(course(), c.lesson);
    Events said;
    outcome_of(lesson, step_of(lesson, c.key), c.code, said);
    std::string all;
    for (const Event& event : said) all += event.text + "\n";
    CAPTURE(c.code);
    CAPTURE(all);
    CHECK(std::any_of(said.begin(), said.end(), [&](const Event& event) { return event.kind == c.kind && event.text.find(c.text) != std::string::npos; }));
  }
}

TEST_CASE("answers: who denies what an option says does not mean it") {
  const std::vector<Choice::Option> options = {
      {false, "the same as before", ""}, {true, "take half-words for words, and never see \"mice\" and \"daily\"", "", {"half words", "never sees mice"}}};
  const auto is_sure = [&](const std::string& said) {
    const Meant meant = options_meant("What will head 0 do?", options, said);
    return meant.options == std::vector<size_t>{1} && meant.sure == Meant::Sure::yes;
  };
  for (const std::string said : {"it takes half words", "it never sees mice", "it takes half words and never sees mice", "never sees daily"}) {
    CAPTURE(said);
    CHECK(is_sure(said));
  }
  for (const std::string said : {"it does not see half words", "it never sees half words", "it sees mice and does not take half words", "no"}) {
    CAPTURE(said);
    CHECK_FALSE(is_sure(said));
  }
}

TEST_CASE("answers: a place among the options is not a share") {
  const std::vector<Choice::Option> options = {{false, "everybody's", ""}, {true, "only that of daily", ""}, {false, "nobody's", ""}};
  CHECK(options_meant("Whose query?", options, "the second").options == std::vector<size_t>{1});
  CHECK(options_meant("Whose query?", options, "half").options.empty());
  CHECK(options_meant("Whose query?", options, "b i guess").options == std::vector<size_t>{1});
}

TEST_CASE("answers: a direction, a place, a share of a block are read as people say them") {
  World world{{}};
  world.run("setup", "import torch\ntokens = ['Cats', 'chase', 'mice']\nhand = torch.tensor([-2.0, 3.0])\nends = torch.tensor([0, 2])\n"
                     "changed = torch.zeros(3, 4).bool()\nchanged[2, 2:] = True\nrow = torch.zeros(3, 4).bool()\nrow[2] = True\n"
                     "half = torch.arange(8) >= 4\ncache = torch.ones(3, 8)\nsame = True\n");
  struct Case {
    const char *expression, *said;
    Match match;
  };
  for (const auto& [expression, said, match] :
       {Case{"hand", "2 to the left and 3 up", Match::right}, {"hand", "3 up, 2 left", Match::right}, {"hand", "left 2, up three", Match::right},
        {"hand", "3 right and 2 down", Match::wrong}, {"ends", "first and third", Match::right}, {"len(tokens) - 1", "the last one", Match::right},
        {"len(tokens)", "the last one", Match::unreadable}, {"changed", "columns 2 and 3 of mice", Match::right},
        {"changed", "mice, the last two", Match::right}, {"changed", "Cats", Match::wrong}, {"changed", "2", Match::other_form},
        {"row", "the mice row", Match::right}, {"row", "every column of row 2", Match::right}, {"half", "from 4 to 7", Match::right},
        {"half", "4..7", Match::right}, {"half", "half of them", Match::unreadable}, {"cache.shape", "8 numbers for the 3 words", Match::right},
        {"0", "no one", Match::right}, {"2.718281828459045 ** -3", "e to the minus 3", Match::right},
        {"same", "it doesn't matter where it is", Match::unreadable}}) {
    CAPTURE(std::string(expression));
    CAPTURE(std::string(said));
    const mha::lang::Value came = world.value_of(expression).value;
    CHECK(compare(world, came, answer_in(world, came, "", said, false)) == match);
  }
}

TEST_CASE("answers: a range is not a list of its ends") {
  for (const std::string said : {"0 and 3", "0, 3", "first 0, then 3", "[0, 3]"}) {
    CAPTURE(said);
    CHECK(readings(said, AnswerKind::list, {2}).back() == "[0, 3]");
  }
  for (const char* said : {"from 0 to 3", "0 till 3", "0 to 3."}) {
    for (const std::string& reading : readings(said, AnswerKind::list, {2})) CHECK(reading == "[0, 1, 2, 3]");
  }
}

TEST_CASE("answers: a slip that can be foreseen gets a reply of its own") {
  World world{{}};
  world.run("setup",
            "import torch\nx = torch.zeros(2, 3, 4)\nm = torch.tensor([[1., "
            "2., 6.], [4., 5., 9.]])\n"
            "scores = torch.tensor([[0.25, 2.5], [1.5, 4.0]])\nd = 16\n");
  struct Case {
    const char *expression, *said, *reply;
  };
  const Case cases[] = {
      {"x.shape", "(12, 4, 1)", "Those are the strides"},
      {"x.stride()", "(2, 3, 4)", "That is the shape"},
      {"x.transpose(1, 2).shape", "(2, 3, 4)", "the shape before the last step"},
      {"x.shape", "2 4 3", "two axes are exchanged"},
      {"x.shape", "(4, 3, 2)", "opposite order"},
      {"x.shape", "(4, 2, 3)", "in another order"},
      {"m.shape", "(3, 2)", "rows come first"},
      {"x.shape", "(2, 3)", "An axis is missing"},
      {"x.shape", "(2, 3, 4, 1)", "One axis too many"},
      {"x.shape", "(6, 4)", "cut into other axes"},
      {"x.shape", "(2, 3, 5)", "Axis 2 is not right: it is one off"},
      {"m.mean()", "27", "That is the sum"},
      {"m.sum()", "4.5", "That is the mean"},
      {"m.sum(dim=0)", "[9, 18]", "along the other axis"},
      {"scores[0, 1]", "1.5", "You exchanged row and column"},
      {"m.numel()", "7", "One off"},
      {"-d", "16", "Right but for its sign"},
      {"scores[0, 0]", "25", "per cent"},
      {"d ** 0.5", "16", "without the root"},
      {"d ** 0.5", "0.25", "its inverse"},
      {"m", "[[1, 4], [2, 5], [6, 9]]", "rows and columns are exchanged"},
      {"m[0]", "[1, 2, 7]", "but number 2"},
      {"m[0]", "[6, 1, 2]", "in other places"},
      {"m[0]", "[1, 2]", "there are more numbers"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.expression));
    CAPTURE(std::string(c.said));
    const Outcome came = world.evaluate(c.expression);
    REQUIRE(!came.failure);
    const std::string reply =
        slip_text(world, c.expression, came.value, c.said, /*roughly=*/false);
    CAPTURE(reply);
    CHECK(reply.find(c.reply) != std::string::npos);
  }
}

TEST_CASE("order: other orders of the lines that mean the same are right") {
  struct Case {
    std::vector<std::string> lines;
    std::vector<size_t> order;
    size_t right;
  };
  const std::vector<std::string> class_lines = {
      "class A(nn.Module):",     "    def __init__(self, n):",   "        super().__init__()",
      "        self.W = nn.Linear(n, n)", "    def forward(self, x):", "        return self.W(x)"};
  const std::vector<std::string> loop = {"tables = []", "for h in range(2):", "    table = q[h] @ k[h].T",
                                         "    tables.append(table)", "scores = torch.stack(tables)"};
  const std::vector<std::string> three = {"q = W_q(x)", "k = W_k(x)", "s = q @ k.T", "s[0] = 0", "w = softmax(x)"};
  const Case cases[] = {
      {three, {0, 1, 2, 3, 4}, 5},
      {three, {1, 0, 2, 3, 4}, 5},
      {three, {1, 2, 0, 3, 4}, 1},  // s needs q
      {three, {0, 1, 2, 4, 3}, 3},  // nothing passes a line that writes
      {class_lines, {0, 4, 5, 1, 2, 3}, 6},
      {class_lines, {0, 1, 2, 3, 4, 5}, 6},
      {class_lines, {0, 1, 3, 2, 4, 5}, 2},  // super() has an effect
      {class_lines, {0, 1, 4, 5, 2, 3}, 2},  // a body belongs to its own method
      {class_lines, {1, 0, 2, 3, 4, 5}, 0},
      {loop, {0, 1, 2, 3, 4}, 5},
      {loop, {1, 2, 3, 0, 4}, 0},
      {loop, {0, 1, 2, 4, 3}, 3},
      {{"def f(t):", "    return t + n", "n = 2", "y = f(3)"}, {2, 0, 1, 3}, 4},
      {{"def f(t):", "    u = t + n", "    return u", "n = 2", "y = f(3)"}, {0, 1, 2, 4, 3}, 3},
      {{"compare the words", "share out"}, {1, 0}, 0},
      {{"compare the words", "share out"}, {0, 1}, 2},
  };
  for (const Case& c : cases) {
    CAPTURE(c.lines[0]);
    CAPTURE(c.order[0]);
    CAPTURE(c.order[1]);
    CHECK(lines_right(c.lines, c.order) == c.right);
  }
}

TEST_CASE("slips: a file that says nothing clear is refused at its line") {
  std::vector<Problem> problems;
  const auto file =
      std::make_shared<mha::Source>("slips.md",
                                    "# Slips\n## Other axis.\n`dim=0` -> "
                                    "`dim=1`\n`(` -> `)`\n`dim=1` - `dim=0`\n");
  const std::vector<Slip> read = read_slips(file, problems);
  REQUIRE(read.size() == 1);
  CHECK(read[0].reply == "Other axis.");
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].message == "this is not a regular expression: (");
  CHECK(problems[1].message ==
        "a slip is a `pattern` -> `replacement`, below its reply");
}

TEST_CASE("words: a broken file is refused at its line") {
  const auto file = std::make_shared<mha::Source>(
      "words.md",
      "# Words\n- not, yet\n## yes\n- yes, y, `a b`\n- y, sure\n## parts\n- half\n"
      "- 3: third\n## no\n- no: nope\n- n,, nay\n## perhaps\n- maybe\n");
  std::vector<Problem> problems;
  const AnswerWords read = read_words(file, problems);
  CHECK(read.yes.has("sure"));
  CHECK(read.yes.has("a b"));
  CHECK(read.parts.value("third") == "3");
  CHECK(read.parts.value("half") == "");
  CHECK(read.no.has("nay"));
  struct Case {
    int line;
    const char* message;
  };
  const Case cases[] = {
      {5, "'y' is already in this group"},
      {7, "these words need a value: `- 2: half, halves`"},
      {10, "words of this group have no value"},
      {11, "a word is missing beside a comma"},
      {12, "nothing asks for a group of words 'perhaps'"}};
  REQUIRE(problems.size() > std::size(cases));
  for (size_t i = 0; i < std::size(cases); ++i) {
    CHECK(problems[i].message == cases[i].message);
    CHECK(file->place(problems[i].span.begin).line == cases[i].line);
  }
  CHECK(problems.back().message == "the group of words 'signs' is missing");
}

TEST_CASE("words: the course's own file is whole") {
  std::vector<Problem> problems;
  read_words(embedded_source("answer-words.md"), problems);
  CHECK(problems.empty());
}

TEST_CASE("places: figures and words are read alike") {
  const auto read = [](const char* text, const mha::Shape& shape) {
    std::string all;
    for (const Places& places : read_places(text, shape))
      all += (all.empty() ? "" : " | ") + places_text(places);
    return all;
  };
  struct Case {
    const char* text;
    const char* places;
  };
  for (const auto& [text, places] :
       {Case{"(0, 1) (2, 0)", "(0, 1) (2, 0)"},
        {"(0, 1) and (-1, 0)", "(0, 1) (2, 0)"},
        {"I think (0,1), (2,0).", "(0, 1) (2, 0)"},
        {"01 20", "(0, 1) (2, 0)"},
        {"x[0, 1], x[2, 0]", "(0, 1) (2, 0)"},
        {"row 0 column 1, row 2 column 0", "(0, 1) (2, 0)"},
        {"row 0: 1 and 2", "(0, 1) (0, 2)"},
        {"the 2nd row", "(1, 0) (1, 1) (1, 2)"},
        {"the second row", "(1, 0) (1, 1) (1, 2)"},
        {"columns 1-2 of the last row", "(2, 1) (2, 2)"},
        {"last row, columns 1-2", "(2, 1) (2, 2)"},
        {"[[0, 1, 0], [0, 0, 0], [1, 0, 0]]", "(0, 1) (2, 0)"},
        {"[]", "none"},
        {"none of them", "none"},
        {"(0, 1) (3, 0)", ""},
        {"(0, 1) (2", ""},
        {"not (0, 1)", ""},
        {"two", ""}}) {
    CAPTURE(text);
    CHECK(read(text, {3, 3}) == places);
  }
  for (const auto& [text, places] : {Case{"0, 2", "0 2"},
                                     {"0 to 2, 4", "0 1 2 4"},
                                     {"words 0 and 2", "0 2"},
                                     {"the last two", "3 4"},
                                     {"the first three", "0 1 2"},
                                     {"-1", "4"},
                                     {"all five", "0 1 2 3 4"},
                                     {"1 0 1 0 0", "0 2"},
                                     {"True, False, True, False, False", "0 2"},
                                     {"0 5", ""}}) {
    CAPTURE(text);
    CHECK(read(text, {5}) == places);
  }
  CHECK(read("0 1", {2}) == "0 1 | 1");
}
