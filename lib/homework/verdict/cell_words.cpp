#include "homework/verdict/cell_words.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace mha::homework {

std::string cell_words(const Assignment& assignment, const StageSpec& stage, const Shape& index) {
  std::vector<std::string> parts;
  // A tensor of fewer axes lacks the first ones.
  const size_t skip = stage.axes.size() > index.size() ? stage.axes.size() - index.size() : 0;
  for (size_t i = 0; i < index.size(); ++i) {
    std::string axis = i + skip < stage.axes.size() ? stage.axes[i + skip] : "axis " + std::to_string(i);
    const bool wordy = std::find(assignment.word_axes.begin(), assignment.word_axes.end(), axis) !=
                       assignment.word_axes.end();
    if (axis.ends_with("s") && !axis.ends_with("ss")) axis.pop_back();
    std::string part = axis + " " + std::to_string(index[i]);
    const auto word = static_cast<size_t>(index[i]);
    if (wordy && word < assignment.words.size()) part += " \"" + assignment.words[word] + "\"";
    parts.push_back(part);
  }
  return join(parts, ", ");
}

}  // namespace mha::homework
