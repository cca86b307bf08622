// The light of a colour encoded as sRGB (IEC 61966-2-1).
vec3 linearFromSrgb(vec3 encoded) {
    vec3 curve = pow((encoded + 0.055) / 1.055, vec3(2.4));
    return mix(curve, encoded / 12.92, lessThanEqual(encoded, vec3(0.04045)));
}
