#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "render/gl/gl_object.hpp"

namespace shoal {

/// Measures how long the graphics card takes for the commands between begin() and end(), without waiting for
/// it. Timers must not overlap.
class GlTimer {
public:
    void begin();
    void end();

    /// Returns the newest time [s] that is known and was not returned before.
    std::optional<double> poll();

private:
    static constexpr std::size_t kInFlight = 4;  // frames that a driver may queue

    struct Query {
        GlQuery object;
        bool isPending = false;
    };
    std::array<Query, kInFlight> m_queries;
    std::size_t m_next = 0;
    bool m_isRunning = false;
};

}  // namespace shoal
