// The dust that a running herd raises: a square of columns on the ground round the herd, each with dust of three ages; see
// DustField.

const int kColumns = 128;   // along a side
const int kFlowCells = 32;  // along a side, of the herd's flow
const int kAges = 3;

// Units of the sums of the herd's flow.
const float kRunner = 256.0;  // one that runs
const float kSpeed = 16.0;    // a body length a second

// Dust rises and thins upwards, to 1/e at these heights [body lengths], by age.
const vec3 kDustHeights = vec3(0.3, 0.8, 1.7);

// Where the square lies in this frame.
layout(std140, binding = 2) uniform Dust {
    vec4 uDust;  // xy: its corner along x and z from the eye [m]; z: side of a column [m]; w: length of the longest body [m]
};

int columnIndex(ivec2 column, int age) {
    return column.x + kColumns * (column.y + kColumns * age);
}

bool isColumn(ivec2 column) {
    return all(greaterThanEqual(column, ivec2(0))) && all(lessThan(column, ivec2(kColumns)));
}

// A place relative to the eye on the square, 0 .. 1.
vec2 onDust(vec2 place) {
    return (place - uDust.xy) / (uDust.z * float(kColumns));
}
