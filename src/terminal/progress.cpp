#include "terminal/progress.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "terminal/console.hpp"

namespace shoal {

namespace {

using namespace std::chrono_literals;

constexpr auto kBarInterval = 100ms;
constexpr auto kFirstBar = 500ms;
constexpr auto kLineInterval = 5s;
constexpr std::size_t kBarWidth = 24;

bool theProgressIsForParent = false;

}  // namespace

std::string progressText(const std::string& what, std::uint64_t done, std::uint64_t total, double seconds,
                         bool withBar, std::optional<double> ofTime) {
    const double part = ofTime       ? *ofTime
                        : total == 0 ? 1.0
                                     : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    std::string text = fmt::format("{} {}/{}", what, done, total);
    if (withBar) {
        const auto filled = static_cast<std::size_t>(part * static_cast<double>(kBarWidth));
        text += fmt::format(" [{}{}]", std::string(filled, '#'), std::string(kBarWidth - filled, '-'));
    }
    if (part > 0.0 && part < 1.0) {
        const auto left = static_cast<std::uint64_t>(std::ceil(seconds * (1.0 - part) / part));
        text += withBar ? " " : ", ";
        text += left < 3600 ? fmt::format("{}:{:02} left", left / 60, left % 60)
                            : fmt::format("{}:{:02}:{:02} left", left / 3600, left / 60 % 60, left % 60);
    }
    return text;
}

Progress::Progress(std::string what, std::uint64_t total)
    : m_what(std::move(what)),
      m_total(total),
      m_isTerminal(isConsoleTerminal()),
      m_isForParent(theProgressIsForParent),
      m_next(m_start + (m_isForParent  ? Clock::duration(kBarInterval)
                        : m_isTerminal ? Clock::duration(kFirstBar)
                                       : Clock::duration(kLineInterval))) {}

void Progress::sendToParent() {
    theProgressIsForParent = true;
}

Progress::~Progress() {
    if (m_isBarShown) {
        clearProgressLine();
    }
}

void Progress::update(std::uint64_t done, std::optional<double> part) {
    const Clock::time_point now = Clock::now();
    if (now < m_next || (isQuiet() && !m_isForParent)) {
        return;
    }
    const double seconds = std::chrono::duration<double>(now - m_start).count();
    const std::string text =
        progressText(m_what, done, m_total, seconds, m_isTerminal && !m_isForParent, part);
    if (m_isForParent) {
        printRawResult(text + "\n");
        m_next = now + kBarInterval;
    } else if (m_isTerminal) {
        showProgressLine(text);
        m_isBarShown = true;
        m_next = now + kBarInterval;
    } else {
        printLine(text);
        m_next = now + kLineInterval;
    }
}

}  // namespace shoal
