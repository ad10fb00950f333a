#pragma once

// Python's words for a call whose arguments do not fit. `function` is the
// name as messages show it, without brackets: "A.__init__".

#include <string>
#include <vector>

namespace mha::lang {

/// "f() missing 2 required positional arguments: 'b' and 'c'".
std::string missing_arguments(const std::string& function,
                              const std::vector<std::string>& names,
                              bool positional);
/// "f() takes from 1 to 2 positional arguments but 3 were given". A call that
/// also gave `keyword_only` arguments is told so, as Python does.
std::string too_many_positional(const std::string& function, size_t least,
                                size_t most, size_t given,
                                size_t keyword_only);
std::string unexpected_keyword(const std::string& function,
                               const std::string& name);
std::string multiple_values(const std::string& function,
                            const std::string& name);

}  // namespace mha::lang
