// Lines and marks of constant width on the screen.
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_along;   // world direction of a line; 0 for marks
layout(location = 2) in vec2 a_offset;  // pixels: across and along the line, or right and up
layout(location = 3) in vec4 a_colour;
layout(location = 4) in vec2 a_edge;

out vec4 v_colour;
out vec2 v_edge;

void main() {
  vec4 at = u_viewProjection * vec4(a_position, 1.0);
  vec2 right = vec2(1.0, 0.0), up = vec2(0.0, 1.0);
  if (a_along != vec3(0.0)) {
    vec4 ahead = u_viewProjection * vec4(a_position + a_along, 1.0);
    // Screen direction of travel, valid also when `ahead` lies behind the eye.
    vec2 travel = (ahead.xy * at.w - at.xy * ahead.w) * u_size.xy;
    if (dot(travel, travel) > 1e-12) up = normalize(travel);
    right = vec2(up.y, -up.x);
  }
  vec2 pixels = right * a_offset.x + up * a_offset.y;
  at.xy += 2.0 * pixels * u_size.zw * at.w;
  at.z -= 1e-4 * at.w;
  gl_Position = at;
  v_colour = a_colour;
  v_edge = a_edge;
}
