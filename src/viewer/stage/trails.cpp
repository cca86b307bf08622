#include "viewer/stage/trails.hpp"

#include <algorithm>
#include <cmath>

#include "render/bodies/body_kind.hpp"
#include "render/frame/body_batch.hpp"
#include "viewer/colour/palettes.hpp"

namespace shoal {
namespace {

constexpr float kTrailWidth = 0.1f;     // [body lengths]
constexpr float kTrunk = 0.5f;          // [body lengths] height of a standing body's middle
constexpr float kMaxOpacity = 0.9f;     // at the boid
constexpr float kMaxLabOpacity = 0.6f;  // likewise: bodies stand out from lines as bright as they are

/// Whether a boid crossed an edge of a wrapped world between two points of its trail.
bool isJump(const Vec3f& from, const Vec3f& to, const Vec3f& half) {
    const Vec3f moved = to - from;
    return std::abs(moved.x) > half.x || std::abs(moved.y) > half.y || std::abs(moved.z) > half.z;
}

bool isWrapped(const Species& species) {
    const Rule* wrap = species.rules.find("wrap");
    return wrap != nullptr && wrap->isEnabled;
}

std::uint32_t withOpacity(std::uint32_t colour, float opacity) {
    const auto alpha = static_cast<std::uint32_t>(std::lround(std::clamp(opacity, 0.0f, 1.0f) * 255.0f));
    return (colour & 0xffffffu) | alpha << 24u;
}

std::uint32_t flankColour(const Species& species, const LookSettings& look) {
    // As in the function markColour() of the shaders.
    const glm::vec3 flank =
        paletteOf(species.body, species.hue, species.tint).flank * (isOnPaper(look) ? 0.4f : 1.0f);
    const auto byte = [](float linear) {
        return static_cast<std::uint32_t>(
            std::lround(std::pow(std::clamp(linear, 0.0f, 1.0f), 1.0f / 2.2f) * 255.0f));
    };
    return byte(flank.x) | byte(flank.y) << 8u | byte(flank.z) << 16u;
}

/// Appends the points of one line, from its boid back.
class Line {
public:
    Line(std::vector<LinePoint>& points, std::uint32_t colour, const Species& species,
         const LookSettings& look, double steps)
        : m_points(points),
          m_colour(colour),
          m_showsHeading(look.colourBy == LookSettings::ColourBy::heading),
          m_isInLab(look.place == LookSettings::Place::lab),
          m_isOnPaper(isOnPaper(look)),
          m_width(kTrailWidth * species.bodyLength),
          m_lift(standsOnGround(species.body) ? kTrunk * species.bodyLength : 0.0f),
          m_steps(steps) {}

    /// `age` [steps] must exceed the last point's. Returns whether the line continues.
    bool add(const Vec3f& place, double age) {
        if (age < m_steps) {
            put(place, age);
            return true;
        }
        const double part = (m_steps - m_age) / (age - m_age);
        put(m_last + (place - m_last) * static_cast<float>(part), m_steps);
        return false;
    }

    /// Ends the line at its last point; the next point begins it anew.
    void cut() {
        m_points.back().colour = withOpacity(m_colour, 0.0f);
        m_isCut = true;
    }

    const Vec3f& last() const { return m_last; }

private:
    void put(const Vec3f& place, double age) {
        if (m_showsHeading && age > 0.0 && !m_isCut) {
            const auto colour = headingColour(m_last - place, m_isOnPaper);
            m_colour = colour ? packedColour(*colour) : m_colour;
        }
        m_isCut = false;
        const float opacity =
            (m_isInLab ? kMaxLabOpacity : kMaxOpacity) * static_cast<float>(1.0 - age / m_steps);
        m_points.push_back({place + Vec3f{0.0f, m_lift, 0.0f}, m_width, withOpacity(m_colour, opacity)});
        m_last = place;
        m_age = age;
    }

    std::vector<LinePoint>& m_points;
    std::uint32_t m_colour;
    bool m_showsHeading;
    bool m_isInLab;
    bool m_isOnPaper;
    bool m_isCut = false;  ///< the last point is on the other side of the world
    float m_width;
    float m_lift;  ///< [m] a walking body's position is between its hooves, hidden by the ground
    double m_steps;
    Vec3f m_last;
    double m_age = 0.0;
};

/// Continues a line through the samples of the boid at `place` in the choice. `wrapped` [m]: half the world's
/// size; null unless boids may cross its edges.
void follow(Line& line, const std::deque<std::shared_ptr<const Trail::Sample>>& samples, std::size_t place,
            double now, const Vec3f* wrapped) {
    for (auto sample = samples.rbegin(); sample != samples.rend(); ++sample) {
        const double age = now - static_cast<double>((*sample)->step);
        if (!(age > 0.0)) {
            continue;
        }
        const Vec3f& at = (*sample)->places[place];
        if (wrapped && isJump(line.last(), at, *wrapped)) {
            line.cut();
        }
        if (!line.add(at, age)) {
            break;
        }
    }
    line.cut();
}

}  // namespace

std::vector<LinePoint> trailLines(const Trail& trail, const StateView& state, float alpha,
                                  const TrailColours& colours) {
    const double steps = Trail::steps(state.scene());
    std::vector<LinePoint> points;
    if (!(steps > 0.0)) {
        return points;
    }
    const auto samples = trail.samplesFor(state);
    if (samples.empty()) {
        return points;
    }
    const Trail::Choice& choice = trail.choice();
    LookSettings look = state.scene().look;
    if (colours.areDistances) {
        look.colourBy = LookSettings::ColourBy::species;
    }
    const double now = static_cast<double>(state.stepCount()) - 1.0 + static_cast<double>(alpha);
    points.reserve(choice.firsts.back() * (samples.size() + 1));
    for (std::size_t index = 0; index < state.flocks().size(); ++index) {
        const Flock& flock = state.flocks()[index];
        const Species& species = state.scene().species[index];
        const std::uint32_t flank = flankColour(species, look);
        const Vec3f half = state.scene().world.halfExtent();
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            const std::uint32_t id = flock.now().id[slot];
            if (id % choice.stride != 0) {
                continue;
            }
            const bool isColoured = index < colours.ofBoids.size() && id < colours.ofBoids[index].size();
            Line line(points, isColoured ? colours.ofBoids[index][id] : flank, species, look, steps);
            const Vec3f before = flock.before().position.at(slot);
            line.add(before + (flock.now().position.at(slot) - before) * alpha, 0.0);
            follow(line, samples, choice.firsts[index] + id / choice.stride, now,
                   isWrapped(species) ? &half : nullptr);
        }
    }
    return points;
}

}  // namespace shoal
