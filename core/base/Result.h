#pragma once
// Expected failures as values. Member names are those of std::expected, which clang 14 with
// libstdc++ 12 does not offer yet; this file becomes an alias when it does.
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace sinew {

/// What kind of failure it was; the command line turns it into its exit code.
enum class ErrorCode { Usage, Invalid, Diverged, Io, Mismatch, Stopped };

/// One failure: what happened, where, and what to do about it, in plain words.
struct Error {
  ErrorCode code = ErrorCode::Invalid;
  std::string message;  ///< names the object, the value found and what is legal, with unit
  std::string where;    ///< JSON pointer, file, or part/constraint name; may be empty
};

/// Wraps an error on its way into a Result.
template <class E>
struct Unexpected {
  E error;
};
template <class E>
Unexpected(E) -> Unexpected<E>;

inline Unexpected<Error> fail(ErrorCode code, std::string message, std::string where = {}) {
  return {Error{code, std::move(message), std::move(where)}};
}

/// Either a value or an error.
template <class T, class E = Error>
class [[nodiscard]] Result {
 public:
  Result(T value) : m_content(std::in_place_index<0>, std::move(value)) {}
  Result(Unexpected<E> failure) : m_content(std::in_place_index<1>, std::move(failure.error)) {}

  bool has_value() const { return m_content.index() == 0; }
  explicit operator bool() const { return has_value(); }
  T& value() & { return std::get<0>(m_content); }
  const T& value() const& { return std::get<0>(m_content); }
  T&& value() && { return std::get<0>(std::move(m_content)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  E& error() { return std::get<1>(m_content); }
  const E& error() const { return std::get<1>(m_content); }

 private:
  std::variant<T, E> m_content;
};

/// Success without a value, or an error.
template <class E>
class [[nodiscard]] Result<void, E> {
 public:
  Result() = default;
  Result(Unexpected<E> failure) : m_error(std::move(failure.error)) {}

  bool has_value() const { return !m_error.has_value(); }
  explicit operator bool() const { return has_value(); }
  E& error() { return *m_error; }
  const E& error() const { return *m_error; }

 private:
  std::optional<E> m_error;
};

}  // namespace sinew
