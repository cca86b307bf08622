#pragma once

#include <atomic>

namespace shoal {

/// Guards what does not survive fork(): another library's threads, and its locks, which a thread that the
/// forked process lacks may hold for ever. It belongs to the first process that claims it.
class ForkGuard {
public:
    /// Claims it for this process. Returns false if it belongs to a process that this one was forked from.
    bool claim();

    /// Whether it belongs to this process, or to none.
    bool isFree() const;

private:
    static constexpr int kNone = -1;
    std::atomic<int> m_owner{kNone};  ///< forks from the start of the program to the owner
};

}  // namespace shoal
