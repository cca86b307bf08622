#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include <shoal/result.hpp>

#include "system/files/descriptor.hpp"

namespace shoal {

/// How a program ended.
struct ChildEnd {
    bool isHung = false;  ///< killed because it did nothing, wrote too much or made no progress
    int status = -1;      ///< as returned by waitpid

    bool isGood() const;

    /// The program's own exit status; empty if a signal ended it.
    std::optional<int> exitStatus() const;
};

/// How to feed a program.
struct Feed {
    int bufferBytes = 0;      ///< limits the data sent but not yet read; 0: the system's default
    bool hasPreface = false;  ///< the program reads descriptor kPreface to its end before its standard input
};

/// A child process, started without a shell and fed through a socket. It has its own process group, so that
/// Ctrl+C reaches only us and we end its work properly. If we are killed, the socket closes and it ends by
/// itself. It may fail, die or hang without harm to us: while we send, pause or wait, a child that does
/// nothing for `patience` seconds is killed, and one that works without taking its input or making progress
/// for ten times as long. poll() has no such limit.
class ChildProcess {
public:
    static constexpr int kPreface = 3;

    /// Starts a program: `words` are its name, looked up in PATH, and its arguments. A problem says why it
    /// did not start.
    static Result<ChildProcess> start(std::vector<std::string> words, double patience, const Feed& feed = {});

    /// Whether start() failed because the program does not exist.
    static bool isMissing(const Problem& problem);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();  ///< kills the program unless it has ended

    /// Sends bytes to its standard input. False if it has ended or was killed because it hung; wait() says
    /// which.
    bool send(std::string_view bytes) { return sendThrough(m_input, bytes); }

    /// Waits for a moment. False if it has ended or was killed because it hung.
    bool pause();

    /// Whether it has read all input and then done nothing for a second: it waits for more.
    bool isWaitingForInput() const;

    /// Sends the complete preface and closes its descriptor. Returns the same as send().
    bool sendPreface(std::string_view bytes);

    /// Signals the end of input.
    void closeInput() { m_input.close(); }

    /// Returns how it ended, or nothing while it runs. Never waits, and lets it idle as long as it likes.
    std::optional<ChildEnd> poll();

    /// Waits until it ends, as long as it is active. `progress` is polled meanwhile and returns the amount of
    /// work done, in any unit, or empty if unknown. Without it, the whole rest may take ten times
    /// `patience`.
    using Progress = std::function<std::optional<long long>()>;
    ChildEnd wait(const Progress& progress = {});

    /// Returns its complete standard output.
    std::string output() const { return contents(m_output.get()); }

    /// Returns the end of its standard output so far, at most `largest` bytes.
    std::string latestOutput(std::size_t largest) const;

    /// Describes why it failed: its signal, that it hung, or the last line of its error output.
    std::string reason(const ChildEnd& end) const;

private:
    using Clock = std::chrono::steady_clock;
    enum class Hang { none, idle, talkative, fruitless };
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, CloseFile>;

    ChildProcess(std::string name, double patience) : m_name(std::move(name)), m_patience(patience) {}
    int spawn(const std::vector<std::string>& words, int input, int preface);
    bool sendThrough(const Descriptor& socket, std::string_view bytes);
    bool isStalled();
    bool exceedsOutputLimit() const;
    bool hasWorkedTooLong(Clock::time_point since) const;
    bool killIfHung();
    void noteActivity();
    void killHung(Hang why);
    static std::string contents(std::FILE* file);

    std::string m_name;
    double m_patience;
    pid_t m_process = 0;
    Descriptor m_input;
    Descriptor m_preface;
    // In-memory files: however much it writes, it never blocks on us.
    File m_output;
    File m_errorOutput;
    Clock::time_point m_lastLife;
    Clock::time_point m_lastInput;         ///< when it last took input
    std::optional<long long> m_lastTicks;  ///< processor time used at the last check
    Hang m_hang = Hang::none;              ///< why it was killed
    std::optional<ChildEnd> m_end;
};

}  // namespace shoal
