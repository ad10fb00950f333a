#pragma once

// The points that decide which homework a program answers. resemblance.h counts how the program
// looks, choice.cpp adds what its numbers show, choice_script.cpp does both for scripts.
//
// One point is a size that the program asks for and the homework's starter names. Whatever is
// rarer by chance, or harder to do by mistake, counts more. Mistakes change numbers, but seldom
// what a program asks for.

namespace mha::homework::scale {

// For each size that the program asks for: plus if the starter names it, minus if not.
constexpr double kSize = 1;
// Minus: a weight, input or size that the stages need and the program lacks; or an argument
// named like an input of other homework only. It is 2 so that no single size makes up for it.
constexpr double kMissing = 2;
// An optional input: plus if the program takes it; minus, and more, if it does not, since most
// learners who are asked for it take it. The same minus for an argument that stays at its
// default although other homework needs it.
constexpr double kOptionTaken = 0.5, kOptionLeft = 1.5;
// A script has no parameters, so its missing options count little: just enough to separate two
// homeworks that it covers almost equally.
constexpr double kOptionNotGiven = 0.06;
// Minus: words that are signs of other homework, or none of this homework's own signs. More than
// a missing weight, since a word such as tril is seldom there by accident.
constexpr double kSigns = 2.5;
// Minus: weights kept in another way (layers, bare parameters) than the homework is about. It
// counts most, since nobody does that by mistake.
constexpr double kMadeOf = 3;

// Plus: the program made all of the homework's tensors; in proportion if only some. It makes up
// for one point of difference in looks, not for two.
constexpr double kAllSeen = 3;
// Plus: the last step of a wrong script has the shape of the homework's result. It makes up for the
// steps after the mistake, of which none is seen.
constexpr double kEndsAlike = 1.5;
// Plus: the result is right.
constexpr double kRight = 1;

}  // namespace mha::homework::scale
