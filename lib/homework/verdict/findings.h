#pragma once

// Names what is wrong with a program, from its numbers, its error, its source and the properties
// that it lacks.

#include <string>
#include <vector>

#include "homework/choice/probes.h"
#include "homework/mend/edits.h"
#include "homework/verdict/judge.h"
#include "homework/verdict/result.h"

namespace mha::homework {

/// What was found; the fields are those of Result.
struct Named {
  double tolerance = 0;
  std::vector<StageResult> stages;
  std::vector<Finding> findings, remarks;
  std::optional<MendResult> mend;
  std::vector<Change> changes;  // of a mend that is a single edit
};

/// How far to search: known mistakes, one at a time; also one edit that mends everything; also
/// several mistakes.
enum class SearchDepth { known, one_change, several };

/// `probes` come from probe(choice) and use numbers of `seed`; `properties` are those of the
/// choice.
Named name_findings(Program& program, const Choice& choice, const std::vector<Probed>& probes,
                    const std::vector<PropertyResult>& properties, uint32_t seed, SearchDepth reach = SearchDepth::several);

/// What is worth saying of a program whatever its verdict, and never costs a point. Of a right
/// program: layers that do not do what their names say, and matrices that start as zeros. Of any:
/// parameters that get no gradient.
std::vector<Finding> remarks_on(const Choice& choice, const Probed& judged, const Judge& judge);

}  // namespace mha::homework
