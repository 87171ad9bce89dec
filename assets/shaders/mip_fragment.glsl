// Nearest of four depths: the next coarser level of a shadow map.
uniform sampler2D u_finer;

void main() {
  ivec2 at = 2 * ivec2(gl_FragCoord.xy);
  float a = texelFetch(u_finer, at, 0).r;
  float b = texelFetch(u_finer, at + ivec2(1, 0), 0).r;
  float c = texelFetch(u_finer, at + ivec2(0, 1), 0).r;
  float d = texelFetch(u_finer, at + ivec2(1, 1), 0).r;
  gl_FragDepth = min(min(a, b), min(c, d));
}
