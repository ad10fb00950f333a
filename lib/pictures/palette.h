#pragma once

// The colours of everything on a screen. Text colours have a contrast of at
// least 4.5 on both black and white; heatmap cells set their own background.

#include <cstdint>
#include <span>
#include <string>

namespace mha::pictures {

struct Style;

struct Rgb {
  uint8_t red = 0, green = 0, blue = 0;
};

/// WCAG's contrast, from 1 (the same) to 21 (black on white).
double contrast(Rgb a, Rgb b);
double luminance(Rgb colour);
/// The colour that terminals show for a number from 16 to 255.
Rgb colour_of(int number);

/// A text colour. A terminal with 16 colours takes them from its theme, and
/// none of them is certain to be legible; there, attributes such as bold
/// distinguish the roles.
enum class Ink { plain, grey, blue, green, teal, orange, red, magenta, violet };

/// A colour as it is sent: in 24 bits, and by its number among 256.
struct Tint {
  Ink ink;
  Rgb all;
  int many;
};
std::span<const Tint> tints();

/// The parameters of an escape sequence: "38;5;63"; empty without that many colours.
std::string foreground(const Style& style, Ink ink);
/// The colour of the n-th of several things that only colour distinguishes,
/// such as heads or rows; the colours repeat.
std::string nth_colour(const Style& style, size_t n);
Rgb nth_rgb(size_t n);

/// The colours of a cell for a share from 0 to 1 of a scale, with legible text.
struct Heat {
  Rgb ground, text;
  std::string sgr;  // of a terminal with that many colours; empty with 16
};
/// How many levels there are: 12 with 256 colours, 32 with all.
int heat_levels(const Style& style);
/// The level of a share; none above the lowest looks like nothing.
int heat_level(const Style& style, double share);
Heat heat(const Style& style, int level);
/// The lowest level with dim text: of what is masked.
Heat masked_heat(const Style& style);

}  // namespace mha::pictures
