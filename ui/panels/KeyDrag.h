#pragma once
#include <vector>

#include "ui/document/Document.h"

namespace sinew::ui {

/// A key: the parameter as in SetParam, and when [s].
struct KeyAt {
  std::string object, key;
  double time = 0;
  auto operator<=>(const KeyAt&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Those of some objects at one instant.
std::vector<KeyAt> keysAt(const Document& document, const std::vector<std::string>& objects,
                          double time);

/// Keys on their way to another time: one undo step from begin to finish. On the way other keys
/// are passed without harm; those at the end are replaced.
class KeyDrag {
 public:
  KeyDrag(Document& document, const std::vector<KeyAt>& keys);

  /// All of them `by` [s] later than they were; not before 0.
  Result<void> moveBy(double by);
  double movedBy() const { return m_by; }
  void finish();
  void cancel();

 private:
  struct Keyed {
    std::string object, key;
    Value value;  ///< as it was
    std::vector<double> times;
  };

  Document& m_document;
  std::vector<Keyed> m_keyed;
  double m_first = 0;  ///< [s] the earliest of them
  double m_by = 0;     ///< [s]
};

}  // namespace sinew::ui
