#include "app/gallery/background_work.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

namespace shoal {

namespace {

// The window stays smooth, and a busy processor still gives this process a quarter of a core.
constexpr int kNiceness = 5;

void endWithStandardInput() {
    char byte = 0;
    for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
        count = ::read(STDIN_FILENO, &byte, 1);
    }
    // The first signal ends the process between two steps, the second one at once.
    ::kill(::getpid(), SIGTERM);
    std::this_thread::sleep_for(std::chrono::seconds(2));
    ::kill(::getpid(), SIGTERM);
}

}  // namespace

void workInBackground() {
    ::setpriority(PRIO_PROCESS, 0, kNiceness);
    std::thread(endWithStandardInput).detach();
}

}  // namespace shoal
