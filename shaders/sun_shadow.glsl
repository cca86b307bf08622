// Shadows of obstacles and of standing bodies; include after scene.glsl. See ShadowMap.

layout(binding = 6) uniform sampler2DShadow uSunDepth;

// Place in the shadow map of an offset from the eye, 0 .. 1.
vec3 inShadowMap(vec3 offset) {
    return 0.5 + 0.5 * (uSunProjection * vec4(offset, 1.0)).xyz;
}

// 1 where the map shows what throws shadows, 0 beyond it.
float shadowMapReach(vec3 offset) {
    vec2 outwards = abs(2.0 * inShadowMap(offset).xy - 1.0);
    return 1.0 - smoothstep(0.85, 0.98, max(outwards.x, outwards.y));
}

// A turned grid, so that every tap crosses a straight edge at a place of its own.
float litAt(vec3 at, vec2 tap) {
    return texture(uSunDepth, vec3(at.xy + uShadow.w * (mat2(0.97, 0.24, -0.24, 0.97) * tap), at.z));
}

// Fraction of the sunlight that arrives at a surface with this normal; 0 for no surface.
float sunShadow(vec3 offset, vec3 normal) {
    // Clear of the surface's own texels.
    vec3 at = inShadowMap(offset + uShadow.y * (0.85 + uShadow.w / uShadow.x) * normal);
    bool isWide = uShadow.w > uShadow.x;
    float lit = 0.0;
    for (int i = 0; i < 4; ++i) {
        lit += 0.25 * litAt(at, vec2(i % 2, i / 2) * 2.0 - 1.0);
    }
    // What throws the shadow may lie within a wide penumbra.
    lit = isWide ? 0.8 * lit + 0.2 * litAt(at, vec2(0.0)) : lit;
    if (isWide && lit > 0.0 && lit < 1.0) {
        lit = 0.0;
        for (int i = 0; i < 16; ++i) {
            lit += litAt(at, vec2(i % 4, i / 4) * (2.0 / 3.0) - 1.0) / 16.0;
        }
    }
    return mix(1.0, lit, uShadow.z * shadowMapReach(offset));
}
