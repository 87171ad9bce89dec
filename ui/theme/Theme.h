#pragma once
#include <QColor>
#include <QObject>

namespace sinew::ui {

/// The colours of a theme by what they are for.
struct Tokens {
  QColor window, panel, raised, field, hairline;
  QColor text, muted, accent, onAccent;
  QColor information, good, warning, error;
};

enum class Scheme { Dark, Light };
const Tokens& tokensOf(Scheme scheme);

/// Steps of spacing [px], the only ones in use.
struct Spacing {
  static constexpr int kTight = 4, kSmall = 8, kMedium = 12, kLarge = 16, kWide = 24;
};

/// The look of the whole program. Chosen by the person, else the system's; remembered.
class Theme : public QObject {
  Q_OBJECT
 public:
  enum class Choice { System, Light, Dark };

  /// Make it before any window, while the palette is still the system's.
  explicit Theme(QObject* parent = nullptr);

  Scheme scheme() const { return m_scheme; }
  const Tokens& tokens() const { return tokensOf(m_scheme); }
  Choice choice() const { return m_choice; }
  void choose(Choice choice);

 signals:
  void changed();

 private:
  void apply();

  const Scheme m_system;
  Scheme m_scheme = Scheme::Dark;
  Choice m_choice = Choice::System;
};

}  // namespace sinew::ui
