#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace mha::app {

/// How --help is set: the columns of what is listed stay, and no line is wider
/// than the terminal.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace mha::app
