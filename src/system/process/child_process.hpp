#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
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
    bool isHung = false;  ///< killed because it made no progress
    int status = -1;      ///< as returned by waitpid

    bool isGood() const;

    /// The program's own exit status; empty if a signal ended it.
    std::optional<int> exitStatus() const;
};

/// A child process, started without a shell and fed through a socket. It has its own process group, so that
/// Ctrl+C reaches only us and we end its work properly. If we are killed, the socket closes and it ends by
/// itself. It may fail, die or hang without harm to us: while we send or wait, a child that takes no input
/// and writes nothing for `patience` seconds is killed. poll() has no such limit.
class ChildProcess {
public:
    /// Starts a program: `words` are its name, looked up in PATH, and its arguments. A problem says why it
    /// did not start.
    static Result<ChildProcess> start(std::vector<std::string> words, double patience);

    /// Whether start() failed because the program does not exist.
    static bool isMissing(const Problem& problem);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();  ///< kills the program unless it has ended

    /// Sends bytes to its standard input. False if it has ended or was killed because it hung; wait() says
    /// which.
    bool send(std::string_view bytes);

    /// Signals the end of input.
    void closeInput() { m_input.close(); }

    /// Returns how it ended, or nothing while it runs. Never waits, and lets it idle as long as it likes.
    std::optional<ChildEnd> poll();

    /// Waits until it ends, and closes its input. Changes of `written`, a file that it writes, count as
    /// progress as well. `look` is called meanwhile.
    ChildEnd wait(const std::filesystem::path& written = {}, const std::function<void()>& look = {});

    /// Returns its complete standard output.
    std::string output() const { return contents(m_output.get()); }

    /// Returns this part of its standard output so far; less if it has not written all of it.
    std::string outputAt(std::uint64_t from, std::size_t size) const;

    /// Returns the end of its standard output so far, at most `largest` bytes.
    std::string latestOutput(std::size_t largest) const;

    /// Describes why it failed: its signal, that it hung, or the last line of its error output.
    std::string reason(const ChildEnd& end) const;

private:
    using Clock = std::chrono::steady_clock;
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, CloseFile>;

    ChildProcess(std::string name, double patience) : m_name(std::move(name)), m_patience(patience) {}
    int spawn(const std::vector<std::string>& words, int input);
    std::uint64_t bytesWritten() const;
    bool killIfHung();
    void noteProgress() { m_lastProgress = Clock::now(); }
    static std::string contents(std::FILE* file);

    std::string m_name;
    double m_patience;
    pid_t m_process = 0;
    Descriptor m_input;
    // In-memory files: however much it writes, it never blocks on us.
    File m_output;
    File m_errorOutput;
    Clock::time_point m_lastProgress;
    bool m_isHung = false;  ///< and was killed
    std::optional<ChildEnd> m_end;
};

}  // namespace shoal
