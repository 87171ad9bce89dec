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

// The picture of toned light, darker towards the corners; `clip` is the place, −1..1.
vec4 picture(vec3 toned, vec2 clip) {
  vec3 colour = toned * (1.0 - 0.06 * dot(clip, clip));
  return vec4(encodeSrgb(colour) + (ditherNoise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}

// What a pass that draws into the light leaves there: light, to be toned when all samples are
// known, or where there is only one, the picture itself.
vec4 leave(vec3 light) {
#if SAMPLES > 1
  return vec4(light, 1.0);
#else
  return picture(tone(light), 2.0 * gl_FragCoord.xy * u_size.zw / u_shadow.w - 1.0);
#endif
}
