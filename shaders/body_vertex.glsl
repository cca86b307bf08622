// Shared by the vertex shaders of all bodies' meshes.
#include "body_pose.glsl"
#ifdef MIRRORED
#include "lake.glsl"
#endif

// The body's mesh: see BodyVertex.
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in vec4 aPaint;  // lift, edge, ray, part

// The same attributes on the next coarser mesh.
layout(location = 3) in vec3 aCoarsePosition;
layout(location = 4) in vec3 aCoarseNormal;
layout(location = 5) in vec2 aCoarsePaint;  // lift, edge

// Lengths in pixels at which a body has the coarser shape, and its own shape.
uniform float uCoarsePixels;
uniform float uFinePixels;

out vec3 vOffset;   // from the eye [m]
centroid out vec3 vNormal;  // in the world
out vec3 vBody;     // in body coordinates, before it bends
out vec3 vPaint;    // lift, edge, ray
out float vOpacity;   // opacity: below 1 for a body that is thinner than a pixel or fading out
out float vDetail;    // 0 .. 1: tall enough in pixels for thin lines of light
flat out vec3 vBehind;   // background colour; varies too little across a body
flat out vec2 vVisibility;  // of sun and sky
flat out float vPart;
flat out vec3 vTint;  // cosine and sine of the hue's rotation; lightness
flat out float vHighlight;
flat out uint vColour;  // a colour that shows a value: see BodyBatch

const float kTurn = 6.2831853;

// A vertex of the mesh, morphed to suit the body's size in the frame.
struct Corner {
    vec3 position;
    vec3 normal;
    vec3 paint;
};

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
    vTint = tintOf(body);
    vHighlight = body.isHighlighted ? 1.0 : 0.0;
    vColour = body.colour;
    vOpacity = body.opacity;
    // With one sample a pixel, thin lines flash.
    vDetail = clamp(body.pixels / (uSurface.w > 1.5 ? 16.0 : 22.0), 0.0, 1.0);
    vBehind = body.behind;
    vVisibility = body.visibility;
#ifdef MIRRORED
    // Lit as an eye below the lake would see it.
    vec3 image = imageInLake(offset, body.centre);
    vOffset = vec3(image.x, -image.y, image.z);
    gl_Position = uViewProjection * vec4(image, 1.0);
#else
    gl_Position = uViewProjection * vec4(vOffset, 1.0);
#endif
}
