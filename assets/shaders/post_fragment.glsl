// From light to picture: samples are toned one by one before they are averaged, so that bright
// edges stay smooth; then sRGB and a breath of noise against banding.
in vec2 v_clip;
layout(location = 0) out vec4 o_colour;

#if SAMPLES > 1
uniform sampler2DMS u_light;
#else
uniform sampler2D u_light;
#endif

// Toe, straight middle, soft shoulder: the curve of H. Uchimura (CEDEC 2017), per channel.
vec3 toneCurve(vec3 x) {
  const float kTop = 1.0, kSlope = 1.0, kStart = 0.20, kLength = 0.32, kToe = 1.18;
  const float l0 = (kTop - kStart) * kLength / kSlope;
  const float s0 = kStart + l0;
  const float s1 = kStart + kSlope * l0;
  const float c2 = kSlope * kTop / (kTop - s1);
  vec3 toe = kStart * pow(x / kStart, vec3(kToe));
  vec3 straight = kStart + kSlope * (x - kStart);
  vec3 shoulder = kTop - (kTop - s1) * exp(-c2 * (x - s0) / kTop);
  vec3 weightToe = 1.0 - smoothstep(0.0, kStart, x);
  vec3 weightShoulder = step(vec3(s0), x);
  return toe * weightToe + straight * (1.0 - weightToe - weightShoulder) + shoulder * weightShoulder;
}

// Half of the curve acts on brightness alone, which keeps the hue of lit colours.
vec3 tone(vec3 light) {
  light = max(light * u_eye.w, vec3(0.0));
  float peak = max(max(light.r, light.g), max(light.b, 1e-6));
  vec3 kept = light * (toneCurve(vec3(peak)).r / peak);
  return mix(toneCurve(light), kept, 0.5);
}

vec3 encodeSrgb(vec3 c) {
  vec3 low = 12.92 * c;
  vec3 high = 1.055 * pow(max(c, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
  return mix(high, low, lessThan(c, vec3(0.0031308)));
}

// Interleaved gradient noise (Jimenez 2014), 0..1.
float ditherNoise(vec2 pixel) {
  return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec3 colour = vec3(0.0);
#if SAMPLES > 1
  vec3 first = texelFetch(u_light, pixel, 0).rgb;
  colour = tone(first);
  vec3 sum = colour;
  for (int i = 1; i < SAMPLES; ++i) {
    vec3 other = texelFetch(u_light, pixel, i).rgb;
    sum += other == first ? colour : tone(other);
  }
  colour = sum / float(SAMPLES);
#else
  colour = tone(texelFetch(u_light, pixel, 0).rgb);
#endif
  float corner = dot(v_clip, v_clip);
  colour *= 1.0 - 0.06 * corner;
  o_colour = vec4(encodeSrgb(colour) + (ditherNoise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
