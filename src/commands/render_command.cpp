#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "capture/film/open_sink.hpp"
#include "capture/format/file_format.hpp"
#include "commands/commands.hpp"
#include "commands/filming.hpp"
#include "commands/report/build_info.hpp"
#include "commands/setup/scene_setup.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/headless_context.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"
#include "terminal/background_work.hpp"
#include "terminal/console.hpp"
#include "terminal/interruption.hpp"
#include "terminal/pipe_reader.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/recorder/recorder.hpp"
#include "viewer/script/film_script.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

namespace {

constexpr double kDefaultSeconds = 10.0;

std::string startText(const OpenedDocument& document) {
    const auto* take = std::get_if<Take>(&document);
    return take != nullptr ? takeText(*take) : presetText(std::get<Scene>(document));
}

/// [s] of film that a take still gives.
double secondsLeft(const RenderOptions& options, const Take& take) {
    return std::max(0.0, take.seconds() - options.warmup) / options.speed;
}

/// Number of frames: as requested, else one for a picture, all of a take, or kDefaultSeconds.
long long frameCount(const RenderOptions& options, const Take* take) {
    if (options.frames) {
        return static_cast<long long>(*options.frames);
    }
    if (!options.seconds && hasOutput(options.output, FileFormat::Output::picture)) {
        return 1;
    }
    const double left = take != nullptr ? secondsLeft(options, *take) : kDefaultSeconds;
    return framesIn(options.seconds.value_or(left), options.recording.film.rate);
}

Recording recordingOf(const RenderOptions& options, const Take* take) {
    Recording recording = options.recording;
    recording.film.frames = frameCount(options, take);
    if (take != nullptr && recording.film.isLoop) {
        // The loop's frames and those of its fade must all lie within the take.
        const long long all = framesIn(secondsLeft(options, *take), recording.film.rate);
        long long& frames = recording.film.frames;
        frames = std::min(frames, all);
        while (frames > 1 && frames + Recorder::fadedFrames(recording.film) > all) {
            --frames;
        }
    }
    return recording;
}

/// The film of one preset or take: a single shot.
ShotList shotOf(const PreparedDocument& document, const RenderOptions& options, FilmCamera::Choice camera) {
    ShotList list{.shots = std::vector<Shot>(1), .frames = {}, .name = options.scene.preset, .end = {}};
    Shot& shot = list.shots.front();
    shot.document = document;
    shot.warmup = options.warmup;
    shot.views.push_back({0.0, std::move(camera)});
    shot.speed = SpeedTrack(options.speed);
    return list;
}

/// The camera of --camera, or how the program ends if there is none such.
std::variant<FilmCamera::Choice, Ending> cameraOf(const OpenedDocument& document,
                                                  const RenderOptions& options) {
    FilmCamera::Choice camera{.name = options.camera, .flight = {}};
    if (isFlightFile(options.camera)) {
        const auto text = readWholeFile(options.camera, kFlightBudget.bytes);
        auto flight = text ? parseCameraFlight(*text, options.camera) : text.problem();
        if (!flight) {
            return failedWith(ExitStatus::badPreset, flight.problem());
        }
        camera.flight = std::move(*flight);
        camera.text = *text;
    }
    if (const auto id = followedId(options.camera)) {
        const std::int64_t count = sceneOf(document).boidCount();
        if (static_cast<std::int64_t>(*id) >= count) {
            return failedWith(ExitStatus::wrongUsage, Problem{fmt::format("--camera {}: the ids are 0 to {}",
                                                                          options.camera, count - 1)});
        }
    }
    return camera;
}

/// Whether a name is that of a film script, and its text.
std::optional<std::string> scriptNamed(const std::string& name) {
    if (!isFilmScriptFile(name)) {
        return std::nullopt;
    }
    auto text = readWholeFile(name, kFlightBudget.bytes);
    return text ? std::optional(std::move(*text)) : std::nullopt;
}

/// Keeps only those frames that --at or --part chooses. The film has the number of all.
Outcome chooseFrames(const RenderOptions& options, ShotList& list, Film& film) {
    if (!options.at && !options.part) {
        return Done{};
    }
    if (film.isLoop) {
        return Problem{"a loop is made as a whole: omit --at, --part or the loop"};
    }
    const long long all = film.frames;
    if (options.at) {
        list.first = static_cast<long long>(*options.at * film.rate.perSecond() + 1e-6);
        list.end = list.first + 1;
        if (list.first >= all) {
            return Problem{fmt::format("--at {:g}: the film lasts {:g} s", *options.at,
                                       static_cast<double>(all) * film.rate.frameSeconds())};
        }
    } else {
        const auto count = static_cast<long long>(options.part->count);
        const auto number = static_cast<long long>(options.part->number);
        list.first = all * (number - 1) / count;
        list.end = all * number / count;
        if (list.first == *list.end) {
            return Problem{fmt::format("--part {}/{}: the film has only {} frames", number, count, all)};
        }
    }
    film.frames = *list.end - list.first;
    return Done{};
}

/// Records a film from its first step to its last frame. The recording has its number of frames.
Ending record(const ShotList& list, Recording recording, const RenderOptions& options,
              Interruption& interruption) {
    auto context = HeadlessContext::create(options.gpu);
    if (!context) {
        return failedWith(ExitStatus::noGraphics, context.problem());
    }
    listenToGl(printLine);
    if (!context->refused().empty()) {
        printLine(fmt::format("{}; drawing in software", context->refused()));
    }
    recording.graphics = describe(context->gpu());
    if (!options.isGiven("--shutter") && recording.film.frames > 1 && !context->gpu().isSoftware) {
        recording.film.shutter.degrees = kFilmShutter.degrees;
        if (!recording.command.empty()) {
            // Resumed in software, the film would be another.
            recording.command.insert(recording.command.end(),
                                     {"--shutter", std::to_string(kFilmShutter.degrees)});
        }
    }
    if (recording.film.shutter.degrees == 0) {
        recording.film.shutter.exposures = 1;  // further ones would all show the same moment
    }
    auto session = sessionOf(list.shots.front(), options.scene.simulation);
    auto stage = Stage::create(session->scene().camera, options.shaderDir);
    if (!stage) {
        return failedWith(ExitStatus::noGraphics, stage.problem());
    }
    auto recorder = Recorder::open(options.output, recording, *session, **stage, options.maxTile);
    if (!recorder) {
        return failedWith(ExitStatus::captureFailed, recorder.problem());
    }
    if (const std::string& remark = (*recorder)->remark(); !remark.empty()) {
        printLine(remark);
    }
    return Filming(list, std::move(session), **stage, **recorder, options, interruption).run();
}

/// Replaces what the command line leaves open by what the script says.
Recording recordingOf(const FilmScript& script, const ShotList& list, const RenderOptions& options) {
    Recording recording = options.recording;
    Film& film = recording.film;
    const auto replace = [&options](const char* option, auto& value, const auto& written) {
        if (written && !options.isGiven(option)) {
            value = *written;
        }
    };
    replace("--size", film.size, script.size);
    replace("--fps", film.rate, script.rate);
    replace("--quality", film.quality, script.quality);
    replace("--fidelity", film.fidelity, script.fidelity);
    replace("--shutter", film.shutter.degrees, script.shutterDegrees);
    // One moment, or frames for another program, are neither a loop nor below a size.
    if (hasOutput(options.output, FileFormat::Output::film)) {
        replace("--max-size", film.maxBytes, script.maxBytes);
        film.isLoop = film.isLoop || (script.isLoop && !options.at && !options.part);
    }
    film.frames = list.count(film.rate);
    recording.start = fmt::format("# {}\n{}", pictureVersion(), script.text);
    for (const Shot& shot : list.shots) {
        recording.start += shot.document ? startText(shot.document->document) : "";
        recording.start += shot.views.empty() ? "" : shot.views.front().camera.text;
    }
    return recording;
}

/// Whether the shots can be joined, frame by frame.
Outcome checkJoints(const ShotList& list, const Film& film) {
    const long long most = Recorder::maxKept(film);
    long long before = 0;
    for (std::size_t index = 0; index < list.shots.size(); ++index) {
        const double seconds = list.shots[index].dissolve;
        const long long dissolve = seconds > 0.0 ? framesIn(seconds, film.rate) : 0;
        if (dissolve > most) {
            return Problem{
                fmt::format("a dissolve of {:g} s has more than the {} frames of this size that fit "
                            "into memory: shorten it, or make smaller frames",
                            seconds, most)};
        }
        if (dissolve > list.frames[index] || (index > 0 && before + dissolve > list.frames[index - 1])) {
            return Problem{
                fmt::format("at {} frames a second, the dissolve into shot {} is longer than what is "
                            "left of a shot",
                            frameRateText(film.rate), index + 1)};
        }
        before = dissolve;
    }
    if (film.isLoop && (list.shots.front().fadeIn > 0.0 || list.shots.back().fadeOut > 0.0)) {
        return Problem{
            "a loop fades its end into its beginning: omit fade_in of the first shot and fade_out of "
            "the last"};
    }
    return Done{};
}

Ending recordScript(const std::string& text, RenderOptions options) {
    for (const char* option :
         {"--seed", "--boids", "--set", "--frames", "--seconds", "--warmup", "--camera", "--speed"}) {
        if (options.isGiven(option)) {
            return {ExitStatus::wrongUsage,
                    fmt::format("{}: a film script says this itself: omit {}", options.scene.preset, option)};
        }
    }
    auto script = parseFilmScript(text, options.scene.preset, userPaths());
    if (!script) {
        return failedWith(ExitStatus::badPreset, script.problem());
    }
    if (script->shutterDegrees) {
        options.given.emplace_back("--shutter");
    }
    ShotList list{.shots = std::move(script->shots), .frames = {}, .name = options.scene.preset, .end = {}};
    const FrameRate rate =
        script->rate && !options.isGiven("--fps") ? *script->rate : options.recording.film.rate;
    for (const Shot& shot : list.shots) {
        list.frames.push_back(framesIn(shot.seconds, rate));
    }
    Interruption interruption;
    if (options.isBackground) {
        workInBackground();
    }
    Recording recording = recordingOf(*script, list, options);
    if (auto chosen = chooseFrames(options, list, recording.film); !chosen) {
        return failedWith(ExitStatus::wrongUsage, chosen.problem());
    }
    if (auto checked = checkRecording(options.output, recording.film); !checked) {
        return failedWith(ExitStatus::wrongUsage, checked.problem());
    }
    if (auto joined = checkJoints(list, recording.film); !joined) {
        return {ExitStatus::wrongUsage, fmt::format("{}: {}", list.name, joined.problem().text)};
    }
    const PipeReader reader(options.output, interruption);
    if (const auto status = interruption.status()) {
        return {*status, "stopped before the first frame"};
    }
    return record(list, recording, options, interruption);
}

}  // namespace

Ending runRender(const RenderOptions& options) {
    if (const auto script = scriptNamed(options.scene.preset)) {
        return recordScript(*script, options);
    }
    if (options.at) {
        return {ExitStatus::wrongUsage, "--at is for film scripts; --warmup chooses the moment of a preset"};
    }
    if (auto checked = checkRecording(options.output, recordingOf(options, nullptr).film); !checked) {
        return failedWith(ExitStatus::wrongUsage, checked.problem());
    }
    auto document = setUpDocument(options.scene);
    if (auto* ending = std::get_if<Ending>(&document)) {
        return *ending;
    }
    return recordFilm(std::get<PreparedDocument>(document), options);
}

Ending recordFilm(const PreparedDocument& prepared, const RenderOptions& options) {
    // Create it before anything that a signal could leave half done.
    Interruption interruption;
    if (options.isBackground) {
        workInBackground();
    }
    // Check first for errors that can be found at once: a film that cannot be written is not worth a warm-up.
    auto camera = cameraOf(prepared.document, options);
    if (auto* ending = std::get_if<Ending>(&camera)) {
        return *ending;
    }
    const PipeReader reader(options.output, interruption);
    if (const auto status = interruption.status()) {
        return {*status, "stopped before the first frame"};
    }
    Recording recording = recordingOf(options, std::get_if<Take>(&prepared.document));
    recording.start = fmt::format("# {}\n{}{}", pictureVersion(), startText(prepared.document),
                                  std::get<FilmCamera::Choice>(camera).text);
    ShotList list = shotOf(prepared, options, std::move(std::get<FilmCamera::Choice>(camera)));
    list.frames.push_back(recording.film.frames);
    if (auto chosen = chooseFrames(options, list, recording.film); !chosen) {
        return failedWith(ExitStatus::wrongUsage, chosen.problem());
    }
    return record(list, std::move(recording), options, interruption);
}

}  // namespace shoal
