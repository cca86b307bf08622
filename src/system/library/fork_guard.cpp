#include "system/library/fork_guard.hpp"

#include "system/library/forks.hpp"

namespace shoal {

bool ForkGuard::claim() {
    const int present = forks::count();
    int owner = kNone;
    return m_owner.compare_exchange_strong(owner, present) || owner == present;
}

bool ForkGuard::isFree() const {
    const int owner = m_owner;
    return owner == kNone || owner == forks::count();
}

}  // namespace shoal
