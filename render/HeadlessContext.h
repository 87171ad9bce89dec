#pragma once
#include <memory>
#include <string>

#include "core/base/Result.h"

namespace sinew {

/// An OpenGL 4.1 core context without window or display, through EGL. Belongs to the thread in
/// which it is current.
class HeadlessContext {
 public:
  /// Makes the context and makes it current in this thread.
  static Result<std::unique_ptr<HeadlessContext>> create();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  bool makeCurrent() const;
  void release() const;             ///< no context is current in this thread afterwards
  std::string description() const;  ///< version and renderer, for logs and `sinew info`

 private:
  HeadlessContext(void* display, void* context) : m_display(display), m_context(context) {}
  void* m_display;
  void* m_context;
};

}  // namespace sinew
