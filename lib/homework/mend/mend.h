#pragma once

// Searches for the smallest edit of a program that makes it right. It explains mistakes that have
// no name, and proves those that have one.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "homework/choice/probes.h"
#include "homework/mend/edits.h"

namespace mha::homework {

struct Mend {
  Edit edit;
  /// Other edits, at other lines, that make the program right too.
  std::vector<Edit> rivals;
  std::string text;  // the program after the edit
};

/// The input of a search.
struct MendRequest {
  Program& program;
  const Choice& choice;
  const std::vector<Probed>& probes;  // of the choice; at least one is wrong
  Location fault;  // of the first wrong tensor, if known
  size_t most = 1400;  // limit on the number of edits to try
};

/// Searches for a mend. It is limited by the number of edits, not by time, so the result is the
/// same on every machine.
class Mending {
 public:
  explicit Mending(const MendRequest& request);
  ~Mending();
  Mending(const Mending&) = delete;
  Mending& operator=(const Mending&) = delete;

  /// One edit that makes the program right on all probes; nothing if there is none.
  std::optional<Mend> one();
  /// To be called after one() found nothing: a few edits after which more stages are right, or the
  /// program runs further before it fails; the most helpful first.
  std::vector<Edit> steps();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace mha::homework
