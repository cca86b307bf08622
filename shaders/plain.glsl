// A place and its light: a low sun in the air over dusty land. See water.glsl.

const vec3 kHigh = vec3(0.10, 0.19, 0.36);
const vec3 kHorizon = vec3(0.62, 0.44, 0.27);
const vec3 kDust = vec3(0.36, 0.25, 0.15);
const vec3 kSunlight = vec3(1.5, 0.93, 0.46);

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

// The air's own colour along a direction, without clouds. Smooth through the horizon.
vec3 environment(vec3 direction) {
    float h = direction.y;
    vec3 colour = mix(kDust, kHigh, smoothstep(-0.25, 0.42, h));
    float level = h - 0.01;
    colour = mix(colour, kHorizon, 1.0 / (1.0 + level * level * 80.0));
    float towardsSun = max(dot(direction, uSun.xyz), 0.0);
    float glow = towardsSun * towardsSun;
    glow *= glow;
    return colour + vec3(0.75, 0.42, 0.15) * glow * (0.35 + 0.65 * glow * glow * glow);
}

vec3 background(vec3 direction) {
    vec3 colour = environment(direction);
    float h = direction.y;
    vec2 place = direction.xz / (max(h, 0.0) + 0.14) + vec2(0.006, 0.003) * uEye.w;
    float thick = 0.52 * cloudNoise(place) + 0.30 * cloudNoise(place * 2.2 + 7.0) +
                  0.18 * cloudNoise(place * 4.6 + 19.0);
    float cloud = smoothstep(0.50, 0.78, thick) * smoothstep(0.06, 0.30, h);
    return mix(colour, vec3(0.86, 0.62, 0.42), 0.5 * cloud);
}

vec3 sunDisc(vec3 direction) {
    float near = dot(direction, uSun.xyz);
    return vec3(2.0, 1.8, 1.4) * smoothstep(0.99955, 0.99985, near);
}

vec3 transmittance(float metres) {
    return exp(-uExtinction.rgb * metres);
}

vec3 sunlightAt(float aboveEye) {
    return kSunlight;
}

float caustics(vec3 fromEye, vec3 normal) {
    return 1.0;
}

// Brighter and warmer from the sun's side of the sky.
vec3 ambient(vec3 normal) {
    float side = 0.5 + 0.5 * dot(normal, uSun.xyz);
    return mix(vec3(0.13, 0.092, 0.06), vec3(0.25, 0.24, 0.29), 0.5 + 0.5 * normal.y) + vec3(0.22, 0.15, 0.07) * side * side * side;
}

const vec3 kRimLight = vec3(0.70, 0.46, 0.22);

// Light of one direction that dust scatters by an angle, relative to light that it would scatter evenly: mostly ahead, and
// some of it twice. Henyey and Greenstein 1941.
float dustPhase(float cosine) {
    const float kAhead = 0.6;
    float far = 1.0 + kAhead * kAhead - 2.0 * kAhead * cosine;
    return 0.55 + 0.45 * (1.0 - kAhead * kAhead) * inversesqrt(far * far * far);
}

// [m] Light that the air scatters beyond this hardly arrives.
float airReach() {
    return min(3.0 / max(uExtinction.g, 1e-5), 6e4);
}

// Light that the air on the way to the eye adds, from what its march found; a: how much of the light behind it hides.
// x: how much of the dust on the way is lit; y: how much it hides.
vec4 airLight(vec3 air, vec3 direction) {
    vec3 sunlight = 0.9 * dustPhase(dot(direction, uSun.xyz)) * kSunlight;
    vec3 around = ambient(vec3(0.0));
    return vec4(vec3(0.78, 0.60, 0.40) * (sunlight * air.x + around * air.y), air.y);
}
