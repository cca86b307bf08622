#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "app/camera_views.hpp"
#include "app/command_line/parts.hpp"
#include "capture/frame_sink.hpp"

namespace shoal {

namespace {

constexpr int kMostPixels = 16384;
constexpr int kMostFps = 240;
constexpr int kUsualExposures = 16;

constexpr const char* kRenderFooter = R"(The name after -o decides what is made:
  school.png      one picture
  frames/         a folder of pictures, frame_00000.png and on
  school.mp4      a film, through the ffmpeg program; also .webm, .mkv, .gif and .apng
A name that is taken gets a number: school-2.mp4. A film grows in school.partial.mkv, which plays and
knows its scene whatever happens; the same command goes on with a folder/ where it was stopped.
school.mp4.json beside it says what was recorded.

Examples:
  shoal render reef -o school.png --warmup 10 --size 1920x1080
  shoal render reef -o school.mp4 --seconds 20 --camera follow
  shoal render -o panel.png --warmup 5 --ui
  shoal render stampede -o herd.mp4 --camera turntable --shutter 180 --supersample 2 --caption

A flight is a text file, here with all that it may hold:
  aim = "flock"        # what targets count from: "flock", "world" or a "boid"
  [[key]]
  seconds = 0          # from the film's start
  target = [0, 0, 0]   # the point looked at, in metres
  distance = 12        # in metres; angles in degrees
  azimuth = 35
  elevation = -7
  field_of_view = 45
  [[key]]
  seconds = 8
  azimuth = 215        # what a key leaves out stays as it is in the one before

Needs no window system.)";

void readSize(const std::string& text, RenderOptions& options) {
    const std::size_t cross = std::min(text.find('x'), text.size());
    const std::string_view all = text;
    const int width = numberFrom<int>(all.substr(0, cross)).value_or(0);
    const int height = numberFrom<int>(all.substr(std::min(cross + 1, all.size()))).value_or(0);
    const auto isSide = [](int side) { return side >= 1 && side <= kMostPixels; };
    if (!isSide(width) || !isSide(height)) {
        refuse(fmt::format("--size wants WIDTHxHEIGHT, such as 1280x720, each side from 1 to {}, not \"{}\"",
                           kMostPixels, text));
    }
    options.width = width;
    options.height = height;
}

void readRate(const std::string& text, RenderOptions& options) {
    const auto rate = frameRateFrom(text);
    if (!rate || rate->perSecond() > kMostFps) {
        refuse(fmt::format(
            "--fps wants a number or a fraction from 0.01 to {}, such as 30 or 30000/1001, not \"{}\"",
            kMostFps, text));
    }
    options.rate = *rate;
}

std::string cameraHelp() {
    std::string help = "Where to look from:";
    for (const CameraView& view : cameraViews()) {
        help += fmt::format("\n{} ({})", view.name, view.help);
    }
    help += "\na file such as flight.toml (through its keys; see below)";
    return help;
}

}  // namespace

void addRender(CLI::App& root, RenderOptions& options) {
    CLI::App& app = addCommand(root, "render", "Make a picture or film, without a window", kRenderFooter);
    addSceneOptions(app, options.scene);
    addFile(app, "-o,--output", options.output, "What to make; a number is added to a name that is taken")
        ->required();
    app.add_flag(
        "--overwrite", options.mayOverwrite,
        "Replace a file of that name, and an earlier recording in a folder/ that is no longer than this one");
    CLI::Option* frames =
        addNumber<std::uint64_t>(app, "--frames", options.frames, {"N", 1, 10000000}, "How many pictures");
    addNumber<double>(app, "--seconds", options.seconds, {"S", 0.001, kMostSeconds},
                      "How long a film; 10 when left out, or all of a take")
        ->excludes(frames);
    app.add_option_function<std::string>(
           "--fps", [&options](const std::string& text) { readRate(text, options); },
           "Pictures in a second: 30 when left out, 25 for a .gif; also 29.97, 30000/1001, or 60/K for every "
           "Kth "
           "step")
        ->type_name("F");
    app.add_option_function<std::string>(
           "--size", [&options](const std::string& text) { readSize(text, options); },
           "Size of the picture in pixels; 1280x720 when left out")
        ->type_name("WxH");
    addNumber<double>(app, "--warmup", options.warmup, {"S", 0.0, kMostSeconds},
                      "Seconds to simulate before the first picture");
    app.add_option_function<std::string>(
           "--camera",
           [&options](const std::string& name) {
               if (findCameraView(name) == nullptr && !isFlightFile(name)) {
                   refuse(fmt::format("--camera wants {}, not \"{}\"", cameraViewNames(), name));
               }
               options.camera = name;
           },
           cameraHelp())
        ->type_name("NAME");
    app.add_flag("--ui", options.showsPanel, "Show the panel too");
    app.add_flag("--caption", options.hasCaption,
                 "Write at the lower left what is shown: preset, seed, boids, seconds, and what was changed");
    addNumber<int>(app, "--supersample", options.supersample, {"N", 1, 4},
                   "Draw N times as many pixels along each side, for smoother edges: 1 to 4");
    CLI::Option* shutter = addNumber<int>(app, "--shutter", options.shutter.degrees, {"DEGREES", 0, 360},
                                          "Blur motion: how much of the time to the next picture the shutter "
                                          "is open, 0 to 360; 180 is as film cameras do");
    auto exposures = std::make_shared<std::optional<int>>();
    addNumber<int>(app, "--exposures", *exposures, {"N", 1, 1000},
                   "At how many moments the shutter sees the flock; 16 when left out")
        ->needs(shutter);
    addNumber<int>(app, "--tile", options.mostTile, {"N", 2, 16384}, "Most pixels drawn at once along a side")
        ->group("");
    app.add_flag(
        "--transparent", options.isTransparent,
        "Leave the water out: pictures, .webm and .apng keep what is behind open, the other films cannot");
    addGpu(app, options.gpu);
    addShaderDir(app, options.shaderDir);
    app.callback([&app, &options, exposures] {
        // At 0 degrees all exposures would show the same moment.
        options.shutter.exposures = options.shutter.degrees == 0 ? 1 : exposures->value_or(kUsualExposures);
        if (app.count("--fps") == 0) {
            options.rate = usualRate(options.output);
        }
    });
}

}  // namespace shoal
