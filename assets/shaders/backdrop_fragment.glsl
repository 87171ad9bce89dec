in vec2 v_clip;
layout(location = 0) out vec4 o_colour;

void main() {
  o_colour = leave(backdrop((u_clipToRay * vec4(v_clip, 1.0, 0.0)).xyz));
}
