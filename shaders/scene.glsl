// The light of place `sky`: see SkyLight in src/render/frame/sky_light.hpp.
struct SkyLight {
    vec4 high;
    vec4 arch;
    vec4 below;
    vec4 towardsSun;
    vec4 fromSun;
    vec4 glow;
    vec4 disc;
    vec4 sunlight;
    vec4 ambientUp;
    vec4 ambientDown;
    vec4 rim;
    vec4 cloudLit;
    vec4 cloudShade;
    vec4 land;
};

// The frame's data for every shader, filled by SceneBlock in src/render/frame/scene_block.hpp.
layout(std140) uniform Scene {
    mat4 uViewProjection;  // from eye-relative offsets to clip space
    vec4 uRayCentre;       // from the eye to the frame's middle, 1 m deep
    vec4 uRayRight;        // what one unit of clip x adds; w: 1 if the view is orthographic
    vec4 uRayUp;           // what one unit of clip y adds; w: 1 for a lab on paper
    vec4 uEye;         // [m]; w: time [s]
    vec4 uSun;         // unit, towards the sun; w: exposure
    vec4 uExtinction;  // [1/m]; w: the length [m] that looks like one metre of reef
    vec4 uSurface;     // x: height of the water's surface above the eye [m]; y: alpha; z: [px] per radian, or per metre if orthographic; w: samples
    vec4 uViewport;    // whole frame: width, height; drawn part: left, bottom [px]
    mat4 uSunProjection;  // from eye-relative offsets to the shadow map's clip space
    vec4 uShadow;         // x: side of a texel of the shadow map, of the whole; y: [m]; z: strength 0 .. 1; w: half the penumbra's width, of the whole
    SkyLight uSky;
    vec4 uWaterDeep;  // the water's colour from straight down to straight up: three control points of a parabola
    vec4 uWaterBend;
    vec4 uWaterUp;
    vec4 uWaterTint;  // of the light that the water scatters
};

bool isOrthographic() {
    return uRayRight.w > 0.5;
}

// The camera's axis; not of length 1.
vec3 viewAxis() {
    return cross(uRayUp.xyz, uRayRight.xyz);
}

// [px] of a metre across the view, at a place relative to the eye.
float pixelsPerMetre(vec3 offset) {
    return uSurface.z / (isOrthographic() ? 1.0 : max(length(offset), 1e-4));
}
