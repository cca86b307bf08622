#pragma once

#include <algorithm>
#include <cstddef>

#include "sim/support/workers.hpp"

namespace shoal {

/// Calls `work(begin, end)` for consecutive parts of 0 .. count−1, several at a time; without workers, one
/// after the other.
template <class Work>
void forEachPart(Workers* workers, std::size_t count, const Work& work) {
    constexpr std::size_t kPart = 1024;  // long enough that starting a task costs little
    const auto workOn = [&](std::size_t part) { work(part * kPart, std::min((part + 1) * kPart, count)); };
    const std::size_t parts = (count + kPart - 1) / kPart;
    if (workers != nullptr && parts > 1) {
        workers->forEach(parts, workOn);
        return;
    }
    for (std::size_t part = 0; part < parts; ++part) {
        workOn(part);
    }
}

}  // namespace shoal
