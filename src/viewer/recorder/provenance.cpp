#include "viewer/recorder/provenance.hpp"

#include <algorithm>

namespace shoal {

namespace {

constexpr double kInterimDivisor = 20.0;  // interimText() may lack the last 1/20 of a long film

}  // namespace

void Provenance::note(const Session& session, std::span<const Exposure> exposures) {
    const Moment moment = exposures.front().moment;
    // After scrubbing back, the take would otherwise end before it begins.
    if (!m_first || m_beginning != session.instant().beginning || moment.steps() < m_last.steps()) {
        m_beginning = session.instant().beginning;
        m_first = moment;
        m_path = CameraPath();
        m_frames = 0;
        m_interimDue = 0.0;
    }
    ++m_frames;
    m_last = moment;
    m_lastExposure = exposures.back().moment;
    for (const Exposure& each : exposures) {
        m_path.put({each.moment.steps(), each.pose});
    }
}

std::string Provenance::frameText(const Session& session) const {
    Take still = session.playedUpTo(m_last, m_lastExposure);
    still.to = m_last;
    const auto& keys = m_path.keys();
    for (auto key = std::ranges::lower_bound(keys, m_last.steps(), {}, &CameraPath::Key::at);
         key != keys.end(); ++key) {
        still.camera.put(*key);
    }
    return takeText(still);
}

std::string Provenance::filmText(const Session& session, double stepsPerFrame) const {
    if (!m_first) {
        return {};
    }
    Take film = session.playedUpTo(*m_first, m_lastExposure);
    // The last frame has its full duration, so that filming the take again gives as many frames.
    film.to = momentAt(m_last.steps() + stepsPerFrame);
    film.camera = m_path;  // a key for each exposure, so that filming it again gives the same path
    return takeText(film);
}

std::string Provenance::interimText(const Session& session, double stepsPerFrame, double framesPerSecond) {
    const double now = m_last.steps();
    if (!m_first || (m_frames > 1 && now < m_interimDue)) {
        return {};
    }
    const double second = stepsPerFrame * std::max(framesPerSecond, 1.0);
    m_interimDue = now + std::max(second, (now - m_first->steps()) / kInterimDivisor);
    return filmText(session, stepsPerFrame);
}

}  // namespace shoal
