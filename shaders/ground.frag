#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "light.glsl"
#include "noise.glsl"
#include "far.glsl"
#ifndef SEA
#include "land.glsl"
#endif

#ifdef PLOT
#include "coverage.glsl"
#include "lab_grid.glsl"
#endif

in vec4 vPlace;  // see far.glsl
in vec3 vNormal;
in float vHeight;
out vec4 fColour;

uniform float uSearched;  // [m] half the side of a search surface, or 0
#ifndef SEA
uniform float uGrass;     // look.grass, or 0 where none grows
uniform float uSparsest;  // see GrassDensity
#endif
uniform mat4 uHills;      // a wave of the hills in each column: turns per metre along x and z, phase [turns], depth [m]

// Like grain(), for a plane mostly seen at a flat angle. The finer octaves fade by the geometric mean of the
// pixel's extents along and across; otherwise everything but the foreground would blur.
float landGrain(vec2 p, float layer, int octaves) {
    float sum = 0.0;
    float weight = 0.5;
    float pixel = sqrt(length(dFdx(p)) * length(dFdy(p)));
    for (int octave = 0; octave < octaves; ++octave) {
        sum += weight * mix(noise(p, layer), 0.5, smoothstep(0.3, 1.0, pixel));
        p = p * 2.03 + 17.0;
        pixel *= 2.03;
        weight *= 0.5;
    }
    return sum;
}

#ifndef SEA
// Dry grass, and earth where it is bare or steep. a: how much of it grass covers, 0 .. 1.
vec4 landColour(vec3 place, float steep) {
    vec3 p = place / uExtinction.w;
    float pixel = sqrt(length(dFdx(place.xz)) * length(dFdy(place.xz)));  // [m]
    float bare = clamp(bareAt(p.xz, pixel / uExtinction.w) + 1.4 * steep, 0.0, 1.0);
    float clump = clumpAt(place.xz, pixel);
    float fine = smoothstep(0.2, 0.75, landGrain(p.xz * vec2(96.0, 80.0), 5.0, 3));
    // Litter lies in the shade of the blades.
    vec3 grass = mix(vec3(0.175, 0.136, 0.066), vec3(0.265, 0.204, 0.100), 0.6 * fine) * (1.0 - 0.30 * clump);
    vec3 earth = mix(vec3(0.250, 0.180, 0.106), vec3(0.340, 0.258, 0.164), 0.7 * fine);
    return vec4(mix(grass, earth, bare) * (0.74 + 0.18 * fine), (1.0 - bare) * (0.35 + 0.65 * clump));
}
#endif

#ifdef SEA
// Crests of sand: a wave along one direction, bent by `bend` [rad]. xy: slope of its surface; z: 0 in a trough .. 1 on a
// crest. `metres` [m of reef] from crest to crest; finer than a pixel of this size it is level.
vec3 rippleAt(vec2 place, vec2 along, float metres, float bend, float pixel) {
    float perMetre = 6.2831853 / metres;
    float phase = perMetre * dot(along, place) + bend;
    // Crests are sharper than troughs.
    float warped = phase + 0.5 * sin(phase);
    float wave = 0.5 + 0.5 * sin(warped);
    return mix(vec3(1.3 * along * cos(warped), wave * wave), vec3(0.0, 0.0, 0.37), smoothstep(0.4, 1.5, pixel * perMetre));
}

// Sand in three scales: drifts with debris in their troughs, ripples, and grains. Tilts `normal` with the ripples.
vec3 sandColour(vec3 place, inout vec3 normal) {
    float pixel = sqrt(length(dFdx(place.xz)) * length(dFdy(place.xz)));  // [m of reef]
    float bent = 0.25 + 0.5 * noise(place.xz * 0.45, 9.0);
    float drift = 0.6 * noise(place.xz * 0.16, 2.0) + 0.4 * bent;
    float grains = 0.25 + landGrain(place.xz * 19.0, 6.0, 1);
    vec3 wide = rippleAt(place.xz, vec2(0.83, 0.56), 0.62, 7.0 * bent, pixel);
    vec3 tight = rippleAt(place.xz, vec2(0.62, 0.78), 0.23, 12.0 * bent, pixel);
    vec2 slope = (0.26 * wide.xy + 0.12 * tight.xy) * (0.35 + 0.65 * smoothstep(0.32, 0.62, drift));
    normal = normalize(normal - vec3(slope.x, 0.0, slope.y));
    vec3 colour = mix(vec3(0.205, 0.182, 0.135), vec3(0.330, 0.296, 0.222), 0.45 * wide.z + 0.20 * tight.z + 0.35 * grains);
    float debris = 1.0 - smoothstep(0.26, 0.50, drift + 0.16 * (wide.z - 0.4) + 0.2 * (grains - 0.47));
    return mix(colour, vec3(0.110, 0.110, 0.076), 0.75 * debris * (1.0 - smoothstep(0.15, 0.8, pixel)));
}
#endif

// Low is dark and blue, high is pale and warm, with contour lines.
vec3 surfaceColour(float height) {
    float t = pow(clamp(height, 0.0, 1.0), 0.6);
    vec3 colour = mix(vec3(0.006, 0.014, 0.085), vec3(0.006, 0.110, 0.210), smoothstep(0.00, 0.24, t));
    colour = mix(colour, vec3(0.050, 0.260, 0.190), smoothstep(0.20, 0.46, t));
    colour = mix(colour, vec3(0.420, 0.330, 0.110), smoothstep(0.40, 0.70, t));
    colour = mix(colour, vec3(0.600, 0.430, 0.270), smoothstep(0.66, 1.00, t));
    float level = height * 20.0;
    float width = max(fwidth(level), 1e-5);
    float line = 1.0 - smoothstep(0.6 * width, 1.6 * width, abs(fract(level + 0.5) - 0.5));
    return colour * (1.0 - 0.35 * line * (1.0 - smoothstep(0.15, 0.5, width)));
}

#ifdef PLOT
// A surface in a lab: green on top, blue below and violet where it is lowest, with contour lines.
vec3 surfaceInk(vec3 normal) {
    float t = clamp(vHeight, 0.0, 1.0);
    float lit = dot(normal, normalize(vec3(-0.55, 0.6, 0.45)));
    vec3 low = isPaper() ? vec3(0.30, 0.36, 0.66) : vec3(0.030, 0.020, 0.105);
    vec3 middle = isPaper() ? vec3(0.45, 0.72, 0.78) : vec3(0.014, 0.085, 0.125);
    vec3 high = isPaper() ? vec3(0.90, 0.95, 0.88) : vec3(0.110, 0.270, 0.215);
    vec3 deepest = isPaper() ? vec3(0.62, 0.20, 0.62) : vec3(0.420, 0.040, 0.420);
    vec3 colour = mix(mix(low, middle, smoothstep(0.10, 0.50, t)), high, smoothstep(0.45, 1.0, t));
    colour = mix(deepest, colour, smoothstep(0.0, 0.22, t));
    colour *= isPaper() ? mix(0.85, 1.0, lit) : 0.30 + 0.95 * max(lit, 0.0);
    float level = vHeight * 12.0;
    float width = max(fwidth(level), 1e-5);
    float covered = 1.0 - smoothstep(0.5 * width, 1.5 * width, abs(fract(level + 0.5) - 0.5));
    vec3 line = isPaper() ? 0.7 * colour : 1.9 * colour + 0.01;
    return mix(colour, line, 0.5 * covered * (1.0 - smoothstep(0.2, 0.6, width)));
}
#endif

// Normal of the hills, as the mean over the pixel: shorter than 1 where waves are finer.
vec3 hillNormal(vec2 place) {
    vec2 slope = vec2(0.0);
    float hidden = 0.0;  // mean square of the slope of the waves that are finer than pixels
    vec2 right = dFdx(place);
    vec2 up = dFdy(place);
    float pixelSq = max(dot(right, right), dot(up, up));
    for (int wave = 0; wave < 4; ++wave) {
        vec2 along = uHills[wave].xy;
        float steepest = 3.1415927 * uHills[wave].w;
        float frequencySq = dot(along, along);
        float fine = smoothstep(0.02, 0.36, pixelSq * frequencySq);
        // A parabola for each half turn of the sine: within 0.06, and cheaper.
        float turn = 2.0 * fract(dot(along, place) + uHills[wave].z) - 1.0;
        slope += along * (steepest * 4.0 * turn * (1.0 - abs(turn)) * (1.0 - fine));
        hidden += 0.5 * steepest * steepest * frequencySq * fine * (2.0 - fine);
    }
    return vec3(-slope.x, 1.0, -slope.y) * inversesqrt(1.0 + dot(slope, slope) + hidden);
}

void main() {
    vec4 sight = sightOf(vPlace);
    vec3 direction = sight.xyz;
    float metres = sight.w;
    vec3 offset = metres * direction;
    vec3 place = offset + uEye.xyz;
    vec3 normal = uHills[0].w > 0.0 ? hillNormal(place.xz) : normalize(vNormal);
#ifdef PLOT
    // Only the world's ground, if boids stay in the world.
    if (uEdge.x > 0.5) {
        float beyond = beyondEdge(offset.xz - uFloor.xz);
        float covered = clamp(0.5 - beyond / max(fwidth(beyond), 1e-7), 0.0, 1.0);
        if (covered == 0.0) {
            discard;
        }
        gl_SampleMask[0] = coverageOf(covered, 0.0).mask;
    }
    fColour = vec4(inkLight(surfaceInk(normal)), 1.0);
    return;
#endif
    vec3 faceNormal = normal;
#ifdef SEA
    vec3 colour = sandColour(place / uExtinction.w, normal);
#else
    vec4 land = landColour(place, 1.0 - normal.y);
    vec3 colour = land.rgb;
#endif
    if (uSearched > 0.0) {
        // Ordinary land beyond the square.
        float beyond = max(abs(place.x), abs(place.z)) / uSearched - 1.0;
        colour = mix(surfaceColour(vHeight), colour, smoothstep(0.0, 0.04, beyond));
    }
    Visibility visibility = visibilityOfSurface(offset, faceNormal);
#ifdef SEA
    const float kWrap = 0.0;
#else
    const float kWrap = 0.3;  // grass and dust soften the shade of a slope
#endif
    vec3 light = shade(Surface(0.8 * colour, normal, kWrap, 0.0), offset, visibility);
#ifndef SEA
    // Blades that are too far away to be drawn: see grass.vert.
    float afar = grassAfar(pixelsPerMetre(offset) / uViewport.y, uSparsest);
    float covered = 1.0 - exp(-0.16 * uGrass * land.a / max(-dot(direction, normal), 0.02));
    light = mix(light, grassLight(kFarGrass, kFarOpen, direction, offset, visibility), afar * covered);
#endif
    fColour = vec4(applyFog(light, background(direction), transmittance(metres)), 1.0);
}
