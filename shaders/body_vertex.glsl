// What the vertex shaders of all bodies share: what is told of a body, and where it is in this picture.

// The body: see BodyVertex.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aPaint;  // lift, edge, ray, part

// The same on the next coarser mesh.
layout(location = 3) in vec3 aCoarsePosition;
layout(location = 4) in vec3 aCoarseNormal;
layout(location = 5) in vec2 aCoarsePaint;  // lift, edge

// Each body, four texels: see BodyRecord.
layout(location = 6) in uint iRecord;
uniform usamplerBuffer uRecords;

uniform int uHighlighted;  // the id of a body, or -1
uniform float uHue;        // [rad]
// A body this short in pixels, or this faint against what is behind, has faded out.
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
out vec3 vBehind;   // what is behind, which changes too little across a body to be worth a fragment's time
flat out float vPart;
flat out vec3 vTint;  // cosine and sine of the hue's turn; lightness
flat out float vHighlight;

const float kTurn = 6.2831853;

struct Body {
    vec3 centre;          // from the eye [m]
    vec3 forward;
    vec3 right;
    vec3 up;
    float size;           // [m]
    float bend;           // [rad along the body]
    float phase;          // of its stroke [beats]
    float effort;         // 0 .. 1: how wide the stroke
    float hue;            // of its own, 0 .. 1
    float thicken;        // as thick as it is drawn for as thick as it is
    uint id;
};

// A corner of the mesh, in the shape that the body's size in the picture gives it.
struct Corner {
    vec3 position;
    vec3 normal;
    vec3 paint;
};

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

// Sets vFaint and vFine too. `thickness`: of the body, in its lengths.
Body bodyHere(float thickness) {
    Body body;
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
    body.size = uintBitsToFloat(wasAt.w);
    body.centre = mix(uintBitsToFloat(wasAt.xyz) - uEye.xyz, uintBitsToFloat(isAt.xyz) - uEye.xyz, alpha);

    // Upright frame: the pose is within 45° of level, so the world's up never lies along it.
    body.forward = normalize(mix(poseBefore.xyz, poseNow.xyz, alpha) + vec3(1e-5, 0.0, 0.0));
    vec3 level = normalize(cross(body.forward, vec3(0.0, 1.0, 0.0)));
    vec3 above = cross(level, body.forward);
    float roll = mix(poseBefore.w, poseNow.w, alpha) * 0.785398;
    body.right = level * cos(roll) - above * sin(roll);
    body.up = above * cos(roll) + level * sin(roll);

    // A body thinner than a pixel is drawn as thick as one, and fainter by as much.
    float distance = max(length(body.centre), 1e-4);
    float pixels = thickness * body.size * uSurface.z / distance;
    body.thicken = clamp(1.1 / max(pixels, 1e-4), 1.0, 4.0);
    // Neither the smallest nor the faintest appear or vanish from one picture to the next.
    float clearest = min(uExtinction.r, min(uExtinction.g, uExtinction.b));
    float contrast = exp(-clearest * distance);
    vFaint = smoothstep(uLeastPixels, 2.0 * uLeastPixels, (1.0 / thickness) * pixels) *
             smoothstep(uLeastContrast, 3.0 * uLeastContrast, contrast) / body.thicken;
    vFine = clamp(pixels / 16.0, 0.0, 1.0);

    body.bend = mix(bend.x, bend.y, alpha);
    body.phase = stroke.x + (alpha - 1.0) * stroke.y;
    body.effort = variety.z;
    body.hue = variety.y;
    body.id = manner.z;
    return body;
}

Corner cornerOf(Body body) {
    float depth = max((uViewProjection * vec4(body.centre, 1.0)).w, 1e-6);
    float fine = clamp((body.size * uSurface.z / depth - uCoarsePixels) / (uFinePixels - uCoarsePixels), 0.0, 1.0);
    Corner corner;
    corner.position = mix(aCoarsePosition, aPosition, fine);
    corner.normal = mix(aCoarseNormal, aNormal, fine);
    corner.paint = vec3(mix(aCoarsePaint, aPaint.xy, fine), aPaint.z);

    return corner;
}

// Everything that the fragment shader is told of a corner but its paint and place on the body.
void put(Body body, vec3 offset, vec3 normal) {
    vOffset = offset;
    vNormal = normal;
    vBehind = farColour(normalize(vOffset));
    vPart = aPaint.w;
    float hue = uHue + (body.hue - 0.5) * 0.14;  // ±4°
    vTint = vec3(cos(hue), sin(hue), 0.9 + 0.2 * fract(body.hue * 7.31));
    vHighlight = int(body.id) == uHighlighted ? 1.0 : 0.0;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
}
