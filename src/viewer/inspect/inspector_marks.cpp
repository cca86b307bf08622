#include "viewer/inspect/inspector_marks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>
#include <imgui.h>

#include "render/camera/picking.hpp"
#include "ui/widgets/glm_imgui.hpp"
#include "viewer/inspect/push_colours.hpp"
#include "viewer/inspect/steering_words.hpp"

namespace shoal {

namespace {

constexpr int kEdgePoints = 48;
constexpr int kSidesOfCone = 8;

// [px] at scale 1
constexpr float kPushThickness = 3.0f;
constexpr float kSumThickness = 5.0f;
constexpr float kArrowShadow = 3.0f;  // on both sides together
constexpr float kShortest = 2.0f;
constexpr float kHead = 11.0f;
constexpr float kHeadHalfWidth = 5.0f;
constexpr float kMinDot = 1.2f;
constexpr float kMaxDot = 3.0f;
constexpr float kDotEdge = 0.9f;
// Longer arrows are cut off: a wall may reverse a boid within one step.
constexpr float kLongest = 1.5f * kFullArrow;

constexpr theme::Colour kShadowColour{0.0f, 0.04f, 0.07f, 0.75f};
constexpr theme::Colour kAfterColour{0.62f, 0.70f, 0.74f, 1.0f};
constexpr theme::Colour kLinkColour{0.93f, 0.96f, 0.97f, 0.28f};
constexpr theme::Colour kDotColour{0.93f, 0.96f, 0.97f, 0.9f};
constexpr theme::Colour kBlindColour{1.0f, 0.62f, 0.52f, 0.65f};

std::optional<glm::vec2> inWindow(const InspectorPicture& picture, const Vec3f& place) {
    return project(picture.view, place, picture.width, picture.height);
}

/// Radius of the dots on neighbours: visible on near bodies, small on far ones.
float dotRadius(const InspectorPicture& picture, const Vec3f& place) {
    constexpr float kOfBody = 0.15f;
    const float depth = depthOf(picture.view, place);
    const float length = picture.state.scene().species[picture.boid.species].bodyLength;
    const float onScreen = length * picture.view.scaleAt(depth) * 0.5f * picture.height;
    return std::clamp(kOfBody * onScreen, kMinDot * picture.scale, kMaxDot * picture.scale);
}

bool isInside(const InspectorPicture& picture, const glm::vec2& at) {
    return at.x >= 0.0f && at.y >= 0.0f && at.x <= picture.width && at.y <= picture.height;
}

/// Returns an acceleration as an arrow's reach [px].
glm::vec2 reachOf(const InspectorPicture& picture, const Vec3f& acceleration) {
    const glm::vec3 turned =
        glm::mat3(picture.view.view) * glm::vec3(acceleration.x, acceleration.y, acceleration.z);
    const glm::vec2 reach = glm::vec2(turned.x, -turned.y) * (kFullArrow * picture.scale / picture.fullScale);
    const float length = glm::length(reach);
    const float longest = kLongest * picture.scale;
    return length > longest ? reach * (longest / length) : reach;
}

/// Whether the nearest images of two boids lie across the edge of a wrapped world.
bool isAcrossEdge(const InspectorPicture& picture, const Vec3f& offset) {
    const Scene& scene = picture.state.scene();
    const Vec3f half = scene.world.halfExtent();
    return scene.species[picture.boid.species].wrapsWorld() &&
           (std::abs(offset.x) > half.x || std::abs(offset.y) > half.y || std::abs(offset.z) > half.z);
}

/// Calls `visit(position)` for the neighbours of one species.
template <class Visit>
void forEachNeighbour(const InspectorPicture& picture, std::size_t species, const Visit& visit) {
    const Flock& flock = picture.state.flocks()[species];
    std::vector<bool> isNeighbour(flock.count());
    bool isAny = false;
    for (const Inspection::Neighbour& neighbour : picture.inspection.neighbours) {
        if (neighbour.speciesIndex == species && neighbour.id < flock.count()) {
            isNeighbour[neighbour.id] = true;
            isAny = true;
        }
    }
    for (std::size_t slot = 0; isAny && slot < flock.count(); ++slot) {
        if (isNeighbour[flock.now().id[slot]]) {
            const Vec3f before = flock.before().position.at(slot);
            visit(before + (flock.now().position.at(slot) - before) * picture.alpha);
        }
    }
}

void addNeighbours(const InspectorPicture& picture, const Vec3f& place, InspectorMarks& marks) {
    for (std::size_t species = 0; species < picture.state.flocks().size(); ++species) {
        forEachNeighbour(picture, species, [&](const Vec3f& other) {
            if (const auto at = inWindow(picture, other); at && isInside(picture, *at)) {
                marks.neighbours.push_back({*at, !isAcrossEdge(picture, other - place)});
            }
        });
    }
}

void addArrows(const InspectorPicture& picture, InspectorMarks& marks) {
    const Inspection& inspection = picture.read;
    marks.arrows.push_back({reachOf(picture, inspection.steering), theme::kOnPicture, kSumThickness});
    marks.arrows.push_back({reachOf(picture, inspection.acceleration()), kAfterColour, kPushThickness});
    for (std::size_t index = 0; index < inspection.pushes.size(); ++index) {
        marks.arrows.push_back(
            {reachOf(picture, inspection.pushes[index].steering), pushColour(index), kPushThickness});
    }
}

/// Returns the distance to which the picture shows that the boid perceives [m]: if only a few count, to
/// the farthest of them.
float shownReach(const InspectorPicture& picture, const Vec3f& place) {
    const Perception& perception = picture.state.scene().species[picture.boid.species].perception;
    if (perception.kind == Perception::Kind::metric) {
        return perception.radius;
    }
    float farthestSq = 0.0f;
    forEachNeighbour(picture, picture.boid.species,
                     [&](const Vec3f& other) { farthestSq = std::max(farthestSq, lengthSq(other - place)); });
    return std::min(std::sqrt(farthestSq), perception.radius);
}

/// Adds the circle at which the blind cone ends.
void addBlindEdge(const InspectorPicture& picture, const Vec3f& place, InspectorMarks& marks) {
    const float half = picture.state.scene().species[picture.boid.species].perception.blindAngle * 0.5f;
    const Vec3f velocity = picture.inspection.velocity;
    const float speed = std::sqrt(lengthSq(velocity));
    if (!(half > 0.0f) || !(speed > 0.0f)) {
        return;
    }
    const glm::vec3 back = glm::vec3(velocity.x, velocity.y, velocity.z) / -speed;
    const glm::vec3 aside =
        glm::normalize(glm::cross(back, std::abs(back.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0)));
    const glm::vec3 up = glm::cross(aside, back);
    const float reach = shownReach(picture, place);
    for (int k = 0; k < kEdgePoints; ++k) {
        const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / kEdgePoints;
        const glm::vec3 offset = reach * (std::cos(half) * back +
                                          std::sin(half) * (std::cos(angle) * aside + std::sin(angle) * up));
        const auto at = inWindow(picture, place + Vec3f{offset.x, offset.y, offset.z});
        if (!at) {
            marks.blindEdge.clear();
            return;
        }
        marks.blindEdge.push_back(*at);
    }
}

void drawArrow(ImDrawList& list, const glm::vec2& from, const InspectorMarks::Arrow& arrow, float scale) {
    const float length = glm::length(arrow.reach);
    if (length < kShortest * scale) {
        return;
    }
    const glm::vec2 along = arrow.reach / length;
    const glm::vec2 across{-along.y, along.x};
    // A short arrow consists of the head alone.
    const float size = std::min(1.0f, length / (1.3f * kHead * scale)) * arrow.thickness / kPushThickness;
    const float head = std::min(kHead * scale * std::sqrt(size), length);
    const float halfWidth = kHeadHalfWidth * scale * std::sqrt(size);
    const glm::vec2 tip = from + arrow.reach;
    const glm::vec2 neck = tip - along * head;
    const auto draw = [&](const theme::Colour& colour, float widen) {
        const ImU32 packed = theme::packed(colour);
        list.AddLine(toImGui(from), toImGui(neck), packed, arrow.thickness * scale + 2.0f * widen);
        list.AddTriangleFilled(toImGui(tip + along * (1.8f * widen)),
                               toImGui(neck + across * (halfWidth + 1.5f * widen) - along * widen),
                               toImGui(neck - across * (halfWidth + 1.5f * widen) - along * widen), packed);
    };
    draw(kShadowColour, 0.5f * kArrowShadow * scale);
    draw(arrow.colour, 0.0f);
}

}  // namespace

InspectorMarks inspectorMarks(const InspectorPicture& picture) {
    InspectorMarks marks;
    const auto place = placeOf(picture.state, picture.boid, picture.alpha);
    const auto at = place ? inWindow(picture, *place) : std::nullopt;
    if (!at || !isInside(picture, *at)) {
        return marks;
    }
    marks.boid = *at;
    marks.dot = dotRadius(picture, *place);
    addNeighbours(picture, *place, marks);
    addBlindEdge(picture, *place, marks);
    addArrows(picture, marks);
    return marks;
}

void drawInspectorMarks(const InspectorMarks& marks, float scale) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 blind = theme::packed(kBlindColour);
    for (std::size_t k = 0; k < marks.blindEdge.size(); ++k) {
        const ImVec2 next = toImGui(marks.blindEdge[(k + 1) % marks.blindEdge.size()]);
        list.AddLine(toImGui(marks.blindEdge[k]), next, blind, 1.5f * scale);
        if (k % (kEdgePoints / kSidesOfCone) == 0) {
            list.AddLine(toImGui(marks.boid), toImGui(marks.blindEdge[k]),
                         theme::packed(theme::withAlpha(kBlindColour, 0.3f)), scale);
        }
    }
    for (const InspectorMarks::Neighbour& neighbour : marks.neighbours) {
        if (neighbour.isLinked) {
            list.AddLine(toImGui(marks.boid), toImGui(neighbour.at), theme::packed(kLinkColour), scale);
        }
    }
    for (const InspectorMarks::Neighbour& neighbour : marks.neighbours) {
        list.AddCircleFilled(toImGui(neighbour.at), marks.dot + kDotEdge * scale,
                             theme::packed(kShadowColour));
        list.AddCircleFilled(toImGui(neighbour.at), marks.dot, theme::packed(kDotColour));
    }
    for (std::size_t index = 0; index < marks.arrows.size(); ++index) {
        if (index == marks.onlyArrow.value_or(index)) {
            drawArrow(list, marks.boid, marks.arrows[index], scale);
        }
    }
}

std::vector<Ring> inspectorRings(const InspectorPicture& picture) {
    std::vector<Ring> rings;
    const auto place = placeOf(picture.state, picture.boid, picture.alpha);
    const Species& species = picture.state.scene().species[picture.boid.species];
    if (!place || species.perception.kind != Perception::Kind::metric) {
        return rings;
    }
    // A sphere seen from inside would only tint the picture.
    const float eyeDistance = magnitudeOf(picture.view.eye - *place);
    const auto add = [&](Ring ring) {
        if (ring.radius < eyeDistance) {
            rings.push_back(ring);
        }
    };
    add({.centre = *place, .radius = species.perception.radius});
    for (std::size_t index = 0; index < picture.inspection.pushes.size(); ++index) {
        const Inspection::Push& push = picture.inspection.pushes[index];
        const Rule* rule = species.rules.find(push.rule);
        const bool isOwn = push.observedIndex == picture.boid.species;
        if (isOwn && rule != nullptr && rule->reach() < species.perception.radius) {
            const theme::Colour colour = pushColour(index);
            add({.centre = *place,
                 .radius = rule->reach(),
                 .colour = {colour.red, colour.green, colour.blue}});
        }
    }
    return rings;
}

}  // namespace shoal
