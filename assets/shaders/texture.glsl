// The picture on a part: by where the fragment lies in the shape that pictures are put on, wherever
// the part has gone since and however it is bent.
centroid in vec3 v_place;   // [m]
in vec3 v_placeRate;        // the same, to be compared with the next pixel's: centroids jump
centroid in vec3 v_facing;  // out of that shape
flat in vec4 v_wrap;        // repeats of its width and height; tube: 1; turn [rad]

uniform sampler2D u_texture;

// At a place right and up of the middle, [m] or in shares of the way round a tube, and its rates
// from pixel to pixel. Rows of a picture go down.
vec3 pictureAt(vec2 at, vec2 dx, vec2 dy) {
  float c = cos(v_wrap.w), s = sin(v_wrap.w);
  mat2 back = mat2(c, -s, s, c);
  vec2 scale = v_wrap.xy * vec2(1.0, -1.0);
  return textureGrad(u_texture, back * at * scale + 0.5, back * dx * scale, back * dy * scale).rgb;
}

// Round a tube. The angle jumps where it comes round, its rate does not.
vec3 pictureRound(vec3 dx, vec3 dy) {
  vec2 arm = v_place.yz;
  vec2 turn = vec2(-arm.y, arm.x) / (2.0 * kPi * max(dot(arm, arm), 1e-12));
  float angle = atan(arm.y, arm.x) / (2.0 * kPi);
  return pictureAt(vec2(v_place.x, angle), vec2(dx.x, dot(turn, dx.yz)),
                   vec2(dy.x, dot(turn, dy.yz)));
}

// From the six sides, upright on the four that stand; where the surface turns from one side to the
// next they blend.
vec3 pictureOnSides(vec3 dx, vec3 dy) {
  vec3 n = normalize(v_facing);
  vec3 side = mix(vec3(-1.0), vec3(1.0), greaterThanEqual(n, vec3(0.0)));
  vec3 share = pow(abs(n), vec3(16.0));
  share /= share.x + share.y + share.z;
  // Right and up of each side, along two of the axes.
  mat3x2 right = mat3x2(vec2(-side.x, 1.0), vec2(1.0, -side.y), vec2(side.z, 1.0));
  vec3 sum = vec3(0.0);
  float shares = 0.0;
  for (int i = 0; i < 3; ++i) {
    if (share[i] < 0.02) continue;  // not worth a look
    vec2 at = i == 0 ? v_place.zy : i == 1 ? v_place.xz : v_place.xy;
    vec2 atDx = i == 0 ? dx.zy : i == 1 ? dx.xz : dx.xy;
    vec2 atDy = i == 0 ? dy.zy : i == 1 ? dy.xz : dy.xy;
    sum += share[i] * pictureAt(at * right[i], atDx * right[i], atDy * right[i]);
    shares += share[i];
  }
  return sum / shares;
}

vec3 picture() {
  vec3 dx = dFdx(v_placeRate), dy = dFdy(v_placeRate);
  return v_wrap.z > 0.5 ? pictureRound(dx, dy) : pictureOnSides(dx, dy);
}
