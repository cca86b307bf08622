#pragma once

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include <shoal/result.hpp>

namespace shoal {

/// A file descriptor that closes itself.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            m_number = std::exchange(other.m_number, -1);
        }
        return *this;
    }
    int number() const { return m_number; }
    /// Another closes it now.
    void release() { m_number = -1; }
    void close();

private:
    int m_number;
};

/// How a program ended.
struct ChildEnd {
    bool isHung = false;  ///< it was killed, for it did nothing
    int status = -1;      ///< as waitpid has it

    bool isGood() const;
};

/// How a program is fed.
struct Feed {
    int bufferBytes = 0;      ///< bounds how much of what is sent may wait; 0 leaves that to the system
    bool hasPreface = false;  ///< it reads descriptor kPreface to its end, before its standard input
};

/// Another program at work for this one, started without a shell and fed through a socket. It is in a process
/// group of its own, so that Ctrl+C reaches us alone and we end its work properly; should we be killed, the
/// socket closes and it comes to its end by itself. It may fail, die or hang without harm to us: what does
/// nothing for `patience` seconds is killed.
class ChildProcess {
public:
    static constexpr int kPreface = 3;

    /// `words` are the program, looked up in PATH, and its arguments. A problem says why it did not start.
    static Result<ChildProcess> start(std::vector<std::string> words, double patience, const Feed& feed = {});

    /// Whether the problem of start() was that there is no such program.
    static bool isMissing(const Problem& problem);

    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ~ChildProcess();  ///< kills it, where nobody has waited for its end

    /// False when it takes no more: it has ended, or was killed for it hung; wait() says which.
    bool send(std::string_view bytes) { return sendThrough(m_input, bytes); }

    /// Lets a moment pass. False once it has ended, or was killed because it hung.
    bool pause();

    /// Whether it has read all input and then done nothing for a second: it waits for more.
    bool isWaitingForInput() const;

    /// All of the preface; the same otherwise.
    bool sendPreface(std::string_view bytes);

    /// That was all there is for it.
    void closeInput() { m_input.close(); }

    /// Waits for its end, as long as it is at work. `progress`, asked meanwhile, says how much it has got
    /// done, in any unit, or nothing where that cannot be told: at work without getting on for ten times its
    /// patience, it hangs too. Allocates nothing without it.
    using Progress = std::function<std::optional<long long>()>;
    ChildEnd wait(const Progress& progress = {});

    /// What it wrote to its standard output until its end.
    std::string output() const { return contents(m_output.get()); }

    /// The last of what it has written there so far, at most so many bytes.
    std::string latestOutput(std::size_t most) const;

    /// Why it failed, in words: its signal, that it hung, or the last line that it complained in.
    std::string reason(const ChildEnd& end) const;

private:
    using Clock = std::chrono::steady_clock;
    enum class Hang { none, idle, talkative, fruitless };
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, CloseFile>;

    ChildProcess(std::string name, double patience) : m_name(std::move(name)), m_patience(patience) {}
    int spawn(std::vector<std::string>& words, int input, int preface);
    bool sendThrough(const Descriptor& socket, std::string_view bytes);
    bool isStalled();
    bool hasSaidTooMuch() const;
    void noteLife();
    void killHung(Hang why);
    static std::string contents(std::FILE* file);

    std::string m_name;
    double m_patience;
    pid_t m_process = 0;
    Descriptor m_input;
    Descriptor m_preface;
    // Kept in files without a name: however much it says, it never waits for us.
    File m_output;
    File m_complaints;
    Clock::time_point m_lastLife;
    std::optional<long long> m_lastTicks;  ///< of processor time that it had used then
    Hang m_hang = Hang::none;              ///< why it was killed
    std::optional<ChildEnd> m_end;
};

}  // namespace shoal
