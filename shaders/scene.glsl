// The frame's data for every shader, filled by SceneBlock in src/render/frame/scene_block.hpp.
layout(std140) uniform Scene {
    mat4 uViewProjection;  // from eye-relative offsets to clip space
    vec4 uRayCentre;       // direction through the frame's middle; w: 1 if air.frag adds light …
    vec4 uRayRight;        // … and what one unit of clip x and y adds
    vec4 uRayUp;
    vec4 uEye;         // [m]; w: time [s]
    vec4 uSun;         // unit, towards the sun; w: exposure
    vec4 uExtinction;  // [1/m]; w: the length [m] that looks like one metre of reef
    vec4 uSurface;     // x: height of the surface above the eye [m]; y: alpha; z: [px] per radian; w: samples of a pixel
    vec4 uViewport;    // whole frame: width, height; drawn part: left, bottom [px]
    mat4 uSunProjection;  // from eye-relative offsets to the shadow map's clip space
    vec4 uShadow;         // x: side of a texel of the shadow map, of the whole; y: [m]; z: strength 0 .. 1
};
