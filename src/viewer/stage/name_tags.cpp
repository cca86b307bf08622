#include "viewer/stage/name_tags.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "render/camera/picking.hpp"

namespace shoal {

namespace {

std::string textOf(const std::string& name, const Vec3f& place, float speed) {
    std::string title = name;
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    std::ranges::replace(title, '-', ' ');
    const std::string height = place.z == 0.0f ? "" : fmt::format(", {:.2f}", place.z);
    return fmt::format("{} ({:.2f}, {:.2f}{}) {:.2f} m/s", title, place.x, place.y, height, speed);
}

}  // namespace

std::vector<NameTag> nameTagsOf(const StateView& state, const View& view, float width, float height,
                                float alpha) {
    std::vector<NameTag> tags;
    const auto& species = state.scene().species;
    for (std::size_t index = 0; index < species.size(); ++index) {
        const Flock& flock = state.flocks()[index];
        for (std::uint32_t id = 0; id < species[index].placed.size(); ++id) {
            const auto place = placeOf(state, {index, id}, alpha);
            if (!place) {
                continue;  // beyond the species' count
            }
            const auto at = project(view, *place, width, height);
            if (!at) {
                continue;
            }
            const Vec3f velocity = flock.now().velocity.at(flock.slotOf(id));
            tags.push_back({textOf(species[index].placed[id].name, *place, std::sqrt(lengthSq(velocity))),
                            at->x, at->y});
        }
    }
    return tags;
}

}  // namespace shoal
