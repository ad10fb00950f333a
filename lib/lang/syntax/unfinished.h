#pragma once

#include <string>

namespace mha::lang {

/// Whether code that is being typed may be run as it stands.
enum class Ending {
  whole,      // it may; also what no further line can mend
  may_go_on,  // it may, but ends in a block, which further lines can belong to
  unfinished  // it may not: a bracket is open, a block has no line yet
};

Ending ending_of(const std::string& code);

}  // namespace mha::lang
