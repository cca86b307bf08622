#include "app/footage.hpp"

#include <algorithm>
#include <cmath>

namespace shoal {

namespace {

/// The moment so many steps from the start; a hair beyond a whole step is rounding.
Moment momentAt(double steps) {
    constexpr double kHair = 1e-6;
    const double whole = std::ceil(steps - kHair);
    return {static_cast<std::uint64_t>(whole), std::min(1.0f, static_cast<float>(1.0 - (whole - steps)))};
}

}  // namespace

void Footage::note(const Moment& moment, const CameraPose& pose) {
    if (!m_first || moment.steps() < m_last.steps()) {
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

std::string Footage::filmText(const Session& session, const FrameRate& rate) const {
    if (!m_first) {
        return {};
    }
    Take film = session.playedUpTo(m_last);
    film.from = *m_first;
    // The last picture is seen for its time too: filmed again there are as many.
    film.to = momentAt(m_last.steps() + rate.frameSeconds() * kStepsPerSecond);
    film.camera = m_path;  // each picture's own place, so that filmed again it is the same
    return takeText(film);
}

}  // namespace shoal
