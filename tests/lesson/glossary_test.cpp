#include "lesson/course/glossary.h"

#include <doctest/doctest.h>

#include "base/error.h"

using namespace mha;
using namespace mha::lesson;

namespace {

std::vector<Term> read(const std::string& text, std::vector<Problem>& problems) {
  return read_glossary(std::make_shared<Source>("glossary.md", text), problems);
}

const char* const kText =
    "Words.\n\n## value\nWhat is handed over.\n\n## head_dim\nalso: d_k, head size\n\n"
    "The width of one head.\n```\n## no heading\n```\n## causal mask\nHides the future.\n";

std::string error_of(const std::vector<Term>& terms, const std::string& name) {
  try {
    find_term(terms, name);
  } catch (const Error& e) {
    return e.message();
  }
  return "";
}

}  // namespace

TEST_CASE("glossary: sections become terms, by the alphabet") {
  std::vector<Problem> problems;
  const std::vector<Term> terms = read(kText, problems);
  CHECK(problems.empty());
  REQUIRE(terms.size() == 3);
  CHECK(terms[0].name == "causal mask");
  CHECK(terms[1].name == "head_dim");
  CHECK(terms[1].also == std::vector<std::string>{"d_k", "head size"});
  CHECK(terms[1].markdown == "The width of one head.\n```\n## no heading\n```");
}

TEST_CASE("glossary: a term is found however it is written") {
  std::vector<Problem> problems;
  const std::vector<Term> terms = read(kText, problems);
  for (const char* name : {"head_dim", "Head dim", "HEAD-DIM", "d_k", "`head_dim`", "head s", "headdim",
                           "HeadSize"}) {
    CHECK(find_term(terms, name).name == "head_dim");
  }
  CHECK(find_term(terms, "mask").name == "causal mask");
  CHECK(error_of(terms, "vallue") == "The glossary has no 'vallue'; did you mean 'value'?");
  CHECK(error_of(terms, "qqq") == "The glossary has no 'qqq'; 'mha-tutor explain' lists its words");
}

TEST_CASE("glossary: problems are named with their line") {
  std::vector<Problem> problems;
  read("## a\n\n## b\nalso: A\ntext\n", problems);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].message == "'a' is not explained");
  CHECK(problems[1].message == "'A' is explained already, in line 1");
}
