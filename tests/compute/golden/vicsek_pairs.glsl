#define IS_METRIC
layout(std140, binding = 1) uniform Settings { vec4 k[3]; uvec4 w[1]; };
const float kMemoryLimit = 1.0e+15;
float s0;
float s1;
float s2;
float s3;
void beginRules() {
    s0 = 0.0;
    s1 = 0.0;
    s2 = 0.0;
    s3 = 0.0;
}
void accumulateRules() {
    bool b22 = distanceSq < k[0].x;
    float f24 = b22 ? k[0].y : 0.0;
    float f25 = s0 + f24;
    float f26 = otherVelocity.z * otherVelocity.z;
    float f27 = otherVelocity.y * otherVelocity.y;
    float f28 = otherVelocity.x * otherVelocity.x;
    float f29 = f28 + f27;
    float f30 = f29 + f26;
    float f31 = sqrt(f30);
    float f33 = k[0].z / f31;
    float f34 = otherVelocity.x * f33;
    float f35 = otherVelocity.y * f33;
    float f36 = otherVelocity.z * f33;
    bool b38 = k[0].w < f31;
    float f39 = b38 ? f34 : 0.0;
    float f40 = b38 ? f35 : 0.0;
    float f41 = b38 ? f36 : 0.0;
    float f42 = b22 ? f39 : 0.0;
    float f43 = s1 + f42;
    float f44 = b22 ? f40 : 0.0;
    float f45 = s2 + f44;
    float f46 = b22 ? f41 : 0.0;
    float f47 = s3 + f46;
    s0 = f25;
    s1 = f43;
    s2 = f45;
    s3 = f47;
}
vec3 steerByRules() {
    vec3 push = vec3(0.0);
    vec3 one;
    float f50 = s0 * weight;
    float f52 = s1 * weight;
    float f54 = s2 * weight;
    float f56 = s3 * weight;
    float f57 = velocity.z * velocity.z;
    float f58 = velocity.y * velocity.y;
    float f59 = velocity.x * velocity.x;
    float f60 = f59 + f58;
    float f61 = f60 + f57;
    float f62 = sqrt(f61);
    float f64 = k[1].x / f62;
    float f65 = velocity.x * f64;
    float f66 = velocity.y * f64;
    float f67 = velocity.z * f64;
    bool b69 = k[1].y < f62;
    float f70 = b69 ? f65 : 0.0;
    float f71 = b69 ? f66 : 0.0;
    float f72 = b69 ? f67 : 0.0;
    float f73 = f52 + f70;
    float f74 = f54 + f71;
    float f75 = f56 + f72;
    float f76 = f75 * f75;
    float f77 = f74 * f74;
    float f78 = f73 * f73;
    float f79 = f78 + f77;
    float f80 = f79 + f76;
    float f81 = sqrt(f80);
    bool b83 = k[1].z < f81;
    bool b85 = k[1].w < f50;
    bool b86 = b85 && b83;
    float f88 = k[2].x / f81;
    float f89 = f73 * f88;
    float f90 = f74 * f88;
    float f91 = f75 * f88;
    float f93 = f89 - velocity.x;
    float f94 = f90 - velocity.y;
    float f95 = f91 - velocity.z;
    float f96 = f93 * k[2].y;
    float f97 = f94 * k[2].y;
    float f98 = f95 * k[2].y;
    float f99 = b86 ? f96 : 0.0;
    float f100 = b86 ? f97 : 0.0;
    float f101 = b86 ? f98 : 0.0;
    one = vec3(f99, f100, f101);
    if (isFinite(one)) {
        push += one;
    } else {
        atomicAdd(faults[0], 1u);
    }
    return push;
}
