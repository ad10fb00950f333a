#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lesson/event.h"

namespace mha::lesson {

/// What a line means that steers a lesson instead of answering: "next", "back",
/// "hint" and so on; "shell" for another command of mha-tutor's; "code" for any other line.
/// A command is the whole line: "next" goes on, "next = 3" is code.
std::string command_of(const std::string& typed);

/// The lesson that `learn 4`, `lesson 4` or `learn the-scale` asks for; nothing if the line
/// is something else.
std::optional<std::string> lesson_request(const std::string& line);

/// The words that steer a lesson, `explain` and `show`, for Tab; without those that mean
/// nothing here.
std::vector<std::string> command_words(const std::vector<std::string>& without);

/// Says of a command that the program around a lesson takes, such as `edit`, or that is
/// meant for a shell, why it does nothing.
void refuse_outside(const std::string& command, Events& out);

/// What `explain TERM` asks for: the term, or "" for `explain` alone. Nothing if the line is
/// something else.
std::optional<std::string> explain_request(const std::string& line);

/// Takes such a line, at whatever is asked: what the glossary says,
/// or which words it has. False if the line is something else.
bool take_explain(const std::string& line, Events& out);

/// Takes the line `show EXPR`, at whatever is asked: the picture, or which kinds there
/// are. False if the line is something else.
bool take_show(const std::string& line, const std::function<void(const std::string&)>& show, Events& out);

/// The help screen; `without` are the words that mean nothing here.
void show_help(const std::vector<std::string>& without, Events& out);

}  // namespace mha::lesson
