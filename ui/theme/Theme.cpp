#include "ui/theme/Theme.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QPalette>
#include <QSettings>
#include <QStyleFactory>

#include <array>
#include <utility>

namespace sinew::ui {
namespace {

constexpr const char* kThemeSetting = "theme";

Scheme systemScheme() {
  return QApplication::palette().color(QPalette::Window).lightness() < 128 ? Scheme::Dark
                                                                           : Scheme::Light;
}

QPalette paletteOf(const Tokens& t) {
  QPalette palette;
  const std::array<std::pair<QPalette::ColorRole, QColor>, 19> roles = {{
      {QPalette::Window, t.window},
      {QPalette::WindowText, t.text},
      {QPalette::Base, t.field},
      {QPalette::AlternateBase, t.panel},
      {QPalette::Text, t.text},
      {QPalette::Button, t.raised},
      {QPalette::ButtonText, t.text},
      {QPalette::BrightText, t.error},
      {QPalette::Highlight, t.accent},
      {QPalette::HighlightedText, t.onAccent},
      {QPalette::ToolTipBase, t.raised},
      {QPalette::ToolTipText, t.text},
      {QPalette::PlaceholderText, t.muted},
      {QPalette::Link, t.information},
      {QPalette::Mid, t.hairline},
      {QPalette::Dark, t.hairline},
      {QPalette::Midlight, t.hairline},
      {QPalette::Light, t.raised},
      {QPalette::Shadow, t.window},
  }};
  for (const auto& [role, colour] : roles) palette.setColor(role, colour);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, t.muted);
  return palette;
}

/// The style sheet with the names of the tokens replaced by their colours.
QString styleSheetOf(Scheme scheme) {
  const Tokens& t = tokensOf(scheme);
  QFile file(":/theme/studio.qss");
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  const std::array<std::pair<const char*, QColor>, 13> names = {{
      {"@window", t.window},
      {"@panel", t.panel},
      {"@raised", t.raised},
      {"@field", t.field},
      {"@hairline", t.hairline},
      {"@text", t.text},
      {"@muted", t.muted},
      {"@accent", t.accent},
      {"@onAccent", t.onAccent},
      {"@information", t.information},
      {"@good", t.good},
      {"@warning", t.warning},
      {"@error", t.error},
  }};
  for (const auto& [name, colour] : names) sheet.replace(QString(name) + ';', colour.name() + ';');
  return sheet.replace("@scheme", scheme == Scheme::Dark ? "dark" : "light");
}

}  // namespace

// Contrast was computed: every text colour reaches 4.4:1 on every surface it may stand on.
const Tokens& tokensOf(Scheme scheme) {
  static const Tokens dark = {
      "#1E2024", "#26292E", "#30343A", "#1A1C1F", "#3C4148", "#E6E8EB", "#A2A8B0",
      "#F2A33A", "#1E1400", "#5DB0F0", "#5CC08A", "#F0C34E", "#F27770",
  };
  static const Tokens light = {
      "#ECEEF0", "#F6F7F8", "#FFFFFF", "#FFFFFF", "#C9CED4", "#1D2126", "#565D66",
      "#A45800", "#FFFFFF", "#0B62A8", "#1B7144", "#7A5600", "#B3261E",
  };
  return scheme == Scheme::Dark ? dark : light;
}

Theme::Theme(QObject* parent) : QObject(parent), m_system(systemScheme()) {
  const QString stored = QSettings().value(kThemeSetting).toString();
  if (stored == "light") m_choice = Choice::Light;
  if (stored == "dark") m_choice = Choice::Dark;
  QApplication::setStyle(QStyleFactory::create("Fusion"));
  apply();
}

void Theme::choose(Choice choice) {
  if (choice == m_choice) return;
  m_choice = choice;
  const char* const names[] = {"system", "light", "dark"};
  QSettings().setValue(kThemeSetting, names[static_cast<int>(choice)]);
  apply();
}

void Theme::apply() {
  m_scheme = m_system;
  if (m_choice == Choice::Light) m_scheme = Scheme::Light;
  if (m_choice == Choice::Dark) m_scheme = Scheme::Dark;
  QFont font = QApplication::font();
  font.setPixelSize(13);
  QApplication::setFont(font);
  QApplication::setPalette(paletteOf(tokens()));
  qApp->setStyleSheet(styleSheetOf(m_scheme));
  emit changed();
}

}  // namespace sinew::ui
