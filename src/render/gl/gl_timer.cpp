#include "render/gl/gl_timer.hpp"

namespace shoal {

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

}  // namespace shoal
