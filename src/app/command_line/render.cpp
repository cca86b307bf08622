#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "app/camera_views.hpp"
#include "app/command_line/parts.hpp"
#include "capture/frame_sink.hpp"

namespace shoal {

namespace {

constexpr int kMostPixels = 16384;
constexpr int kMostFps = 240;

constexpr const char* kRenderFooter = R"(The name after -o decides what is made:
  school.png      one picture
  frames/         a folder of pictures, frame_00000.png and on
  school.mp4      a film, through the ffmpeg program; also .webm, .mkv, .gif and .apng
A name that is taken gets a number: school-2.mp4. A film grows in school.partial.mkv, which plays whatever
happens; the same command goes on with a folder/ where it was stopped. school.mp4.json beside it says what
was recorded.

Examples:
  shoal render reef -o school.png --warmup 10 --size 1920x1080
  shoal render reef -o school.mp4 --seconds 20 --camera follow
  shoal render -o panel.png --warmup 5 --ui

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
    return help;
}

}  // namespace

void addRender(CLI::App& root, RenderOptions& options) {
    CLI::App& app = addCommand(root, "render", "Make a picture or film, without a window", kRenderFooter);
    addSceneOptions(app, options.scene);
    addFile(app, "-o,--output", options.output, "What to make; a number is added to a name that is taken")
        ->required();
    app.add_flag("--overwrite", options.mayOverwrite,
                 "Replace what has that name, and the pictures of an earlier recording in a folder/");
    CLI::Option* frames =
        addNumber<std::uint64_t>(app, "--frames", options.frames, {"N", 1, 10000000}, "How many pictures");
    addNumber<double>(app, "--seconds", options.seconds, {"S", 0.001, kMostSeconds},
                      "How long a film; 10 when left out")
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
               if (findCameraView(name) == nullptr) {
                   refuse(fmt::format("--camera wants {}, not \"{}\"", cameraViewNames(), name));
               }
               options.camera = name;
           },
           cameraHelp())
        ->type_name("NAME");
    app.add_flag("--ui", options.showsPanel, "Show the panel too");
    app.add_flag(
        "--transparent", options.isTransparent,
        "Leave the water out: pictures, .webm and .apng keep what is behind open, the other films cannot");
    addShaderDir(app, options.shaderDir);
    app.callback([&app, &options] {
        if (app.count("--fps") == 0) {
            options.rate = usualRate(options.output);
        }
    });
}

}  // namespace shoal
