#pragma once

#include <optional>

#include "app/camera_views.hpp"
#include "app/picking.hpp"
#include "app/session.hpp"
#include "app/stage.hpp"

namespace shoal {

/// The camera of one film, as --camera names it. It moves by the film's own time, never the wall's.
class FilmCamera {
public:
    /// Composes the first picture.
    FilmCamera(Stage& stage, const Session& session, const CameraView& view);

    /// Turns to where the picture at `alpha` needs it, `seconds` into the film.
    void advance(float alpha, double seconds);

private:
    void aim(float alpha);

    Stage& m_stage;
    const Session& m_session;
    const CameraView& m_view;
    std::optional<BoidName> m_boid;  ///< that it follows
    double m_seconds = 0.0;          ///< at the last picture
};

}  // namespace shoal
