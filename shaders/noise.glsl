// 3D noise.

float hash(vec3 p) {
    p = fract(p * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yzx + 33.33);
    return fract((p.x + p.y) * p.z);
}

// Smooth 3D noise, 0 .. 1.
float noise(vec3 p) {
    vec3 cell = floor(p);
    vec3 t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    float sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        vec3 at = vec3(corner & 1, (corner >> 1) & 1, (corner >> 2) & 1);
        vec3 share = mix(1.0 - t, t, at);
        sum += share.x * share.y * share.z * hash(cell + at);
    }
    return sum;
}

vec3 hash3(vec3 p) {
    p = fract(p * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yzx + 33.33);
    return fract((p + p.yzx) * p.zxy);
}

// Three independent noises for little more than the price of one.
vec3 noise3(vec3 p) {
    vec3 cell = floor(p);
    vec3 t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    vec3 sum = vec3(0.0);
    for (int corner = 0; corner < 8; ++corner) {
        vec3 at = vec3(corner & 1, (corner >> 1) & 1, (corner >> 2) & 1);
        vec3 share = mix(1.0 - t, t, at);
        sum += share.x * share.y * share.z * hash3(cell + at);
    }
    return sum;
}

// noise(vec3(p, layer)) for a whole `layer`.
float noise(vec2 p, float layer) {
    vec2 cell = floor(p);
    vec2 t = p - cell;
    t = t * t * (3.0 - 2.0 * t);
    return mix(mix(hash(vec3(cell, layer)), hash(vec3(cell + vec2(1.0, 0.0), layer)), t.x),
               mix(hash(vec3(cell + vec2(0.0, 1.0), layer)), hash(vec3(cell + vec2(1.0, 1.0), layer)), t.x), t.y);
}

#ifndef VERTEX
// Four octaves, the finer ones only while they are wider than a pixel, whose width in p is `pixel`.
float grain(vec3 p, float pixel) {
    float sum = 0.0;
    float weight = 0.5;
    for (int octave = 0; octave < 4; ++octave) {
        float value = 0.5;
        if (pixel < 1.0) {
            value = mix(noise(p), 0.5, smoothstep(0.3, 1.0, pixel));
        }
        sum += weight * value;
        p = p * 2.03 + 17.0;
        pixel *= 2.03;
        weight *= 0.5;
    }
    return sum;
}

// For fragment shaders, outside branches.
float grain(vec3 p) {
    return grain(p, length(fwidth(p)));
}

vec3 grain3(vec3 p) {
    vec3 sum = vec3(0.0);
    float weight = 0.5;
    float pixel = length(fwidth(p));
    for (int octave = 0; octave < 4; ++octave) {
        vec3 value = vec3(0.5);
        if (pixel < 1.0) {
            value = mix(noise3(p), vec3(0.5), smoothstep(0.3, 1.0, pixel));
        }
        sum += weight * value;
        p = p * 2.03 + 17.0;
        pixel *= 2.03;
        weight *= 0.5;
    }
    return sum;
}
#endif
