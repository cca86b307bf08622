#include "system/library/fork_guard.hpp"

#include <pthread.h>

namespace shoal {
namespace {

std::atomic<int> s_forks{0};  ///< from the start of the program to this process

// If it fails, memory is short at the very start; nothing is guarded then.
[[maybe_unused]] const int s_watched = pthread_atfork(nullptr, nullptr, [] { ++s_forks; });

}  // namespace

bool ForkGuard::claim() {
    const int present = s_forks;
    int owner = kNone;
    return m_owner.compare_exchange_strong(owner, present) || owner == present;
}

bool ForkGuard::isFree() const {
    const int owner = m_owner;
    return owner == kNone || owner == s_forks;
}

}  // namespace shoal
