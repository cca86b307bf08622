#pragma once

#include <algorithm>
#include <cstddef>

#include "sim/support/workers.hpp"

namespace shoal {

/// Divides 0 .. count−1 into parts of this size and calls `work(begin, end)` for each, several at a time. If
/// `workers` is null, one thread does it all. `work` must not use Workers::current(), because a single part
/// runs on the caller's thread.
template <class Work>
void forEachPart(Workers* workers, std::size_t count, std::size_t size, const Work& work) {
    const auto workOn = [&](std::size_t part) { work(part * size, std::min((part + 1) * size, count)); };
    const std::size_t parts = (count + size - 1) / size;
    if (workers != nullptr && parts > 1) {
        workers->forEach(parts, workOn);
        return;
    }
    for (std::size_t part = 0; part < parts; ++part) {
        workOn(part);
    }
}

}  // namespace shoal
