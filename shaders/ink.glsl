// The light of marks that stand for a value; include after a place.
#include "tone.glsl"

// Light that the picture shows as exactly this colour, whatever the exposure. Only in a lab may it bloom.
vec3 inkLight(vec3 colour) {
#ifdef PLOT
    return untoned(colour, 0.0, 2.28) / max(uSun.w, 0.05);
#else
    return untoned(colour, 1.0, 1.0) / max(uSun.w, 0.05);
#endif
}
