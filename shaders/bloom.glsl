// Reads a picture that fills the lower left corner of a texture.

// One texel, or the nearest one in use.
vec3 texelAt(sampler2D source, ivec2 texel, vec2 used) {
    return texelFetch(source, clamp(texel, ivec2(0), ivec2(used) - 1), 0).rgb;
}

// Interpolates at a position [texels of the source].
vec3 smoothAt(sampler2D source, vec2 position, vec2 used) {
    return textureLod(source, clamp(position, vec2(0.5), used - 0.5) / vec2(textureSize(source, 0)), 0.0).rgb;
}

// Upsamples to twice the size: the mean of four smooth taps, which hides the texels. `position` [texels].
vec3 spreadAt(sampler2D source, vec2 position, vec2 used) {
    const float kReach = 0.5;
    return 0.25 * (smoothAt(source, position + vec2(-kReach, -kReach), used) +
                   smoothAt(source, position + vec2(kReach, -kReach), used) +
                   smoothAt(source, position + vec2(-kReach, kReach), used) +
                   smoothAt(source, position + vec2(kReach, kReach), used));
}
