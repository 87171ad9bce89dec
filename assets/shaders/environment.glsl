// Light from all around, in closed form: a gradient from ground over horizon to zenith, and three
// studio panels. Both are known blurred by any roughness, so no cube map has to be filtered.

// A rectangle of light whose edges are softened by `blur`; keeps its total whatever the blur.
float panelShape(int i, vec3 direction, float blur) {
  vec3 axis = u_panelAxis[i].xyz;
  float ahead = dot(direction, axis);
  if (ahead <= 0.05) return 0.0;
  vec3 right = u_panelRight[i].xyz;
  vec2 at = vec2(dot(direction, right), dot(direction, cross(axis, right))) / ahead;
  vec2 size = vec2(u_panelAxis[i].w, u_panelRight[i].w);
  vec2 inside = smoothstep(-size - blur, -size + blur, at) - smoothstep(size - blur, size + blur, at);
  return inside.x * inside.y * smoothstep(0.05, 0.35, ahead);
}

// Radiance from `direction`, seen through a lobe of this width (0 mirror .. 1 hemisphere). What
// the ground sends back is scaled by `below`, the sky by `above`: how much of each is in view.
vec3 environmentRadiance(vec3 direction, float width, float above, float below) {
  float rise = clamp(direction.y, 0.0, 1.0);
  // At eye level a mirror shows the backdrop, into which the ground fades.
  vec3 sky = mix(mix(u_backdropBottom.rgb, u_horizon.rgb, width), u_zenith.rgb,
                 mix(sqrt(rise), 0.5 + 0.5 * rise, width));
  for (int i = 0; i < 3; ++i) {
    sky += u_panelColour[i].rgb * panelShape(i, direction, 0.03 + 1.3 * width);
  }
  float edge = 0.03 + 0.9 * width;
  return mix(u_below.rgb * below, sky * above, smoothstep(-edge, edge, direction.y));
}

// Irradiance / π on a surface facing `normal`. The key panel is left out: the sun stands for it.
vec3 environmentIrradiance(vec3 normal, float above, float below) {
  float up = 0.5 + 0.5 * normal.y;
  vec3 sky = mix(u_horizon.rgb, u_zenith.rgb, 0.3 + 0.4 * normal.y) * up;
  for (int i = 1; i < 3; ++i) {
    float wrap = 0.25;
    float facing = max(0.0, (dot(normal, u_panelAxis[i].xyz) + wrap) / (1.0 + wrap));
    sky += u_panelColour[i].rgb * u_panelColour[i].w * facing * facing;
  }
  return sky * above + u_below.rgb * (1.0 - up) * below;
}
