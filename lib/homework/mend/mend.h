#pragma once

// The smallest change of a program's own text that makes it right: what to say of
// a mistake that has no name.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/choice/probes.h"
#include "homework/mend/edits.h"

namespace mha::homework {

struct Mend {
  Edit edit;
  /// Others that do as much, at other lines.
  std::vector<Edit> rivals;
  std::string text;  // the program with the change made
};

/// What a search looks at.
struct MendRequest {
  Program& program;
  const Choice& choice;
  const std::vector<Probed>& probes;  // of the choice; at least one is wrong
  Location fault;  // where its first wrong tensor was made, if that is known
  size_t most = 1400;  // changes that are tried
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
  /// After one() found nothing: changes with which more is right than without, or is done
  /// before the program stops; those that help most first, and only a few.
  std::vector<Edit> steps();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace mha::homework
