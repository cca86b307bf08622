#define IS_METRIC
layout(std140, binding = 1) uniform Settings { vec4 k[4]; uvec4 w[1]; };
const float kMemoryLimit = 1.0e+15;
float s0;
float s1;
float s2;
float s3;
float s4;
float s5;
float s6;
float s7;
float s8;
float s9;
float s10;
void beginRules() {
    s0 = 0.0;
    s1 = 0.0;
    s2 = 0.0;
    s3 = 0.0;
    s4 = 0.0;
    s5 = 0.0;
    s6 = 0.0;
    s7 = 0.0;
    s8 = 0.0;
    s9 = 0.0;
    s10 = 0.0;
}
void accumulateRules() {
    float f21 = k[0].x / distanceSq;
    bool b23 = distanceSq < k[0].y;
    float f24 = b23 ? f21 : 0.0;
    float f25 = offset.x * f24;
    float f26 = offset.y * f24;
    float f27 = offset.z * f24;
    float f28 = s0 - f25;
    float f29 = s1 - f26;
    float f30 = s2 - f27;
    bool b36 = distanceSq < k[0].z;
    float f38 = b36 ? k[0].w : 0.0;
    float f39 = s3 + f38;
    float f40 = b36 ? otherVelocity.x : 0.0;
    float f41 = s4 + f40;
    float f42 = b36 ? otherVelocity.y : 0.0;
    float f43 = s5 + f42;
    float f44 = b36 ? otherVelocity.z : 0.0;
    float f45 = s6 + f44;
    bool b51 = distanceSq < k[1].x;
    float f53 = b51 ? k[1].y : 0.0;
    float f54 = s7 + f53;
    float f55 = b51 ? offset.x : 0.0;
    float f56 = s8 + f55;
    float f57 = b51 ? offset.y : 0.0;
    float f58 = s9 + f57;
    float f59 = b51 ? offset.z : 0.0;
    float f60 = s10 + f59;
    s0 = f28;
    s1 = f29;
    s2 = f30;
    s3 = f39;
    s4 = f41;
    s5 = f43;
    s6 = f45;
    s7 = f54;
    s8 = f56;
    s9 = f58;
    s10 = f60;
}
vec3 steerByRules() {
    vec3 push = vec3(0.0);
    vec3 one;
    float f63 = s0 * weight;
    float f65 = s1 * weight;
    float f67 = s2 * weight;
    float f69 = f63 * k[1].z;
    float f71 = f65 * k[1].w;
    float f73 = f67 * k[2].x;
    one = vec3(f69, f71, f73);
    if (isFinite(one)) {
        push += one;
    } else {
        atomicAdd(faults[0], 1u);
    }
    float f75 = s3 * weight;
    float f77 = s4 * weight;
    float f79 = s5 * weight;
    float f81 = s6 * weight;
    float f83 = k[2].y / f75;
    float f85 = f77 * f83;
    float f86 = f79 * f83;
    float f87 = f81 * f83;
    float f88 = f85 - velocity.x;
    float f89 = f86 - velocity.y;
    float f90 = f87 - velocity.z;
    bool b92 = k[2].w < f75;
    float f93 = b92 ? f88 : 0.0;
    float f94 = b92 ? f89 : 0.0;
    float f95 = b92 ? f90 : 0.0;
    float f96 = f93 * k[2].z;
    float f97 = f94 * k[2].z;
    float f98 = f95 * k[2].z;
    one = vec3(f96, f97, f98);
    if (isFinite(one)) {
        push += one;
    } else {
        atomicAdd(faults[0], 1u);
    }
    float f100 = s7 * weight;
    float f102 = s8 * weight;
    float f104 = s9 * weight;
    float f106 = s10 * weight;
    float f108 = k[3].x / f100;
    float f110 = f102 * f108;
    float f111 = f104 * f108;
    float f112 = f106 * f108;
    bool b114 = k[3].z < f100;
    float f115 = b114 ? f110 : 0.0;
    float f116 = b114 ? f111 : 0.0;
    float f117 = b114 ? f112 : 0.0;
    float f118 = f115 * k[3].y;
    float f119 = f116 * k[3].y;
    float f120 = f117 * k[3].y;
    one = vec3(f118, f119, f120);
    if (isFinite(one)) {
        push += one;
    } else {
        atomicAdd(faults[0], 1u);
    }
    return push;
}
