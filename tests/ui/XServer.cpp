#include "tests/ui/XServer.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <X11/keysym.h>

#include <map>

namespace sinew::test {
namespace {

Display* of(void* display) {
  return static_cast<Display*>(display);
}

KeySym symbolOf(const std::string& name) {
  static const std::map<std::string, KeySym> special = {{"space", XK_space},
                                                        {" ", XK_space},
                                                        {".", XK_period},
                                                        {",", XK_comma},
                                                        {"-", XK_minus},
                                                        {"+", XK_plus},
                                                        {"*", XK_asterisk},
                                                        {"/", XK_slash},
                                                        {"(", XK_parenleft},
                                                        {")", XK_parenright},
                                                        {"_", XK_underscore},
                                                        {"ctrl", XK_Control_L},
                                                        {"shift", XK_Shift_L},
                                                        {"alt", XK_Alt_L},
                                                        {"esc", XK_Escape},
                                                        {"return", XK_Return},
                                                        {"delete", XK_Delete},
                                                        {"tab", XK_Tab},
                                                        {"home", XK_Home},
                                                        {"end", XK_End},
                                                        {"left", XK_Left},
                                                        {"right", XK_Right},
                                                        {"up", XK_Up},
                                                        {"down", XK_Down},
                                                        {"backspace", XK_BackSpace}};
  const auto found = special.find(name);
  return found != special.end() ? found->second : XStringToKeysym(name.c_str());
}

}  // namespace

// A program that is busy for as long as a key takes to repeat would be told of it several times.
XServer::XServer() : m_display(XOpenDisplay(nullptr)) {
  if (m_display != nullptr) XAutoRepeatOff(of(m_display));
}

XServer::~XServer() {
  if (m_display) XCloseDisplay(of(m_display));
}

void XServer::move(int x, int y) {
  XTestFakeMotionEvent(of(m_display), -1, x, y, CurrentTime);
  XSync(of(m_display), False);
}

void XServer::button(unsigned number, bool down) {
  XTestFakeButtonEvent(of(m_display), number, down, CurrentTime);
  XSync(of(m_display), False);
}

void XServer::key(const std::string& name, bool down) {
  const KeyCode code = XKeysymToKeycode(of(m_display), symbolOf(name));
  XTestFakeKeyEvent(of(m_display), code, down, CurrentTime);
  XSync(of(m_display), False);
}

bool XServer::needsShift(const std::string& name) {
  const KeySym symbol = symbolOf(name);
  int perCode = 0;
  KeySym* symbols =
      XGetKeyboardMapping(of(m_display), XKeysymToKeycode(of(m_display), symbol), 1, &perCode);
  const bool shifted = perCode > 1 && symbols[0] != symbol && symbols[1] == symbol;
  XFree(symbols);
  return shifted;
}

}  // namespace sinew::test
