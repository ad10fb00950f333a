#pragma once

// Which words of an answer tell something, and whether they change the sense of an option.

#include <string>
#include <vector>

namespace mha::lesson {

using Words = std::vector<std::string>;

bool is_negation(const std::string& word);

/// The text with "matmul" for the sign of the matrix product, which is a word as well.
std::string with_product_in_words(std::string text);

/// The words in the form for comparing: plurals become singular.
Words telling(std::string text);

/// Whether a word tells one option from another: a number, a name, a word that means something.
bool is_telling(const std::string& word);

bool has(const Words& all, const std::string& word);

/// What stands before the reason, if it tells something; or all.
Words before_reason(const Words& all);

/// Whether something is said that changes the sense, and that neither the option nor the question says:
/// "no", "less", "everything", a number.
bool adds_sense(const Words& question, const Words& option, const Words& said);

/// Whether what is said contradicts the option: "less" of an option with "more", "not" missing
/// where the option has it, "all except" what it names.
bool contradicts(const Words& option, const Words& said);

/// "it does not see half words" of an option that takes half words and does not see others.
bool denies_other(const std::string& option, const std::string& said);

/// Whether an answer says what the option denies, or joins its sides the other way: "towards what
/// got too much" of "towards what got too little, away from what got too much".
bool turns_round(const Words& asked, const std::string& option, const std::string& said);

}  // namespace mha::lesson
