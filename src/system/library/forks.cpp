#include "system/library/forks.hpp"

#include <atomic>

#include <pthread.h>

namespace shoal::forks {
namespace {

std::atomic<int> s_count{0};
std::atomic<std::uint32_t> s_lastThread{kNoThread};
std::atomic<std::uint32_t> s_lastBeforeFork{kNoThread};
std::atomic<std::uint32_t> s_forking{kNoThread};  ///< goes on in the forked process

void noteFork() {
    ++s_count;
    s_forking = thisThread();
    s_lastBeforeFork = s_lastThread.load();
}

// If it fails, memory is short at the very start; nothing is guarded then.
[[maybe_unused]] const int s_watched = pthread_atfork(nullptr, nullptr, noteFork);

}  // namespace

int count() {
    return s_count;
}

std::uint32_t thisThread() {
    thread_local const std::uint32_t number = ++s_lastThread;
    return number;
}

bool isLeftBehind(std::uint32_t thread) {
    return thread != kNoThread && thread <= s_lastBeforeFork && thread != s_forking;
}

}  // namespace shoal::forks
