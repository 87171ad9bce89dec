#include "core/io/clip/ClipHeader.h"
#include "core/scene/JsonText.h"

namespace sinew {
namespace {

Json toJson(const Vec3& v) {
  return Json::array({v.x(), v.y(), v.z()});
}

Json toJson(const GrabCommand& c) {
  return {
      {"command", "grab"},          {"slot", c.slot},           {"part", c.part},      {"at", c.at},
      {"target", toJson(c.target)}, {"stiffness", c.stiffness}, {"damping", c.damping}};
}

Json toJson(const MoveGrabCommand& c) {
  return {{"command", "move_grab"}, {"slot", c.slot}, {"target", toJson(c.target)}};
}

Json toJson(const StrengthenGrabCommand& c) {
  return {{"command", "strengthen_grab"}, {"slot", c.slot}, {"factor", c.factor}};
}

Json toJson(const PinGrabCommand& c) {
  return {{"command", "pin_grab"}, {"slot", c.slot}, {"pinned", c.pinned}};
}

Json toJson(const ReleaseGrabCommand& c) {
  return {{"command", "release_grab"}, {"slot", c.slot}};
}

/// Reads members one by one and remembers whether one was not as it should be.
class Members {
 public:
  explicit Members(const Json& object) : m_object(object) {}

  double real(const char* key) {
    const Json& value = member(key);
    return check(value.is_number()) ? value.get<double>() : 0;
  }
  int slot() {
    const Json& value = member("slot");
    const bool legal = value.is_number_unsigned() &&
                       value.get<std::uint64_t>() < std::uint64_t{StateOffsets::kGrabs};
    return check(legal) ? value.get<int>() : 0;
  }
  bool boolean(const char* key) {
    const Json& value = member(key);
    return check(value.is_boolean()) && value.get<bool>();
  }
  std::string text(const char* key) {
    const Json& value = member(key);
    return check(value.is_string()) ? value.get<std::string>() : std::string();
  }
  std::vector<double> reals(const char* key, std::size_t most) {
    const Json& value = member(key);
    std::vector<double> out;
    if (!check(value.is_array() && value.size() <= most)) return out;
    for (const Json& item : value) out.push_back(check(item.is_number()) ? item.get<double>() : 0);
    return out;
  }
  Vec3 vector(const char* key) {
    const std::vector<double> v = reals(key, 3);
    return check(v.size() == 3) ? Vec3(v[0], v[1], v[2]) : Vec3::Zero();
  }
  bool good() const { return m_good; }

 private:
  const Json& member(const char* key) {
    const auto found = m_object.find(key);
    if (found != m_object.end()) return *found;
    return m_object;  // an object is none of the types that are asked for
  }
  bool check(bool condition) {
    m_good = m_good && condition;
    return condition;
  }
  const Json& m_object;
  bool m_good = true;
};

}  // namespace

std::string writeCommand(const Command& command) {
  return std::visit([](const auto& c) { return toJson(c); }, command)
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Command> readCommand(std::string_view text) {
  const auto damaged = [&] {
    return fail(ErrorCode::Invalid, "unknown command in the clip: " + std::string(text));
  };
  const auto json = parseJson(text);
  if (!json || !json->is_object()) return damaged();
  Members members(*json);
  const std::string name = members.text("command");
  Command command;
  if (name == "grab") {
    command =
        GrabCommand{members.slot(),           members.text("part"),      members.reals("at", 3),
                    members.vector("target"), members.real("stiffness"), members.real("damping")};
  } else if (name == "move_grab") {
    command = MoveGrabCommand{members.slot(), members.vector("target")};
  } else if (name == "strengthen_grab") {
    command = StrengthenGrabCommand{members.slot(), members.real("factor")};
  } else if (name == "pin_grab") {
    command = PinGrabCommand{members.slot(), members.boolean("pinned")};
  } else if (name == "release_grab") {
    command = ReleaseGrabCommand{members.slot()};
  } else {
    return damaged();
  }
  if (!members.good()) return damaged();
  return command;
}

}  // namespace sinew
