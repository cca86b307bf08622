#pragma once

#if defined(SHOAL_PLAIN_WORKERS)
#include "sim/plain_workers.hpp"
#else

#include <cstddef>
#include <optional>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace shoal {

/// The threads of one simulation. What each task does depends on its index alone, never on which thread runs
/// it.
class Workers {
public:
    /// 0: one for each core.
    explicit Workers(int threads)
        : m_threads(threads > 0 ? threads : tbb::this_task_arena::max_concurrency()), m_arena(m_threads) {
        // TBB lends no more threads than there are cores unless told to. Only then: the setting is the
        // process's, and a smaller one would slow the program around us.
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
        // A single task too: outside the arena `current` would not know its thread.
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

    /// Which of 0 .. threads−1 runs the present task: for scratch memory, never for results.
    int current() const { return m_threads == 1 ? 0 : tbb::this_task_arena::current_thread_index(); }

private:
    int m_threads;
    std::optional<tbb::global_control> m_limit;
    tbb::task_arena m_arena;
};

}  // namespace shoal

#endif
