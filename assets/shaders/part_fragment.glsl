centroid in vec3 v_position;
centroid in vec3 v_normal;
centroid in vec2 v_open;
flat in vec4 v_colour;
flat in vec4 v_finish;
flat in float v_glow;
centroid in float v_strain;

uniform float u_fullStrain;  // that is shown in the strongest colour; 0: strain is not shown

// Blue where squeezed, pale where at rest, red where stretched.
vec3 strainColour(float strain) {
  float share = clamp(strain / u_fullStrain, -1.0, 1.0);
  vec3 end = share > 0.0 ? vec3(0.62, 0.03, 0.04) : vec3(0.03, 0.13, 0.60);
  vec3 half_ = share > 0.0 ? vec3(0.80, 0.36, 0.22) : vec3(0.25, 0.47, 0.80);
  float s = abs(share);
  return s < 0.5 ? mix(vec3(0.72), half_, 2.0 * s) : mix(half_, end, 2.0 * s - 1.0);
}

layout(location = 0) out vec4 o_colour;

void main() {
  Surface s;
  s.normal = normalize(v_normal);
  s.view = normalize(u_eye.xyz - v_position);
  if (!gl_FrontFacing) s.normal = -s.normal;
  s.colour = v_colour.rgb;
#if TEXTURED
  s.colour *= picture();
#endif
  if (u_fullStrain > 0.0) s.colour = strainColour(v_strain);
  s.roughness = max(v_colour.a, 0.05);
  s.metallic = v_finish.x;
  s.specular = v_finish.y;
  s.clearcoat = v_finish.z;
  s.sheen = v_finish.w;

  // Facets turn from the sun in steps where the smooth normal still sees it; standing off along
  // the normal and fading near the terminator hides that.
  float facing = dot(s.normal, u_sunTowards[0].xyz);
  float sunlit = 0.0;
  if (facing > 0.0) {
    float texel = 2.0 * u_focus.w * u_shadow.x;
    vec3 from = v_position + s.normal * (texel * (1.0 + 2.0 * (1.0 - facing)));
    sunlit = sunVisibility(sunReceiver(from, s.normal, 1.2)) * smoothstep(0.0, 0.15, facing);
  }
  vec3 light = shade(s, sunlit, v_open.x, v_open.y);
  o_colour = leave(light + v_glow * s.colour);
}
