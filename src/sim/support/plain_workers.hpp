#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace shoal {

/// The Workers of workers.hpp on plain threads: ThreadSanitizer does not see how TBB orders its tasks and
/// would report races that do not exist. Slow, because each call starts its threads anew.
class Workers {
public:
    explicit Workers(int threads)
        : m_threads(threads > 0 ? threads
                                : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))) {}

    int threads() const { return m_threads; }

    template <class Task>
    void forEach(std::size_t count, const Task& task) {
        // Relaxed: taking a task must not order the work of two tasks.
        std::atomic<std::size_t> next{0};
        const auto work = [&](int thread) {
            s_current = thread;
            for (std::size_t k = 0; (k = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
                task(k);
            }
        };
        std::vector<std::jthread> others;
        for (int thread = 1; thread < m_threads && static_cast<std::size_t>(thread) < count; ++thread) {
            others.emplace_back(work, thread);
        }
        work(0);
    }

    int current() const { return s_current; }

private:
    static inline thread_local int s_current = 0;
    int m_threads;
};

}  // namespace shoal
