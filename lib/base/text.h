#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mha {

/// Decodes one UTF-8 character at `pos` and moves past it. A byte that starts
/// no valid sequence is returned as U+FFFD, one byte consumed.
char32_t next_codepoint(std::string_view text, size_t& pos);
void append_utf8(std::string& out, char32_t c);
bool is_valid_utf8(std::string_view text);
/// The number of characters (code points), as Python's len() counts.
int64_t codepoint_count(std::string_view text);

/// The end of the character that begins at `at`, with the marks that belong to it, or of the
/// escape sequence (CSI).
size_t past_character(std::string_view text, size_t at);
/// The number of terminal columns of the text: East Asian wide characters and
/// emoji take two, combining marks and escape sequences (CSI) none.
int display_width(std::string_view text);

/// Text wrapped at spaces to `width` columns; lines without trailing blanks.
std::vector<std::string> wrap(std::string_view text, int width);

std::vector<std::string> split_lines(std::string_view text);
std::string_view trim(std::string_view text);
/// The text where HTML and SVG expect text, also within quoted attributes.
std::string html_escaped(std::string_view text);
std::string join(const std::vector<std::string>& parts,
                 std::string_view separator);

/// The candidate nearest to `name` by edit distance (case folded), or "" if
/// none is near enough to be meant: at most a third of the letters differ.
std::string nearest(std::string_view name,
                    const std::vector<std::string>& candidates);
/// "did you mean 'view'?", or "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace mha
