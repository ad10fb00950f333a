#include "lang/slips.h"

namespace mha::lang {

std::optional<Slip> find_slip(const SourcePtr&, const TokenList&, size_t,
                              size_t, ParseGoal) {
  return std::nullopt;
}

}  // namespace mha::lang
