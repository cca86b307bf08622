// Shared by the vertex shaders of all bodies: a body's inputs, and its pose in this frame.

// The body's mesh: see BodyVertex.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aPaint;  // lift, edge, ray, part

// The same attributes on the next coarser mesh.
layout(location = 3) in vec3 aCoarsePosition;
layout(location = 4) in vec3 aCoarseNormal;
layout(location = 5) in vec2 aCoarsePaint;  // lift, edge

// The body's pose in this frame, one for each instance: see pose.comp.
layout(location = 6) in vec4 iCentre;
layout(location = 7) in vec4 iForward;
layout(location = 8) in vec4 iRight;
layout(location = 9) in uvec4 iManner;
layout(location = 10) in vec4 iBackground;

uniform int uHighlighted;  // id of a body, or -1
uniform float uHue;        // [rad]
uniform float uThickness;  // [body lengths]
// Lengths in pixels at which a body has the coarser shape, and its own shape.
uniform float uCoarsePixels;
uniform float uFinePixels;

out vec3 vOffset;   // from the eye [m]
centroid out vec3 vNormal;  // in the world
out vec3 vBody;     // in body coordinates, before it bends
out vec3 vPaint;    // lift, edge, ray
out float vFaint;   // opacity: below 1 for a body that is thinner than a pixel or fading out
out float vFine;    // 0 .. 1: tall enough in pixels for thin lines of light
flat out vec3 vBehind;   // background colour; varies too little across a body
flat out vec2 vVisibility;  // of sun and sky
flat out float vPart;
flat out vec3 vTint;  // cosine and sine of the hue's rotation; lightness
flat out float vHighlight;
flat out uint vColour;  // a colour that shows a value: see BodyBatch

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

// Also sets vFaint, vFine, vBehind and vVisibility.
Body bodyHere() {
    Body body;
    body.centre = iCentre.xyz;
    body.size = iCentre.w;
    body.forward = iForward.xyz;
    body.bend = iForward.w;
    body.right = iRight.xyz;
    body.up = cross(iRight.xyz, iForward.xyz);
    body.phase = iRight.w;
    float effort = unpackHalf2x16(iManner.x).x;
    body.effort = max(effort, 0.0);
    body.fold = max(-effort, 0.0);
    body.hue = unpackHalf2x16(iManner.x).y;
    body.id = iManner.z;
    body.colour = iManner.w;
    // A body thinner than a pixel is drawn a pixel thick.
    float pixels = uThickness * body.size * uSurface.z / max(length(body.centre), 1e-4);
    body.thicken = clamp(1.1 / max(pixels, 1e-4), 1.0, 4.0);
    vFaint = iBackground.w;
    vFine = clamp(pixels / 16.0, 0.0, 1.0);
    vBehind = iBackground.rgb;
    vVisibility = unpackUnorm2x16(iManner.y);
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
    vPart = aPaint.w;
    float hue = uHue + (body.hue - 0.5) * 0.14;  // ±4°
    vTint = vec3(cos(hue), sin(hue), 0.9 + 0.2 * fract(body.hue * 7.31));
    vHighlight = int(body.id) == uHighlighted ? 1.0 : 0.0;
    vColour = body.colour;
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
}
