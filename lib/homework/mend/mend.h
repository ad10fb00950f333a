#pragma once

// The smallest change of a program's own text that makes it right: what to say of
// a mistake that has no name.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/choice/probes.h"
#include "homework/mend/edits.h"

namespace mha::homework {

struct Mend {
  /// One change, or two that only help together; each by the places of the program as it
  /// was handed in.
  std::vector<Edit> edits;
  /// Others that do as much, at other lines.
  std::vector<Edit> rivals;
  std::string text;  // the program with the changes made
};

/// What a search looks at.
struct MendRequest {
  Program& program;
  const Choice& choice;
  const std::vector<Probed>& probes;  // of the choice; at least one is wrong
  Location fault;  // where its first wrong tensor was made, if that is known
  /// The one known mistake that a trial shows, or null: what is left once something is mended.
  std::function<const Misconception*(const Trial&)> name;
};

/// Looks for a mend. It counts what it tries, not time: the answer is the same everywhere.
class Mending {
 public:
  explicit Mending(const MendRequest& request);
  ~Mending();
  Mending(const Mending&) = delete;
  Mending& operator=(const Mending&) = delete;

  /// One change that makes the program right on all probes; nothing if no such was found.
  std::optional<Mend> one();
  /// After one() found nothing: a change with which more is right than without, and one
  /// that then mends the rest.
  std::optional<Mend> two();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace mha::homework
