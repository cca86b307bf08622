#pragma once

#if defined(SHOAL_PLAIN_WORKERS)
#include "sim/support/plain_workers.hpp"
#else

#include <algorithm>
#include <cstddef>
#include <optional>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace shoal {

/// Threads that share a simulation's work, or the work of preparing its bodies for a picture. The work of a
/// task depends on its index alone, never on the thread that runs it.
class Workers {
public:
    /// 0: one for each core.
    explicit Workers(int threads)
        : m_threads(threads > 0 ? threads : tbb::this_task_arena::max_concurrency()) {
        // TBB uses no more threads than there are cores unless told to. Set only then: the limit applies to
        // the whole process, where TBB applies the lowest, and a lower one would slow the host program.
        if (m_threads > tbb::this_task_arena::max_concurrency()) {
            m_limit.emplace(tbb::global_control::max_allowed_parallelism,
                            static_cast<std::size_t>(m_threads));
        }
    }

    int threads() const { return m_threads; }

    /// Calls `task(k)` for k in 0 .. count−1, several at a time; returns when all are done.
    template <class Task>
    void forEach(std::size_t count, const Task& task) {
        if (m_threads == 1) {
            for (std::size_t k = 0; k < count; ++k) {
                task(k);
            }
            return;
        }
        // Even a single task: outside the arena `current` would not know its thread.
        if (!m_arena.is_active()) {
            // An arena of more threads than the process allows prints a warning on standard error.
            const std::size_t allowed =
                tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism);
            m_arena.initialize(static_cast<int>(std::min(allowed, static_cast<std::size_t>(m_threads))));
        }
        m_arena.execute([&] {
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
    int current() const { return m_threads == 1 ? 0 : tbb::this_task_arena::current_thread_index(); }

private:
    int m_threads;
    std::optional<tbb::global_control> m_limit;
    tbb::task_arena m_arena;
};

}  // namespace shoal

#endif
