#version 430 core
#include "scene.glsl"
#include "body_vertex.glsl"

const float kMiddle = 0.6;  // along the body: the simulated position

void main() {
    Body body = bodyHere();
    Corner corner = cornerOf(body);
    vec3 position = corner.position;
    vBody = position;
    vPaint = corner.paint;
    vec2 section = position.xy * vec2(1.0, body.thicken);
    put(body,
        body.centre + body.size * (body.right * section.x + body.up * section.y +
                                   body.forward * (kMiddle - position.z)),
        body.right * corner.normal.x + body.up * corner.normal.y - body.forward * corner.normal.z);
}
