#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "app/play/session.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// The recent positions of boids, as lines behind them: LookSettings::trail. With more than kMaxTrails boids
/// in all, every k-th id has a line. Costs nothing while trails are off.
class Trails {
public:
    static constexpr std::size_t kMaxTrails = 1000;

    /// Notes the boids' positions; call after every fixed step. Forgets everything if the session jumped in
    /// time or the number of boids changed.
    void step(const Session& session);

    /// Returns the lines at the moment `alpha` between the previous step (0) and the last (1), from the boids
    /// back. `colours`: see Colouring::colours(); by default lines have the colour of the species' flanks.
    std::vector<LinePoint> lines(const Session& session, float alpha,
                                 std::span<const std::vector<std::uint32_t>> colours) const;

private:
    /// Every `stride`-th id of each species, one species after another.
    struct Choice {
        std::vector<std::size_t> counts;  ///< boids of each species
        std::size_t stride = 1;
        std::vector<std::size_t> firsts;  ///< index of each species' first boid; last, their number

        explicit Choice(const Simulation& simulation);
        bool operator==(const Choice&) const = default;
    };
    struct Sample {
        std::uint64_t step = 0;
        std::vector<Vec3f> places;  ///< [m] in the order of a Choice
    };

    class Line;

    /// Continues a line through the samples of the boid at `place` in the choice. `wrapped` [m]: half the
    /// world's size, if boids may cross its edges.
    void follow(Line& line, std::size_t place, double now, const std::optional<Vec3f>& wrapped) const;

    std::deque<Sample> m_samples;  ///< oldest first
    std::optional<Choice> m_choice;
    std::uint64_t m_beginning = 0;
    std::uint64_t m_step = 0;
};

}  // namespace shoal
