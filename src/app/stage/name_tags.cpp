#include "app/stage/name_tags.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <glm/vec4.hpp>

#include "render/camera/picking.hpp"

namespace shoal {

namespace {

constexpr float kNearest = 1e-3f;  // [m] nothing closer to the eye is in view

std::string textOf(const std::string& name, const Vec3f& place, float speed) {
    std::string title = name;
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    std::ranges::replace(title, '-', ' ');
    const std::string height = place.z == 0.0f ? "" : fmt::format(", {:.2f}", place.z);
    return fmt::format("{} ({:.2f}, {:.2f}{}) {:.2f} m/s", title, place.x, place.y, height, speed);
}

}  // namespace

std::vector<NameTag> nameTagsOf(const Simulation& simulation, const View& view, float width, float height,
                                float alpha) {
    std::vector<NameTag> tags;
    const auto& species = simulation.scene().species;
    for (std::size_t index = 0; index < species.size(); ++index) {
        const Flock& flock = simulation.flocks()[index];
        for (std::uint32_t id = 0; id < species[index].placed.size(); ++id) {
            const auto place = placeOf(simulation, {index, id}, alpha);
            if (!place) {
                continue;  // beyond the species' count
            }
            const glm::vec4 clip =
                view.projection * view.view * glm::vec4(place->x, place->y, place->z, 1.0f);
            if (clip.w < kNearest) {
                continue;
            }
            const Vec3f velocity = flock.now().velocity.at(flock.slotOf(id));
            tags.push_back({textOf(species[index].placed[id].name, *place, std::sqrt(lengthSq(velocity))),
                            (0.5f + 0.5f * clip.x / clip.w) * width,
                            (0.5f - 0.5f * clip.y / clip.w) * height});
        }
    }
    return tags;
}

}  // namespace shoal
