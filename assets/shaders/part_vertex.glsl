layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in uint a_part;
layout(location = 3) in float a_strain;
#if TEXTURED
layout(location = 4) in vec3 a_place;
layout(location = 5) in vec3 a_facing;
centroid out vec3 v_place;
out vec3 v_placeRate;
centroid out vec3 v_facing;
flat out vec4 v_wrap;
#endif

uniform samplerBuffer u_materials;
uniform sampler2D u_groundLight;

// Centroid: edge pixels of thin triangles must not reach beyond the surface.
centroid out vec3 v_position;
centroid out vec3 v_normal;
centroid out vec2 v_open;  // of the sky above, of the ground below
flat out vec4 v_colour;   // rgb, roughness
flat out vec4 v_finish;   // metallic, specular, clearcoat, sheen
flat out float v_glow;
centroid out float v_strain;

// Light the ground beneath sends up: less where the part itself keeps the sky off it.
float groundOpenness(vec3 position) {
  if (u_ground.y == 0.0) return 1.0;
  vec2 at = (position.xz - u_focus.xz) / (2.0 * u_ground.w) + 0.5;
  float beneath = textureLod(u_groundLight, at, 0.0).r;
  float height = max(0.0, position.y - u_ground.x);
  return mix(0.75 * beneath, 1.0, clamp(height / (0.7 * u_focus.w), 0.0, 1.0));
}

#if LEAN
// Where a picture lacks pixels, what is thinner than one would break into dashes: outlines go half
// a pixel outwards.
vec4 widened(vec4 clip) {
  vec4 along = u_viewProjection * vec4(a_normal, 0.0);
  vec2 outwards = (along.xy * clip.w - clip.xy * along.w) * u_size.xy;
  float facing = abs(dot(a_normal, normalize(u_eye.xyz - a_position)));
  float share = (1.0 - smoothstep(0.3, 0.9, facing)) / max(length(outwards), 1e-12);
  return clip + vec4(clip.w * share * outwards / u_size.xy, 0.0, 0.0);
}
#endif

void main() {
  int part = int(a_part) * 4;
  v_colour = texelFetch(u_materials, part);
  v_finish = texelFetch(u_materials, part + 1);
  v_glow = texelFetch(u_materials, part + 2).r;
  v_strain = a_strain;
#if TEXTURED
  v_wrap = texelFetch(u_materials, part + 3);
  v_place = v_placeRate = a_place;
  v_facing = a_facing;
#endif
  v_position = a_position;
  v_normal = a_normal;
  float texel = 2.0 * u_focus.w / float(DOME_SIZE);
  v_open.x = skyVisibility(a_position + a_normal * (1.8 * texel), a_normal, vec2(0.0));
  v_open.y = groundOpenness(a_position);
  gl_Position = u_viewProjection * vec4(a_position, 1.0);
#if LEAN
  gl_Position = widened(gl_Position);
#endif
}
