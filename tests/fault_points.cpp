#include "fault_points.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <utility>

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace shoal::test {

namespace {

std::atomic<int> armedKind{-1};
std::atomic<int> callsLeft{0};
std::atomic<bool> hasFired{false};
std::atomic<bool> lacksRenameNew{false};

/// Set before there are other threads, and perhaps before this file's own variables exist.
std::string& stallingFolder() {
    static std::string folder;
    return folder;
}

void waitWhileStalled(int descriptor) {
    if (stallingFolder().empty()) {
        return;
    }
    std::array<char, 64> link{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
    std::array<char, PATH_MAX> path{};
    if (::readlink(link.data(), path.data(), path.size()) <= 0 ||
        !std::string_view(path.data(), path.size()).starts_with(stallingFolder() + "/")) {
        return;
    }
    constexpr useconds_t kPause = 10'000;
    while (::access((stallingFolder() + "/stall").c_str(), F_OK) == 0) {
        ::close(::open((stallingFolder() + "/stalled").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        ::usleep(kPause);
    }
}

/// Standard streams do not count as the program's files.
bool isFile(int descriptor) {
    struct stat status = {};
    return descriptor > STDERR_FILENO && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

template <class Call>
auto failing(Fault kind, int error, const Call& call) -> decltype(call()) {
    if (isFaultDue(kind)) {
        errno = error;
        return -1;
    }
    return call();
}

}  // namespace

std::optional<Fault> faultNamed(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, Fault>, 5> kNames{{{"write", Fault::write},
                                                                        {"sync", Fault::sync},
                                                                        {"data_sync", Fault::dataSync},
                                                                        {"rename", Fault::rename},
                                                                        {"spawn", Fault::spawn}}};
    for (const auto& [each, fault] : kNames) {
        if (each == name) {
            return fault;
        }
    }
    return std::nullopt;
}

void armFault(Fault kind, int number) {
    hasFired = false;
    callsLeft = number;
    armedKind = static_cast<int>(kind);
}

bool disarmFault() {
    armedKind = -1;
    return hasFired;
}

void setLacksRenameNew(bool lacks) {
    lacksRenameNew = lacks;
}

void setStalling(const std::string& folder) {
    stallingFolder() = folder;
}

bool isFaultDue(Fault kind) {
    if (armedKind.load(std::memory_order_relaxed) != static_cast<int>(kind) || callsLeft.fetch_sub(1) != 1) {
        return false;
    }
    hasFired = true;
    return true;
}

}  // namespace shoal::test

// Replace the C library's functions for the program and all its libraries.
using shoal::test::Fault;

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t count) {
    const auto call = [&] { return static_cast<ssize_t>(::syscall(SYS_write, descriptor, bytes, count)); };
    shoal::test::waitWhileStalled(descriptor);
    return shoal::test::isFile(descriptor) ? shoal::test::failing(Fault::write, ENOSPC, call) : call();
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
    const auto call = [&] { return static_cast<ssize_t>(::syscall(SYS_writev, descriptor, parts, count)); };
    shoal::test::waitWhileStalled(descriptor);
    return shoal::test::isFile(descriptor) ? shoal::test::failing(Fault::write, ENOSPC, call) : call();
}

int fsync(int descriptor) {
    shoal::test::waitWhileStalled(descriptor);
    return shoal::test::failing(Fault::sync, EIO,
                                [&] { return static_cast<int>(::syscall(SYS_fsync, descriptor)); });
}

int fdatasync(int descriptor) {
    shoal::test::waitWhileStalled(descriptor);
    return shoal::test::failing(Fault::dataSync, EIO,
                                [&] { return static_cast<int>(::syscall(SYS_fdatasync, descriptor)); });
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept {
    if (flags != 0 && shoal::test::lacksRenameNew) {
        errno = EINVAL;
        return -1;
    }
    return shoal::test::failing(Fault::rename, EIO, [&] {
        return static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
    });
}

int rename(const char* from, const char* to) noexcept {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int link(const char* from, const char* to) noexcept {
    return shoal::test::failing(Fault::rename, EIO, [&] {
        return static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
    });
}

int posix_spawnp(pid_t* process, const char* program, const posix_spawn_file_actions_t* actions,
                 const posix_spawnattr_t* attributes, char* const* arguments, char* const* environment) {
    static const auto real = reinterpret_cast<decltype(&posix_spawnp)>(::dlsym(RTLD_NEXT, "posix_spawnp"));
    return shoal::test::isFaultDue(Fault::spawn)
               ? EAGAIN
               : real(process, program, actions, attributes, arguments, environment);
}

}  // extern "C"
