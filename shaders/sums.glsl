// Sums of the places of runs of a flock's bodies: see volume_sums.comp.
struct Sum {
    vec4 places;   // [m] from the eye; w: number of bodies
    vec4 squares;  // [m²]; w: of the moves
};

const uint kSummed = 64u;  // bodies in a run
