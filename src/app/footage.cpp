#include "app/footage.hpp"

#include <algorithm>

namespace shoal {

namespace {

constexpr double kInterimShare = 20.0;  // a film's part that may be missing

}  // namespace

void Footage::note(const Session& session, const Moment& moment, const CameraPose& pose) {
    // A take that was scrubbed back would else end before it begins.
    if (!m_first || m_beginning != session.beginning() || moment.steps() < m_last.steps()) {
        m_beginning = session.beginning();
        m_first = moment;
        m_path = CameraPath();
        m_pictures = 0;
        m_interimDue = 0.0;
    }
    ++m_pictures;
    m_last = moment;
    m_path.put({moment.steps(), pose});
}

std::string Footage::pictureText(const Session& session) const {
    Take still = session.playedUpTo(m_last);
    still.camera.put(m_path.keys().back());
    return takeText(still);
}

std::string Footage::filmText(const Session& session, double stepsPerPicture) const {
    if (!m_first) {
        return {};
    }
    Take film = session.playedUpTo(m_last);
    film.from = *m_first;
    // The last picture is seen for its time too: filmed again there are as many.
    film.to = momentAt(m_last.steps() + stepsPerPicture);
    film.camera = m_path;  // each picture's own place, so that filmed again it is the same
    return takeText(film);
}

std::string Footage::interimText(const Session& session, double stepsPerPicture, double picturesPerSecond) {
    const double now = m_last.steps();
    if (!m_first || (m_pictures > 1 && now < m_interimDue)) {
        return {};
    }
    const double second = stepsPerPicture * std::max(picturesPerSecond, 1.0);
    m_interimDue = now + std::max(second, (now - m_first->steps()) / kInterimShare);
    return filmText(session, stepsPerPicture);
}

}  // namespace shoal
