#pragma once

// What Python's str knows of characters, on UTF-8 text.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mha::lang {

bool is_space(char32_t c);
bool is_printable(char32_t c);
bool is_alpha(char32_t c);
bool is_decimal(char32_t c);  // what int() reads
bool is_digit(char32_t c);    // superscripts as well
bool is_numeric(char32_t c);  // fractions and number letters as well
bool is_upper(char32_t c);
bool is_lower(char32_t c);
bool is_cased(char32_t c);
char32_t to_upper(char32_t c);
char32_t to_lower(char32_t c);

/// A whole text in upper or lower case ("ß" becomes "SS").
std::string upper_text(std::string_view text);
std::string lower_text(std::string_view text);
bool starts_identifier(char32_t c);
bool continues_identifier(char32_t c);
bool is_identifier(std::string_view text);

std::vector<char32_t> codepoints(std::string_view text);
std::string from_codepoints(const char32_t* begin, const char32_t* end);
/// Byte offset of the character with that index, from 0 to the length.
size_t byte_offset(std::string_view text, int64_t index);
/// `count` characters from `index` on.
std::string_view characters(std::string_view text, int64_t index,
                            int64_t count);

/// Without Python's whitespace on either side.
std::string_view strip_whitespace(std::string_view text);
/// Every decimal digit of other scripts as 0 to 9, for int() and float().
std::string ascii_digits(std::string_view text);

}  // namespace mha::lang
