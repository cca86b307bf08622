#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace shoal {

/// Shows the progress of long work on standard error: a bar with the time left on a terminal, otherwise a
/// plain line every few seconds. Short work shows nothing.
class Progress {
public:
    /// `what` names one unit of work in the plural: "steps", "frames".
    Progress(std::string what, std::uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// `part`: the fraction of the time that has passed; empty where all units take equally long.
    void update(std::uint64_t done, std::optional<double> part = {});

    /// From now on, progress goes to standard output, where the parent process reads it, as frequent lines.
    static void sendToParent();

private:
    using Clock = std::chrono::steady_clock;

    std::string m_what;
    std::uint64_t m_total;
    bool m_isTerminal;
    bool m_isForParent;
    bool m_isBarShown = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_next;
};

/// Formats the bar as text, such as `frames 120/300 [########----------] 0:12 left`; `seconds` since the
/// start, `part` as in update().
std::string progressText(const std::string& what, std::uint64_t done, std::uint64_t total, double seconds,
                         bool withBar, std::optional<double> part = {});

}  // namespace shoal
