#include "core/params/Value.h"

namespace sinew {

bool Value::operator==(const Value& other) const {
  return content == other.content;
}

}  // namespace sinew
