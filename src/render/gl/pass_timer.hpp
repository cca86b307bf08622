#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "render/gl/gl_debug.hpp"
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

/// What a pass of a frame takes.
struct PassTime {
    std::string name;
    double seconds = 0.0;
};

/// Names the passes of a frame for tools and, on request, times them.
class PassTimer {
public:
    enum class Mode {
        off,
        onCard,   ///< by timer queries, without waiting: a time arrives frames later
        finished  ///< waits until a pass is finished, and takes the clock: for software, whose queries say
                  ///< nothing
    };
    void setMode(Mode mode) { m_mode = mode; }

    /// Calls `draw`, which makes one pass.
    template <class Draw>
    void time(const char* name, const Draw& draw) {
        const GlGroup group(name);
        begin(name);
        draw();
        end();
    }

    /// Returns the newest known time of each pass made since the last call, in the order in which they were
    /// first made. Of a pass made several times it is that of the last.
    std::vector<PassTime> times();

private:
    struct Pass {
        std::string name;
        GlTimer timer;
        double seconds = 0.0;
        bool isMade = false;  ///< since the last call of times()
    };

    void begin(const char* name);
    void end();

    Mode m_mode = Mode::off;
    std::vector<Pass> m_passes;
    Pass* m_current = nullptr;
    double m_start = 0.0;
};

}  // namespace shoal
