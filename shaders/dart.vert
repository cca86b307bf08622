#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "body_vertex.glsl"

const float kMiddle = 0.6;  // along the body: the simulated position

void main() {
    Body body = fetchBody();
    Corner corner = cornerOf(body);
    vec3 position = corner.position;
#ifdef PLOT
    // An arrowhead: level, wide and flat, with a notch in place of the fold.
    body.right = normalize(cross(body.forward, vec3(0.0, 1.0, 0.0)));
    body.up = cross(body.right, body.forward);
    float notch = step(abs(position.x), 0.1 * position.z);
    // Each lies at a height of its own, above the lines, so that overlapping darts do not flicker.
    position = vec3(1.2 * position.x, 0.03 + 0.06 * body.hue, position.z * mix(1.0, 0.80, notch));
#endif
    vBody = position;
    vPaint = corner.paint;
    vec2 section = position.xy * vec2(1.0, body.thicken);
    put(body,
        body.centre + body.size * (body.right * section.x + body.up * section.y +
                                   body.forward * (kMiddle - position.z)),
        body.right * corner.normal.x + body.up * corner.normal.y - body.forward * corner.normal.z);
}
