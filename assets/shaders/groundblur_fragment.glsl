// Smooths the map of the sky that the ground sees: little where it is dark, near to what touches
// the ground, much where it is open and the single directions would show as streaks.
in vec2 v_clip;
layout(location = 0) out vec4 o_open;
uniform sampler2D u_groundLight;

void main() {
  const int kTaps = LEAN > 0 ? 10 : 24;
  vec2 at = 0.5 * v_clip + 0.5;
  vec2 here = textureLod(u_groundLight, at, 0.0).rg;
  float centre = here.r;
  float radius = mix(0.003, 0.045, smoothstep(0.45, 0.95, centre));
  float sum = 0.0;
  for (int i = 0; i < kTaps; ++i) {
    float angle = 2.399963 * float(i);
    vec2 shift = sqrt((float(i) + 0.5) / float(kTaps)) * vec2(cos(angle), sin(angle));
    sum += textureLod(u_groundLight, at + radius * shift, 0.0).r;
  }
  o_open = vec4(sum / float(kTaps), here.g, 0.0, 1.0);
}
