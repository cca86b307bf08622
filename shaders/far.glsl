// Land that reaches the horizon; include after scene.glsl. A place is homogeneous, relative to the eye: xyz / w [m]. With
// w 0 it is infinitely far, in the direction xyz; a triangle may have such corners.

// Infinitely far places would have the depth of the backdrop, which would then cover them.
const float kFarthestDepth = 1.0 - 5e-7;

vec4 clipOf(vec4 place) {
    vec4 clip = uViewProjection * place;
    clip.z = min(clip.z, kFarthestDepth * clip.w);
    return clip;
}

const float kFarthestMetres = 1e7;  // patterns have faded there, and floats are finite

// Direction of a place, and its distance [m].
vec4 sightOf(vec4 place) {
    float size = max(length(place.xyz), 1e-30);
    return vec4(place.xyz / size, size / max(place.w, size / kFarthestMetres));
}
