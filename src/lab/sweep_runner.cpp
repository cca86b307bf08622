#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "lab/sweep.hpp"

namespace shoal {
namespace {

using namespace std::chrono_literals;

/// Rows on their way from the threads that compute them to the one that writes them.
struct Finished {
    struct Entry {
        std::uint64_t run = 0;
        Result<Sweep::Row> row;
    };

    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Entry> rows;
    int working = 0;
};

class Runner {
public:
    Runner(const Sweep& sweep, std::span<const std::uint64_t> runs, bool wantsTakes)
        : m_sweep(sweep), m_runs(runs), m_wantsTakes(wantsTakes) {}

    Result<bool> run(int threads, const SweepWatch& watch) {
        m_finished.working = threads;
        std::vector<std::jthread> workers;
        // Destroyed before the threads, which then end within a step, however this function is left.
        const Stopper stopper{m_isStopped};
        try {
            for (int thread = 0; thread < threads; ++thread) {
                workers.emplace_back([this] { work(); });
            }
        } catch (const std::system_error&) {
            if (workers.empty()) {
                return Problem{"cannot start a thread; end other programs"};
            }
            const std::lock_guard lock(m_finished.mutex);
            m_finished.working -= threads - static_cast<int>(workers.size());  // fewer will do
        }
        return write(watch);
    }

private:
    struct Stopper {
        std::atomic<bool>& isStopped;
        ~Stopper() { isStopped = true; }
    };

    void work() {
        while (!m_isStopped) {
            const std::size_t at = m_next++;
            if (at >= m_runs.size()) {
                break;
            }
            auto row = rowOf(m_runs[at]);
            const std::lock_guard lock(m_finished.mutex);
            if (row) {
                m_finished.rows.push_back({m_runs[at], std::move(*row)});
            }
            m_finished.changed.notify_one();
        }
        const std::lock_guard lock(m_finished.mutex);
        --m_finished.working;
        m_finished.changed.notify_one();
    }

    /// Empty if it was stopped.
    std::optional<Result<Sweep::Row>> rowOf(std::uint64_t run) {
        try {
            auto done = m_sweep.run(run, m_wantsTakes,
                                    [this] { return m_isStopped.load(std::memory_order_relaxed); });
            if (!done) {
                return Result<Sweep::Row>(done.problem());
            }
            return *done ? std::optional<Result<Sweep::Row>>(std::move(**done)) : std::nullopt;
        } catch (const std::bad_alloc&) {
            return Result<Sweep::Row>(Problem{"out of memory; use fewer threads"});
        }
    }

    Result<bool> write(const SweepWatch& watch) {
        std::unique_lock lock(m_finished.mutex);
        for (;;) {
            m_finished.changed.wait_for(
                lock, 100ms, [this] { return !m_finished.rows.empty() || m_finished.working == 0; });
            while (!m_finished.rows.empty()) {
                const Finished::Entry entry = std::move(m_finished.rows.front());
                m_finished.rows.pop_front();
                lock.unlock();
                if (!entry.row) {
                    return entry.row.problem();
                }
                if (auto noted = watch.onRow(entry.run, *entry.row); !noted) {
                    return noted.problem();
                }
                lock.lock();
            }
            if (m_finished.working == 0 && m_finished.rows.empty()) {
                return true;
            }
            if (watch.isStopped()) {
                return false;
            }
        }
    }

    const Sweep& m_sweep;
    std::span<const std::uint64_t> m_runs;
    bool m_wantsTakes;
    std::atomic<std::size_t> m_next{0};
    std::atomic<bool> m_isStopped{false};
    Finished m_finished;
};

}  // namespace

Result<bool> runSweep(const Sweep& sweep, std::span<const std::uint64_t> runs, int threads,
                      const SweepWatch& watch) {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    // A device steps one run at a time: its driver's functions are loaded for the whole process.
    const auto wanted = static_cast<std::size_t>(sweep.device() != nullptr ? 1
                                                 : threads > 0             ? threads
                                                                           : cores);
    Runner runner(sweep, runs, watch.wantsTakes);
    return runner.run(static_cast<int>(std::max<std::size_t>(1, std::min(wanted, runs.size()))), watch);
}

}  // namespace shoal
