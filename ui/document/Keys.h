#pragma once
#include "core/params/ParamValues.h"

namespace sinew::ui {

// Keyed values as the window handles them: a constant that becomes a curve with its first key and
// a constant again with its last.

/// What holds at `time` [s]: the constant itself, or the curve there.
Value valueAt(const Value& value, const ParamSpec& spec, double time);

/// The same value with `now` at `time`: in a constant's place, or as the curve's key there.
Value withValueAt(const Value& value, const Value& now, double time);

/// The value after `now` was set by hand at `time`: a keyed one, or any that can be where `autoKey`
/// is on, gets a key there.
Value withEdit(const Value& value, const Value& now, const ParamSpec& spec, double time,
               bool autoKey);

inline constexpr double kSameTime = 1e-6;  ///< [s]; keys nearer than this are one

bool isKeyed(const Value& value);
/// A key of the value within `tolerance` [s] of `time`.
bool hasKeyAt(const Value& value, double time, double tolerance);
/// Sets a key with what holds at `time`.
Value withKeyAt(const Value& value, const ParamSpec& spec, double time);
/// With a key at `time` that changes nothing of how it runs; none is needed before its first and
/// after its last.
Curve withKeyOnTheWay(Curve curve, double time);
/// With the key at `from` at `to` [s]; a key that was there gives way.
Value withKeyMoved(const Value& value, double from, double to);
/// With the keys at `times` `by` later [s]; others give way.
Value withKeysMoved(const Value& value, const std::vector<double>& times, double by);
/// Without the keys within `tolerance` [s] of `time`.
Value withoutKeyAt(const Value& value, const ParamSpec& spec, double time, double tolerance);

}  // namespace sinew::ui
