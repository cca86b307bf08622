#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "render/bodies/body_kind.hpp"
#include "render/bodies/published_body.hpp"
#include "render/frame/body_batch.hpp"
#include "render/gl/card_buffer.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "sim/support/workers.hpp"

namespace shoal {

/// Number of work groups of 64 invocations that a compute shader needs.
constexpr GLuint workGroups(std::size_t invocations) {
    return static_cast<GLuint>((invocations + 63) / 64);
}

/// The bodies of one scene on the card: what the flock last published of them, and the state of their
/// animation, which stays there from one published state to the next.
class BodyStore {
public:
    /// Bindings of the buffers, as in the compute shaders.
    static constexpr GLuint kPublished = 0;
    static constexpr GLuint kStates = 1;

    /// The bodies that one invocation of cull.comp looks at. Groups begin at a multiple.
    static constexpr std::size_t kRun = 16;

    /// The bodies of one species.
    struct Group {
        std::size_t first = 0;  ///< in both buffers
        std::size_t count = 0;
        std::size_t known = 0;  ///< ids below were animated before the last upload
        Species::Body body = Species::Body::fish;
        std::string mesh;          ///< the file of kOwnBody
        float bodyLength = 0.25f;  ///< [m]
        BodyPalette palette;
        bool isColoured = false;  ///< bodies' colours show a value
    };

    /// Writes the bodies into memory that the card reads, and returns the bytes; `threads` write. Then call
    /// animate(). Fails if the card has no memory.
    Result<std::size_t> upload(std::span<const BodyBatch> batches, const StateTime& time, int threads);

    /// Brings the bodies' animation to the uploaded state. `program` is animate.comp.
    void animate(Program& program);

    std::span<const Group> groups() const { return m_groups; }

    float stepSeconds() const { return m_time.stepSeconds; }  ///< [s] of real time

    /// Slots in use; those between two groups belong to no body.
    std::size_t slots() const { return m_slots; }

    /// Binds both buffers for the compute shaders.
    void bind() const;

    /// For tests: the animation of a species' bodies by id, twelve numbers each: see BodyState in
    /// shaders/bodies.glsl.
    std::vector<std::array<float, 12>> states(std::size_t group) const;

private:
    /// Memory that the processor writes and the card reads. The card may still read one part while another is
    /// written.
    struct Ring {
        static constexpr std::size_t kParts = 3;

        GlBuffer buffer;
        PublishedBody* memory = nullptr;
        std::size_t slots = 0;  ///< of a part
        std::size_t part = 0;   ///< with the last state
        std::array<GlFence, kParts> read;
    };

    bool goesOn(std::span<const BodyBatch> batches, const StateTime& time) const;
    bool arrange(std::span<const BodyBatch> batches, bool goesOn);
    PublishedBody* nextPart();

    std::vector<Group> m_groups;
    std::size_t m_slots = 0;
    Ring m_ring;
    CardBuffer m_states;
    StateTime m_time;
    std::uint64_t m_steps = 0;  ///< between the last two states
    double m_elapsed = 0.0;     ///< [s] of real time since the bodies began
    std::unique_ptr<Workers> m_workers;
};

}  // namespace shoal
