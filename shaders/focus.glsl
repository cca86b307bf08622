// A thin lens in focus at one distance; include after scene.glsl.

#ifdef MULTISAMPLED
uniform sampler2DMS uDepth;
#else
uniform sampler2D uDepth;
#endif
uniform vec3 uLens;  // radius of blur [px m]; 1 / distance in focus [1/m]; largest radius [px]

// Radius of blur of a sample of a pixel of the target [px]: above 0 beyond the focus, below 0 before it.
float blurAt(ivec2 pixel, int sampleIndex) {
    float beyond = 1.0 - (2.0 * texelFetch(uDepth, pixel, sampleIndex).r - 1.0);
    float inverseDepth = beyond / max(-uViewProjection[3].z, 1e-9);
    float apart = uLens.y - inverseDepth;
    // Sharp from 5/8 of the distance on: the near side of a flock that is in focus.
    apart = apart < 0.0 ? min(apart + 0.6 * uLens.y, 0.0) : apart;
    return clamp(uLens.x * apart, -uLens.z, uLens.z);
}
