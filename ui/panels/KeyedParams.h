#pragma once
#include <QString>
#include <vector>

#include "ui/document/Document.h"

namespace sinew::ui {

/// A parameter that has keys, as in SetParam.
struct KeyedParam {
  std::string object, key;
  const ParamSpec* spec = nullptr;  ///< outlives the document's use of it
  bool operator==(const KeyedParam& other) const {
    return object == other.object && key == other.key;
  }
};

/// Those of what is selected; of everything in the scene if nothing is.
std::vector<KeyedParam> keyedParams(const Document& document);

/// Its curve now; null when it has no keys any more.
const Curve* curveOf(const Document& document, const KeyedParam& param);

/// "Position", or "wing_l · Position" where `whose` matters.
QString nameOf(const KeyedParam& param, bool whose);

}  // namespace sinew::ui
