in vec3 v_position;
flat in vec3 v_sky;
layout(location = 0) out vec4 o_colour;

uniform sampler2D u_groundLight;

// Lines every `step` metres, one and a half pixels wide, gone where they would crowd.
float gridLines(vec2 at, float step) {
  vec2 pixels = fwidth(at / step);
  vec2 away = abs(fract(at / step - 0.5) - 0.5) / max(pixels, vec2(1e-6));
  float line = 1.0 - clamp(min(away.x, away.y) - 0.25, 0.0, 1.0);
  return line * (1.0 - smoothstep(0.05, 0.3, max(pixels.x, pixels.y)));
}

void main() {
  vec2 across = v_position.xz - u_focus.xz;
  vec2 seen = textureLod(u_groundLight, across / (2.0 * u_ground.w) + 0.5, 0.0).rg;
  float open = seen.r;
#if LEAN
  float sunlit = seen.g;
#else
  float sunlit = sunVisibility(sunReceiver(v_position, vec3(0.0, 1.0, 0.0), -1.0));
#endif

  vec3 light = v_sky * open;
  for (int i = 0; i < 3; ++i) {
    light += u_sunColour[i].rgb * max(0.0, u_sunTowards[i].y) * (i == 0 ? sunlit : 1.0);
  }
  vec3 colour = u_groundColour.rgb * light;
  if (u_ground.z > 0.0) {
    float lines = max(gridLines(v_position.xz, 1.0), 0.45 * gridLines(v_position.xz, 0.1));
    colour *= 1.0 - 0.35 * lines;
  }
  vec3 direction = v_position - u_eye.xyz;
  float away = distance(v_position, u_stage.xyz) / (6.5 * u_stage.w);
  float fade = 1.0 - exp(-away * away);
  o_colour = leave(mix(colour, backdrop(direction), fade));
}
