// The optical-depth volume: how much the bodies shade one another and what lies about them. A box of cells round the
// flock; see OpticalDepth.

const ivec3 kCells = ivec3(48, 24, 48);

// Where the volume lies in this frame.
layout(std140, binding = 1) uniform Volume {
    vec4 uVolume;  // its corner from the eye [m]; w: side of a cell [m]
};

int cellIndex(ivec3 cell) {
    return cell.x + kCells.x * (cell.y + kCells.y * cell.z);
}

bool isCell(ivec3 cell) {
    return all(greaterThanEqual(cell, ivec3(0))) && all(lessThan(cell, kCells));
}
