#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/state_view.hpp>
#include <shoal/world.hpp>

#include "render/bodies/body_store.hpp"
#include "render/camera/world_floor.hpp"
#include "render/card/card_ground.hpp"
#include "render/card/seabed.hpp"
#include "render/frame/body_batch.hpp"

namespace shoal {

/// Attractors that are animals, as bodies. They swim smoothly, although the mouse moves them in jumps.
class HunterBodies {
public:
    /// Moves them on to a step.
    void follow(const StateView& state, std::uint64_t beginning);

    /// Adds a batch for each.
    void addTo(std::vector<BodyBatch>& batches, const Scene& scene) const;

private:
    struct Hunter {
        Attractor attractor;
        Vec3f place;     ///< [m] where it is drawn
        Vec3f velocity;  ///< [m/s] of model time; never zero
        Flock flock;     ///< it alone
    };

    std::vector<Hunter> m_hunters;
    std::uint64_t m_beginning = 0;
    std::uint64_t m_step = 0;
};

/// A scene on the card, and the little of it that the processor draws thing by thing.
struct CardScene {
    BodyStore bodies;
    CardGround ground;
    CardSeabed seabed;
    World world;
    WorldFloor floor;  ///< of a lab
    std::vector<Obstacle> obstacles;
    std::vector<Vec3f> goals;        ///< [m] now
    std::vector<Vec3f> goalsBefore;  ///< [m] one step ago
    std::vector<Attractor> attractors;
    std::vector<Vec3f> bests;  ///< [m] the best place that each searching species has found

    std::size_t uploadBytes = 0;  ///< passed to the driver by the last upload
    Outcome uploaded = Done{};    ///< of the bodies; fails if the card has no memory

    /// Takes over a state of a simulation, as Renderer::upload().
    void upload(const StateView& state, std::uint64_t beginning,
                std::span<const std::vector<std::uint32_t>> colours, int threads);
    /// Takes over a world that contains only these bodies.
    void upload(const World& newWorld, std::span<const BodyBatch> batches, const StateTime& time);
    /// Takes over only the bodies of a state.
    void uploadBodies(const StateView& state, std::uint64_t beginning,
                      std::span<const std::vector<std::uint32_t>> colours, int threads);

private:
    void uploadBodies(std::span<const BodyBatch> batches, const StateTime& time, int threads);

    HunterBodies m_hunters;
};

}  // namespace shoal
