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

void GlTimer::begin() {
    Query& query = m_queries[m_next];
    m_isRunning = !query.isPending;  // a card that far behind is timed less often
    if (m_isRunning) {
        if (!query.object) {
            query.object = GlQuery::make();
        }
        glBeginQuery(GL_TIME_ELAPSED, query.object.name());
    }
}

void GlTimer::end() {
    if (m_isRunning) {
        glEndQuery(GL_TIME_ELAPSED);
        m_queries[m_next].isPending = true;
        m_next = (m_next + 1) % kInFlight;
        m_isRunning = false;
    }
}

std::optional<double> GlTimer::poll() {
    constexpr double kNanosecond = 1e-9;
    std::optional<double> newest;
    for (std::size_t age = 0; age < kInFlight; ++age) {
        Query& query = m_queries[(m_next + age) % kInFlight];  // from the oldest
        if (!query.isPending) {
            continue;
        }
        GLint isDone = GL_FALSE;
        glGetQueryObjectiv(query.object.name(), GL_QUERY_RESULT_AVAILABLE, &isDone);
        if (isDone == GL_FALSE) {
            break;
        }
        GLuint64 time = 0;
        glGetQueryObjectui64v(query.object.name(), GL_QUERY_RESULT, &time);
        query.isPending = false;
        newest = static_cast<double>(time) * kNanosecond;
    }
    return newest;
}

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
