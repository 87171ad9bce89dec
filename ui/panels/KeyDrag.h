#pragma once
#include <vector>

#include "ui/document/Document.h"

namespace sinew::ui {

/// The keys of some objects at one instant, on their way to another: one undo step from begin to
/// finish. On the way other keys are passed without harm; those at the end are replaced.
class KeyDrag {
 public:
  /// @param time [s] of the keys
  KeyDrag(Document& document, const std::vector<std::string>& objects, double time);

  Result<void> moveTo(double time);
  void finish();
  void cancel();

 private:
  struct Keyed {
    std::string object, key;
    Value value;  ///< as it was
  };

  Document& m_document;
  const double m_from;  ///< [s]
  double m_to;          ///< [s]
  std::vector<Keyed> m_keyed;
};

}  // namespace sinew::ui
