#include "viewer/stage/tick_labels.hpp"

#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "render/camera/camera.hpp"
#include "render/camera/world_floor.hpp"
#include "render/scene/world_marks.hpp"

namespace shoal {
namespace {

constexpr float kNumberedHeight = 240.0f;  // [px] of a picture with numbers
constexpr float kMinApart = 3.4f;          // [font sizes] between two numbers
constexpr float kAway = 1.5f;              // [font sizes] from the edge

/// An edge of the floor with numbers.
struct Edge {
    Vec3f middle;    ///< [m]
    Vec3f along;     ///< unit
    Vec3f outwards;  ///< unit
    float half = 0.0f;
};

class Labeller {
public:
    Labeller(const View& view, float width, float height, float fontSize)
        : m_view(view), m_width(width), m_height(height), m_size(fontSize) {}

    std::optional<glm::vec2> seen(const Vec3f& place) const {
        return project(m_view, place, m_width, m_height);
    }

    void add(const Edge& edge, float spacing) {
        const auto middle = seen(edge.middle);
        const auto next = seen(edge.middle + edge.along * spacing);
        if (!middle || !next) {
            return;
        }
        float step = spacing;
        for (float factor = 2.0f; glm::distance(*middle, *next) * step / spacing < kMinApart * m_size;
             factor = factor == 2.0f ? 2.5f : 2.0f) {
            step *= factor;
            if (step > edge.half) {
                return;
            }
        }
        const auto count = static_cast<int>(std::floor(edge.half / step + 1e-3f));
        for (int index = -count; index <= count; ++index) {
            const float at = step * static_cast<float>(index);
            addOne(edge, edge.middle + edge.along * at,
                   fmt::format("{}{:g}{}", index < 0 ? "−" : "", std::abs(at), index == count ? " m" : ""));
        }
    }

    std::vector<TickLabel> take() { return std::move(m_labels); }

private:
    void addOne(const Edge& edge, const Vec3f& place, std::string text) {
        const auto at = seen(place);
        const auto beyond = seen(place + edge.outwards * (0.05f * edge.half));
        if (!at || !beyond || glm::distance(*at, *beyond) < 1e-3f) {
            return;
        }
        const glm::vec2 put = *at + glm::normalize(*beyond - *at) * (kAway * m_size);
        if (put.x > m_size && put.x < m_width - m_size && put.y > m_size &&
            put.y < m_height - 0.5f * m_size) {
            m_labels.push_back({std::move(text), put.x, put.y});
        }
    }

    const View& m_view;
    float m_width;
    float m_height;
    float m_size;
    std::vector<TickLabel> m_labels;
};

}  // namespace

std::vector<TickLabel> tickLabelsOf(const Scene& scene, const View& view, float width, float height,
                                    float fontSize) {
    const WorldFloor floor = worldFloorOf(scene);
    const bool isMeasured = floor.isPlane || floor.edge != WorldFloor::Edge::open;
    if (scene.look.place != LookSettings::Place::lab || !isMeasured || height < kNumberedHeight) {
        return {};
    }
    Labeller labeller(view, width, height, fontSize);
    const float spacing = numberSpacing(scene.world);
    // Of the two edges along each axis that which is lower in the picture, or on the left.
    const Vec3f right{1.0f, 0.0f, 0.0f};
    const Vec3f front{0.0f, 0.0f, 1.0f};
    const auto atSide = [&](const Vec3f& outwards, float sign) {
        return floor.centre + Vec3f{outwards.x * floor.halfWidth, 0.0f, outwards.z * floor.halfDepth} * sign;
    };
    const auto nearFront = labeller.seen(atSide(front, 1.0f));
    const auto nearBack = labeller.seen(atSide(front, -1.0f));
    const float frontSign = nearFront && nearBack && nearBack->y > nearFront->y ? -1.0f : 1.0f;
    labeller.add({atSide(front, frontSign), right, front * frontSign, floor.halfWidth}, spacing);
    const auto onRight = labeller.seen(atSide(right, 1.0f));
    const auto onLeft = labeller.seen(atSide(right, -1.0f));
    const float lower = onRight && onLeft ? onRight->y - onLeft->y : 0.0f;
    const bool isRightLower =
        std::abs(lower) > 1.0f ? lower > 0.0f : onRight && onLeft && onRight->x < onLeft->x;
    const float sideSign = isRightLower ? 1.0f : -1.0f;
    // As on a map, numbers grow northwards, along −z.
    labeller.add({atSide(right, sideSign), front * -1.0f, right * sideSign, floor.halfDepth}, spacing);
    return labeller.take();
}

}  // namespace shoal
