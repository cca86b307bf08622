// A place and its light: air at dusk, over a lake. See water.glsl.

const vec3 kHigh = vec3(0.022, 0.050, 0.150);
const vec3 kBelow = vec3(0.105, 0.110, 0.175);
const vec3 kTowardsSun = vec3(0.95, 0.36, 0.11);  // the horizon towards the sun …
const vec3 kFromSun = vec3(0.26, 0.16, 0.22);     // … and opposite
const vec3 kSunlight = vec3(1.0, 0.62, 0.36);

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
    float towardsSun = dot(direction, uSun.xyz);
    float side = 0.5 + 0.5 * towardsSun;
    vec3 colour = mix(kBelow, kHigh, smoothstep(-0.30, 0.45, h));
    colour = mix(colour, vec3(0.16, 0.17, 0.30), 0.70 * exp(-8.0 * (h - 0.16) * (h - 0.16)));
    float level = h + 0.02;
    float band = 1.0 / (1.0 + level * level * (h < -0.02 ? 90.0 : 32.0));
    colour = mix(colour, mix(kFromSun, kTowardsSun, side * side * side), band);
    float glow = max(towardsSun, 0.0);
    glow *= glow * glow * glow;
    return colour + vec3(0.50, 0.21, 0.06) * (glow * glow * 0.8 + 0.22 * glow);
}

// Long thin clouds, lit from the sun's side.
vec3 background(vec3 direction) {
    vec3 colour = environment(direction);
    float h = direction.y;
    vec2 place = direction.xz / (max(h, 0.0) + 0.10);
    place = mat2(0.86, 0.51, -0.51, 0.86) * place * vec2(0.55, 0.55) + vec2(0.004, 0.002) * uEye.w;
    vec2 drawn = place * vec2(0.8, 2.4);
    float thick = 0.54 * cloudNoise(drawn) + 0.28 * cloudNoise(drawn * 2.1 + 7.0) +
                  0.18 * cloudNoise(drawn * 4.3 + 19.0);
    float cloud = smoothstep(0.46, 0.80, thick) * smoothstep(0.03, 0.22, h);
    float towardsSun = 0.5 + 0.5 * dot(direction, uSun.xyz);
    vec3 lit = mix(vec3(0.27, 0.23, 0.33), vec3(1.10, 0.50, 0.28), towardsSun * towardsSun * towardsSun);
    return mix(colour, lit, 0.62 * cloud);
}

// The sun, reddened and softened by haze.
vec3 sunDisc(vec3 direction) {
    float near = dot(direction, uSun.xyz);
    float around = max(near, 0.0);
    return vec3(2.4, 1.35, 0.55) * smoothstep(0.99965, 0.99985, near) +
           vec3(1.1, 0.42, 0.12) * (0.45 * pow(around, 700.0) + 0.30 * pow(around, 90.0));
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

vec3 ambient(vec3 normal) {
    return mix(vec3(0.20, 0.17, 0.20), vec3(0.52, 0.58, 0.80), 0.5 + 0.5 * normal.y);
}

const vec3 kRimLight = vec3(0.62, 0.42, 0.34);

// [m] Light that the air scatters beyond this hardly arrives.
float airReach() {
    return min(3.0 / max(uExtinction.g, 1e-5), 6e4);
}

// Light that the air on the way to the eye adds, from what its march found; a: how much of the light behind it hides.
vec4 airLight(vec3 air, vec3 direction) {
    return vec4(0.0);
}
