// The pose of a body in this frame, one for each instance: see pose.comp.
layout(location = 6) in vec4 iCentre;
layout(location = 7) in vec4 iForward;
layout(location = 8) in vec4 iRight;
layout(location = 9) in uvec4 iManner;
layout(location = 10) in vec4 iBackground;

uniform int uHighlighted;  // id of a body, or -1
uniform float uHue;        // [rad]
uniform float uThickness;  // [body lengths]

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
    float pixels;         // its thickness [px]
    float thicken;        // ratio of drawn to true thickness
    float opacity;        // 0 .. 1: below 1 for a body that is thinner than a pixel or fading out
    vec3 behind;          // light behind it
    vec2 visibility;      // of sun and sky
    bool isHighlighted;
};

Body fetchBody() {
    Body body;
    body.centre = iCentre.xyz;
    body.size = iCentre.w;
    body.forward = iForward.xyz;
    body.bend = iForward.w;
    body.right = iRight.xyz;
    body.up = cross(iRight.xyz, iForward.xyz);
    body.phase = iRight.w;
    vec2 manner = unpackHalf2x16(iManner.x);
    body.effort = max(manner.x, 0.0);
    body.fold = max(-manner.x, 0.0);
    body.hue = manner.y;
    body.colour = iManner.w;
    // A body thinner than a pixel is drawn a pixel thick.
    body.pixels = uThickness * body.size * pixelsPerMetre(body.centre);
    body.thicken = clamp(1.1 / max(body.pixels, 1e-4), 1.0, 4.0);
    body.opacity = iBackground.w;
    body.behind = iBackground.rgb;
    body.visibility = unpackUnorm2x16(iManner.y);
    body.isHighlighted = int(iManner.z) == uHighlighted;
    return body;
}

// Cosine and sine of the hue's rotation; lightness.
vec3 tintOf(Body body) {
    float hue = uHue + (body.hue - 0.5) * 0.14;  // ±4°
    return vec3(cos(hue), sin(hue), 0.9 + 0.2 * fract(body.hue * 7.31));
}
