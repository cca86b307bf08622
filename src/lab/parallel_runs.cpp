#include "lab/parallel_runs.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace shoal {

Result<bool> runInParallel(std::size_t count, int threads,
                           const std::function<Result<bool>(std::size_t index)>& run) {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t wanted = std::min(threads > 0 ? static_cast<std::size_t>(threads) : cores, count);
    std::vector<Result<bool>> results(count, false);
    std::atomic<std::size_t> next{0};
    std::atomic<bool> isStopped{false};
    const auto work = [&] {
        for (std::size_t index = next++; index < count && !isStopped; index = next++) {
            try {
                results[index] = run(index);
            } catch (const std::bad_alloc&) {
                results[index] = Problem{"out of memory; use fewer threads"};
            }
            if (!results[index] || !*results[index]) {
                isStopped = true;
            }
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            while (others.size() + 1 < wanted) {
                others.emplace_back(work);
            }
        } catch (const std::system_error&) {
            // Fewer threads will do.
        }
        work();
    }
    const auto problem = std::ranges::find_if(results, [](const auto& each) { return !each; });
    if (problem != results.end()) {
        return *problem;
    }
    return std::ranges::all_of(results, [](const auto& each) { return *each; });
}

}  // namespace shoal
