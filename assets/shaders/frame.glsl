// What all shaders know of a frame. The same order as FrameBlock in render/FrameBlock.h.
layout(std140) uniform Frame {
  mat4 u_viewProjection;
  mat4 u_clipToRay;
  mat4 u_sunBox;
  vec4 u_eye;
  vec4 u_size;
  vec4 u_focus;
  vec4 u_stage;
  vec4 u_backdropTop;
  vec4 u_backdropBottom;
  vec4 u_zenith;
  vec4 u_horizon;
  vec4 u_below;
  vec4 u_panelAxis[3];
  vec4 u_panelRight[3];
  vec4 u_panelColour[3];
  vec4 u_sunTowards[3];
  vec4 u_sunColour[3];
  vec4 u_shadow;
  vec4 u_ground;
  vec4 u_groundColour;
};
const float kPi = 3.14159265359;

// The backdrop rises from its bottom colour at the horizon to its top colour overhead.
vec3 backdrop(vec3 direction) {
  float rise = clamp(direction.y / length(direction) / 0.55, 0.0, 1.0);
  return mix(u_backdropBottom.rgb, u_backdropTop.rgb, rise * (2.0 - rise));
}
