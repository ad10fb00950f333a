#include "base/error.h"

namespace mha {

Error& Error::with_note(std::string text) {
  note_ = std::move(text);
  return *this;
}

Error& Error::with_help(std::string text) {
  help_ = std::move(text);
  return *this;
}

Error& Error::as_refusal() {
  refusal_ = true;
  return *this;
}

}  // namespace mha
