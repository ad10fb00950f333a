#pragma once

// Which homework a program is: what speaks for one, and how much. resemblance.h
// counts what a program looks like, choice.cpp adds what its numbers show, and
// choice_script.cpp does the same for loose statements.
//
// One scale for all: a point is a size that the program asks for and the homework's
// starter names. What weighs more is rarer by chance, or harder to do by mistake:
// a mistake moves numbers, but seldom what a program asks for.

namespace mha::homework::scale {

// For each size that the program asks for: for, if the starter names it; else against.
constexpr double kSize = 1;
// Against: a weight, input or size that the stages need and the program does not have;
// or an argument whose name is that of an input in other homework only. Two, so that
// no single size makes up for it.
constexpr double kMissing = 2;
// For, if an input that may be left out is taken; against, if it is not: more, as most
// who are asked for it take it. The same against, if an argument stays at its default that
// other homework could not do without.
constexpr double kOptionTaken = 0.5, kOptionLeft = 1.5;
// Loose statements are asked for nothing, so that they do without says little: enough
// to part two kinds of homework of which they show nearly as much.
constexpr double kOptionNotGiven = 0.06;
// Against: words for a step of other homework, or none of one's own. More than a
// missing weight, as a word such as tril is seldom there by accident.
constexpr double kSigns = 2.5;
// Against: weights that are kept in another way (layers, bare parameters) than the
// homework is about. Most of all, as nobody does that by mistake.
constexpr double kMadeOf = 3;

// For: all of the homework's tensors are among the program's; in parts, as much of it.
// It makes up for one thing that looks otherwise, not for two.
constexpr double kAllSeen = 3;
// For: the right result comes out.
constexpr double kRight = 1;

}  // namespace mha::homework::scale
