#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pictures/picture.h"
#include "torch/explain/listing.h"
#include "torch/explain/report.h"

namespace mha::lesson {

/// One thing to show; lib/render decides how it looks.
struct Event {
  enum class Kind {
    title,     // text: the lesson's title; detail: its goal
    heading,   // text
    prose,     // text: Markdown
    code,      // text
    output,    // text: what a cell printed, ending in a newline
    failure,   // report
    picture,   // picture
    source,    // listing: what `source NAME` reads; null: the list of what there is
    question,  // text: what is asked; detail: the form an answer takes
    option,    // text, detail: its letter
    line,      // text: code or words to be put in order; detail: its letter
    starter,   // text: the code to start from
    right,     // text: said after a right answer
    wrong,     // text: said after a wrong one
    compared,  // text: what the learner said; detail: what came
    hint,      // text; detail: "1 of 3"
    note,      // text: a remark of the tutor
    done       // text: the end of the lesson
  };
  Kind kind;
  std::string text;
  std::string detail;
  std::shared_ptr<torch::Report> report;
  std::shared_ptr<pictures::Shown> picture;
  std::shared_ptr<torch::Listing> listing = nullptr;
};

struct Events : std::vector<Event> {
  using std::vector<Event>::vector;
  void add(Event::Kind kind, std::string text, std::string detail = "") {
    push_back({kind, std::move(text), std::move(detail), nullptr, nullptr});
  }
};

inline Event failure(const torch::Report& r) {
  return {Event::Kind::failure, "", "", std::make_shared<torch::Report>(r), nullptr};
}
inline Event drawing(pictures::Shown shown) {
  return {Event::Kind::picture, "", "", nullptr, std::make_shared<pictures::Shown>(std::move(shown))};
}

/// What the prompt is waiting for.
enum class Waiting { enter, answer, code, play, finished, left };

}  // namespace mha::lesson
