// Ambient light is shadowed from a fan of directions over the dome of the sky, one small depth
// map each; what is left of the sky is the sum over those that see the point.
layout(std140) uniform Domes {
  mat4 u_domeBox[DOMES];
  vec4 u_domeTowards[DOMES];
};
uniform sampler2DArrayShadow u_domeShadow;

float domeLit(int i, vec3 at, vec2 shift) {
  return texture(u_domeShadow, vec4(at.xy + shift, float(i), min(at.z, 1.0)));
}

// Cosine-weighted part of the sky that is seen along `normal` from `position`.
float skyVisibility(vec3 position, vec3 normal, vec2 shift) {
  float seen = 0.0, all = 0.0;
  for (int i = 0; i < DOMES; ++i) {
    float weight = dot(normal, u_domeTowards[i].xyz);
    if (weight <= 0.0) continue;
    vec3 at = (u_domeBox[i] * vec4(position, 1.0)).xyz;
    seen += weight * domeLit(i, at, shift);
    all += weight;
  }
  return all > 0.0 ? seen / all : 1.0;
}
