// What every shader knows of the picture; SceneBlock in src/render/scene_block.hpp fills it.
layout(std140) uniform Scene {
    mat4 uViewProjection;  // from offsets from the eye to clip space
    vec4 uRayCentre;       // direction through the picture's middle …
    vec4 uRayRight;        // … and what one unit of clip x and y adds
    vec4 uRayUp;
    vec4 uEye;         // [m]; w: time [s]
    vec4 uSun;         // unit, towards the sun; w: exposure
    vec4 uExtinction;  // [1/m]; w: the length [m] that looks like one metre of reef
    vec4 uSurface;     // x: height of the surface above the eye [m]; y: alpha; z: [px] of one radian
    vec4 uViewport;    // of the whole picture: width, height; of what is drawn of it: left, lower [px]
};
