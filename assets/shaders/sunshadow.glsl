// Shadow of the first sun, soft as its disc makes it: percentage-closer soft shadows (Fernando
// 2005). The map has a mip chain of nearest depths; wide edges read coarse levels, so that a few
// taps in a fixed pattern give a smooth edge without noise.
uniform sampler2DShadow u_sunShadow;
uniform sampler2D u_sunDepth;

const float kWidest = 0.08;  // most of the box that an edge may take, each side

// A point of the sunflower pattern on the unit disc.
vec2 discPoint(int i, int count) {
  float angle = 2.399963 * float(i);
  return sqrt((float(i) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// A receiver in the sun's box. `slope` is how fast its surface's depth changes across the map, so
// that a tap beside the point is compared with the surface there; `lift` [texels] keeps rough
// levels of the map from shadowing the surface they were drawn from. What is not in the map may
// have a negative one, which keeps light from leaking in where parts touch it.
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
  r.lift = lift * (0.4 + length(r.slope));
  return r;
}

// The level whose texels are as large as the gaps between this many taps. Mostly a whole number,
// because only one level is read then; blended where it changes, so that no seam shows.
float levelFor(float radius, int taps) {
  float level = max(0.0, log2(radius * u_shadow.y * 2.6 / sqrt(float(taps))));
  return floor(level) + smoothstep(0.6, 1.0, fract(level));
}

// Whether nothing at all within `radius` stands nearer to the sun than the receiver's surface there:
// four texels of a level so rough that they hold the whole disc.
bool clearOfBlockers(SunReceiver r, float radius) {
  float level = ceil(max(0.0, log2(2.0 * radius * u_shadow.y)));
  float texels = u_shadow.y * exp2(-level);
  vec2 corner = (floor(r.at.xy * texels - 0.5) + 0.5) / texels;
  float deepest = min(1.0, r.at.z + radius * length(r.slope) - r.lift * u_shadow.x);
  float nearest = 1.0;
  for (int i = 0; i < 4; ++i) {
    vec2 at = corner + vec2(i & 1, i >> 1) / texels;
    nearest = min(nearest, textureLod(u_sunDepth, at, level).r);
  }
  return nearest >= deepest;
}

// Mean depth of what lies between the receiver and the sun, or -1.
float blockerDepth(SunReceiver r, float radius) {
#if BLOCKER_TAPS > 0
  // A fixed level, or its changes would show; on parts a fine one, or they would find themselves.
  float level = floor(levelFor(min(u_shadow.z, kWidest), BLOCKER_TAPS));
  if (r.lift > 0.0) level = max(0.0, level - 2.0);
  float near = r.at.z - 0.5 * r.lift * u_shadow.x * exp2(level);
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
  float widest = min(u_shadow.z * r.at.z, kWidest) + u_shadow.x;
  // What is in the map itself would always find itself.
  if (r.lift < 0.0 && clearOfBlockers(r, widest)) return 1.0;
  float blocker = blockerDepth(r, widest);
  if (blocker < 0.0) return 1.0;
  float radius = clamp(u_shadow.z * (r.at.z - blocker), 1.5 * u_shadow.x, widest);
  float level = levelFor(radius, SHADOW_TAPS);
  float near = r.at.z - r.lift * u_shadow.x * exp2(ceil(level));
  float lit = 0.0;
  for (int i = 0; i < SHADOW_TAPS; ++i) {
    vec2 shift = radius * discPoint(i, SHADOW_TAPS);
    float depth = min(near + dot(shift, r.slope), 1.0);
    lit += textureLod(u_sunShadow, vec3(r.at.xy + shift, depth), level);
  }
  return lit / float(SHADOW_TAPS);
}
