// Map of how much sky the ground sees, round the focus.
in vec2 v_clip;
layout(location = 0) out vec4 o_open;

void main() {
  vec3 at = vec3(u_focus.x + v_clip.x * u_ground.w, u_ground.x, u_focus.z + v_clip.y * u_ground.w);
  float shift = 0.75 / float(DOME_SIZE);
  vec3 up = vec3(0.0, 1.0, 0.0);
  float open = skyVisibility(at, up, vec2(-shift, 0.3 * shift)) +
               skyVisibility(at, up, vec2(shift, -0.3 * shift));
  float far = max(abs(v_clip.x), abs(v_clip.y));
  o_open = vec4(mix(0.5 * open, 1.0, smoothstep(0.8, 1.0, far)));
}
