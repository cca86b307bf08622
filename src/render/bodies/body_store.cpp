#include "render/bodies/body_store.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"

namespace shoal {
namespace {

constexpr std::size_t kStateBytes = 48;            // BodyState in shaders/bodies.glsl
constexpr GLuint64 kLongestWait = 10'000'000'000;  // [ns] for a card that does not answer

std::size_t roundedUp(std::size_t count, std::size_t multiple) {
    return (count + multiple - 1) / multiple * multiple;
}

}  // namespace

bool BodyStore::goesOn(std::span<const BodyBatch> batches, const StateTime& time) const {
    return time.beginning != 0 && time.beginning == m_time.beginning && time.step >= m_time.step &&
           std::ranges::equal(batches, m_groups, {}, &BodyBatch::body, &Group::body);
}

/// Gives each species its place in the buffers, and moves the states of bodies that go on there. Returns
/// whether the card has enough memory.
bool BodyStore::arrange(std::span<const BodyBatch> batches, bool goesOn) {
    std::vector<Group> groups;
    std::size_t slots = 0;
    for (std::size_t species = 0; species < batches.size(); ++species) {
        const BodyBatch& batch = batches[species];
        const std::size_t count = batch.flock->count();
        groups.push_back({.first = slots,
                          .count = count,
                          .known = goesOn ? std::min(m_groups[species].count, count) : 0,
                          .body = batch.body,
                          .mesh = batch.mesh,
                          .bodyLength = batch.bodyLength,
                          .palette = paletteOf(batch.body, batch.hue, batch.tint),
                          .isColoured = !batch.colours.empty()});
        groups.back().palette.mouth = batch.mouth;
        slots += roundedUp(count, kRun);
    }
    const bool isSame =
        slots == m_slots && std::ranges::equal(groups, m_groups, {}, &Group::first, &Group::first);
    if (!goesOn) {
        if (!m_states.reserve(slots * kStateBytes)) {
            return false;
        }
    } else if (!isSame) {
        CardBuffer moved;
        if (!moved.reserve(slots * kStateBytes)) {
            return false;
        }
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // animate.comp wrote the states
        glBindBuffer(GL_COPY_READ_BUFFER, m_states.name());
        glBindBuffer(GL_COPY_WRITE_BUFFER, moved.name());
        for (std::size_t species = 0; species < groups.size(); ++species) {
            glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                                static_cast<GLintptr>(m_groups[species].first * kStateBytes),
                                static_cast<GLintptr>(groups[species].first * kStateBytes),
                                static_cast<GLsizeiptr>(groups[species].known * kStateBytes));
        }
        glBindBuffer(GL_COPY_READ_BUFFER, 0);
        glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
        m_states = std::move(moved);
    }
    m_groups = std::move(groups);
    m_slots = slots;
    return !takeOutOfMemory();
}

/// Returns memory for all bodies that the card does not read now; null if it has none.
PublishedBody* BodyStore::nextPart() {
    if (m_slots > m_ring.slots || m_slots < m_ring.slots / 4 || m_ring.memory == nullptr) {
        Ring fresh;
        fresh.buffer = GlBuffer::make();
        fresh.slots = std::max<std::size_t>(m_slots, 1);
        const auto bytes = static_cast<GLsizeiptr>(Ring::kParts * fresh.slots * sizeof(PublishedBody));
        constexpr GLbitfield kAccess = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, fresh.buffer.name());
        labelGl(GL_BUFFER, fresh.buffer.name(), "published bodies");
        glBufferStorage(GL_SHADER_STORAGE_BUFFER, bytes, nullptr, kAccess);
        fresh.memory =
            static_cast<PublishedBody*>(glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, bytes, kAccess));
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
        m_ring = std::move(fresh);
    } else {
        m_ring.read[m_ring.part].reset(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
        m_ring.part = (m_ring.part + 1) % Ring::kParts;
        if (const GlFence last = std::move(m_ring.read[m_ring.part])) {
            glClientWaitSync(last.get(), GL_SYNC_FLUSH_COMMANDS_BIT, kLongestWait);
        }
    }
    return m_ring.memory == nullptr ? nullptr : m_ring.memory + m_ring.part * m_ring.slots;
}

Result<std::size_t> BodyStore::upload(std::span<const BodyBatch> batches, const StateTime& time,
                                      int threads) {
    const bool isGoingOn = goesOn(batches, time);
    m_steps = isGoingOn ? time.step - m_time.step : 0;
    m_elapsed = (isGoingOn ? m_elapsed : 0.0) + static_cast<double>(m_steps) * time.stepSeconds;
    m_time = time;
    if (m_workers == nullptr || m_workers->threads() != threads) {
        m_workers = std::make_unique<Workers>(threads);
    }
    PublishedBody* const to = arrange(batches, isGoingOn) ? nextPart() : nullptr;
    if (to == nullptr || takeOutOfMemory()) {
        *this = BodyStore();
        return outOfGraphicsMemory();
    }
    for (std::size_t species = 0; species < batches.size(); ++species) {
        const Group& group = m_groups[species];
        publish(batches[species], time.stepSeconds * time.ratio, {to + group.first, group.count},
                m_workers.get());
    }
    return m_slots * sizeof(PublishedBody);
}

void BodyStore::bind() const {
    const std::size_t bytes = m_ring.slots * sizeof(PublishedBody);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kPublished, m_ring.buffer.name(),
                      static_cast<GLintptr>(m_ring.part * bytes), static_cast<GLsizeiptr>(bytes));
    m_states.bind(kStates);
}

void BodyStore::animate(Program& program) {
    if (m_slots == 0) {
        return;
    }
    bind();
    program.use();
    program.set("uSteps", static_cast<float>(m_steps));
    program.set("uStepSeconds", m_time.stepSeconds);
    program.set("uElapsed", static_cast<float>(m_elapsed));
    for (Group& group : m_groups) {
        if (m_steps == 0 && group.known == group.count) {
            continue;
        }
        const BodyMotion& motion = bodyKind(group.body).motion;
        program.set("uFirst", static_cast<int>(group.first));
        program.set("uCount", static_cast<int>(group.count));
        program.set("uKnown", static_cast<int>(group.known));
        program.set("uBodyLength", group.bodyLength);
        program.set("uStroke", static_cast<int>(motion.stroke));
        program.set("uRate", glm::vec3{motion.rate, motion.minRate, motion.maxRate});
        program.set("uMaxRoll", motion.maxRoll);
        program.set("uMaxPitch", motion.maxPitch);
        program.set("uFullRollTurn", motion.fullRollTurn);
        program.set("uMaxBend", motion.maxBend);
        glDispatchCompute(workGroups(group.count), 1, 1);
    }
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glUseProgram(0);
}

std::vector<std::array<float, 12>> BodyStore::states(std::size_t group) const {
    std::vector<std::array<float, 12>> states(m_groups[group].count);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, m_states.name());
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, static_cast<GLintptr>(m_groups[group].first * kStateBytes),
                       static_cast<GLsizeiptr>(states.size() * kStateBytes), states.data());
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, 0);
    return states;
}

}  // namespace shoal
