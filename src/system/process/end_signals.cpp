#include "system/process/end_signals.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace shoal {

namespace {

constexpr int kStatusOfSignal = 128;   // what shells add to a signal's number
constexpr int kReaderPatience = 1000;  // [ms] to wait for the reader of a pipe

bool isIgnored(int number) {
    struct sigaction action {};
    return ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

EndSignals::EndSignals(std::function<void()> onStuckPipe) : m_onStuckPipe(std::move(onStuckPipe)) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    // A blocked signal arrives at the signalfd even if it is ignored.
    if (!isIgnored(SIGHUP)) {
        sigaddset(&held, SIGHUP);
    }
    pthread_sigmask(SIG_BLOCK, &held, &m_before);
    m_signals = ::signalfd(-1, &held, SFD_CLOEXEC);
    m_end = ::eventfd(0, EFD_CLOEXEC);
    if (m_signals < 0 || m_end < 0) {
        // Without descriptors, signals end the program as usual.
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
        return;
    }
    m_watcher = std::thread([this] { watch(); });
}

EndSignals::~EndSignals() {
    if (m_watcher.joinable()) {
        constexpr std::uint64_t kEnd = 1;
        // Cannot fail: the counter is far from its limit.
        [[maybe_unused]] const ssize_t written = ::write(m_end, &kEnd, sizeof kEnd);
        m_watcher.join();
    }
    for (const int descriptor : {m_signals, m_end}) {
        if (descriptor >= 0) {
            ::close(descriptor);
        }
    }
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

void EndSignals::watch() {
    std::array<pollfd, 2> sources{pollfd{m_signals, POLLIN, 0}, pollfd{m_end, POLLIN, 0}};
    while (true) {
        const int first = m_first.load(std::memory_order_relaxed);
        const bool hasPipe = m_hasPipe.load(std::memory_order_relaxed);
        const int ready =
            ::poll(sources.data(), sources.size(), first != 0 && hasPipe ? kReaderPatience : -1);
        if (ready < 0) {
            continue;  // interrupted by a debugger
        }
        if (ready == 0) {
            m_onStuckPipe();
            ::_exit(kStatusOfSignal + first);
        }
        if (sources[1].revents != 0) {
            return;
        }
        signalfd_siginfo came{};
        if (::read(m_signals, &came, sizeof came) != static_cast<ssize_t>(sizeof came)) {
            continue;
        }
        const int number = static_cast<int>(came.ssi_signo);
        if (first != 0) {
            if (number == SIGHUP) {
                continue;
            }
            // Destructors would have to wait for the main thread's current work.
            ::_exit(kStatusOfSignal + number);
        }
        m_first.store(number, std::memory_order_relaxed);
    }
}

}  // namespace shoal
