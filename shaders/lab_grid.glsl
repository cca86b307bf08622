// The grid and the world's edge on a lab's floor; include after lab.glsl.

uniform vec4 uFloor;  // from the eye [m]: the middle; w: 1 if it is a disc
uniform vec4 uSpan;  // [m] half its width and depth; distance between two lines; lines between two with numbers
uniform vec3 uEdge;   // x: 0 open, 1 wrapped, 2 walled; y: 1 if the boids stay in the plane, 0 if it lies below them; z: strength of shadows

// How much of a pixel lines at whole numbers of `place` cover, each `pixels` wide. They fade where they are finer than
// pixels.
float linesAt(vec2 place, float pixels) {
    vec2 pixel = max(fwidth(place), 1e-7);
    vec2 away = abs(fract(place - 0.5) - 0.5) / pixel;
    vec2 covered = clamp(0.5 * pixels + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.1, 0.45, pixel));
    return max(covered.x, covered.y);
}

// [m] Distance from the edge, negative inside.
float beyondEdge(vec2 place) {
    if (uFloor.w > 0.5) {
        return length(place) - uSpan.x;
    }
    vec2 out_ = abs(place) - uSpan.xy;
    return length(max(out_, 0.0)) + min(max(out_.x, out_.y), 0.0);
}

// Colour of the floor at a place relative to its middle [m]: lines over `ground`. `fade` 0 .. 1 hides everything far away.
vec3 floorColour(vec2 place, vec3 ground, float fade) {
    float pixels = max(1.0, uViewport.y / 900.0);  // width of a line
    float sd = beyondEdge(place);
    float metres = max(max(length(dFdx(place)), length(dFdy(place))), 1e-9);  // side of a pixel
    float inside = clamp(0.5 - sd / metres, 0.0, 1.0);

    // Outside, a floor goes on; a plane that boids cannot leave does not.
    bool isBound = uEdge.x > 0.5;
    float outside = uEdge.y > 0.5 && isBound ? 0.0 : exp(-max(sd, 0.0) / uSpan.x);
    float shown = fade * mix(outside, 1.0, inside);
    vec3 fine = isPaper() ? vec3(0.820, 0.848, 0.875) : ground + vec3(0.0110, 0.0150, 0.0195);
    vec3 bold = isPaper() ? vec3(0.640, 0.686, 0.730) : ground + vec3(0.0270, 0.0370, 0.0470);
    vec3 colour = mix(ground, fine, 0.8 * shown * linesAt(place / uSpan.z, pixels));
    colour = mix(colour, bold, 0.9 * shown * linesAt(place / (uSpan.z * uSpan.w), pixels));

    // The edge: walls glow on both sides, dashes show where the world goes on at the opposite side.
    vec3 ink = isPaper() ? vec3(0.0242, 0.1356, 0.1845) : vec3(0.1144, 0.3916, 0.4793);  // #2b6777, #5fa8b8
    float along = uFloor.w > 0.5 ? atan(place.y, place.x) * uSpan.x
                                 : abs(place.x) * uSpan.y > abs(place.y) * uSpan.x ? place.y : place.x;
    float dash = 1.0;
    if (uEdge.x > 0.5 && uEdge.x < 1.5) {
        float at = along / uSpan.z;
        float soft = max(metres / uSpan.z, 1e-4);
        dash = smoothstep(0.30 + soft, 0.30 - soft, abs(fract(at) - 0.5));
    }
    float width = pixels * (isBound ? 1.7 : 1.0);
    float line = clamp(0.5 * width + 0.5 - abs(sd) / metres, 0.0, 1.0) * dash;
    float glow = isPaper() || !isBound ? 0.0 : exp(-abs(sd) / (0.045 * uSpan.x));
    glow *= glow * (uEdge.x > 1.5 ? 1.0 : 0.55);
    colour += fade * ink * (0.22 * glow);
    colour = mix(colour, ink, fade * line * (isBound ? 0.95 : 0.45));

    // Ticks at the lines that have numbers.
    if (isBound || uEdge.y > 0.5) {
        vec2 tall = place / (uSpan.z * uSpan.w);
        vec2 pixel = max(fwidth(tall), 1e-7);
        vec2 tick = clamp(0.5 * pixels + 0.5 - abs(fract(tall - 0.5) - 0.5) / pixel, 0.0, 1.0);
        vec2 out_ = abs(place) - uSpan.xy;
        float length_ = 0.022 * uSpan.x;
        float above = tick.x * step(out_.x, metres) * step(0.0, out_.y) * step(out_.y, length_);
        float aside = tick.y * step(out_.y, metres) * step(0.0, out_.x) * step(out_.x, length_);
        colour = mix(colour, ink, 0.75 * fade * max(above, aside));
    }
    return colour;
}
