// Over the finished picture; what stands before a line is known from the depth that the picture
// was drawn with, which may have fewer pixels.
in vec4 v_colour;
in vec2 v_edge;
layout(location = 0) out vec4 o_colour;
uniform float u_through;  // how much shows of what lies behind parts

#if SAMPLES > 1
uniform sampler2DMS u_depth;
#else
uniform sampler2D u_depth;
#endif

void main() {
  float before = texelFetch(u_depth, ivec2(gl_FragCoord.xy * u_shadow.w), 0).r;
  float ink = clamp(v_edge.y + 0.5 - abs(v_edge.x), 0.0, 1.0);
  float seen = gl_FragCoord.z > before ? u_through : 1.0;
  o_colour = vec4(encodeSrgb(v_colour.rgb), v_colour.a * ink * seen);
}
