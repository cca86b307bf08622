// Shared by the vertex shaders of all bodies: a body's inputs, and its pose in this frame.

// The body's mesh: see BodyVertex.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aPaint;  // lift, edge, ray, part

// The same attributes on the next coarser mesh.
layout(location = 3) in vec3 aCoarsePosition;
layout(location = 4) in vec3 aCoarseNormal;
layout(location = 5) in vec2 aCoarsePaint;  // lift, edge

// The body's record, four texels: see BodyRecord.
layout(location = 6) in uint iRecord;
uniform usamplerBuffer uRecords;

uniform int uHighlighted;  // id of a body, or -1
uniform float uHue;        // [rad]
// A body this short in pixels, or with this little contrast against the background, has faded out.
uniform float uLeastPixels;
uniform float uLeastContrast;
// Lengths in pixels at which a body has the coarser shape, and its own shape.
uniform float uCoarsePixels;
uniform float uFinePixels;

out vec3 vOffset;   // from the eye [m]
centroid out vec3 vNormal;  // in the world
out vec3 vBody;     // in body coordinates, before it bends
out vec3 vPaint;    // lift, edge, ray
out float vFaint;   // opacity: below 1 for a body that is thinner than a pixel or fading out
out float vFine;    // 0 .. 1: tall enough in pixels for thin lines of light
out vec3 vBehind;   // background colour; varies too little across a body to compute per fragment
flat out float vPart;
flat out vec3 vTint;  // cosine and sine of the hue's rotation; lightness
flat out float vHighlight;
flat out uint vColour;  // a colour that shows a value: see BodyRecord

const float kTurn = 6.2831853;

struct Body {
    vec3 centre;          // from the eye [m]
    vec3 forward;
    vec3 right;
    vec3 up;
    float size;           // [m]
    float bend;           // [rad] along the body
    float phase;          // of its stroke [beats]
    float effort;         // 0 .. 1: amplitude of the stroke
    float fold;           // 0 .. 1: wings folded
    float hue;            // the body's own, 0 .. 1
    uint colour;          // one that shows a value
    float thicken;        // ratio of drawn to true thickness
    uint id;
};

// A vertex of the mesh, morphed to suit the body's size in the frame.
struct Corner {
    vec3 position;
    vec3 normal;
    vec3 paint;
};

// Two signed 16-bit numbers, the low one first, scaled to -1 .. 1.
vec2 signedHalves(uint word) {
    return vec2(int(word << 16) >> 16, int(word) >> 16) / 32767.0;
}

vec2 unsignedHalves(uint word) {
    return vec2(word & 0xffffu, word >> 16) / 65535.0;
}

vec4 unsignedBytes(uint word) {
    return vec4(word & 0xffu, (word >> 8) & 0xffu, (word >> 16) & 0xffu, word >> 24) / 255.0;
}

// Reads the body's record. Also sets vFaint and vFine. `thickness` is that of the body, in body lengths.
Body bodyHere(float thickness) {
    Body body;
    int place = int(iRecord) * 4;
    uvec4 wasAt = texelFetch(uRecords, place);
    uvec4 isAt = texelFetch(uRecords, place + 1);
    uvec4 poses = texelFetch(uRecords, place + 2);
    uvec4 manner = texelFetch(uRecords, place + 3);
    vec2 bend = signedHalves(isAt.w);  // before, now [rad along the body]
    vec4 poseBefore = vec4(signedHalves(poses.x), signedHalves(poses.y));  // forward; roll, 1 is 45°
    vec4 poseNow = vec4(signedHalves(poses.z), signedHalves(poses.w));
    vec2 stroke = unsignedHalves(manner.x);   // phase now, advance since the previous step [beats]
    vec4 variety = unsignedBytes(manner.y);  // size, hue, beat, fold

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

    // A body thinner than a pixel is drawn a pixel thick, and fainter in proportion.
    float distance = max(length(body.centre), 1e-4);
    float pixels = thickness * body.size * uSurface.z / distance;
    body.thicken = clamp(1.1 / max(pixels, 1e-4), 1.0, 4.0);
    // Fade the smallest and the faintest bodies, so that none pops in or out from one frame to the next.
    float clearest = min(uExtinction.r, min(uExtinction.g, uExtinction.b));
    float contrast = exp(-clearest * distance);
    vFaint = smoothstep(uLeastPixels, 2.0 * uLeastPixels, (1.0 / thickness) * pixels) *
             smoothstep(uLeastContrast, 3.0 * uLeastContrast, contrast) / body.thicken;
    vFine = clamp(pixels / 16.0, 0.0, 1.0);

    body.bend = mix(bend.x, bend.y, alpha);
    body.phase = stroke.x + (alpha - 1.0) * stroke.y;
    body.effort = variety.z;
    body.fold = variety.w;
    body.hue = variety.y;
    body.id = manner.z;
    body.colour = manner.w;
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

// Sets all outputs of a vertex except its paint and its place on the body.
void put(Body body, vec3 offset, vec3 normal) {
    vOffset = offset;
    vNormal = normal;
    vBehind = background(normalize(vOffset));
    vPart = aPaint.w;
    float hue = uHue + (body.hue - 0.5) * 0.14;  // ±4°
    vTint = vec3(cos(hue), sin(hue), 0.9 + 0.2 * fract(body.hue * 7.31));
    vHighlight = int(body.id) == uHighlighted ? 1.0 : 0.0;
    vColour = body.colour;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
}
