// The files of lessons/homework and lessons/misconceptions, as built into the program.

#include <doctest/doctest.h>

#include <set>

#include "base/error.h"
#include "homework/spec/assignment.h"
#include "homework/spec/misconception.h"
#include "lesson/course/embedded.h"
#include "lesson/lesson.h"
#include "reading/vocabulary.h"

using namespace mha;
using namespace mha::homework;

namespace {

SourcePtr source(const std::string& name, const std::string& text) {
  return std::make_shared<Source>(name, text);
}

bool is_lesson(const std::string& id) {
  for (const lesson::Lesson& l : lesson::course()) {
    if (l.id == id) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("data: every file is read without a complaint") {
  for (const EmbeddedFile& file : lesson::embedded_lessons()) {
    std::vector<lesson::Problem> problems;
    const SourcePtr text = source(std::string(file.name), std::string(file.text));
    if (file.name.starts_with("homework/")) read_assignment(text, problems);
    if (file.name.starts_with("misconceptions/")) read_misconception(text, problems);
    if (file.name == "homework-names.md") reading::Vocabulary(text, problems);
    for (const lesson::Problem& p : problems) {
      FAIL_CHECK(std::string(file.name) << ": " << p.message);
    }
  }
}

TEST_CASE("data: lessons and stages that are referred to exist") {
  CHECK(assignments().size() >= 13);
  CHECK(misconceptions().size() >= 65);
  for (const Assignment& a : assignments()) {
    CAPTURE(a.id);
    CHECK(is_lesson(a.lesson));
    CHECK(!a.starter.empty());
    CHECK(!a.solution.empty());
    CHECK(a.probes.size() >= 3);
  }
  for (const Misconception& m : misconceptions()) {
    CAPTURE(m.id);
    CHECK(is_lesson(m.lesson));
    for (const std::string& stage : {m.stage, m.until, m.place}) {
      bool known = stage.empty();
      for (const Assignment& a : assignments()) known = known || a.stage_of(stage) >= 0;
      CAPTURE(stage);
      CHECK(known);
    }
  }
}

TEST_CASE("data: problems in a file are reported at their place") {
  std::vector<lesson::Problem> problems;
  read_assignment(source("homework/x.md", "---\ntitle: T\ncolour: red\n---\nText.\n"), problems);
  std::set<std::string> said;
  for (const lesson::Problem& p : problems) said.insert(p.message);
  CHECK(said.contains("no such key: 'colour'"));
  CHECK(said.contains("an assignment without a '## Stage: ...'"));
  problems.clear();
  read_misconception(source("misconceptions/x.md", "---\ntitle: T\n---\n"), problems);
  said.clear();
  for (const lesson::Problem& p : problems) said.insert(p.message);
  CHECK(said.contains("no text says what the learner did"));
  CHECK(said.contains("nothing identifies it: no variant, clue, property, error or mend"));
}

TEST_CASE("data: assignments are found by the beginning of their name") {
  CHECK(find_assignment("multi-head").id == "multi-head");
  CHECK(find_assignment("cross").id == "cross-attention");
  CHECK_THROWS_WITH_AS(find_assignment("self"), "'self' matches self-attention-parameters, self-attention-linear: which one?", Error);
  CHECK_THROWS_AS(find_assignment(""), Error);
}

TEST_CASE("vocabulary: spellings, and words that stand for two sizes") {
  const reading::Vocabulary& v = reading::vocabulary();
  CHECK(v.sizes("nHeads") == v.sizes("n_heads"));
  CHECK(v.sizes("num_heads") == std::vector<std::string>{"heads"});
  CHECK(v.sizes("embed_dim") == std::vector<std::string>{"d_in", "d_out"});
  CHECK(v.sizes("colour").empty());
  CHECK(v.tensor("hidden_states") == "x");
  CHECK(v.weight("W_q") == "W_query");
}

TEST_CASE("patterns: * stands for anything") {
  CHECK(matches_pattern("view size is not compatible*", "view size is not compatible with"));
  CHECK(matches_pattern("*size (*)*", "the size (5) here"));
  CHECK(!matches_pattern("size*", "the size"));
  CHECK(matches_pattern("", ""));
}

TEST_CASE("data: a form is the whole homework, changed by its lines") {
  std::vector<lesson::Problem> problems;
  const Assignment a = read_assignment(
      source("homework/x.md",
             "---\ntitle: T\nsigns: triu\n---\nText.\n"
             "```inputs\nx: torch.randn(tokens, d_in)\ny: torch.randn(tokens, d_in)\n```\n"
             "```weights\nW: d_in, d_in\nU: d_in, d_in\n```\n"
             "```form\nwithout: last\n```\n"
             "```form begun\nwithout: first, last\nfirst: torch.randn(2, 3)\nsigns: none\n```\n"
             "```form passed over\nwithout: second\nsecond: first\nsetup: short = True\n```\n"
             "## Stage: A\nid: first\n```torch\nfirst = W(x)\n```\n"
             "## Stage: B\nid: second\n```torch\nsecond = first * y\n```\n"
             "## Stage: C\nid: last\n```torch\nlast = U(second)\n```\n"),
      problems);
  CHECK(problems.empty());
  CHECK(a.form == "");
  CHECK(a.stages.size() == 2);
  CHECK(a.weights.size() == 1);
  REQUIRE(a.forms.size() == 2);

  CHECK(a.forms[0].form == "begun");
  CHECK(a.forms[0].id == "x");
  REQUIRE(a.forms[0].stages.size() == 1);
  CHECK(a.forms[0].stages[0].id == "second");
  CHECK(a.forms[0].weights.empty());
  CHECK(a.forms[0].signs.empty());
  REQUIRE(a.forms[0].inputs.size() == 2);
  CHECK(a.forms[0].inputs[0].name == "y");
  CHECK(a.forms[0].inputs[1].name == "first");
  CHECK(a.forms[0].inputs[1].expression == "torch.randn(2, 3)");

  REQUIRE(a.forms[1].stages.size() == 2);
  CHECK(a.forms[1].stages[1].snippet.code == "last = U(first)\n");
  CHECK(a.forms[1].setup == "short = True\n");
  CHECK(a.forms[1].inputs.size() == 1);
  CHECK(a.forms[1].signs.size() == 1);
}

TEST_CASE("data: a stage that a form leaves out has to exist") {
  std::vector<lesson::Problem> problems;
  read_assignment(source("homework/x.md",
                         "---\ntitle: T\n---\nText.\n```inputs\nx: torch.randn(2, 3)\n```\n"
                         "```form short\nwithout: secnd\n```\n"
                         "## Stage: A\nid: second\n```torch\nsecond = x * 2\n```\n"),
                  problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message == "no such stage: 'secnd'");
}

TEST_CASE("data: an assignment's own words come before those of all homework") {
  std::vector<lesson::Problem> problems;
  const Assignment a = read_assignment(
      source("homework/x.md",
             "---\ntitle: T\nunnamed: right\n---\nText.\n"
             "```sizes\nwidth: 7\nwide: 4 * width\n```\n"
             "```inputs\nz: torch.randn(2, width)\n```\n"
             "```weights\nW: width, wide\ngain: wide\noffset: wide, optional\n```\n"
             "```names\nwide: num_heads\nz: memory\ngain: W_q, g\nby use: dim\n```\n"
             "## Stage: A\nid: made\n```torch\nmade = W(z) * gain\n```\n"),
      problems);
  CHECK(problems.empty());
  CHECK(a.unnamed_if_right);
  CHECK(a.vocabulary().sizes("numHeads") == std::vector<std::string>{"wide"});
  CHECK(a.vocabulary().sizes("dim").empty());
  CHECK(a.vocabulary().sizes("d_k") == std::vector<std::string>{"head_dim"});
  CHECK(a.vocabulary().tensor("memory") == "z");
  CHECK(a.vocabulary().weight("G") == "gain");
  CHECK(reading::vocabulary().sizes("num_heads") == std::vector<std::string>{"heads"});
  REQUIRE(a.weights.size() == 3);
  CHECK(!a.weights[0].is_vector());
  CHECK(a.weights[1].is_vector());
  CHECK(a.weights[1].out == "wide");
  CHECK(a.weights[2].optional);
}

TEST_CASE("data: own words stand for names of the assignment, all of one kind") {
  std::vector<lesson::Problem> problems;
  read_assignment(source("homework/x.md",
                         "---\ntitle: T\nunnamed: never\n---\nText.\n"
                         "```sizes\nwidth: 7\n```\n```inputs\nz: torch.randn(2, width)\n```\n"
                         "```weights\nW: a, b, c\n```\n"
                         "```names\nwdith: dim\nwidth, z: dim\n```\n"
                         "## Stage: A\nid: made\n```torch\nmade = z * 2\n```\n"),
                  problems);
  std::set<std::string> said;
  for (const lesson::Problem& p : problems) said.insert(p.message);
  CHECK(said.contains("'unnamed' may be 'right', not 'never'"));
  CHECK(said.contains("expected 'name: in, out', or 'name: size' for a vector"));
  CHECK(said.contains("'wdith' is not a size, input or weight of the assignment"));
  CHECK(said.contains("'width, z' is not a size, input or weight of the assignment"));
}
