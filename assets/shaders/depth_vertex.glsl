layout(location = 0) in vec3 a_position;
uniform mat4 u_box;

void main() {
  vec3 at = (u_box * vec4(a_position, 1.0)).xyz;
  gl_Position = vec4(2.0 * at - 1.0, 1.0);
}
