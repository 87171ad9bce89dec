#pragma once
#include <string>

namespace sinew::test {

/// A connection to the X server, apart from the program's own, that makes input as if from real
/// devices (XTEST). In a file of its own because X's headers define words that Qt uses.
class XServer {
 public:
  XServer();
  ~XServer();
  XServer(const XServer&) = delete;
  XServer& operator=(const XServer&) = delete;

  void move(int x, int y);  ///< [pixels]
  void button(unsigned number, bool down);
  /// Keys by X's names ("Return", "a") or the short ones of Hand ("ctrl", ".").
  void key(const std::string& name, bool down);
  /// Whether typing it takes the shift key.
  bool needsShift(const std::string& name);

 private:
  void* m_display;
};

}  // namespace sinew::test
