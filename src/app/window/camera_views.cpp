#include "app/window/camera_views.hpp"

#include <algorithm>
#include <array>

namespace shoal {

namespace {

using Aim = CameraView::Aim;

constexpr std::array kViews{
    CameraView{.name = "school", .help = "the preset's view, circling the flock slowly"},
    CameraView{.name = "above", .help = "looking down on the flock", .elevationDegrees = 70.0f},
    CameraView{.name = "side", .help = "level with the flock", .elevationDegrees = 0.0f},
    CameraView{
        .name = "below", .help = "looking up at the flock, against the light", .elevationDegrees = -55.0f},
    CameraView{.name = "follow", .help = "close behind one boid", .aim = Aim::boid},
    CameraView{.name = "played", .help = "the take's own camera; the default for takes", .aim = Aim::take},
    CameraView{.name = "wide", .help = "the whole world", .aim = Aim::world},
    CameraView{
        .name = "turntable", .help = "one full turn around the flock over the film", .turnsOnce = true},
};
constexpr std::string_view kNames =
    "school, above, side, below, follow, played, wide, turntable or a file such as flight.toml";

}  // namespace

std::span<const CameraView> cameraViews() {
    return kViews;
}

const CameraView* findCameraView(std::string_view name) {
    const auto* found =
        std::find_if(kViews.begin(), kViews.end(), [&](const CameraView& view) { return view.name == name; });
    return found == kViews.end() ? nullptr : found;
}

bool isFlightFile(std::string_view name) {
    return name.ends_with(".toml") || name.find('/') != std::string_view::npos;
}

std::string_view cameraViewNames() {
    return kNames;
}

}  // namespace shoal
