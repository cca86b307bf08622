// Translucency without sorting: a thing covers some of a pixel's samples. The driver's alpha to coverage differs
// between versions; this is the same in all.

struct Coverage {
    int mask;        // the samples to write
    float strength;  // 0 .. 1 of the thing's light in them; the rest is the background's
};

// Noise 0 .. 1 of a pixel of the whole frame: interleaved gradient noise (Jimenez 2014).
float pixelNoise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// Covers as few samples as this opacity allows, so that the background shows through evenly. With one sample the thing
// blends with the background instead. Things with different `variety` 0 .. 1 cover different samples, so that one shows
// through another.
Coverage coverageOf(float opacity, float variety) {
    int samples = max(int(uSurface.w + 0.5), 1);
    int covered = clamp(int(ceil(float(samples) * opacity - 0.001)), 1, samples);
    int turn = int(fract(pixelNoise(gl_FragCoord.xy + uViewport.zw) + variety) * float(samples));
    int mask = (1 << covered) - 1;
    mask = ((mask << turn) | (mask >> (samples - turn))) & ((1 << samples) - 1);
    return Coverage(mask, min(opacity * float(samples) / float(covered), 1.0));
}
