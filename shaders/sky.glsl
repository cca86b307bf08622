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

float cloudThickness(vec2 place) {
    return 0.54 * cloudNoise(place) + 0.28 * cloudNoise(place * 2.1 + 7.0) + 0.18 * cloudNoise(place * 4.3 + 19.0);
}

// The sky with its clouds; a: how much of the light from beyond them they hide. Under a low sun they are long and thin,
// by day heaps with dark bases. `soft`: how much their edges are blurred.
vec4 cloudySky(vec3 direction, float soft) {
    vec3 colour = environment(direction);
    float h = direction.y;
    float cover = uSky.high.w;
    float heaped = uSky.below.w;
    if (cover <= 0.0 || h <= 0.0) {
        return vec4(colour, 0.0);
    }
    vec2 place = direction.xz / (h + mix(0.10, 0.20, heaped));
    vec2 drift = vec2(0.004, 0.002) * uEye.w;
    vec2 scale = mix(vec2(0.44, 1.32), vec2(2.1, 2.6), heaped);
    vec2 drawn = (mat2(0.86, 0.51, -0.51, 0.86) * place + drift / 0.55) * scale;
    float thick = cloudThickness(drawn);
    float fine = cloudNoise(drawn * 9.1 + 41.0);
    thick += heaped * 0.13 * (fine - 0.5);
    float least = 0.70 - 0.69 * cover;
    float width = mix(0.34, 0.11 + 0.3 * soft, heaped);
    float cloud = smoothstep(least - 0.15 * soft, least - 0.15 * soft + width, thick) * smoothstep(0.0, 0.08, cover) *
                  smoothstep(mix(0.03, 0.01, heaped), mix(0.22, 0.10, heaped), h);
    // What lies beyond a cloud's edge is its lit top: thinner there than here.
    vec2 beyond = mix(0.2, 0.13, heaped) * normalize(place) + 0.08 * uSun.xz;
    float thinner = thick - cloudThickness((mat2(0.86, 0.51, -0.51, 0.86) * (place + beyond) + drift / 0.55) * scale);
    float side = 0.5 + 0.5 * dot(direction, uSun.xyz);
    float sunlit = mix(side * side * side, clamp(0.60 + 2.6 * thinner - 1.7 * (thick - least - 0.11), 0.0, 1.0), heaped);
    float opaque = mix(mix(0.62, 0.94, heaped), 0.96, uSky.arch.w);
    vec3 light = mix(uSky.cloudShade.rgb, uSky.cloudLit.rgb, sunlit);
    // Far clouds fade into the haze.
    light = mix(light, colour, 0.55 * heaped * exp(-9.0 * h));
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

vec3 ambient(vec3 normal) {
    return mix(uSky.ambientDown.rgb, uSky.ambientUp.rgb, 0.5 + 0.5 * normal.y);
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
