// Shadow of the first sun, soft as its disc makes it: percentage-closer soft shadows (Fernando
// 2005). The map has a mip chain of nearest depths; wide edges read coarse levels, so that a few
// taps in a fixed pattern give a smooth edge without noise.
uniform sampler2DShadow u_sunShadow;
uniform sampler2D u_sunDepth;

// A point of the sunflower pattern on the unit disc.
vec2 discPoint(int i, int count) {
  float angle = 2.399963 * float(i);
  return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// A receiver in the sun's box. `slope` is how fast its surface's depth changes across the map, so
// that a tap beside the point is compared with the surface there; `lift` [texels] keeps rough
// levels of the map from shadowing the surface they were drawn from.
struct SunReceiver {
  vec3 at;
  vec2 slope;
  float lift;
};

SunReceiver sunReceiver(vec3 position, vec3 normal, float lift) {
  vec3 facing = mat3(u_sunBox) * normal / length(u_sunBox[0].xyz);
  SunReceiver r;
  r.at = (u_sunBox * vec4(position, 1.0)).xyz;
  r.slope = facing.xy / max(-facing.z, 0.25);
  r.lift = lift * (0.5 + length(r.slope));
  return r;
}

// Mean depth of what lies between the receiver and the sun, or -1.
float blockerDepth(SunReceiver r, float radius) {
#if BLOCKER_TAPS > 0
  float level = max(0.0, log2(radius * u_shadow.y * 2.5 / sqrt(float(BLOCKER_TAPS))));
  float near = r.at.z - r.lift * u_shadow.x * exp2(level);
  float sum = 0.0, count = 0.0;
  for (int i = 0; i < BLOCKER_TAPS; ++i) {
    vec2 shift = radius * discPoint(i, BLOCKER_TAPS);
    float depth = textureLod(u_sunDepth, r.at.xy + shift, level).r;
    if (depth < min(near + dot(shift, r.slope), 1.0)) {
      sum += depth;
      count += 1.0;
    }
  }
  return count > 0.0 ? sum / count : -1.0;
#else
  return 0.5 * r.at.z;
#endif
}

// 1 in full sun, 0 in full shadow.
float sunVisibility(SunReceiver r) {
  if (u_sunColour[0].w == 0.0) return 1.0;
  vec2 inside = abs(r.at.xy - 0.5);
  if (max(inside.x, inside.y) > 0.5) return 1.0;
  float widest = min(u_shadow.z * r.at.z, 0.08) + u_shadow.x;
  float blocker = blockerDepth(r, widest);
  if (blocker < 0.0) return 1.0;
  float radius = clamp(u_shadow.z * (r.at.z - blocker), 1.5 * u_shadow.x, widest);
  float level = max(0.0, log2(radius * u_shadow.y * 2.5 / sqrt(float(SHADOW_TAPS))));
  float near = r.at.z - r.lift * u_shadow.x * exp2(level);
  float lit = 0.0;
  for (int i = 0; i < SHADOW_TAPS; ++i) {
    vec2 shift = radius * discPoint(i, SHADOW_TAPS);
    float depth = min(near + dot(shift, r.slope), 1.0);
    lit += textureLod(u_sunShadow, vec3(r.at.xy + shift, depth), level);
  }
  return lit / float(SHADOW_TAPS);
}
