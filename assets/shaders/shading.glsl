// Physically based shading of an opaque surface.
struct Surface {
  vec3 normal;
  vec3 view;  // unit, towards the eye
  vec3 colour;
  float roughness, metallic, specular, clearcoat, sheen;
};

// GGX distribution of microfacets (Walter et al. 2007, eq. 33).
float distributionGgx(float nh, float alpha) {
  float a2 = alpha * alpha;
  float d = nh * nh * (a2 - 1.0) + 1.0;
  return a2 / (kPi * d * d);
}

// Height-correlated Smith visibility, G / (4 nl nv) (Heitz 2014, eq. 99), without square roots.
float visibilityGgx(float nl, float nv, float alpha) {
  return 0.5 / max(mix(2.0 * nl * nv, nl + nv, alpha), 1e-4);
}

// Fresnel reflectance (Schlick 1994).
vec3 fresnel(vec3 f0, float cosine) {
  float m = 1.0 - cosine;
  float m2 = m * m;
  return f0 + (vec3(1.0) - f0) * (m2 * m2 * m);
}

// Scale and bias of f0 for light from all around: fit to the integral of the lobe (Karis 2014).
vec2 environmentBrdf(float roughness, float nv) {
  vec4 r = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(r.x * r.x, exp2(-9.28 * nv)) * r.x + r.y;
  return vec2(-1.04, 1.04) * a + r.zw;
}

// Light of one distant source on the surface, per unit of irradiance / π.
vec3 shadeSun(Surface s, vec3 towards, float discSine, vec3 diffuse, vec3 f0) {
  float nl = clamp(dot(s.normal, towards), 0.0, 1.0);
  if (nl <= 0.0) return vec3(0.0);
  float nv = clamp(dot(s.normal, s.view), 1e-3, 1.0);
  vec3 halfway = normalize(towards + s.view);
  float nh = clamp(dot(s.normal, halfway), 0.0, 1.0);
  float vh = clamp(dot(s.view, halfway), 0.0, 1.0);
  float alpha = clamp(s.roughness * s.roughness + 0.5 * discSine, 0.0, 1.0);
  vec3 mirror = fresnel(f0, vh) * (kPi * distributionGgx(nh, alpha) * visibilityGgx(nl, nv, alpha));
  vec3 light = diffuse + mirror;
  if (s.clearcoat > 0.0) {
    float coat = 0.04 + 0.96 * pow(1.0 - vh, 5.0);
    float coatAlpha = 0.015 + 0.5 * discSine;
    light = light * (1.0 - s.clearcoat * coat) +
            s.clearcoat * coat * kPi * distributionGgx(nh, coatAlpha) * visibilityGgx(nl, nv, coatAlpha);
  }
  return light * nl;
}

// How much of a reflection survives where ambient light is shut out (Lagarde 2014).
float specularOcclusion(float nv, float open, float roughness) {
  return clamp(pow(nv + open, exp2(-16.0 * roughness - 1.0)) - 1.0 + open, 0.0, 1.0);
}

vec3 shade(Surface s, float sunlit, float above, float below) {
  vec3 f0 = mix(vec3(0.08 * s.specular), s.colour, s.metallic);
  vec3 diffuse = s.colour * (1.0 - s.metallic);
  float nv = clamp(dot(s.normal, s.view), 1e-3, 1.0);
  vec3 mirror = reflect(-s.view, s.normal);

  vec3 around = environmentIrradiance(s.normal, above, below);
  float up = 0.5 + 0.5 * mirror.y;
  float open = specularOcclusion(nv, mix(below, above, up), s.roughness);
  vec2 brdf = environmentBrdf(s.roughness, nv);
  vec3 reflectance = f0 * brdf.x + brdf.y;
  float lobe = s.roughness * s.roughness;
  float coat = s.clearcoat * fresnel(vec3(0.04), nv).r;
  vec3 total = diffuse * around;
#if LEAN
  // One look at the surroundings for surface and coat together; far suns give no highlights.
  lobe = mix(lobe, 0.02, 0.8 * s.clearcoat);
  total += u_sunColour[0].rgb * sunlit *
           shadeSun(s, u_sunTowards[0].xyz, u_sunTowards[0].w, diffuse, f0);
  for (int i = 1; i < 3; ++i) {
    total += u_sunColour[i].rgb * diffuse * max(0.0, dot(s.normal, u_sunTowards[i].xyz));
  }
  total = total * (1.0 - coat) +
          environmentRadiance(mirror, lobe, open, open) * (reflectance * (1.0 - coat) + coat);
#else
  total += environmentRadiance(mirror, lobe, open, open) * reflectance;
  for (int i = 0; i < 3; ++i) {
    float lit = i == 0 ? sunlit : 1.0;
    if (u_sunColour[i].rgb == vec3(0.0)) continue;
    total += u_sunColour[i].rgb * lit *
             shadeSun(s, u_sunTowards[i].xyz, u_sunTowards[i].w, diffuse, f0);
  }
  if (s.clearcoat > 0.0) {
    total = total * (1.0 - coat) + environmentRadiance(mirror, 0.02, open, open) * coat;
  }
#endif
  if (s.sheen > 0.0) {
    float rim = pow(1.0 - nv, 3.0);
    vec3 light = around + u_sunColour[0].rgb * sunlit * (0.3 + 0.7 * clamp(dot(s.normal, u_sunTowards[0].xyz), 0.0, 1.0));
    total += s.sheen * rim * mix(vec3(1.0), s.colour, 0.5) * light * 0.6;
  }
  return total;
}
