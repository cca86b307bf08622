#version 430 core
#ifdef LEAN
// Reflections and caustics without detail that a small picture cannot show.
#define COARSE_LIGHT
#endif
#include "scene.glsl"
#include "place.glsl"
#include "body_fragment.glsl"

uniform float uMouth;  // redness of the mouth, 0 .. 1

// As in FishForm.
uniform vec4 uBorder;     // lifts of the back's border and of the belly's
uniform vec4 uFinish;     // silver, gloss, scales; waver of the back's border
uniform float uBand;      // half width of the stripe
uniform vec4 uEyeAt;      // place along, height, radius; the pupil's relative to it
uniform vec3 uIris;
uniform vec4 uGills;      // number, place of the first, spacing, darkness
uniform vec4 uMouthLine;  // depth at the snout, slope; from, to
uniform vec4 uFins;       // opacity of the rims of tail and fins; flank's share of their colour; the body's end
uniform vec4 uAccents;    // stripe's share at the tail's root, its rim, fins' rims; of fins behind this place

flat in float vBroadside;  // 1 seen from the side .. 0 from an end
flat in float vThick;  // thickness [px]
flat in float vLean;       // -0.5 .. 0.5: how far its silver plates lean, a number of its own

const vec3 kSilver = vec3(0.40, 0.50, 0.54);

struct Skin {
    vec3 colour;
    float silver;  // strength of the mirror
    float gloss;   // of the wet film over the skin
    vec3 normal;
    float glint;   // emitted light: the eye's highlight
};

// Dusky; a stripe's colour at the root lets a heading be read from far away.
vec3 tailColour(float edge) {
    return mix(mix(uBack, uFlank, 0.55 * uFins.z), uStripe, mix(uAccents.x, uAccents.y, edge));
}

void paintScales(inout Skin skin, float s) {
    // Rows of scales, only while they are wider than a pixel.
    vec2 cell = vec2(s * 62.0, vBody.y * 150.0);
    float visible = 1.0 - smoothstep(0.25, 0.6, max(fwidth(cell.x), fwidth(cell.y)));
    cell.x += 0.5 * mod(floor(cell.y), 2.0);
    vec2 within = fract(cell) - 0.5;
    float rim = smoothstep(0.25, 0.5, length(within * vec2(1.0, 0.8)));
    float amount = uFinish.z * visible * smoothstep(0.22, 0.30, s) * (1.0 - smoothstep(0.75, 0.85, s));
    skin.colour *= 1.0 - 0.14 * rim * amount;
    skin.normal = normalize(skin.normal + vec3(0.0, within.y * 0.20 * amount, 0.0));
}

void paintHead(inout Skin skin, float s) {
    // The gill covers' edges, or slits, and the mouth's corner.
    float slit = s - uGills.y + 6.4 * (vBody.y + 0.01) * (vBody.y + 0.01);
    float gill = abs(slit - uGills.z * clamp(floor(slit / max(uGills.z, 1e-4) + 0.5), 0.0, uGills.x - 1.0));
    float onFlank = smoothstep(-0.95, -0.6, vPaint.x) * (1.0 - smoothstep(0.35, 0.7, vPaint.x));
    skin.colour *= 1.0 - uGills.w * inside(gill, 0.004) * onFlank;
    float mouth = abs(vBody.y + uMouthLine.x + uMouthLine.y * s);
    float end = uMouthLine.w;
    skin.colour *= 1.0 - 0.6 * inside(mouth, 0.0025) * step(uMouthLine.z, s) * (1.0 - smoothstep(0.83 * end, 1.17 * end, s));
    float lips = inside(mouth, 0.35 * end) * (1.0 - smoothstep(1.95 * end, 2.15 * end, s)) * uMouth;
    skin.colour = mix(skin.colour, vec3(0.80, 0.03, 0.025) * (mouth < 0.0035 ? 0.35 : 1.0), lips);
    skin.silver *= 1.0 - lips;

    // The eye, in the plane of the body: ring, iris, pupil, and the sky in it.
    vec2 fromEye = (vec2(s, vBody.y) - uEyeAt.xy) / uEyeAt.z;
    float distance = length(fromEye);
    float socket = inside(distance, 1.0);
    vec3 eye = mix(vec3(0.02, 0.025, 0.03), uIris, inside(distance, 0.867));
    eye = mix(eye, vec3(0.004, 0.005, 0.007), inside(distance, uEyeAt.w));
    skin.colour = mix(skin.colour, eye, socket);
    skin.silver *= 1.0 - socket;
    skin.gloss = mix(skin.gloss, 0.35, socket);
    skin.glint = socket * inside(length(fromEye - vec2(-0.2, 0.29)), 0.187) * smoothstep(0.5, 1.0, vDetail);
}

Skin bodySkin(vec3 normal) {
    float lift = vPaint.x;
    float s = vBody.z;
    // Countershading with a wavering border.
    float waver = uFinish.w * (0.025 * sin(s * 43.0) + 0.02 * sin(s * 97.0 + 1.0));
    float pixel = 0.5 * vDetail * vDetail * min(fwidth(lift), 0.3);
    float back = smoothstep(uBorder.x - pixel, uBorder.y + pixel, lift + waver);
    float belly = 1.0 - smoothstep(uBorder.z, uBorder.w, lift);
    Skin skin;
    skin.colour = mix(mix(uFlank, uBack, back), uBelly, belly);
    float stripe = uBand > 0.0 ? inside(abs(lift - 0.16), uBand) : 0.0;
    stripe *= smoothstep(0.17, 0.26, s) * (1.0 - smoothstep(0.82, 0.87, s));
    skin.colour = mix(skin.colour, uStripe, 0.85 * stripe);
    // Silver's plates stand upright along the flanks, so that they mirror sideways.
    skin.silver = uFinish.x * (1.0 - 0.97 * back) * (1.0 - 0.7 * stripe) * mix(0.15, 1.0, vBroadside);
    skin.gloss = uFinish.y;
    skin.normal = normal;
    skin.glint = 0.0;
#ifndef LEAN
    paintScales(skin, s);
    paintHead(skin, s);
#endif
    skin.colour = turnHue(skin.colour);
    return skin;
}

vec3 skinLight(Skin skin, vec3 towardsEye) {
    vec3 sun = uSun.xyz;
    Visibility visibility = fetchVisibility();
    vec3 sunlight = sunAt(vOffset, visibility);
    vec3 normal = skin.normal;
    // Plates reflect instead of scattering. They stand upright even where the belly curves under, and every fish's lean
    // its own way, so that some flash: a mosaic of mirrors.
    float mirror = min(skin.silver, 1.0);
    vec3 light = shade(Surface(skin.colour * (1.0 - 0.5 * mirror), normal, 0.25, 0.0), vOffset, visibility);
    vec3 plates = normalize(normal * vec3(1.0, 1.0 - 0.8 * mirror * step(normal.y, 0.0), 1.0) + mirror * vec3(0.0, 1.6 * vLean, 0.0));

    // Silver mirrors its surroundings; the wet film mirrors everything at a grazing angle. A rim thinner than
    // a pixel would only glitter.
    float grazing = vDetail * pow(1.0 - clamp(dot(normal, towardsEye), 0.0, 1.0), 4.0);
    vec3 mirrored = mirroredLight(plates, towardsEye, vOffset, visibility, vDetail);
    // A fish that flashes keeps its shades.
    float bright = dot(mirrored, kLuma);
    float over = max(bright - 0.6, 0.0) / max(bright, 1e-4);
    mirrored *= 1.0 - over * over;
    // Thin plates mirror some colours more than others, by the angle.
    vec3 colours = 0.5 + 0.5 * cos(6.2831853 * (1.6 * dot(normal, towardsEye) + 0.5 * vPaint.x + vec3(0.05, 0.38, 0.70)));
    mirrored *= mix(vec3(1.0), 0.55 + 0.9 * colours, 0.35 * mirror * vDetail);
    float film = 0.35 * skin.gloss * (0.15 + grazing * smoothstep(-0.6, 0.3, normal.y));
    light += mirrored * (1.45 * skin.silver * mix(skin.colour, kSilver, 0.6) + film);
    vec3 halfway = normalize(sun + towardsEye);
    float shine = max(dot(plates, halfway), 0.0);
    light += sunlight * skin.colour * skin.silver * (0.8 * pow(shine, 10.0) + 1.5 * pow(shine, 40.0));
    light += sunlight * skin.gloss * 6.0 * vDetail * pow(shine, 120.0);
    // A thin rim where the light from above passes the edge.
    light += kRimLight * visibility.sky * grazing * smoothstep(0.0, 0.9, normal.y) * 0.5;
    return coloured(light + skin.glint * vec3(1.6, 1.8, 1.8));
}

// A fin: rays of bone in a film that lets light through as far as it is translucent. a: opacity.
vec4 finLight(vec3 normal) {
    // Extrapolation at the rim of a multisampled triangle may leave the range.
    float edge = clamp(vPaint.y, 0.0, 1.0);
    float rays = 0.5 + 0.5 * sin(vPaint.z * 22.0);
    rays = mix(rays, 0.5, smoothstep(0.5, 2.0, fwidth(vPaint.z * 22.0)));
    bool isTail = vPart < 0.5 || (vPart > 1.5 && vPart < 2.5);
    bool isPaired = vPart > 2.5;
    vec3 colour = isTail ? tailColour(edge)
                         : mix(mix(uBack, uFlank, (isPaired ? 1.25 : 1.0) * uFins.z), uBelly,
                               isPaired ? 1.0 - smoothstep(-0.7, -0.3, vPaint.x) : 0.0);
    if (!isTail && vBody.z > uAccents.w) {
        colour = mix(colour, uStripe, uAccents.z * smoothstep(0.2, 0.6, edge));
    }
    colour = turnHue(colour);
    float opacity = mix(0.97, isTail ? uFins.x : uFins.y, pow(edge, 0.8)) * mix(0.72 + 0.4 * rays, 1.0, uFins.y);
    opacity = clamp(opacity * (isPaired ? 0.75 : 1.0), 0.0, 1.0);  // a paired fin is a thin film over the flank
    vec3 faced = dot(normal, vOffset) > 0.0 ? -normal : normal;
    vec3 light = shade(Surface((isPaired ? 0.7 : 0.55) * colour, faced, 0.25, max(1.0 - opacity, 0.25)), vOffset, fetchVisibility());
    return vec4(coloured(light), opacity);
}

void main() {
    float metres = length(vOffset);
    vec3 direction = vOffset / max(metres, 1e-6);
    vec3 normal = normalize(vNormal);
    // On a small body, and at an outline, a pixel shows many normals, whose mean leans towards the eye.
#ifdef LEAN
    float many = 1.0 - vDetail;
#else
    float turnPerPixel = smoothstep(0.4, 0.7, vDetail) / (vThick * max(dot(normal, -direction), 0.02));
    float many = max(1.0 - vDetail, min(turnPerPixel, 1.0));
#endif
    normal = normalize(normal - many * direction);
    vec4 light;
    if (vPart < 0.5) {
        // At the outline the smooth normal may turn away.
        normal = normalize(normal - max(dot(normal, direction), 0.0) * direction);
        light = vec4(skinLight(bodySkin(normal), -direction), 1.0);
        // The body's end blends into the tail.
        float root = smoothstep(uFins.w - 0.05, uFins.w, vBody.z);
        light.rgb = root > 0.0 ? mix(light.rgb, finLight(normal).rgb, root) : light.rgb;
    } else {
        light = finLight(normal);
    }
    writeLight(light.rgb, normal, metres, direction, light.a);
}
