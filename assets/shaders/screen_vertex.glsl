// One triangle that covers the target.
out vec2 v_clip;

void main() {
  v_clip = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(v_clip, 1.0, 1.0);
}
