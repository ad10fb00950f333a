#include "pictures/palette.h"

#include <doctest/doctest.h>

#include <set>

#include "pictures/style.h"

using namespace mha;
using pictures::Colours;
using pictures::contrast;
using pictures::Heat;
using pictures::Rgb;
using pictures::Role;
using pictures::Style;

namespace {

constexpr Rgb kBlack = {0, 0, 0}, kWhite = {255, 255, 255};
constexpr double kLegible = 4.5;  // WCAG's AA for text

Style with(Colours colours) {
  Style style;
  style.colour = true;
  style.colours = colours;
  return style;
}

}  // namespace

TEST_CASE("palette: contrast is WCAG's") {
  CHECK(contrast(kBlack, kWhite) == doctest::Approx(21));
  CHECK(contrast(kWhite, {0x77, 0x77, 0x77}) == doctest::Approx(4.48).epsilon(0.001));
  // Of the cube of 6 x 6 x 6, and of the greys.
  CHECK(pictures::colour_of(16).red == 0);
  CHECK(pictures::colour_of(63).green == 95);
  CHECK(pictures::colour_of(243).blue == 118);
}

TEST_CASE("palette: every ink can be read on black and on white") {
  for (const pictures::Tint& t : pictures::tints()) {
    CAPTURE(t.many);
    for (const Rgb ground : {kBlack, kWhite}) {
      CHECK(contrast(t.all, ground) >= kLegible);
      CHECK(contrast(pictures::colour_of(t.many), ground) >= kLegible);
    }
  }
}

TEST_CASE("palette: queries, keys and values differ, at any number of colours; 16 are left to the terminal") {
  for (const Colours colours : {Colours::sixteen, Colours::many, Colours::all}) {
    const Style style = with(colours);
    std::set<std::string> seen;
    for (const Role r : {Role::query, Role::key, Role::value}) seen.insert(pictures::sgr(style, r));
    CHECK(seen.size() == 3);
  }
  const Style few = with(Colours::sixteen);
  for (int r = 0; r <= static_cast<int>(Role::marked); ++r) {
    // Attributes alone: none of a theme's colours is sure to be legible.
    const std::string parameters = pictures::sgr(few, static_cast<Role>(r));
    CHECK(parameters.find("38") == std::string::npos);
    CHECK(parameters.find_first_not_of("1347;") == std::string::npos);
  }
  // What is wrong and what is a hint stand out among what is bold anyway; so do five things in turn.
  for (const Role role : {Role::wrong, Role::error, Role::hint}) CHECK(pictures::sgr(few, role) != pictures::sgr(few, Role::right));
  CHECK(pictures::sgr(few, Role::hint) != pictures::sgr(few, Role::wrong));
  std::set<std::string> turns;
  for (size_t n = 0; n < 5; ++n) turns.insert(pictures::nth_colour(few, n));
  CHECK(turns.size() == 5);
  CHECK(pictures::paint(few, Role::prompt, "> ") == "\033[1m> \033[0m");
  CHECK(pictures::paint(Style(), Role::prompt, "> ") == "> ");
}

TEST_CASE("heat: ten levels and more, each lighter than the one before, with text that can be read") {
  for (const Colours colours : {Colours::many, Colours::all}) {
    const Style style = with(colours);
    const int levels = pictures::heat_levels(style);
    CHECK(levels >= 10);
    double before = -1;
    for (int i = 0; i < levels; ++i) {
      CAPTURE(i);
      const Heat h = pictures::heat(style, i);
      CHECK(contrast(h.ground, h.text) >= kLegible);
      CHECK(pictures::luminance(h.ground) > before);
      before = pictures::luminance(h.ground);
    }
    const Heat masked = pictures::masked_heat(style);
    CHECK(contrast(masked.ground, masked.text) >= kLegible);
  }
}
