#include "lang/values/symbol.h"

#include <mutex>
#include <unordered_set>

namespace mha::lang {
namespace {

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view s) const {
    return std::hash<std::string_view>()(s);
  }
};

}  // namespace

Symbol::Symbol(std::string_view text) {
  // Never destroyed: symbols may be asked for their text until the very end.
  static auto& table =
      *new std::unordered_set<std::string, TextHash, std::equal_to<>>;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  auto found = table.find(text);
  if (found == table.end()) found = table.emplace(text).first;
  text_ = &*found;
}

}  // namespace mha::lang
