// The cells of a flock: of equal edges, row by row along x. Boids beyond the border belong to its
// cells; in a wrapped world they count at their place inside it.

uniform vec3 uLow;    // [m] lower corner
uniform vec3 uEdge;   // [m] of a cell
uniform ivec3 uSize;  // cells along each axis
uniform bool uIsWrapped;

// How many worlds away a cell lies. GLSL's own remainder is undefined below zero.
int turnsOf(int cell, int size) {
    return cell >= 0 ? cell / size : -((size - 1 - cell) / size);
}

ivec3 cellAt(vec3 position) {
    ivec3 cell = ivec3(clamp(floor((position - uLow) / uEdge), vec3(-1e9), vec3(1e9)));
    if (uIsWrapped) {
        cell -= ivec3(turnsOf(cell.x, uSize.x), turnsOf(cell.y, uSize.y), turnsOf(cell.z, uSize.z)) * uSize;
    }
    return clamp(cell, ivec3(0), uSize - 1);
}

uint indexOf(ivec3 cell) {
    return uint((cell.z * uSize.y + cell.y) * uSize.x + cell.x);
}
