#include "homework/spec/draft.h"

#include <doctest/doctest.h>

#include "homework/spec/assignment.h"

using namespace mha::homework;

TEST_CASE("draft: a starter file names its homework") {
  for (const Assignment& a : assignments()) {
    CHECK(named_homework(draft(a)) == a.id);
    CHECK(is_untouched(draft(a)));
    CHECK(is_untouched("# my own words\n" + a.starter + "\n\n"));
    CHECK(!is_untouched(a.solution));
    CHECK(!named_homework(a.starter));
  }
}

TEST_CASE("draft: only a comment at the beginning names a homework, and only one that exists") {
  CHECK(named_homework("#!/usr/bin/env python3\n\n#homework:  multi-head.\nx = 1\n") == "multi-head");
  CHECK(!named_homework("# Homework: multi-heads\n"));
  CHECK(!named_homework("x = 1\n# Homework: multi-head\n"));
  CHECK(!named_homework("print('# Homework: multi-head')\n"));
  CHECK(!named_homework(""));
  CHECK(!named_homework("#"));
}

TEST_CASE("draft: blanks and comments are not code") {
  CHECK(!has_code(""));
  CHECK(!has_code(" \n# x = 1\n\t\r\n"));
  CHECK(has_code("# one\nx = 1"));
}
