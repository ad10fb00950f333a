#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lesson/event.h"
#include "lesson/lesson.h"

namespace mha::lesson {

/// A lesson file around `body`.
inline std::string lesson_file(const std::string& body) {
  return "---\ntitle: T\ngoal: G\n---\n" + body;
}

struct Read {
  Lesson lesson;
  std::vector<Problem> problems;
};

inline Read read(const std::string& text,
                 const std::string& name = "07-test.md") {
  Read r;
  r.lesson = read_lesson(std::make_shared<Source>(name, text), r.problems);
  return r;
}

/// The lesson around `body`, which must be without problems.
inline Lesson lesson_of(const std::string& body) {
  Read r = read(lesson_file(body));
  for (const Problem& p : r.problems) FAIL(p.message);
  return std::move(r.lesson);
}

/// Whether there is such an event with this in its text.
inline bool has(const Events& events, Event::Kind kind, const std::string& text = "") {
  return std::any_of(events.begin(), events.end(), [&](const Event& e) {
    return e.kind == kind && e.text.find(text) != std::string::npos;
  });
}

}  // namespace mha::lesson
