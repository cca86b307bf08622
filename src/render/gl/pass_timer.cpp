#include "render/gl/pass_timer.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace shoal {
namespace {

double finishedAt() {
    glFinish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void PassTimer::begin(const char* name) {
    if (m_mode == Mode::off) {
        return;
    }
    auto found = std::ranges::find(m_passes, name, &Pass::name);
    if (found == m_passes.end()) {
        m_passes.push_back({name, {}, 0.0, false});
        found = std::prev(m_passes.end());
    }
    m_current = &*found;
    m_current->isMade = true;
    if (m_mode == Mode::onCard) {
        m_current->timer.begin();
    } else {
        m_start = finishedAt();
    }
}

void PassTimer::end() {
    if (m_mode == Mode::onCard) {
        m_current->timer.end();
    } else if (m_mode == Mode::finished) {
        m_current->seconds = finishedAt() - m_start;
    }
}

std::vector<PassTime> PassTimer::times() {
    std::vector<PassTime> times;
    for (Pass& each : m_passes) {
        each.seconds = each.timer.poll().value_or(each.seconds);
        if (std::exchange(each.isMade, false)) {
            times.push_back({each.name, each.seconds});
        }
    }
    return times;
}

}  // namespace shoal
