#pragma once

/// Leaves the function with the error of a Result, if it is one.
#define SINEW_TRY(expression)                                    \
  do {                                                           \
    if (const auto& tried = (expression); !tried) {              \
      return ::sinew::Unexpected<::sinew::Error>{tried.error()}; \
    }                                                            \
  } while (false)
