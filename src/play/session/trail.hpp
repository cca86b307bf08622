#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <shoal/state_view.hpp>

namespace shoal {

/// The recent places of boids: LookSettings::trail. With more than kMaxBoids in all, only every k-th id has
/// a trail. Costs nothing while trails are off. Copies share their samples.
class Trail {
public:
    static constexpr std::size_t kMaxBoids = 1000;

    /// Every `stride`-th id of each species, one species after another.
    struct Choice {
        std::vector<std::size_t> counts;  ///< boids of each species
        std::size_t stride = 1;
        std::vector<std::size_t> firsts;  ///< index of each species' first boid; last, their number

        Choice() = default;
        explicit Choice(const StateView& state);
        bool operator==(const Choice&) const = default;
    };

    struct Sample {
        std::uint64_t step = 0;
        std::vector<Vec3f> places;  ///< [m] in the order of a Choice
    };

    /// Notes the boids' places; call after every fixed step. Forgets everything if the flock jumped in time
    /// or the number of boids changed.
    void step(const StateView& state);

    void clear() { m_samples.clear(); }

    /// Oldest first; empty unless they belong to this state.
    std::deque<std::shared_ptr<const Sample>> samplesFor(const StateView& state) const;
    const Choice& choice() const { return m_choice; }

    /// [steps] Length of a trail.
    static double steps(const Scene& scene);

private:
    std::deque<std::shared_ptr<const Sample>> m_samples;  ///< oldest first
    Choice m_choice;
    std::uint64_t m_step = 0;
};

}  // namespace shoal
