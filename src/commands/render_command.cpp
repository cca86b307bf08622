#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "capture/film/open_sink.hpp"
#include "capture/format/file_format.hpp"
#include "commands/commands.hpp"
#include "commands/report/build_info.hpp"
#include "commands/setup/scene_setup.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/headless_context.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"
#include "terminal/background_work.hpp"
#include "terminal/console.hpp"
#include "terminal/fault_notices.hpp"
#include "terminal/interruption.hpp"
#include "terminal/pipe_reader.hpp"
#include "terminal/progress.hpp"
#include "viewer/files/paths.hpp"
#include "viewer/recorder/film_camera.hpp"
#include "viewer/recorder/recorder.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

namespace {

constexpr double kDefaultSeconds = 10.0;

/// [s] of film that a take still gives.
double secondsLeft(const RenderOptions& options, const Take& take) {
    return std::max(0.0, take.seconds() - options.warmup) / options.speed;
}

long long framesIn(double seconds, const Film& film) {
    return std::max(1LL, std::llround(seconds * film.rate.perSecond()));
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
    return framesIn(options.seconds.value_or(left), options.recording.film);
}

Recording recordingOf(const RenderOptions& options, const Take* take) {
    Recording recording = options.recording;
    recording.film.frames = frameCount(options, take);
    if (take != nullptr && recording.film.isLoop) {
        // The loop's frames and those of its fade must all lie within the take.
        const long long all = framesIn(secondsLeft(options, *take), recording.film);
        long long& frames = recording.film.frames;
        frames = std::min(frames, all);
        while (frames > 1 && frames + Recorder::fadedFrames(recording.film) > all) {
            --frames;
        }
    }
    return recording;
}

/// Records one film from its first step to its last frame.
class Filming {
public:
    Filming(Session& session, Stage& stage, Recorder& recorder, const RenderOptions& options,
            const FilmCamera::Choice& camera, Interruption& interruption)
        : m_session(session),
          m_stage(stage),
          m_recorder(recorder),
          m_options(options),
          m_camera(camera),
          m_interruption(interruption) {}

    Ending run() {
        if (auto stopped = warmUp()) {
            return *stopped;
        }
        const long long frames = m_recorder.film().frames;
        m_stage.director().turnAside(true);
        auto camera = FilmCamera::create(m_stage, m_session, m_camera,
                                         static_cast<double>(frames) * m_recorder.film().rate.frameSeconds());
        if (!camera) {
            return failedWith(ExitStatus::badPreset, camera.problem());
        }
        std::optional<float> firstAlpha;
        if (frames == 1) {
            firstAlpha = stillAlpha();
        }
        m_progress.emplace("frames", static_cast<std::uint64_t>(m_recorder.frameCount()));
        const auto isStopped = [this] { return m_interruption.status().has_value(); };
        while (!m_recorder.isComplete() && !isStopped()) {
            for (const FrameSchedule::Due& due : m_recorder.exposures()) {
                for (int step = 0; step < due.steps; ++step) {
                    stepOnce();
                    camera->step();
                }
                const float alpha = std::exchange(firstAlpha, std::nullopt).value_or(due.alpha);
                camera->advance({m_session.simulation().stepCount(), alpha}, due.seconds);
                const Outcome drawn = m_recorder.expose(alpha, camera->pose(), isStopped);
                if (const auto status = m_interruption.status()) {
                    return finish(status);  // without this frame, which lacks tiles
                }
                if (!drawn) {
                    return brokenOff(failedWith(ExitStatus::noGraphics, drawn.problem()));
                }
            }
            if (const auto& deviation = m_session.deviation()) {
                return brokenOff(
                    {ExitStatus::badPreset, fmt::format("{}: {}", m_options.scene.preset, deviation->text)});
            }
            if (auto written = m_recorder.resolve(); !written) {
                return failedWith(ExitStatus::captureFailed, written.problem());
            }
            m_progress->update(static_cast<std::uint64_t>(m_recorder.frames()));
        }
        return finish(m_interruption.status());
    }

private:
    /// Every step moves the bodies on, so that a frame made again alone has them as in the film.
    void stepOnce() {
        m_session.stepOnce();
        m_stage.animate(m_session.instant(), m_session.simulation());
    }

    std::optional<Ending> warmUp() {
        const Take* take = m_session.playing();
        const auto steps =
            static_cast<std::uint64_t>(std::llround(m_options.warmup * m_session.stepsPerSecond())) +
            (take != nullptr ? take->from.step - take->firstStep() : 0);
        Progress progress("warm-up steps", steps);
        m_stage.animate(m_session.instant(), m_session.simulation());
        for (std::uint64_t made = 0; made < steps; ++made) {
            stepOnce();
            progress.update(made + 1);
            if (const auto status = m_interruption.status()) {
                return Ending{*status, "stopped before the first frame"};
            }
        }
        return std::nullopt;
    }

    /// A take's still shows exactly the take's moment.
    float stillAlpha() const {
        const Take* take = m_session.playing();
        return take != nullptr && take->from.step == m_session.simulation().stepCount() ? take->from.alpha
                                                                                        : 1.0f;
    }

    /// Ends the film early with the frames that it has.
    Ending brokenOff(const Ending& why) {
        if (m_recorder.writtenFrames() <= m_recorder.firstFrame()) {
            return why;
        }
        const Ending ending = finish(why.status);
        return {ending.status, fmt::format("{}; {}", why.text, ending.text)};
    }

    /// Completes the film; `stopped` is the exit status if it ended early.
    Ending finish(const std::optional<ExitStatus>& stopped) {
        m_progress.reset();
        FaultNotices().print(m_session.simulation().faults());
        m_recorder.finish();
        const Outcome finished = m_recorder.await();
        const long long written = m_recorder.writtenFrames();
        const std::string stop =
            fmt::format("stopped after {} of {} frames", written, m_recorder.film().frames);
        if (!finished) {
            const std::string& why = finished.problem().text;
            return stopped ? Ending{*stopped, fmt::format("{}; {}", stop, why)}
                           : Ending{ExitStatus::captureFailed, why};
        }
        const std::filesystem::path path = m_recorder.path();
        if (!stopped) {
            if (path != kStandardOutput) {
                const std::string made = m_recorder.status().made;
                printNote(fmt::format("wrote {}{}{}", path.string(), made.empty() ? "" : ": ", made));
            }
            return {};
        }
        const bool goesOn = hasOutput(path, FileFormat::Output::folder) && !m_recorder.isComplete();
        return {*stopped, fmt::format("{}; {} holds them{}", stop, path.string(),
                                      goesOn ? ", and the same command continues there" : "")};
    }

    Session& m_session;
    Stage& m_stage;
    Recorder& m_recorder;
    const RenderOptions& m_options;
    const FilmCamera::Choice& m_camera;
    std::optional<Progress> m_progress;
    Interruption& m_interruption;
};

}  // namespace

Ending runRender(const RenderOptions& options) {
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
    const OpenedDocument& document = prepared.document;
    // Create it before anything that a signal could leave half done.
    Interruption interruption;
    if (options.isBackground) {
        workInBackground();
    }
    // Check first for errors that can be found at once: a film that cannot be written is not worth a warm-up.
    FilmCamera::Choice camera{.name = options.camera, .flight = {}};
    if (isFlightFile(options.camera)) {
        auto text = readWholeFile(options.camera, kFlightBudget.bytes);
        const auto flight = text ? parseCameraFlight(*text, options.camera, {}) : text.problem();
        if (!flight) {
            return failedWith(ExitStatus::badPreset, flight.problem());
        }
        camera.flight = std::move(*text);
    }
    if (const auto id = followedId(options.camera)) {
        std::size_t count = 0;
        for (const Species& species : sceneOf(document).species) {
            count += static_cast<std::size_t>(species.count);
        }
        if (*id >= count) {
            return failedWith(ExitStatus::wrongUsage, Problem{fmt::format("--camera {}: the ids are 0 to {}",
                                                                          options.camera, count - 1)});
        }
    }
    const PipeReader reader(options.output, interruption);
    if (const auto status = interruption.status()) {
        return {*status, "stopped before the first frame"};
    }
    const auto* take = std::get_if<Take>(&document);
    Recording recording = recordingOf(options, take);
    recording.start = fmt::format("# {}\n{}", pictureVersion(),
                                  take != nullptr ? takeText(*take) : presetText(sceneOf(document)));
    auto context = HeadlessContext::create(options.gpu);
    if (!context) {
        return failedWith(ExitStatus::noGraphics, context.problem());
    }
    listenToGl(printLine);
    if (!context->refused().empty()) {
        printLine(fmt::format("{}; drawing in software", context->refused()));
    }
    recording.graphics = describe(context->gpu());
    if (!options.hasShutter && recording.film.frames > 1 && !context->gpu().isSoftware) {
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
    Session session(sceneOf(document), options.scene.simulation);
    if (take != nullptr) {
        session.play(*take);
    } else {
        // The caption and the captures' takes show what --set changed.
        session.adoptPreset(prepared.saved);
    }
    auto stage = Stage::create(session.simulation().scene().camera, options.shaderDir);
    if (!stage) {
        return failedWith(ExitStatus::noGraphics, stage.problem());
    }
    const auto stepsPerSecond =
        static_cast<int>(std::max(1LL, std::llround(session.stepsPerSecond() * options.speed)));
    auto recorder =
        Recorder::open(options.output, recording, session, **stage, stepsPerSecond, options.maxTile);
    if (!recorder) {
        return failedWith(ExitStatus::captureFailed, recorder.problem());
    }
    if (const std::string& remark = (*recorder)->remark(); !remark.empty()) {
        printLine(remark);
    }
    (*stage)->setFrame({recording.film.size.aspect(), (*recorder)->covered()});
    return Filming(session, **stage, **recorder, options, camera, interruption).run();
}

}  // namespace shoal
