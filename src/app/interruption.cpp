#include "app/interruption.hpp"

#include <ctime>

#include <pthread.h>

namespace shoal {

Interruption::Interruption() {
    sigemptyset(&m_held);
    sigaddset(&m_held, SIGINT);
    sigaddset(&m_held, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &m_held, &m_before);
}

Interruption::~Interruption() {
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

std::optional<ExitStatus> Interruption::status() {
    if (!m_status) {
        constexpr timespec kDoNotWait{};
        switch (sigtimedwait(&m_held, nullptr, &kDoNotWait)) {
            case SIGINT:
                m_status = ExitStatus::interrupted;
                break;
            case SIGTERM:
                m_status = ExitStatus::terminated;
                break;
            default:
                break;
        }
    }
    return m_status;
}

}  // namespace shoal
