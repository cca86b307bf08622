#version 430 core
#include "scene.glsl"
#include "sky.glsl"
#include "lake.glsl"

// The sky over a lake, with land beyond it. Software runs both sides of every branch, so each part of the picture has a
// variant of its own: HIGH for the sky above all land, LAND for everything above the horizon, LAKE for everything below the
// shore.

in vec3 vDirection;
out vec4 fColour;

// Pictures of low quality have one sample a pixel, and hills without details.
bool hasDetail() {
    return uSurface.w > 1.5;
}

// How high a chain of hills reaches in a direction on the compass card, 0 .. 1. `sharp`: 0 round hills .. 1 mountains.
float ridgeAt(vec2 towards, float frequency, float layer, float sharp, int octaves) {
    vec2 p = frequency * towards + layer;
    float sum = 0.0;
    float weight = 0.56;
    for (int i = 0; i < octaves; ++i) {
        float hill = cloudNoise(p);
        sum += weight * mix(hill, 1.0 - abs(2.0 * hill - 1.0), sharp);
        p = mat2(0.8, 0.6, -0.6, 0.8) * p * 2.4 + 3.1;
        weight *= 0.46;
    }
    return sum;
}

// How far a slope of the hills leans to the left, about -1 .. 1.
float slopeAt(vec2 p) {
    float sum = 0.0;
    float weight = 1.1;
    int octaves = hasDetail() ? 3 : 0;
    for (int i = 0; i < octaves; ++i) {
        sum += weight * (abs(2.0 * cloudNoise(p) - 1.0) - abs(2.0 * cloudNoise(p + vec2(0.3, 0.1)) - 1.0));
        p = mat2(0.8, 0.6, -0.6, 0.8) * p * 2.7 + 5.3;
        weight *= 0.75;
    }
    return sum;
}

// Light on a chain of hills of this height: slopes that face the sun and slopes in shade, snow on mountains, and haze
// that is thickest at its foot.
vec3 hillColour(float slope, float height, float top, vec3 haze, float hazy) {
    vec3 ground = (1.0 + 0.8 * slope) * uSky.land.rgb;
    float snow = smoothstep(0.06, 0.085, height + 0.02 * slope) * smoothstep(0.5, 0.8, uSky.land.w);
    ground = mix(ground, mix(uSky.cloudShade.rgb, uSky.cloudLit.rgb, clamp(0.45 + 0.9 * slope, 0.0, 1.0)), 0.85 * snow);
    return mix(ground, haze, mix(1.0, hazy, 0.4 + 0.6 * smoothstep(0.0, 0.8, height / max(top, 1e-4))));
}

// Where the water ends: the height of the near shore's foot, at or below the horizon. Spits of reeds reach into the lake.
float shoreAt(vec2 towards) {
    float spit = cloudNoise(4.0 * towards + 40.0 + 5.0 * uSky.land.w);
    float teeth = cloudNoise(70.0 * towards + 3.0);
    return -0.0032 * smoothstep(0.45, 0.85, spit) - 0.0004 * teeth;
}

// Pale reeds at the foot of the near shore, and dark trees above them. `height`: sine of the angle above its foot.
vec3 plantsAt(vec2 towards, float height) {
    float stalks = cloudNoise((700.0 + 90.0 * height) * towards);
    float reeds = (1.0 - smoothstep(0.001, 0.0035, height - 0.002 * stalks)) * smoothstep(0.3, 0.6, cloudNoise(24.0 * towards));
    return mix(0.10 + 0.09 * cloudNoise((180.0 + 300.0 * height) * towards), 0.55 + 0.5 * stalks, reeds) * uSky.land.rgb;
}

// The sky with its clouds and the sun.
vec3 openSky(vec3 direction, float sun, bool isImage) {
    vec4 sky = cloudySky(direction, isImage ? 1.0 : 0.0);
    return sky.rgb + sun * (1.0 - 0.85 * sky.a) * sunDisc(direction);
}

// The sky above the shore, with three chains of hills and the trees of the shore before it. Hazier with distance. `sun`:
// how much of the sun's disc it holds; `soft`: sine of the angle over which edges blur; `shore`: height of the near
// shore's foot; `isImage`: their image in the lake, with blurred clouds and without details. In it the near shore is
// `lower` than what lies beyond. Software computes both sides of every branch, so there is little to do in each.
vec3 skyAndLand(vec3 direction, float sun, float soft, bool isImage, float shore, float lower) {
    vec3 colour = openSky(direction, sun, isImage);
    float height = direction.y;
    float land = uSky.land.w;
    if (height > 0.026 + 0.17 * land + soft) {  // see kLandTop in src/render/scene/backdrop_pass.cpp
        return colour;
    }
    vec2 towards = normalize(direction.xz);
    // The slider also moves the hills along, so that each of its values is another place.
    float place = 9.0 * land;
    float sharp = smoothstep(0.4, 0.9, land);
    int octaves = isImage || !hasDetail() ? 2 : 4;
    float far = 0.003 + 0.165 * land * ridgeAt(towards, 2.6, 11.0 + place, sharp, octaves);
    float middle = 0.002 + 0.105 * land * ridgeAt(towards, 3.7, 47.0 + place, 0.7 * sharp, octaves);
    float near = 0.001 + (0.016 * smoothstep(0.0, 0.2, land) + 0.04 * land * land) * ridgeAt(towards, 5.0, 5.0 + place, 0.0, octaves);
    // Woods and single trees, and reeds between them.
    float wood = smoothstep(0.35, 0.65, cloudNoise(13.0 * towards + 31.0 + place));
    float trees = 0.002 + lower + 0.4 * shore + 0.0055 * wood;
    vec3 plants = 0.15 * uSky.land.rgb;
    float slope = 0.0;
    if (!isImage) {
        float crown = 1.0 - abs(2.0 * cloudNoise(130.0 * towards + 4.0) - 1.0);
        float leaves = cloudNoise(420.0 * towards);
        trees += 0.0016 * (leaves - 0.5) + wood * (0.0065 * crown * cloudNoise(37.0 * towards) + 0.002 * leaves - 0.002);
        plants = plantsAt(towards, height - shore);
        float layer = height < near ? 57.0 : height < middle ? 21.0 : 3.0;
        slope = slopeAt((26.0 + 30.0 * height) * towards + layer);
    }
    vec3 haze = horizonColour(0.5 + 0.5 * dot(direction, uSun.xyz));
    // Where the land is nearly level, far hills would be a pale line above the trees.
    float risen = smoothstep(0.03, 0.12, land);
    colour = mix(colour, hillColour(slope, height, far, haze, 0.55), risen * (1.0 - smoothstep(-soft, soft, height - far)));
    colour = mix(colour, hillColour(slope, height, middle, haze, 0.38), risen * (1.0 - smoothstep(-soft, soft, height - middle)));
    colour = mix(colour, hillColour(slope, height, near, haze, 0.22), 1.0 - smoothstep(-soft, soft, height - near));
    return mix(colour, mix(plants, haze, 0.01), 1.0 - smoothstep(-soft, soft, height - trees));
}

// xy: slope of the lake's ripples that are longer than `pixel` [m], a pixel's extent on the water; z: the mean square slope of
// the shorter ones.
vec3 rippleAt(vec2 place, float pixel) {
    float time = uEye.w;
    vec3 slope = vec3(0.0);
    float frequency = 0.06;  // [1/m]
    for (int i = 0; i < 5; ++i) {
        vec2 p = place * frequency + time * vec2(0.05, 0.09) * (1.0 + float(i));
        float seen = 1.0 - smoothstep(0.15, 0.8, pixel * frequency);
        slope.xy += 0.06 * seen * (vec2(cloudNoise(p), cloudNoise(p.yx * 1.13 + 17.0)) - 0.5);
        slope.z += 0.00022 * (1.0 - seen * seen);
        frequency *= 2.4;
    }
    return slope;
}

// What the lake mirrors, its glitter and the mist over it. `pixel`: angle of a pixel; `shore`: height of the near shore's foot.
vec3 lakeTowards(vec3 direction, float pixel, float shore) {
    float down = max(-direction.y, 1e-4);
    float metres = -uSurface.x / down;
    vec2 place = uEye.xz + direction.xz * metres;
    vec3 slope = rippleAt(place, metres * pixel / down);
    // Land shelters the water before it.
    slope.z *= smoothstep(0.0, 0.05, shore + down);
    vec3 mirrored = reflect(direction, normalize(vec3(-slope.x, 1.0, -slope.y)));
    // Ripples that are too small to see tilt the mirror to and fro.
    mirrored.y = sqrt(mirrored.y * mirrored.y + 4.0 * slope.z);
    vec3 light = inLake(skyAndLand(normalize(mirrored), 0.0, pixel + 2.0 * sqrt(slope.z), true, shore, -2.0 * shore), direction);
    // The road of sunlight: ripples that tilt towards the sun.
    vec3 halfway = normalize(uSun.xyz - direction);
    // They tilt more across than the mirrored sky shows, which makes the road wide and breaks it into glitter.
    vec2 tilt = halfway.xz / max(halfway.y, 1e-3) + 2.4 * slope.xy;
    vec2 towardsSun = normalize(uSun.xz);
    tilt -= 0.45 * (tilt - towardsSun * dot(tilt, towardsSun));
    float spread = 0.0012 + 3.0 * slope.z;
    light += 0.9 * smoothstep(-0.03, 0.01, uSun.y) * uSky.disc.rgb * exp(-dot(tilt, tilt) / spread);
    // Mist over the far shore.
    vec3 haze = environment(vec3(direction.x, 0.0, direction.z));
    light = mix(light, haze, 0.2 * exp(70.0 * direction.y));
    return mix(light, mix(0.15 * uSky.land.rgb, haze, 0.01), smoothstep(-pixel, pixel, direction.y - shore));
}

void main() {
    vec3 direction = normalize(vDirection);
    float pixel = 1.0 / uSurface.z;
    float shore = shoreAt(normalize(direction.xz)) * (1.0 - smoothstep(0.05, 0.1, abs(direction.y)));
#if defined(HIGH)
    vec3 light = openSky(direction, 1.0, false);
#elif defined(LAND)
    vec3 light = skyAndLand(direction, 1.0, pixel, false, shore, 0.0);
#elif defined(LAKE)
    vec3 light = lakeTowards(direction, pixel, shore);
#else
    vec3 light = direction.y > shore ? skyAndLand(direction, 1.0, pixel, false, shore, 0.0) : lakeTowards(direction, pixel, shore);
#endif
    fColour = vec4(light, 1.0);
}
