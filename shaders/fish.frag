#version 430 core
#include "scene.glsl"
#include "place.glsl"
#include "body_fragment.glsl"

uniform float uMouth;  // redness of the mouth, 0 .. 1

const vec3 kSilver = vec3(0.40, 0.50, 0.54);

struct Skin {
    vec3 colour;
    float silver;  // strength of the mirror
    float gloss;   // of the wet film over the skin
    vec3 normal;
    float glint;   // emitted light: the eye's highlight
};

// Dusky, with the stripe's colour at the root, so that a heading can be read from far away.
vec3 tailColour(float edge) {
    return mix(mix(uBack, uFlank, 0.30), uStripe, 0.45 - 0.25 * edge);
}

void paintScales(inout Skin skin, float s) {
    // Rows of scales, only while they are wider than a pixel.
    vec2 cell = vec2(s * 62.0, vBody.y * 150.0);
    float visible = 1.0 - smoothstep(0.25, 0.6, max(fwidth(cell.x), fwidth(cell.y)));
    cell.x += 0.5 * mod(floor(cell.y), 2.0);
    vec2 within = fract(cell) - 0.5;
    float rim = smoothstep(0.25, 0.5, length(within * vec2(1.0, 0.8)));
    float amount = visible * smoothstep(0.22, 0.30, s) * (1.0 - smoothstep(0.75, 0.85, s));
    skin.colour *= 1.0 - 0.14 * rim * amount;
    skin.normal = normalize(skin.normal + vec3(0.0, within.y * 0.20 * amount, 0.0));
}

void paintHead(inout Skin skin, float s) {
    // The gill cover's edge and the mouth's corner.
    float gill = abs(s - 0.195 + 6.4 * (vBody.y + 0.01) * (vBody.y + 0.01));
    float onFlank = smoothstep(-0.95, -0.6, vPaint.x) * (1.0 - smoothstep(0.35, 0.7, vPaint.x));
    skin.colour *= 1.0 - 0.45 * inside(gill, 0.004) * onFlank;
    float mouth = abs(vBody.y + 0.014 + 0.28 * s);
    skin.colour *= 1.0 - 0.6 * inside(mouth, 0.0025) * (1.0 - smoothstep(0.030, 0.042, s));
    float lips = inside(mouth, 0.022) * (1.0 - smoothstep(0.070, 0.078, s)) * uMouth;
    skin.colour = mix(skin.colour, vec3(0.80, 0.03, 0.025) * (mouth < 0.0035 ? 0.35 : 1.0), lips);
    skin.silver *= 1.0 - lips;

    // The eye, in the plane of the body: ring, iris, pupil, and the sky in it.
    vec2 fromEye = vec2(s - 0.082, vBody.y - 0.010);
    float distance = length(fromEye);
    float socket = inside(distance, 0.0225);
    vec3 eye = mix(vec3(0.02, 0.025, 0.03), vec3(0.75, 0.70, 0.52), inside(distance, 0.0195));
    eye = mix(eye, vec3(0.004, 0.005, 0.007), inside(distance, 0.0125));
    skin.colour = mix(skin.colour, eye, socket);
    skin.silver *= 1.0 - socket;
    skin.gloss = mix(skin.gloss, 0.35, socket);
    skin.glint = socket * inside(length(fromEye - vec2(-0.0045, 0.0065)), 0.0042);
}

Skin bodySkin(vec3 normal) {
    float lift = vPaint.x;
    float s = vBody.z;
    // Countershading with a wavering border.
    float waver = 0.025 * sin(s * 43.0) + 0.02 * sin(s * 97.0 + 1.0);
    float back = smoothstep(0.28, 0.52, lift + waver);
    float belly = 1.0 - smoothstep(-0.85, -0.30, lift);
    Skin skin;
    skin.colour = mix(mix(uFlank, uBack, back), uBelly, belly);
    float stripe = inside(abs(lift - 0.16), 0.09);
    stripe *= smoothstep(0.17, 0.26, s) * (1.0 - smoothstep(0.82, 0.87, s));
    skin.colour = mix(skin.colour, uStripe, 0.85 * stripe);
    skin.silver = (1.0 - 0.97 * back) * (1.0 - 0.7 * stripe);
    skin.gloss = 0.10;
    skin.normal = normal;
    skin.glint = 0.0;
    paintScales(skin, s);
    paintHead(skin, s);
    // The body's end blends into the tail.
    float root = smoothstep(0.81, 0.86, s);
    skin.colour = turnHue(mix(skin.colour, tailColour(0.0), root));
    skin.silver *= 1.0 - root;
    return skin;
}

vec3 skinLight(Skin skin, vec3 towardsEye) {
    vec3 sun = uSun.xyz;
    Visibility visibility = visibilityHere();
    vec3 sunlight = sunAt(vOffset, visibility);
    vec3 normal = skin.normal;
    vec3 light = shade(Surface(skin.colour, normal, 0.25, 0.0), vOffset, visibility);

    // Silver mirrors its surroundings; the wet film mirrors everything at a grazing angle. A rim thinner than
    // a pixel would only glitter.
    float grazing = vFine * pow(1.0 - clamp(dot(normal, towardsEye), 0.0, 1.0), 4.0);
    vec3 bounced = reflect(-towardsEye, normal);
    vec3 mirrored = mirroredLight(bounced, vOffset, visibility, vFine);
    float film = 0.35 * skin.gloss * (0.15 + grazing * smoothstep(-0.6, 0.3, normal.y));
    light += mirrored * (1.45 * skin.silver * mix(skin.colour, kSilver, 0.6) + film);
    vec3 halfway = normalize(sun + towardsEye);
    float shine = max(dot(normal, halfway), 0.0);
    light += sunlight * skin.colour * skin.silver * (0.8 * pow(shine, 10.0) + 4.0 * pow(shine, 40.0));
    light += sunlight * skin.gloss * 6.0 * vFine * pow(shine, 120.0);
    // A thin rim where the light from above passes the edge.
    light += kRimLight * visibility.sky * grazing * smoothstep(0.0, 0.9, normal.y) * 0.5;
    return coloured(light + skin.glint * vec3(1.6, 1.8, 1.8));
}

// A translucent fin: rays of bone in a film, lit alike from both sides. a: opacity.
vec4 finLight(vec3 normal) {
    // Extrapolation at the rim of a multisampled triangle may leave the range.
    float edge = clamp(vPaint.y, 0.0, 1.0);
    float rays = 0.5 + 0.5 * sin(vPaint.z * 22.0);
    rays = mix(rays, 0.5, smoothstep(0.5, 2.0, fwidth(vPaint.z * 22.0)));
    bool isTail = vPart > 1.5 && vPart < 2.5;
    vec3 colour = turnHue(isTail ? tailColour(edge) : mix(uBack, uFlank, vPart > 2.5 ? 0.85 : 0.55));
    vec3 lit = dot(normal, uSun.xyz) < 0.0 ? -normal : normal;
    vec3 light = shade(Surface(0.55 * colour, lit, 0.25, 0.0), vOffset, visibilityHere());
    float opacity = mix(0.97, isTail ? 0.62 : 0.28, pow(edge, 0.8)) * (0.72 + 0.4 * rays);
    return vec4(coloured(light), clamp(opacity, 0.0, 1.0));
}

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    vec4 light = vPart < 0.5 ? vec4(skinLight(bodySkin(normal), -direction), 1.0) : finLight(normal);
    writeLight(light.rgb, normal, metres, direction, light.a);
}
