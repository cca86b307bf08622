#include "app/footage.hpp"

namespace shoal {

void Footage::note(const Session& session, const Moment& moment, const CameraPose& pose) {
    // A take that was scrubbed back would else end before it begins.
    if (!m_first || m_beginning != session.beginning() || moment.steps() < m_last.steps()) {
        m_beginning = session.beginning();
        m_first = moment;
        m_path = CameraPath();
    }
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

}  // namespace shoal
