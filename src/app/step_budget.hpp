#pragma once

namespace shoal {

/// Runs up to `due` steps, and no further one once `seconds` have gone by: a flock whose steps are slow is
/// slow itself, but between any two of its steps there is a picture and an ear for the user. Returns how many
/// ran, at least one of those due. `now` tells the time [s].
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
