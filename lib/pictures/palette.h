#pragma once

// The colours of everything that is shown. Those of text can be read on black and on
// white alike, contrast 4.5 at least on both; cells of heat bring their own ground.

#include <cstdint>
#include <span>
#include <string>

namespace mha::pictures {

struct Style;

struct Rgb {
  uint8_t red = 0, green = 0, blue = 0;
};

/// WCAG's measure, from 1 (the same) to 21 (black on white).
double contrast(Rgb a, Rgb b);
double luminance(Rgb colour);
/// What the colour is that terminals have under a number from 16 to 255.
Rgb colour_of(int number);

/// What text is written in. A terminal with 16 colours takes them from its theme, and
/// none of them is sure to be legible: there, attributes tell roles apart.
enum class Ink { plain, grey, blue, green, teal, orange, red, magenta, violet };

/// An ink as it is sent: in 24 bits, and by its number among 256.
struct Tint {
  Ink ink;
  Rgb all;
  int many;
};
std::span<const Tint> tints();

/// The parameters of an escape sequence: "38;5;63"; empty without that many colours.
std::string foreground(const Style& style, Ink ink);
/// Of things that are told apart by colour alone, heads or rows: the one of the n-th,
/// in turn.
std::string nth_colour(const Style& style, size_t n);

/// A cell that stands for a share from 0 to 1 of what a scale reaches, with text that
/// can be read on it.
struct Heat {
  Rgb ground, text;
  std::string sgr;  // of a terminal with that many colours; empty with 16
};
/// How many levels there are: 12 with 256 colours, 32 with all.
int heat_levels(const Style& style);
Heat heat(const Style& style, int level);
/// The lowest level with dim text: of what is masked.
Heat masked_heat(const Style& style);

}  // namespace mha::pictures
