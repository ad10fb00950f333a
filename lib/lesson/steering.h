#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lang/syntax/typed.h"
#include "lesson/event.h"
#include "lesson/world.h"

namespace mha::lesson {

/// The meaning of a line that controls a lesson instead of answering: "next",
/// "back", "hint" and so on; "shell" for another command of mha-tutor's; "code"
/// for any other line. A command is the whole line: "next" goes on, "next = 3"
/// is code.
std::string command_of(const std::string& typed);

/// The lesson that `learn 4`, `lesson 4` or `learn the-scale` asks for; nothing if the line
/// is something else.
std::optional<std::string> lesson_request(const std::string& line);

/// The commands of a lesson, with `explain`, `show` and `source`, for Tab; without
/// those that mean nothing here.
std::vector<std::string> command_words(const std::vector<std::string>& without);

/// Says why a command does nothing here: one that the program around a lesson
/// handles, such as `edit`, or one for the shell.
void refuse_outside(const std::string& command, Events& out);

/// What `explain TERM` asks for, or "what is a TERM?": the term, or "" for `explain` alone. Nothing
/// if the line is something else.
std::optional<std::string> explain_request(const std::string& line);

/// Whether the line asks something: "is it 4 or 5?"
bool is_question(const std::string& line);

/// Handles such a line, at any question: shows the glossary's entry, or lists
/// its words. False if the line is something else.
bool take_explain(const std::string& line, Events& out);

/// Handles the line `show EXPR`, at any question: shows the picture, or lists
/// the kinds. False if the line is something else.
bool take_show(const std::string& line, const std::function<void(const std::string&)>& show, Events& out);

/// What `source NAME` asks for: the name, or "" for `source` alone. Nothing if the line is
/// something else.
std::optional<std::string> source_request(const std::string& line);

/// Handles such a line, at any question: shows the source of what the name stands for in
/// this world, or lists what there is. False if the line is something else.
bool take_source(const std::string& line, World& world, Events& out);

/// Whether this text may be handed in, or goes on with another line. An answer in numbers, one
/// that opens with a bracket, as a shape does, and a request such as `show x` never go on.
lang::Ending ending_at(Waiting waiting, const std::string& text);

/// The help screen; `without` are the commands that mean nothing here.
void show_help(const std::vector<std::string>& without, Events& out);

}  // namespace mha::lesson
