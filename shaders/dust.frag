#version 430 core
#include "scene.glsl"
#include "plain.glsl"
#include "dust.glsl"
#include "air_march.glsl"

// The dust between the eye and the scene, front to back, at a fraction of the picture's size.

layout(binding = 8) uniform sampler2D uDustColumns;  // see dust_spread.comp

uniform float uTop;  // [m] height that no dust exceeds

out vec4 fAir;  // as airLight() takes it; distance to the surface that ends the ray [m]

const int kSteps = 14;

void main() {
    Sight sight = fetchSight();
    vec3 direction = sight.direction;
    // The part of the way that lies in the box over the square.
    vec3 reach = direction + vec3(lessThan(abs(direction), vec3(1e-5))) * 1e-5;
    vec3 one = vec3(uDust.x, -1e6, uDust.y) / reach;
    vec3 other = vec3(uDust.x + uDust.z * float(kColumns), uTop - uEye.y, uDust.y + uDust.z * float(kColumns)) / reach;
    vec3 nearer = min(one, other);
    vec3 farther = max(one, other);
    float enters = max(max(max(nearer.x, nearer.y), nearer.z), 0.0);
    float leaves = min(min(min(farther.x, farther.y), farther.z), sight.farther);

    float lit = 0.0;
    float hidden = 0.0;
    if (leaves > enters) {
        vec3 heights = kDustHeights * uDust.w;
        float stagger = rayOffset();
        float through = 1.0;
        for (int i = 0; i < kSteps; ++i) {
            // Shorter steps near the eye.
            vec3 t = (vec3(0.0, stagger, 1.0) + float(i)) / float(kSteps);
            t = enters + (leaves - enters) * t * (0.4 + 0.6 * t);
            vec3 offset = direction * t.y;
            vec4 column = textureLod(uDustColumns, onDust(offset.xz), 0.0);
            // Thinner near the eye, where it would hide the closest animals.
            column.rgb *= mix(0.3, 1.0, smoothstep(2.0, 12.0, t.y / uDust.w));
            vec3 above = column.rgb * exp(-max(offset.y - column.a, 0.0) / heights);
            float opacity = 1.0 - exp(-dot(above, 1.0 / heights) * (t.z - t.x));
            // The dust above shades it, and haze veils both.
            float seen = through * opacity * transmittance(t.y).g * seenPart(sight, t.x, t.z);
            lit += seen * exp(-(above.x + above.y + above.z) / uSun.y);
            hidden += seen;
            through *= 1.0 - opacity;
        }
    }
    fAir = vec4(lit, hidden, 0.0, sight.metres);
}
