// Whatever is written can be read: contrasts as WCAG 2 defines them.
#include "ui/theme/Theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace sinew::ui {
namespace {

constexpr double kLeast = 4.4;

double luminance(const QColor& colour) {
  const auto linear = [](double c) {
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
         0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const double one = luminance(a), other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

class ThemeContrast : public ::testing::TestWithParam<Scheme> {
 protected:
  const Tokens& t = tokensOf(GetParam());
};

TEST_P(ThemeContrast, EveryTextIsReadableOnEverySurface) {
  const std::pair<const char*, QColor> texts[] = {
      {"text", t.text},     {"muted", t.muted},
      {"accent", t.accent}, {"information", t.information},
      {"good", t.good},     {"warning", t.warning},
      {"error", t.error}};
  const std::pair<const char*, QColor> surfaces[] = {
      {"window", t.window}, {"panel", t.panel}, {"raised", t.raised}, {"field", t.field}};
  for (const auto& [text, ink] : texts)
    for (const auto& [surface, paper] : surfaces)
      EXPECT_GE(contrast(ink, paper), kLeast) << text << " on " << surface;
}

TEST_P(ThemeContrast, WhatIsChosenOrPressedIsReadable) {
  EXPECT_GE(contrast(t.onAccent, t.accent), kLeast);
  EXPECT_GE(contrast(t.text, t.hairline), kLeast) << "a button that is pressed";
}

TEST_P(ThemeContrast, WhatIsInHandIsSeenBesideWhatIsNot) {
  constexpr double kLeastOfShapes = 3;  // WCAG 2.1, 1.4.11
  for (const QColor& paper : {t.window, t.panel, t.raised, t.field})
    EXPECT_GE(contrast(t.accent, paper), kLeastOfShapes);
}

INSTANTIATE_TEST_SUITE_P(Schemes, ThemeContrast, ::testing::Values(Scheme::Dark, Scheme::Light),
                         [](const auto& each) {
                           return each.param == Scheme::Dark ? "Dark" : "Light";
                         });

}  // namespace
}  // namespace sinew::ui
