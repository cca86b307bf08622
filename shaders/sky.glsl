// A place and its light: air over a lake, at the hour that uSky describes. See water.glsl.

float cloudHash(vec2 cell) {
    vec3 p = fract(cell.xyx * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

float cloudNoise(vec2 p) {
    vec2 cell = floor(p);
    vec2 t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    return mix(mix(cloudHash(cell), cloudHash(cell + vec2(1.0, 0.0)), t.x),
               mix(cloudHash(cell + vec2(0.0, 1.0)), cloudHash(cell + vec2(1.0, 1.0)), t.x), t.y);
}

// The horizon's colour, by how far a direction looks towards the sun, 0 .. 1.
vec3 horizonColour(float side) {
    return mix(uSky.fromSun.rgb, uSky.towardsSun.rgb, side * side * side);
}

// The air's own colour along a direction, without clouds. Smooth through the horizon.
vec3 environment(vec3 direction) {
    float h = direction.y;
    float towardsSun = dot(direction, uSun.xyz);
    vec3 colour = mix(uSky.below.rgb, uSky.high.rgb, smoothstep(-0.30, 0.45, h));
    colour = mix(colour, uSky.arch.rgb, 0.70 * exp(-8.0 * (h - 0.16) * (h - 0.16)));
    float level = h + 0.02;
    float band = 1.0 / (1.0 + level * level * (h < -0.02 ? 90.0 : uSky.towardsSun.w));
    colour = mix(colour, horizonColour(0.5 + 0.5 * towardsSun), band);
    float glow = max(towardsSun, 0.0);
    glow *= glow * glow * glow;
    return colour + uSky.glow.rgb * (glow * glow * 0.8 + 0.22 * glow);
}

// Puffs on the outline of a cloud, -0.5 .. 0.5, without those narrower than `pixel`.
float cloudPuffs(vec2 place, float pixel) {
    float sum = 0.0;
    float weight = 0.5;
    for (int i = 0; i < 3; ++i) {
        float seen = 1.0 - smoothstep(0.25, 0.8, pixel);
        if (seen > 0.0) {
            sum += weight * seen * (abs(2.0 * cloudNoise(place) - 1.0) - 0.35);
        }
        place = mat2(0.8, 0.6, -0.6, 0.8) * place * 2.3 + 19.0;
        pixel *= 2.3;
        weight *= 0.55;
    }
    return sum;
}

// The sky with its clouds; a: how much of the light from beyond them they hide. Under a low sun they are long and thin,
// by day heaps with flat, dark bases and bright tops. `soft`: how much their edges are blurred.
vec4 cloudySky(vec3 direction, float soft) {
    vec3 colour = environment(direction);
    float h = direction.y;
    float cover = uSky.high.w;
    float heaped = uSky.below.w;
    if (cover <= 0.0 || h <= 0.0) {
        return vec4(colour, 0.0);
    }
    float depth = 1.0 / (h + mix(0.10, 0.16, heaped));
    vec2 scale = mix(vec2(0.44, 1.32), vec2(1.7, 2.0), heaped);
    mat2 drawn = mat2(0.86 * scale.x, 0.51 * scale.y, -0.51 * scale.x, 0.86 * scale.y);
    vec2 place = drawn * direction.xz * depth;
    vec2 drift = vec2(0.0073, 0.0036) * uEye.w * scale;
    float pixel = depth * (1.0 / uSurface.z + 0.04 * soft) * scale.y;
    float least = mix(0.70, 0.76, heaped) * (1.0 - cover) + 0.01 * cover;
    // Heaps are seen at several levels, from their bases up to their tops: how thick they are above each.
    float rise = 0.42 * heaped;
    int steps = rise > 0.0 ? (soft > 0.5 ? 2 : 4) : 1;
    float thick[4];
    float most = -1.0;
    for (int i = 0; i < steps; ++i) {
        float level = float(i) / max(float(steps - 1), 1.0);
        vec2 at = place * (1.0 + rise * level) + drift;
        thick[i] = 0.62 * cloudNoise(at) - 0.26 * heaped * level - least;
        thick[i] += thick[i] > -0.5 ? 0.38 * cloudNoise(2.1 * at + 7.0) : 0.0;
        most = max(most, thick[i]);
    }
    float puffs = 0.0;
    if (most > -0.16) {
        puffs = cloudPuffs(5.1 * (place + drift), 5.1 * pixel * mix(1.0, depth, 0.6));
    }
    float edge = -mix(0.10, 0.23, heaped) * puffs;
    most -= edge;
    // The level at which the line of sight enters a cloud.
    float entered = 1.0;
    for (int i = steps - 1; i > 0; --i) {
        if (thick[i] > edge) {
            entered = (float(i) - (thick[i] - edge) / max(thick[i] - thick[i - 1], 1e-3)) / float(steps - 1);
        }
    }
    entered = thick[0] > edge ? 0.0 : clamp(entered, 0.0, 1.0);
    float width = mix(0.34, 0.11 + 0.2 * soft, heaped);
    float cloud = smoothstep(-0.15 * soft, width - 0.15 * soft, most) * smoothstep(0.0, 0.08, cover) *
                  smoothstep(mix(0.03, 0.01, heaped), mix(0.22, 0.08, heaped), h);
    float side = 0.5 + 0.5 * dot(direction, uSun.xyz);
    float heap = 0.52 + 0.75 * mix(entered, 0.4, soft) - 2.0 * max(thick[0], 0.0) + 0.8 * puffs;
    float sunlit = mix(side * side * side, clamp(heap, 0.0, 1.0), heaped);
    float opaque = mix(mix(0.62, 0.96 - 0.4 * soft, heaped), 0.96, uSky.arch.w);
    vec3 light = mix(uSky.cloudShade.rgb, uSky.cloudLit.rgb, sunlit);
    // Far clouds fade into the haze.
    light = mix(light, colour, 0.6 * heaped * exp(-7.0 * h));
    return vec4(mix(colour, light, opaque * cloud), opaque * cloud);
}

vec3 background(vec3 direction) {
    return cloudySky(direction, 0.0).rgb;
}

// The sun, reddened and softened by haze.
vec3 sunDisc(vec3 direction) {
    float near = dot(direction, uSun.xyz);
    float around = max(near, 0.0);
    return uSky.disc.rgb * (smoothstep(0.99965, 0.99985, near) + 0.19 * pow(around, 700.0)) +
           2.1 * uSky.glow.rgb * 0.30 * pow(around, 90.0);
}

vec3 transmittance(float metres) {
    return exp(-uExtinction.rgb * metres);
}

vec3 sunlightAt(float aboveEye) {
    return uSky.sunlight.rgb;
}

float caustics(vec3 fromEye, vec3 normal) {
    return 1.0;
}

// Brighter, and of the horizon's colour there, from the sun's side of the sky.
vec3 ambient(vec3 normal) {
    const float kMeanSide = 0.63;  // of all directions
    vec3 aside = horizonColour(0.5 + 0.5 * dot(normal, uSun.xyz)) / max(horizonColour(kMeanSide), vec3(1e-3));
    return mix(uSky.ambientDown.rgb, uSky.ambientUp.rgb, 0.5 + 0.5 * normal.y) * mix(vec3(1.0), aside, 0.7);
}

#define kRimLight uSky.rim.rgb  // constant in other places

// [m] Light that the air scatters beyond this hardly arrives.
float airReach() {
    return min(3.0 / max(uExtinction.g, 1e-5), 6e4);
}

// Light that the air on the way to the eye adds, from what its march found; a: how much of the light behind it hides.
vec4 airLight(vec3 air, vec3 direction) {
    return vec4(0.0);
}
