#pragma once

#include <string>
#include <string_view>

/// The name of a printed tensor, from the text before it. For the sources of
/// lib/io only.
namespace mha::io {

struct Label {
  std::string name;  // empty: none
  /// Whether the text before the tensor on its line is empty, one name or
  /// marked as a label; other words may be prose.
  bool alone = true;
};

/// The label that `before` ends with: the text from the tensor before this
/// one, or from the beginning, up to this one.
Label label_before(std::string_view before);

}  // namespace mha::io
