#pragma once

#include <chrono>

namespace shoal {

/// Adds the seconds between its construction and its destruction to a total.
class StageTimer {
public:
    explicit StageTimer(double& total) : m_total(total), m_start(std::chrono::steady_clock::now()) {}
    ~StageTimer() {
        m_total += std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }
    StageTimer(const StageTimer&) = delete;
    StageTimer& operator=(const StageTimer&) = delete;

private:
    double& m_total;
    std::chrono::steady_clock::time_point m_start;
};

}  // namespace shoal
