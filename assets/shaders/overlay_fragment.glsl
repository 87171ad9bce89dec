in vec4 v_colour;
layout(location = 0) out vec4 o_colour;
uniform float u_opacity;

void main() {
  o_colour = vec4(v_colour.rgb / u_eye.w, v_colour.a * u_opacity);
}
