#include "terminal/interruption.hpp"

#include <csignal>

#include "terminal/console.hpp"

namespace shoal {

Interruption::Interruption()
    : m_signals([] { printLine("stopped: the pipe's reader did not accept the remaining output"); }) {}

std::optional<ExitStatus> Interruption::status() const {
    switch (m_signals.first()) {
        case SIGHUP:
            return ExitStatus::hungUp;
        case SIGINT:
            return ExitStatus::interrupted;
        case SIGTERM:
            return ExitStatus::terminated;
        default:
            return std::nullopt;
    }
}

}  // namespace shoal
