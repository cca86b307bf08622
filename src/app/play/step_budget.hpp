#pragma once

namespace shoal {

/// Runs up to `due` steps, but starts none once `seconds` have passed. Slow steps slow the flock down, but
/// the viewer draws and handles input between them. Returns the number of steps run, at least one if any is
/// due. `now` returns the time [s].
template <class Now, class Step>
int stepWithin(double seconds, int due, const Now& now, const Step& step) {
    const double start = now();
    int done = 0;
    while (done < due && (done == 0 || now() - start <= seconds)) {
        step();
        ++done;
    }
    return done;
}

}  // namespace shoal
