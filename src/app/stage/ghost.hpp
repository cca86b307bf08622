#pragma once

#include <memory>
#include <vector>

#include <shoal/vec3.hpp>

#include "lab/life/tracks.hpp"
#include "render/frame/frame.hpp"

namespace shoal {

/// Tracked animals beside a flock: pale darts that play their tracks again and again, about their own middle.
class Ghost {
public:
    explicit Ghost(std::shared_ptr<const Tracks> tracks);

    /// [m] of the ball about their middle that holds nine animals of ten at any time.
    float radius() const { return m_radius; }

    /// Appends the animals at a time [s], with their middle at `centre` [m], each as long as `bodyLength`
    /// [m].
    void addLines(double seconds, const Vec3f& centre, float bodyLength, std::vector<LinePoint>& lines) const;

private:
    std::shared_ptr<const Tracks> m_tracks;  ///< each frame's animals in the order of ids
    float m_radius = 0.0f;
};

}  // namespace shoal
