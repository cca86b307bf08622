#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "capture/film/open_sink.hpp"
#include "capture/format/file_format.hpp"
#include "capture/format/frame_sink.hpp"
#include "commands/cli/parts.hpp"
#include "render/camera/camera_views.hpp"

namespace shoal {

namespace {

constexpr ImageSize kPageSize{640, 360};  // default for web pages

constexpr double kMinSpeed = 0.01;
constexpr double kMaxSpeed = 100.0;

constexpr const char* kRenderFooter = R"(The name after -o decides what is made:
  school.png      one picture
  frames/         a folder of pictures, frame_00000.png and so on; also
                  a name without an extension
  school.mp4      a film, through the ffmpeg program; also .webm, .mkv, .mov
                  (ProRes, for cutting), .gif, .webp and .apng
An existing name gets a number: school-2.mp4. A film is first written to school.partial.mkv, which
stays playable and keeps its scene after a crash or Ctrl+C; the same command resumes an interrupted folder/.
A file with .json added to the name describes the picture or film.

Examples:
  shoal render reef -o school.png --warmup 10 --size 1920x1080
  shoal render reef -o school.mp4 --seconds 20 --camera follow
  shoal render -o panel.png --warmup 5 --ui
  shoal render stampede -o herd.mp4 --camera turntable --caption
  shoal render bait-ball -o loop.webp --seconds 6 --loop --max-size 3M
  shoal render demo.toml -o demo.mp4

The last one makes a film from a script: shots with titles, slow motion and settings that move. The manual's page "Film
scripts" describes it, and shoal film proposes one from a take.

A flight is a text file, shown here with every possible entry:
  aim = "flock"        # origin of targets: "flock", "world" or a "boid"
  [[key]]
  seconds = 0          # from the film's start
  target = [0, 0, 0]   # the point looked at, in metres
  distance = 12        # in metres; angles in degrees
  azimuth = 35
  elevation = -7
  field_of_view = 45
  [[key]]
  seconds = 8
  azimuth = 215        # omitted entries stay as in the key before

Needs no window system.)";

void readRate(const std::string& text, Film& film) {
    const auto rate = frameRateFrom(text);
    if (!rate || rate->perSecond() > kMaxRenderRate) {
        refuse(fmt::format(
            "--fps wants a number or a fraction from 0.01 to {}, such as 30 or 30000/1001, not \"{}\"",
            kMaxRenderRate, text));
    }
    film.rate = *rate;
}

void readBytes(const std::string& text, Film& film) {
    const auto bytes = bytesFrom(text);
    if (!bytes) {
        refuse(fmt::format("--max-size wants a size such as 3M or 800k, not \"{}\"", text));
    }
    film.maxBytes = *bytes;
}

std::string cameraHelp() {
    std::string help = "Camera view:";
    for (const CameraView& view : cameraViews()) {
        help += fmt::format("\n{} ({})", view.name, view.help);
    }
    help += "\na flight file such as flight.toml";
    return help;
}

}  // namespace

void addRender(CLI::App& root, RenderOptions& options) {
    CLI::App& app = addCommand(root, "render", "Make a picture or film, without a window", kRenderFooter);
    Recording& recording = options.recording;
    Film& film = recording.film;
    addSceneOptions(app, options.scene);
    addFile(app, "-o,--output", options.output,
            "Output file or folder; a number is added to an existing name. \"-\" writes to standard output: "
            "a PNG, "
            "or the frames of a film as YUV4MPEG2 (y4m) for another program",
            true)
        ->required();
    app.add_flag(
        "--overwrite", recording.mayOverwrite,
        "Replace a file of that name, or frames in a folder/ if this recording has at least as many");
    CLI::Option* frames =
        addNumber<std::uint64_t>(app, "--frames", options.frames, {"N", 1, 10000000}, "Number of frames");
    addNumber<double>(app, "--seconds", options.seconds, {"S", 0.001, kMaxSeconds},
                      "Length of the film in seconds; default 10, or all of a take")
        ->excludes(frames);
    app.add_option_function<std::string>(
           "--fps", [&film](const std::string& text) { readRate(text, film); },
           "Frames per second: default 30, for a .gif 20, for a .webp 15; also 29.97, 30000/1001, or 60/K "
           "for "
           "every Kth step")
        ->type_name("F");
    app.add_option_function<std::string>(
           "--size", [&film](const std::string& text) { film.size = sizeFrom(text); },
           fmt::format("Picture size in pixels; default {}x{}, for a .gif or .webp {}x{}", film.size.width,
                       film.size.height, kPageSize.width, kPageSize.height))
        ->type_name("WxH");
    app.add_option_function<std::string>(
           "--max-size", [&film](const std::string& text) { readBytes(text, film); },
           "Largest size of a film's file, such as 3M or 800k. One that would be larger gets a lower "
           "quality, then "
           "smaller frames, then fewer; the choice is printed")
        ->type_name("SIZE");
    app.add_flag("--loop", film.isLoop,
                 "Fade the end of a film into its beginning, so that it repeats without a jump");
    addNumber<double>(app, "--at", options.at, {"S", 0.0, kMaxSeconds},
                      "Of a film script, only the frame at this second, such as into a .png");
    app.add_option_function<std::string>(
           "--part", [&options](const std::string& text) { options.part = partFrom(text); },
           "Draw only the Ith of N equal stretches of the film, as one of several machines; the parts follow "
           "one "
           "another without a gap")
        ->type_name("I/N");
    addNumber<double>(app, "--speed", options.speed, {"X", kMinSpeed, kMaxSpeed},
                      "Seconds of the flock in a second of film: below 1 for slow motion");
    addNumber<double>(app, "--warmup", options.warmup, {"S", 0.0, kMaxSeconds},
                      "Seconds to simulate before the first frame");
    app.add_option_function<std::string>(
           "--camera",
           [&options](const std::string& text) {
               const std::string name = fileToRead(text);
               if (findCameraView(name) == nullptr && !followedId(name) && !isFlightFile(name)) {
                   refuse(fmt::format("--camera wants {}, not \"{}\"", cameraViewNames(), name));
               }
               options.camera = name;
           },
           cameraHelp())
        ->type_name("NAME");
    app.add_flag("--ui", film.showsPanel, "Show the panel too");
    app.add_flag("--caption", film.hasCaption,
                 "Add a caption at the lower left: preset, seed, boids, seconds and changed tunables");
    app.add_option("--text", film.text, "Your own words, large in the lower middle of the picture")
        ->type_name("TEXT");
    addNumber<int>(app, "--supersample", film.supersample, {"N", 1, 4},
                   "Draw N times as many pixels along each side, for smoother edges: 1 to 4");
    addQuality(app, "normal", [&film](Quality quality) { film.quality = quality; });
    app.add_option_function<std::string>(
           "--fidelity",
           [&film](const std::string& text) {
               const auto found = std::ranges::find(kFidelityNames, text);
               if (found == kFidelityNames.end()) {
                   refuse(fmt::format("--fidelity wants draft, good, best or lossless, not \"{}\"", text));
               }
               film.fidelity = static_cast<Fidelity>(found - kFidelityNames.begin());
           },
           "How exactly a film's file keeps the frames: draft (small), good (the default), best (to be "
           "encoded "
           "again) or lossless (.mkv, .mov, .webp, .apng)")
        ->type_name("NAME");
    addNumber<int>(app, "--shutter", film.shutter.degrees, {"DEGREES", 0, 360},
                   "Motion blur: how long the shutter is open, in degrees of the "
                   "time to the next frame, 0 to 360; default 180, as of film "
                   "cameras, and 0 for what is drawn without a graphics card");
    film.shutter.exposures = kFilmShutter.exposures;
    addNumber<int>(
        app, "--exposures", film.shutter.exposures, {"N", 1, 1000},
        fmt::format("Number of exposures while the shutter is open; default {}", kFilmShutter.exposures));
    addNumber<int>(app, "--tile", options.maxTile, {"N", 2, 16384}, "Max side of a tile in pixels")
        ->group("");
    app.add_flag("--transparent", film.isTransparent,
                 "Make the background transparent; only pictures, .webm and .apng can hold this");
    app.add_flag("--background", options.isBackground,
                 "Run at low priority, and end when standard input ends")
        ->group("");
    addGpu(app, options.gpu);
    addShaderDir(app, options.shaderDir);
    app.callback([&app, &options, &film] {
        for (const CLI::Option* option : app.get_options()) {
            if (option->count() > 0) {
                options.given.push_back(option->get_name(false, false));
            }
        }
        const FileFormat* const fileFormat = fileFormatOf(options.output);
        if (app.count("--size") == 0 && fileFormat != nullptr && fileFormat->isForPages()) {
            film.size = kPageSize;
        }
        if (app.count("--fps") == 0) {
            film.rate = defaultRate(options.output);
        }
    });
}

}  // namespace shoal
