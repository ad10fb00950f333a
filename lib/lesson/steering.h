#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lesson/event.h"

namespace mha::lesson {

/// What a line means that steers a lesson instead of answering: "next", "back",
/// "hint" and so on; "code" for any other. A command is the whole line: "next"
/// goes on, "next = 3" is code.
std::string command_of(const std::string& typed);

/// The words that steer a lesson, for the help screen: (word, what it does).
const std::vector<std::pair<std::string, std::string>>& commands();

/// The same words for Tab, and `explain`; without those that mean nothing here.
std::vector<std::string> command_words(const std::vector<std::string>& without);

/// Says of `edit` and `file`, which the program around a lesson takes, why they do nothing.
void refuse_outside(const std::string& command, Events& out);

/// Takes the line `explain TERM`, at whatever is asked: what the glossary says,
/// or which words it has. False if the line is something else.
bool take_explain(const std::string& line, Events& out);

/// Takes the line `show EXPR`, at whatever is asked: the picture, or which kinds there
/// are. False if the line is something else.
bool take_show(const std::string& line, const std::function<void(const std::string&)>& show, Events& out);

/// The help screen; `without` are the words that mean nothing here.
void show_help(const std::vector<std::string>& without, Events& out);

}  // namespace mha::lesson
