#version 330 core
#include "scene.glsl"
#include "light.glsl"

// The body: see FishVertex.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aPaint;  // lift, edge, ray, part

// The same on the next coarser mesh.
layout(location = 3) in vec3 aCoarsePosition;
layout(location = 4) in vec3 aCoarseNormal;
layout(location = 5) in vec2 aCoarsePaint;  // lift, edge

// Each fish, four texels: see FishRecord.
layout(location = 6) in uint iRecord;
uniform usamplerBuffer uRecords;

uniform int uHighlighted;  // the id of a fish, or -1
uniform float uHue;        // [rad]
// A body this short in pixels, or this faint against the water, has faded out.
uniform float uLeastPixels;
uniform float uLeastContrast;
// Lengths in pixels at which a body has the coarser shape, and its own.
uniform float uCoarsePixels;
uniform float uFinePixels;

out vec3 vOffset;   // from the eye [m]
centroid out vec3 vNormal;  // in the world
out vec3 vBody;     // in the body, before it bends
out vec3 vPaint;    // lift, edge, ray
out float vFaint;   // how much thinner than a pixel
out float vFine;    // 0 .. 1: tall enough in pixels for thin lines of light
out vec3 vBehind;   // the water behind, which changes too little across a body to be worth a fragment's time
flat out float vPart;
flat out vec3 vTint;  // cosine and sine of the hue's turn; lightness
flat out float vHighlight;

const float kTurn = 6.2831853;
const float kSweep = 0.1;    // [body lengths] of the tail's tip to one side, at the widest beat
const float kWaves = 0.95;   // along one body
const float kPivot = 0.3;    // where a fish turns about
const float kMiddle = 0.45;  // of the body: where the simulation says the fish is

// How far the spine lies aside at `s`, and its slope there.
vec2 spine(float s, float phase, float sweep, float bend) {
    float angle = kTurn * (phase - kWaves * s);
    float wave = sweep * s * s * sin(angle);
    float waveSlope = sweep * (2.0 * s * sin(angle) - s * s * kTurn * kWaves * cos(angle));
    // The head yields a little to the tail's push.
    float yaw = 0.22 * sweep * sin(kTurn * (phase - kWaves));
    // A turning body lies along the arc that it swims.
    float arm = s - kPivot;
    return vec2(wave + yaw * arm + 0.5 * bend * arm * arm, waveSlope + yaw + bend * arm);
}

// Two signed numbers of 16 bits, the low one first, as -1 .. 1.
vec2 signedHalves(uint word) {
    return vec2(int(word << 16) >> 16, int(word) >> 16) / 32767.0;
}

vec2 unsignedHalves(uint word) {
    return vec2(word & 0xffffu, word >> 16) / 65535.0;
}

vec4 unsignedBytes(uint word) {
    return vec4(word & 0xffu, (word >> 8) & 0xffu, (word >> 16) & 0xffu, word >> 24) / 255.0;
}

void main() {
    int place = int(iRecord) * 4;
    uvec4 wasAt = texelFetch(uRecords, place);
    uvec4 isAt = texelFetch(uRecords, place + 1);
    uvec4 poses = texelFetch(uRecords, place + 2);
    uvec4 manner = texelFetch(uRecords, place + 3);
    vec2 bend = signedHalves(isAt.w);  // before, now [rad along the body]
    vec4 poseBefore = vec4(signedHalves(poses.x), signedHalves(poses.y));  // forward; roll, 1 being 45°
    vec4 poseNow = vec4(signedHalves(poses.z), signedHalves(poses.w));
    vec2 stroke = unsignedHalves(manner.x);   // phase now, advance since the step before [beats]
    vec4 variety = unsignedBytes(manner.y);  // size, hue, beat

    float alpha = uSurface.y;
    float size = uintBitsToFloat(wasAt.w);
    vec3 centre = mix(uintBitsToFloat(wasAt.xyz) - uEye.xyz, uintBitsToFloat(isAt.xyz) - uEye.xyz, alpha);

    // Upright frame: the pose is within 45° of level, so the world's up never lies along it.
    vec3 forward = normalize(mix(poseBefore.xyz, poseNow.xyz, alpha) + vec3(1e-5, 0.0, 0.0));
    vec3 level = normalize(cross(forward, vec3(0.0, 1.0, 0.0)));
    vec3 above = cross(level, forward);
    float roll = mix(poseBefore.w, poseNow.w, alpha) * 0.785398;
    vec3 right = level * cos(roll) - above * sin(roll);
    vec3 up = above * cos(roll) + level * sin(roll);

    // A body thinner than a pixel is drawn as thick as one, and fainter by as much.
    float distance = max(length(centre), 1e-4);
    float pixels = 0.2 * size * uSurface.z / distance;
    float thicken = clamp(1.1 / max(pixels, 1e-4), 1.0, 4.0);
    // Neither the smallest nor the faintest appear or vanish from one picture to the next.
    float clearest = min(uExtinction.r, min(uExtinction.g, uExtinction.b));
    float contrast = exp(-clearest * distance);
    vFaint = smoothstep(uLeastPixels, 2.0 * uLeastPixels, 5.0 * pixels) *
             smoothstep(uLeastContrast, 3.0 * uLeastContrast, contrast) / thicken;
    vFine = clamp(pixels / 16.0, 0.0, 1.0);

    float depth = max((uViewProjection * vec4(centre, 1.0)).w, 1e-6);
    float fine = clamp((size * uSurface.z / depth - uCoarsePixels) / (uFinePixels - uCoarsePixels), 0.0, 1.0);
    vec3 position = mix(aCoarsePosition, aPosition, fine);
    vec3 normal = mix(aCoarseNormal, aNormal, fine);
    vec3 paint = vec3(mix(aCoarsePaint, aPaint.xy, fine), aPaint.z);

    float s = position.z;
    float phase = stroke.x + (alpha - 1.0) * stroke.y;
    float sweep = kSweep * (0.35 + 0.65 * variety.z);
    vec2 aside = spine(s, phase, sweep, mix(bend.x, bend.y, alpha));
    float stretch = inversesqrt(1.0 + aside.y * aside.y);
    vec3 back = (right * aside.y - forward) * stretch;    // along the spine, to the tail
    vec3 across = (right + forward * aside.y) * stretch;  // to the right of it

    vec2 section = position.xy * thicken;
    if (aPaint.w > 2.5) {
        // Pectoral fins scull, each fish in its own time.
        section.y += 0.035 * paint.y * sin(kTurn * (phase + variety.y));
    }
    vOffset = centre + size * (right * aside.x + forward * (kMiddle - s) + across * section.x + up * section.y);
    vNormal = across * normal.x + up * normal.y + back * normal.z;
    vBody = position;
    vBehind = waterColour(normalize(vOffset));
    vPaint = paint;
    vPart = aPaint.w;
    float hue = uHue + (variety.y - 0.5) * 0.14;  // ±4°
    vTint = vec3(cos(hue), sin(hue), 0.9 + 0.2 * fract(variety.y * 7.31));
    vHighlight = int(manner.z) == uHighlighted ? 1.0 : 0.0;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
}
