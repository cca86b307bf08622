#include "system/process/child_process.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/process/spawn.hpp"

namespace shoal {
namespace {

using namespace std::chrono_literals;

constexpr auto kShortestNap = 1ms;
constexpr auto kLongestNap = 20ms;
constexpr int kPollMilliseconds = 50;
constexpr auto kIdle = 1s;
constexpr double kWorkFactor = 10.0;  // times the patience: how long it may work without progress
// Of its standard output or error. ffprobe writes a film's metadata, which may include a take; ffmpeg writes
// a line for each frame.
constexpr std::size_t kMaxOutputBytes = std::size_t{256} << 20;
constexpr const char* kMissing = "there is no such program";

std::string systemMessage(int error) {
    return std::generic_category().message(error);
}

/// Returns the processor time that a process has used [ticks]; empty if the system does not report it.
std::optional<long long> processorTicks(pid_t process) {
    // No allocation: waiting for a process must also work when memory is short.
    std::array<char, 1024> text{"/proc/"};
    char* const number = std::ranges::find(text, '\0');
    std::ranges::copy(std::string_view("/stat"), std::to_chars(number, text.end(), process).ptr);
    const Descriptor stat(::open(text.data(), O_RDONLY | O_CLOEXEC));
    const ssize_t count = stat.number() < 0 ? -1 : ::read(stat.number(), text.data(), text.size() - 1);
    if (count <= 0) {
        return std::nullopt;
    }
    text[static_cast<std::size_t>(count)] = '\0';
    // The second field, the name, is in parentheses and may contain anything; utime and stime are fields 14
    // and 15.
    const char* const bracket = std::strrchr(text.data(), ')');
    long long user = 0;
    long long system = 0;
    if (bracket == nullptr ||
        std::sscanf(bracket + 1, " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lld %lld", &user, &system) !=
            2) {
        return std::nullopt;
    }
    return user + system;
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

Result<Sockets> openSockets(int bufferBytes) {
    std::array<int, 2> ends{};
    // Sockets, not a pipe: a write after the program's death can then fail without a signal.
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return Problem{systemMessage(errno)};
    }
    if (bufferBytes > 0) {
        ::setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &bufferBytes, sizeof bufferBytes);
    }
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

Result<ChildProcess> ChildProcess::start(std::vector<std::string> words, double patience, const Feed& feed) {
    ChildProcess child(words.front(), patience);
    auto input = openSockets(feed.bufferBytes);
    auto preface = feed.hasPreface ? openSockets(0) : Result<Sockets>(Sockets());
    if (!input || !preface) {
        return input ? preface.problem() : input.problem();
    }
    child.m_input = std::move(input->ours);
    child.m_preface = std::move(preface->ours);
    child.m_output.reset(namelessFile());
    child.m_errorOutput.reset(namelessFile());
    if (!child.m_output || !child.m_errorOutput) {
        return Problem{systemMessage(errno)};
    }
    if (const int error = child.spawn(words, input->theirs.number(), preface->theirs.number()); error != 0) {
        child.m_process = 0;
        return Problem{error == ENOENT ? kMissing : systemMessage(error)};
    }
    child.noteActivity();
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_name(std::move(other.m_name)),
      m_patience(other.m_patience),
      m_process(std::exchange(other.m_process, 0)),
      m_input(std::move(other.m_input)),
      m_preface(std::move(other.m_preface)),
      m_output(std::move(other.m_output)),
      m_errorOutput(std::move(other.m_errorOutput)),
      m_lastLife(other.m_lastLife),
      m_lastInput(other.m_lastInput),
      m_lastTicks(other.m_lastTicks),
      m_hang(other.m_hang),
      m_end(other.m_end) {}

ChildProcess::~ChildProcess() {
    if (m_process > 0) {
        ::kill(m_process, SIGKILL);
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
}

int ChildProcess::spawn(const std::vector<std::string>& words, int input, int preface) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(m_output.get()), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ::fileno(m_errorOutput.get()), STDERR_FILENO);
    if (preface >= 0) {
        // Last: another descriptor may have that number, and has been duplicated by now.
        posix_spawn_file_actions_adddup2(&actions, preface, kPreface);
    }
    const int error = spawnProgram(words, Leaves::group, &actions, m_process);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool ChildProcess::sendPreface(std::string_view bytes) {
    const bool isSent = sendThrough(m_preface, bytes);
    m_preface.close();
    return isSent;
}

bool ChildProcess::sendThrough(const Descriptor& socket, std::string_view bytes) {
    noteActivity();
    while (!bytes.empty()) {
        const ssize_t count =
            ::send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            noteActivity();
            continue;
        }
        if (count < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
            return false;
        }
        pollfd room{socket.number(), POLLOUT, 0};
        ::poll(&room, 1, kPollMilliseconds);
        if (room.revents == 0 && killIfHung()) {
            return false;
        }
    }
    return true;
}

bool ChildProcess::pause() {
    // No events requested: poll returns early if the other end has closed.
    pollfd input{m_input.number(), 0, 0};
    if (::poll(&input, 1, static_cast<int>(kShortestNap.count())) > 0) {
        return false;
    }
    return !killIfHung();
}

bool ChildProcess::isWaitingForInput() const {
    int unread = 0;
    return Clock::now() - m_lastLife > kIdle && ::ioctl(m_input.number(), SIOCOUTQ, &unread) == 0 &&
           unread == 0;
}

std::optional<ChildEnd> ChildProcess::poll() {
    int status = -1;
    const pid_t ended = m_end ? 0 : ::waitpid(m_process, &status, WNOHANG);
    if (!m_end && (ended == m_process || (ended < 0 && errno != EINTR))) {
        m_end = ChildEnd{m_hang != Hang::none, status};
        m_process = 0;
    }
    return m_end;
}

ChildEnd ChildProcess::wait(const Progress& progress) {
    m_preface.close();
    m_input.close();
    noteActivity();
    std::optional<long long> done;
    Clock::time_point lastDone = m_lastLife;
    const auto hasStoppedProgressing = [&] {
        const auto now = progress ? progress() : std::optional(0LL);
        if (!now || now != done) {
            done = now;
            lastDone = Clock::now();
        }
        return hasWorkedTooLong(lastDone);
    };
    auto nap = std::chrono::duration_cast<std::chrono::milliseconds>(kShortestNap);
    while (!poll()) {
        if (m_hang == Hang::none && isStalled()) {
            killHung(Hang::idle);
        } else if (m_hang == Hang::none && exceedsOutputLimit()) {
            killHung(Hang::talkative);
        } else if (m_hang == Hang::none && hasStoppedProgressing()) {
            killHung(Hang::fruitless);
        }
        std::this_thread::sleep_for(nap);
        nap = std::min<std::chrono::milliseconds>(nap * 2, kLongestNap);
    }
    return *m_end;
}

bool ChildProcess::isStalled() {
    const auto ticks = processorTicks(m_process);
    if (!ticks || ticks != m_lastTicks) {
        m_lastTicks = ticks;
        m_lastLife = Clock::now();
        return false;
    }
    return Clock::now() - m_lastLife > std::chrono::duration<double>(m_patience);
}

bool ChildProcess::exceedsOutputLimit() const {
    const auto bytes = [](const File& file) { return sizeOf(::fileno(file.get())).value_or(0); };
    return bytes(m_output) > kMaxOutputBytes || bytes(m_errorOutput) > kMaxOutputBytes;
}

bool ChildProcess::hasWorkedTooLong(Clock::time_point since) const {
    return Clock::now() - since > std::chrono::duration<double>(kWorkFactor * m_patience);
}

/// Kills it if it does nothing, or works on without taking its input.
bool ChildProcess::killIfHung() {
    if (isStalled()) {
        killHung(Hang::idle);
    } else if (hasWorkedTooLong(m_lastInput)) {
        killHung(Hang::fruitless);
    }
    return m_hang != Hang::none;
}

void ChildProcess::noteActivity() {
    m_lastLife = m_lastInput = Clock::now();
}

void ChildProcess::killHung(Hang why) {
    m_hang = why;
    ::kill(m_process, SIGKILL);
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

std::string ChildProcess::latestOutput(std::size_t largest) const {
    const int file = ::fileno(m_output.get());
    const std::uint64_t size = sizeOf(file).value_or(0);
    std::vector<std::uint8_t> bytes(std::min<std::uint64_t>(largest, size));
    // Not by seeking: the program writes at the same file offset.
    bytes.resize(readAt(file, bytes, size - bytes.size()));
    return {bytes.begin(), bytes.end()};
}

std::string ChildProcess::reason(const ChildEnd& end) const {
    switch (m_hang) {
        case Hang::none:
            break;
        case Hang::idle:
            return fmt::format("{} did nothing for {:g} seconds", m_name, m_patience);
        case Hang::talkative:
            return fmt::format("{} wrote over {} MiB of text", m_name, kMaxOutputBytes >> 20);
        case Hang::fruitless:
            return fmt::format("{} made no progress for {:g} seconds", m_name, kWorkFactor * m_patience);
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
