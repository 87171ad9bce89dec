// From light to picture: samples are toned one by one before they are averaged, so that bright
// edges stay smooth; then sRGB and a breath of noise against banding.
in vec2 v_clip;
layout(location = 0) out vec4 o_colour;

uniform sampler2DMS u_light;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec3 first = texelFetch(u_light, pixel, 0).rgb;
  vec3 colour = tone(first);
  vec3 sum = colour;
  for (int i = 1; i < SAMPLES; ++i) {
    vec3 other = texelFetch(u_light, pixel, i).rgb;
    sum += other == first ? colour : tone(other);
  }
  o_colour = picture(sum / float(SAMPLES), v_clip);
}
