#include "render/camera/camera_views.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace shoal {

namespace {

using Aim = CameraView::Aim;

constexpr std::array kViews{
    CameraView{.name = "school", .help = "the preset's view, circling the flock slowly"},
    CameraView{.name = "above", .help = "looking down on the flock", .elevationDegrees = 70.0f},
    CameraView{.name = "side", .help = "level with the flock", .elevationDegrees = 0.0f},
    CameraView{
        .name = "below", .help = "looking up at the flock, against the light", .elevationDegrees = -55.0f},
    CameraView{.name = "wide", .help = "the whole world", .aim = Aim::world},
    CameraView{.name = "turntable",
               .help = "one full turn around the flock, in 20 s or over the film",
               .turnsOnce = true},
    CameraView{.name = "follow", .help = "close to one boid; follow:ID chooses it", .aim = Aim::boid},
    CameraView{.name = "eyes", .help = "ahead, through the eyes of one boid", .aim = Aim::eyes},
    CameraView{.name = "dive", .help = "into the flock and out again, in 16 s", .dives = true},
    CameraView{.name = "patrol",
               .help = "from behind a hunter towards its nearest prey, or behind one boid if none hunts",
               .aim = Aim::eyes,
               .ridesHunter = true},
    // Last, because no live scene has it: see sceneViews().
    CameraView{.name = "played", .help = "the take's own camera; the default for takes", .aim = Aim::take},
};
constexpr std::string_view kNames =
    "school, above, side, below, wide, turntable, follow, follow:ID, eyes, dive, patrol, played or a file "
    "such as "
    "flight.toml";

}  // namespace

std::span<const CameraView> cameraViews() {
    return kViews;
}

std::span<const CameraView> sceneViews() {
    return cameraViews().first(kViews.size() - 1);
}

const CameraView* findCameraView(std::string_view name) {
    const auto* found =
        std::find_if(kViews.begin(), kViews.end(), [&](const CameraView& view) { return view.name == name; });
    return found == kViews.end() ? nullptr : found;
}

std::optional<std::uint32_t> followedId(std::string_view name) {
    constexpr std::string_view kPrefix = "follow:";
    if (!name.starts_with(kPrefix)) {
        return std::nullopt;
    }
    const char* end = name.data() + name.size();
    std::uint32_t id = 0;
    const auto read = std::from_chars(name.data() + kPrefix.size(), end, id);
    return read.ec == std::errc{} && read.ptr == end ? std::optional(id) : std::nullopt;
}

bool isFlightFile(std::string_view name) {
    return name.ends_with(".toml") || name.find('/') != std::string_view::npos;
}

std::string_view cameraViewNames() {
    return kNames;
}

}  // namespace shoal
