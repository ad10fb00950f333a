#include "lang/values/argument_errors.h"

#include <fmt/format.h>

namespace mha::lang {

std::string missing_arguments(const std::string& function,
                              const std::vector<std::string>& names,
                              bool positional) {
  std::string listed;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) {
      const bool last = i + 1 == names.size();
      listed += names.size() > 2 ? (last ? ", and " : ", ") : " and ";
    }
    listed += "'" + names[i] + "'";
  }
  return fmt::format("{}() missing {} required {} argument{}: {}", function,
                     names.size(), positional ? "positional" : "keyword-only",
                     names.size() == 1 ? "" : "s", listed);
}

std::string too_many_positional(const std::string& function, size_t least,
                                size_t most, size_t given,
                                size_t keyword_only) {
  const bool range = least != most;
  const std::string taken =
      range ? fmt::format("from {} to {}", least, most) : std::to_string(most);
  std::string also;
  if (keyword_only > 0)
    also = fmt::format(" positional argument{} (and {} keyword-only argument{})",
                       given == 1 ? "" : "s", keyword_only,
                       keyword_only == 1 ? "" : "s");
  return fmt::format("{}() takes {} positional argument{} but {}{} {} given",
                     function, taken, range || most != 1 ? "s" : "", given, also,
                     given == 1 && keyword_only == 0 ? "was" : "were");
}

std::string unexpected_keyword(const std::string& function,
                               const std::string& name) {
  return fmt::format("{}() got an unexpected keyword argument '{}'", function,
                     name);
}

std::string multiple_values(const std::string& function,
                            const std::string& name) {
  return fmt::format("{}() got multiple values for argument '{}'", function,
                     name);
}

}  // namespace mha::lang
