layout(location = 0) out vec4 o_colour;

void main() {
  o_colour = vec4(leave(vec3(0.0)).rgb, 0.25);
}
