#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

#include "render/card/seabed.hpp"

namespace shoal {
namespace {

constexpr int kMeridians = 16;
constexpr int kParallels = 9;
constexpr int kBlades = 18;
constexpr int kBladeParts = 5;
constexpr float kBladeHeight = 0.3f;  // a plant's width relative to its height, about
constexpr float kLeafAngle = 2.39996323f;
constexpr int kStemParts = 6;
constexpr float kWholeTurn = 2.0f * std::numbers::pi_v<float>;

/// How deep the weather has cut into a rock in a direction, 0 .. 1: lumps, and ledges between its layers.
float dentAt(const glm::vec3& p) {
    const float lump = std::sin(2.3f * p.x + 1.1f * p.y + 0.4f) * std::sin(1.9f * p.z - 1.4f * p.y + 1.7f);
    const float fine =
        std::sin(5.1f * p.x - 3.7f * p.z + 2.0f * lump) * std::sin(4.3f * p.y + 3.1f * p.z + lump);
    const float layer = std::sin(7.0f * p.y + 2.5f * lump);
    return 0.5f + 0.27f * lump + 0.12f * fine + 0.11f * layer;
}

glm::vec3 onSphere(int meridian, int parallel) {
    const float around = kWholeTurn * static_cast<float>(meridian) / kMeridians;
    const float up = std::numbers::pi_v<float> * (static_cast<float>(parallel) / kParallels - 0.5f);
    return {std::cos(around) * std::cos(up), std::sin(up), std::sin(around) * std::cos(up)};
}

glm::vec3 onRock(const glm::vec3& direction) {
    return direction * (1.15f - 0.55f * dentAt(direction));
}

void addQuads(SeabedMesh& mesh, int first, int rows, int columns) {
    const auto at = [&](int row, int column) {
        return static_cast<std::uint16_t>(first + row * (columns + 1) + column);
    };
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            for (const std::uint16_t index :
                 {at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column),
                  at(row + 1, column + 1), at(row, column + 1)}) {
                mesh.indices.push_back(index);
            }
        }
    }
}

/// Adds a strip between pairs of points.
struct Strip {
    SeabedMesh& mesh;
    int first = static_cast<int>(mesh.vertices.size());
    int pairs = 0;

    void add(const glm::vec3& middle, const glm::vec3& aside, const glm::vec3& normal, float along) {
        mesh.vertices.push_back({middle - aside, normal, along});
        mesh.vertices.push_back({middle + aside, normal, along});
        ++pairs;
    }
    void end() { addQuads(mesh, first, pairs - 1, 1); }
};

}  // namespace

SeabedMesh rockMesh() {
    SeabedMesh mesh;
    for (int parallel = 0; parallel <= kParallels; ++parallel) {
        for (int meridian = 0; meridian <= kMeridians; ++meridian) {
            const glm::vec3 direction = onSphere(meridian, parallel);
            const glm::vec3 helper =
                std::abs(direction.y) < 0.9f ? glm::vec3{0.0f, 1.0f, 0.0f} : glm::vec3{1.0f, 0.0f, 0.0f};
            const glm::vec3 aside = glm::normalize(glm::cross(direction, helper));
            const glm::vec3 upwards = glm::cross(aside, direction);
            const auto near = [&](const glm::vec3& step) {
                return onRock(glm::normalize(direction + 0.05f * step));
            };
            const glm::vec3 normal =
                glm::normalize(glm::cross(near(upwards) - near(-upwards), near(aside) - near(-aside)));
            mesh.vertices.push_back({onRock(direction), glm::dot(normal, direction) < 0.0f ? -normal : normal,
                                     dentAt(direction)});
        }
    }
    addQuads(mesh, 0, kParallels, kMeridians);
    return mesh;
}

// Giant kelp: a stem, and blades that leave it in turn, rise outwards and bend over.
SeabedMesh kelpMesh() {
    SeabedMesh mesh;
    for (const glm::vec3& aside : {glm::vec3{1.0f, 0.0f, 0.0f}, glm::vec3{0.0f, 0.0f, 1.0f}}) {
        Strip stem{mesh};
        for (int part = 0; part <= kStemParts; ++part) {
            const float up = static_cast<float>(part) / kStemParts;
            stem.add({0.0f, up, 0.0f}, aside * (0.06f * (1.0f - 0.5f * up)), {aside.z, 0.3f, aside.x}, 0.0f);
        }
        stem.end();
    }
    for (int blade = 0; blade < kBlades; ++blade) {
        const float up = 0.06f + 0.90f * static_cast<float>(blade) / (kBlades - 1);
        const float around = kLeafAngle * static_cast<float>(blade);
        const glm::vec3 out{std::cos(around), 0.0f, std::sin(around)};
        const glm::vec3 level{-out.z, 0.0f, out.x};
        const float length = 1.25f - 0.5f * up;
        // Some show their face from the side, others from above.
        const float twist = 0.5f + 0.45f * std::sin(2.0f * around);
        Strip strip{mesh};
        for (int part = 0; part <= kBladeParts; ++part) {
            const float along = static_cast<float>(part) / kBladeParts;
            const float width =
                0.12f * std::pow(std::sin(std::numbers::pi_v<float> * (0.04f + 0.93f * along)), 0.7f);
            // Heights are fractions of the plant's, the rest of its width.
            const float rise = 0.15f * along - 0.15f * along * along * along;
            const glm::vec3 aside = level * (1.0f - twist) + glm::vec3{0.0f, kBladeHeight * twist, 0.0f};
            const glm::vec3 normal =
                glm::normalize(glm::vec3{0.0f, 1.1f - twist, 0.0f} + twist * level + 0.3f * out);
            strip.add(out * (length * along * (1.0f - 0.25f * along)) + glm::vec3{0.0f, up + rise, 0.0f},
                      aside * width, normal, along);
        }
        strip.end();
    }
    return mesh;
}

}  // namespace shoal
