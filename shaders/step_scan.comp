#version 430 core

// Sums over runs of 32: each number becomes the sum of those before it in its run, and the run's total goes to
// the next level. Without barriers: those cost more than the sums.

layout(local_size_x = 64) in;

layout(std430, binding = 0) restrict buffer Numbers { uint numbers[]; };

const uint kRun = 32u;

uniform uint uFrom;   // first number of this level
uniform uint uCount;  // how many it has
uniform uint uTo;     // first number of the next level
uniform bool uAdds;   // the way back: adds the next level's sums to the numbers of their runs

void main() {
    uint run = gl_GlobalInvocationID.x;
    uint begin = run * kRun;
    uint end = min(begin + kRun, uCount);
    if (begin >= end) {
        return;
    }
    uint sum = uAdds ? numbers[uTo + run] : 0u;
    for (uint at = uFrom + begin; at < uFrom + end; ++at) {
        uint own = numbers[at];
        numbers[at] = uAdds ? own + sum : sum;
        sum += uAdds ? 0u : own;
    }
    if (!uAdds) {
        numbers[uTo + run] = sum;
    }
}
