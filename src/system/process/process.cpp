#include "system/process/process.hpp"

#include <csignal>
#include <system_error>

#include <malloc.h>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace shoal {

std::filesystem::path programFile() {
    const std::filesystem::path link = "/proc/self/exe";
    std::error_code error;
    const std::filesystem::path file = std::filesystem::read_symlink(link, error);
    // If the file has been replaced since, the link still leads to this program.
    return std::filesystem::exists(file, error) ? file : link;
}

std::string accountHome() {
    const passwd* entry = ::getpwuid(::getuid());
    return entry == nullptr || entry->pw_dir == nullptr ? "" : entry->pw_dir;
}

void lowerThreadPriority() {
    // Not the lowest, 19: on a busy machine such a thread waits for seconds for its next turn, and so does
    // the window for a lock that it holds meanwhile, such as the allocator's.
    constexpr int kLow = 10;
    // On Linux a thread has its own priority.
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kLow));
}

void lowerProcessPriority(int niceness) {
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, niceness));
}

std::size_t heapBytes() {
    const struct mallinfo2 heap = ::mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

void requestTermination() {
    ::kill(::getpid(), SIGTERM);
}

}  // namespace shoal
