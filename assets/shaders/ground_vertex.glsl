// A square of ground, so large that its edge has long faded.
out vec3 v_position;
flat out vec3 v_sky;  // light from all around, the same everywhere in the open

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  v_position = vec3(u_stage.x, u_ground.x, u_stage.z) +
               vec3(corner.x, 0.0, corner.y) * (250.0 * u_stage.w);
  v_sky = environmentIrradiance(vec3(0.0, 1.0, 0.0), 1.0, 1.0);
  gl_Position = u_viewProjection * vec4(v_position, 1.0);
}
