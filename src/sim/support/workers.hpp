#pragma once

#if defined(SHOAL_PLAIN_WORKERS)
#include "sim/support/plain_workers.hpp"
#else

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "system/library/fork_guard.hpp"

namespace shoal {

/// Threads that share a simulation's work, or the work of preparing its bodies for a picture. The work of a
/// task depends on its index alone, never on the thread that runs it. A process that was forked from one
/// whose simulations had several threads works on one.
class Workers {
public:
    /// 0: one for each core.
    explicit Workers(int threads) {
        if (threads != 1 && s_tbb.claim()) {
            m_threads = threads > 0 ? threads : tbb::this_task_arena::max_concurrency();
            m_team = std::make_unique<Team>(m_threads);
        }
    }
    ~Workers() {
        if (!s_tbb.isFree()) {
            (void)m_team.release();  // destroying it would wait for TBB's locks
        }
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    int threads() const { return m_threads; }

    /// Calls `task(k)` for k in 0 .. count−1, several at a time; returns when all are done.
    template <class Task>
    void forEach(std::size_t count, const Task& task) {
        if (isSerial()) {
            for (std::size_t k = 0; k < count; ++k) {
                task(k);
            }
            return;
        }
        // Even a single task: outside the arena `current` would not know its thread.
        if (!m_team->arena.is_active()) {
            // An arena of more threads than the process allows prints a warning on standard error.
            const std::size_t allowed =
                tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
            m_team->arena.initialize(
                static_cast<int>(std::min(allowed, static_cast<std::size_t>(m_threads))));
        }
        m_team->arena.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::size_t>(0, count, 1),
                [&](const tbb::blocked_range<std::size_t>& range) {
                    for (std::size_t k = range.begin(); k < range.end(); ++k) {
                        task(k);
                    }
                },
                tbb::simple_partitioner{});
        });
    }

    /// The number of the thread that runs the present task, 0 .. threads−1: for scratch memory, never for
    /// results.
    int current() const { return isSerial() ? 0 : tbb::this_task_arena::current_thread_index(); }

private:
    struct Team {
        explicit Team(int threads) {
            // TBB uses no more threads than there are cores unless told to. Set only then: the limit applies
            // to the whole process, where TBB applies the lowest, and a lower one would slow the host
            // program.
            if (threads > tbb::this_task_arena::max_concurrency()) {
                limit.emplace(tbb::global_control::max_allowed_parallelism,
                              static_cast<std::size_t>(threads));
            }
        }

        std::optional<tbb::global_control> limit;
        tbb::task_arena arena;
    };

    bool isSerial() const { return m_threads == 1 || !s_tbb.isFree(); }

    static inline constinit ForkGuard s_tbb;
    int m_threads = 1;
    std::unique_ptr<Team> m_team;
};

}  // namespace shoal

#endif
