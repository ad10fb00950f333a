#include "pictures/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "pictures/cells.h"

namespace mha::pictures {

namespace {

constexpr std::array<Tint, 8> kTints = {{
    {Ink::grey, {0x76, 0x76, 0x76}, 243},
    {Ink::blue, {0x35, 0x74, 0xd2}, 63},
    {Ink::green, {0x0e, 0x88, 0x21}, 29},
    {Ink::teal, {0x0d, 0x83, 0x83}, 29},
    {Ink::orange, {0xb7, 0x5d, 0x09}, 131},
    {Ink::red, {0xe0, 0x2d, 0x2d}, 131},
    {Ink::magenta, {0xc3, 0x3a, 0xb5}, 163},
    {Ink::violet, {0x91, 0x57, 0xda}, 98},
}};

// Colours that look different among 256; those of queries, keys and values come
// last.
constexpr std::array<Ink, 5> kInTurn = {Ink::magenta, Ink::violet, Ink::green, Ink::orange, Ink::blue};

// From nearly black through blue and green to yellow: each is lighter than the one before,
// and none is so near to a white screen that the largest numbers seem to have no cell.
constexpr std::array<int, 12> kHeat = {233, 18, 19, 20, 26, 32, 38, 43, 114, 120, 191, 226};
// The same way through 24 bits, with steps between these.
constexpr std::array<Rgb, 6> kHeatStops = {{{0x12, 0x12, 0x12}, {0x12, 0x2c, 0x7a}, {0x0f, 0x5f, 0xb4},
                                            {0x18, 0xa5, 0xc4}, {0x8c, 0xdc, 0x8c}, {0xff, 0xe6, 0x3c}}};
constexpr int kFineLevels = 32;
constexpr Rgb kBlack = {0, 0, 0}, kWhite = {0xff, 0xff, 0xff};
// Legible on the darkest level.
constexpr int kMaskedText = 245;

std::string parameters(const char* which, Rgb c) {
  return fmt::format("{};2;{};{};{}", which, c.red, c.green, c.blue);
}

double linear(uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Rgb between(Rgb a, Rgb b, double part) {
  const auto mix = [&](uint8_t x, uint8_t y) { return static_cast<uint8_t>(std::lround(x + (y - x) * part)); };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

Heat cell(const Style& style, Rgb ground, int ground_number, Rgb text, int text_number) {
  Heat h{ground, text, ""};
  if (style.colours == Colours::all) h.sgr = parameters("48", ground) + ";" + parameters("38", text);
  if (style.colours == Colours::many) h.sgr = fmt::format("48;5;{};38;5;{}", ground_number, text_number);
  return h;
}

}  // namespace

double luminance(Rgb c) {
  return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double contrast(Rgb a, Rgb b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

Rgb colour_of(int number) {
  if (number >= 232) {
    const auto grey = static_cast<uint8_t>(8 + 10 * (number - 232));
    return {grey, grey, grey};
  }
  // A cube of six steps each.
  const auto step = [](int n) { return static_cast<uint8_t>(n == 0 ? 0 : 55 + 40 * n); };
  const int n = number - 16;
  return {step(n / 36), step(n / 6 % 6), step(n % 6)};
}

std::span<const Tint> tints() { return kTints; }

std::string foreground(const Style& style, Ink ink) {
  const auto tint = std::find_if(kTints.begin(), kTints.end(), [&](const Tint& t) { return t.ink == ink; });
  if (tint == kTints.end() || style.colours == Colours::sixteen) return "";
  return style.colours == Colours::all ? parameters("38", tint->all) : fmt::format("38;5;{}", tint->many);
}

std::string nth_colour(const Style& style, size_t n) {
  constexpr std::array<const char*, kInTurn.size()> kAlone = {"", "1", "4", "3", "1;4"};
  if (style.colours == Colours::sixteen) return kAlone[n % kAlone.size()];
  return foreground(style, kInTurn[n % kInTurn.size()]);
}

Rgb nth_rgb(size_t n) {
  return std::find_if(kTints.begin(), kTints.end(), [&](const Tint& t) { return t.ink == kInTurn[n % kInTurn.size()]; })->all;
}

int heat_levels(const Style& style) {
  return style.colours == Colours::all ? kFineLevels : static_cast<int>(kHeat.size());
}

int heat_level(const Style& style, double share) {
  const int level = static_cast<int>(std::lround(share * (heat_levels(style) - 1)));
  return level == 0 && share >= kNothing ? 1 : level;
}

Heat heat(const Style& style, int level) {
  if (style.colours != Colours::all) {
    const int number = kHeat[static_cast<size_t>(level)];
    const Rgb ground = colour_of(number);
    const bool dark = contrast(ground, kWhite) >= contrast(ground, kBlack);
    return cell(style, ground, number, dark ? kWhite : kBlack, dark ? 231 : 16);
  }
  const double place = static_cast<double>(level) / (kFineLevels - 1) * (kHeatStops.size() - 1);
  const size_t stop = std::min(static_cast<size_t>(place), kHeatStops.size() - 2);
  const Rgb ground = between(kHeatStops[stop], kHeatStops[stop + 1], place - static_cast<double>(stop));
  const bool dark = contrast(ground, kWhite) >= contrast(ground, kBlack);
  return cell(style, ground, 0, dark ? kWhite : kBlack, 0);
}

Heat masked_heat(const Style& style) {
  return cell(style, colour_of(kHeat[0]), kHeat[0], colour_of(kMaskedText), kMaskedText);
}

}  // namespace mha::pictures
