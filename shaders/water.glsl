// A place and its light: water. Each place has a file with the same functions; a shader linked for a place
// includes that file as "place.glsl". Colours are linear.

// The ground is sand.
#define SEA

const vec3 kSunlight = vec3(1.0, 0.93, 0.80);

// The water's own colour along a direction: light that it scatters towards the eye, most where the sun stands behind it.
// Distant objects fade into it.
vec3 environment(vec3 direction) {
    // A parabola through the colours straight down, level and straight up: no kink at eye level.
    float t = clamp((direction.y + 0.55) / 1.40, 0.0, 1.0);
    vec3 colour = (1.0 - t) * (1.0 - t) * uWaterDeep.rgb + 2.0 * t * (1.0 - t) * uWaterBend.rgb + t * t * uWaterUp.rgb;
    colour = max(colour, 0.7 * uWaterDeep.rgb);
    // Lobes of exponents 4, 16 and 64.
    float wide = max(dot(direction, uSun.xyz), 0.0);
    wide *= wide;
    wide *= wide;
#ifdef COARSE_LIGHT
    return colour + vec3(0.040, 0.300, 0.330) * wide * wide * uWaterTint.rgb;
#endif
    float narrow = wide * wide;
    narrow *= narrow;
    float core = narrow * narrow;
    core *= core;
    // Less light comes from below, and less from the side away from the sun: the frame gets a dark end.
    colour *= mix(0.80, 1.0, smoothstep(-0.75, 0.25, direction.y)) * mix(0.78, 1.0, smoothstep(-0.6, 0.7, dot(direction, uSun.xyz)));
    return colour + (vec3(0.010, 0.120, 0.150) * wide + vec3(0.06, 0.34, 0.36) * narrow) * uWaterTint.rgb +
           vec3(0.50, 0.62, 0.50) * core;
}

vec3 background(vec3 direction) {
    return environment(direction);
}

vec3 transmittance(float metres) {
    return exp(-uExtinction.rgb * metres);
}

// Remaining sunlight at a height above the eye, gently absorbed on its way down from the surface.
vec3 sunlightAt(float aboveEye) {
    float depth = max(uSurface.x - aboveEye, 0.0);
    return kSunlight * exp(-uExtinction.rgb * depth * 0.35);
}

// Caustics: two scrolling patterns, multiplied; 0 .. 2.2. `place` [m of reef] on a plane across the sunlight.
float causticPattern(vec2 place, float time) {
    vec2 p = place * 2.6;
    float net = 1.0;
    for (int i = 0; i < 2; ++i) {
        float turn = float(i) * 1.9 + 0.4;
        vec2 q = mat2(cos(turn), sin(turn), -sin(turn), cos(turn)) * p * (1.0 + 0.37 * float(i));
        q += vec2(0.9, -0.6) * time * (0.55 + 0.3 * float(i));
        q += 0.8 * sin(q.yx * 0.9 + time * vec2(0.7, 0.5));
        net *= 1.0 - abs(sin(q.x) + sin(q.y) * 0.8) * 0.55;
    }
    return pow(max(net, 0.0), 2.0) * 2.2;
}

const float kMeanCaustics = 0.41;  // of 100 000 random places

// Factor by which caustics brighten or dim the sun on a surface: most on one that looks up, near the water's
// surface.
float caustics(vec3 fromEye, vec3 normal) {
    vec2 place = (fromEye + uEye.xyz).xz / uExtinction.w;
    float depthFade = exp(-max(uSurface.x - fromEye.y, 0.0) / (14.0 * uExtinction.w));
    float facing = smoothstep(0.1, 0.75, normal.y);
    // If they are finer than pixels, their mean: geometric mean of a pixel's extents on the surface [m of reef].
    float metres = length(fromEye);
    float grazing = max(abs(dot(fromEye, normal)) / max(metres, 1e-6), 1e-4);
    float pixel = metres / (uSurface.z * uExtinction.w * sqrt(grazing));
#ifdef COARSE_LIGHT
    float pattern = kMeanCaustics;
#else
    float pattern = mix(causticPattern(place, uEye.w), kMeanCaustics, smoothstep(0.15, 0.6, pixel));
#endif
    return mix(1.0, 0.5 + 1.75 * pattern, depthFade * facing);
}

// Light from all around on a face: bright from the surface, dim and blue from the deep.
vec3 ambient(vec3 normal) {
    float up = 0.5 + 0.5 * normal.y;
    return mix(vec3(0.020, 0.075, 0.105), vec3(0.34, 0.62, 0.66), up * up) * uWaterTint.rgb;
}

// Light from above that passes a rim.
const vec3 kRimLight = vec3(0.25, 0.55, 0.58);

// [m] Light that the air scatters beyond this hardly arrives.
float airReach() {
    return min(1.3 / max(uExtinction.g, 1e-5), 6e4);
}

// Light that the air on the way to the eye adds, from what its march found; a: how much of the light behind it hides.
vec4 airLight(vec3 air, vec3 direction) {
    return vec4(air, 0.0);
}
