#include "system/process/child_process.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/process/spawn.hpp"

namespace shoal {

namespace fs = std::filesystem;

namespace {

using namespace std::chrono_literals;

constexpr auto kShortestNap = 1ms;
constexpr auto kLongestNap = 20ms;
constexpr int kPollMilliseconds = 50;
// What a program has not read yet is lost if it is killed. The system doubles this.
constexpr int kInputBytes = 1 << 14;
constexpr const char* kMissing = "there is no such program";

std::string systemMessage(int error) {
    return std::generic_category().message(error);
}

/// Opens a file in memory: a full disk does not affect it, and programs started later do not inherit it.
std::FILE* namelessFile() {
    Descriptor made(::memfd_create("shoal", MFD_CLOEXEC));
    std::FILE* file = made.number() < 0 ? nullptr : ::fdopen(made.number(), "w+");
    if (file != nullptr) {
        made.release();
    }
    return file;
}

/// The two ends of a socket pair: ours, and that of a program to be started.
struct Sockets {
    Descriptor ours;
    Descriptor theirs;
};

Result<Sockets> openSockets() {
    std::array<int, 2> ends{};
    // Sockets, not a pipe: a write after the program's death can then fail without a signal.
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return Problem{systemMessage(errno)};
    }
    ::setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &kInputBytes, sizeof kInputBytes);
    return Sockets{Descriptor(ends[0]), Descriptor(ends[1])};
}

}  // namespace

bool ChildEnd::isGood() const {
    return !isHung && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::optional<int> ChildEnd::exitStatus() const {
    return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

bool ChildProcess::isMissing(const Problem& problem) {
    return problem.text == kMissing;
}

Result<ChildProcess> ChildProcess::start(std::vector<std::string> words, double patience) {
    ChildProcess child(words.front(), patience);
    auto input = openSockets();
    if (!input) {
        return input.problem();
    }
    child.m_input = std::move(input->ours);
    child.m_output.reset(namelessFile());
    child.m_errorOutput.reset(namelessFile());
    if (!child.m_output || !child.m_errorOutput) {
        return Problem{systemMessage(errno)};
    }
    if (const int error = child.spawn(words, input->theirs.number()); error != 0) {
        child.m_process = 0;
        return Problem{error == ENOENT ? kMissing : systemMessage(error)};
    }
    child.noteProgress();
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_name(std::move(other.m_name)),
      m_patience(other.m_patience),
      m_process(std::exchange(other.m_process, 0)),
      m_input(std::move(other.m_input)),
      m_output(std::move(other.m_output)),
      m_errorOutput(std::move(other.m_errorOutput)),
      m_lastProgress(other.m_lastProgress),
      m_isHung(other.m_isHung),
      m_end(other.m_end) {}

ChildProcess::~ChildProcess() {
    if (m_process > 0) {
        ::kill(m_process, SIGKILL);
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
}

int ChildProcess::spawn(const std::vector<std::string>& words, int input) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(m_output.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(m_errorOutput.get()), STDERR_FILENO);
    const int error = spawnProgram(words, Leaves::group, &actions, m_process);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool ChildProcess::send(std::string_view bytes) {
    noteProgress();
    while (!bytes.empty()) {
        const ssize_t count =
            ::send(m_input.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            noteProgress();
            continue;
        }
        if (count < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
            return false;
        }
        pollfd room{m_input.number(), POLLOUT, 0};
        ::poll(&room, 1, kPollMilliseconds);
        if (room.revents == 0 && killIfHung()) {
            return false;
        }
    }
    return true;
}

std::optional<ChildEnd> ChildProcess::poll() {
    int status = -1;
    const pid_t ended = m_end ? 0 : ::waitpid(m_process, &status, WNOHANG);
    if (!m_end && (ended == m_process || (ended < 0 && errno != EINTR))) {
        m_end = ChildEnd{m_isHung, status};
        m_process = 0;
    }
    return m_end;
}

ChildEnd ChildProcess::wait(const fs::path& written, const std::function<void()>& look) {
    m_input.close();
    noteProgress();
    std::error_code unknown;
    std::pair<std::uint64_t, fs::file_time_type> last;
    auto nap = std::chrono::duration_cast<std::chrono::milliseconds>(kShortestNap);
    while (!poll()) {
        // By its time, too: ffmpeg moves the index of a film to its beginning without making it longer.
        const auto now = std::pair(
            bytesWritten(), written.empty() ? fs::file_time_type() : fs::last_write_time(written, unknown));
        if (now != last) {
            last = now;
            noteProgress();
        }
        killIfHung();
        if (look) {
            look();
        }
        std::this_thread::sleep_for(nap);
        nap = std::min<std::chrono::milliseconds>(nap * 2, kLongestNap);
    }
    return *m_end;
}

std::uint64_t ChildProcess::bytesWritten() const {
    return sizeOf(::fileno(m_output.get())).value_or(0) + sizeOf(::fileno(m_errorOutput.get())).value_or(0);
}

bool ChildProcess::killIfHung() {
    if (!m_isHung && Clock::now() - m_lastProgress > std::chrono::duration<double>(m_patience)) {
        m_isHung = true;
        ::kill(m_process, SIGKILL);
    }
    return m_isHung;
}

std::string ChildProcess::contents(std::FILE* file) {
    std::string text;
    std::array<char, 4096> part{};
    std::rewind(file);
    for (std::size_t count = 0; (count = std::fread(part.data(), 1, part.size(), file)) > 0;) {
        text.append(part.data(), count);
    }
    return text;
}

std::string ChildProcess::outputAt(std::uint64_t from, std::size_t size) const {
    std::vector<std::uint8_t> bytes(size);
    // Not by seeking: the program writes at the same file offset.
    bytes.resize(readAt(::fileno(m_output.get()), bytes, from));
    return {bytes.begin(), bytes.end()};
}

std::string ChildProcess::latestOutput(std::size_t largest) const {
    const std::uint64_t size = sizeOf(::fileno(m_output.get())).value_or(0);
    const std::uint64_t part = std::min<std::uint64_t>(largest, size);
    return outputAt(size - part, part);
}

std::string ChildProcess::reason(const ChildEnd& end) const {
    if (end.isHung) {
        return fmt::format("{} made no progress for {:g} seconds", m_name, m_patience);
    }
    if (WIFSIGNALED(end.status)) {
        return fmt::format("{} was ended by signal {} ({})", m_name, WTERMSIG(end.status),
                           ::strsignal(WTERMSIG(end.status)));
    }
    std::string text = contents(m_errorOutput.get());
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
        text.pop_back();
    }
    const auto lineStart = text.find_last_of("\r\n");
    const std::string last = lineStart == std::string::npos ? text : text.substr(lineStart + 1);
    return fmt::format("{} failed: {}", m_name, last.empty() ? "it gave no reason" : last);
}

}  // namespace shoal
