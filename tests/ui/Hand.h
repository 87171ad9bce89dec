#pragma once
#include <QPoint>
#include <QString>
#include <memory>

namespace sinew::test {

/// A person's hand: moves the pointer of the X server and presses its buttons and keys (XTEST), so
/// that a test meets the window as people do. Every move waits until the program has received it;
/// a test fails when it never arrives. Positions are those of Qt's screen, whatever its scale.
class Hand {
 public:
  enum class Button { Left = 1, Middle = 2, Right = 3 };

  Hand();
  ~Hand();
  Hand(const Hand&) = delete;
  Hand& operator=(const Hand&) = delete;

  void moveTo(QPoint at);
  void press(Button button = Button::Left);
  void release(Button button = Button::Left);
  void click(QPoint at, Button button = Button::Left);
  void doubleClick(QPoint at);
  /// From press to release over `to`, in `pieces` moves.
  void drag(QPoint from, QPoint to, Button button = Button::Left, int pieces = 8);
  void wheel(QPoint at, int notches);  ///< towards the screen is positive

  /// Keys by name, modifiers first: "ctrl+shift+z", "space", "Return", "a".
  void press(const QString& chord);
  void holdKey(const QString& key);
  void releaseKey(const QString& key);
  void type(const QString& text);  ///< letters, digits and . - + * / ( ) _

 private:
  class Server;
  std::unique_ptr<Server> m_server;
  QPoint m_at;
};

}  // namespace sinew::test
