// Map of how much sky the ground sees, round the focus; when lean, of the sun as well.
in vec2 v_clip;
layout(location = 0) out vec4 o_open;

void main() {
  vec3 at = vec3(u_focus.x + v_clip.x * u_ground.w, u_ground.x, u_focus.z + v_clip.y * u_ground.w);
  vec3 up = vec3(0.0, 1.0, 0.0);
#if LEAN
  float open = skyVisibility(at, up, vec2(0.0));
#else
  float shift = 0.75 / float(DOME_SIZE);
  float open = 0.5 * (skyVisibility(at, up, vec2(-shift, 0.3 * shift)) +
                      skyVisibility(at, up, vec2(shift, -0.3 * shift)));
#endif
  float far = max(abs(v_clip.x), abs(v_clip.y));
  float edge = smoothstep(0.8, 1.0, far);
  o_open = vec4(mix(open, 1.0, edge));
#if LEAN
  o_open.g = mix(sunVisibility(sunReceiver(at, up, -1.0)), 1.0, edge);
#endif
}
