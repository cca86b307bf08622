#include "app/recording/film.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "app/cli/console.hpp"
#include "app/cli/interruption.hpp"
#include "app/cli/pipe_reader.hpp"
#include "app/cli/progress.hpp"
#include "app/files/opened_document.hpp"
#include "app/files/paths.hpp"
#include "app/recording/film_camera.hpp"
#include "app/recording/film_output.hpp"
#include "app/recording/overlay.hpp"
#include "app/recording/provenance.hpp"
#include "app/viewer/stage.hpp"
#include "capture/film/file_format.hpp"
#include "capture/film/frame_schedule.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/headless_context.hpp"
#include "render/picture/tiled_renderer.hpp"

namespace shoal {

namespace {

constexpr int kSamples = 4;
constexpr double kDefaultSeconds = 10.0;

/// Number of frames: as requested, else one for a picture, all of a take, or kDefaultSeconds.
std::uint64_t frameCount(const RenderOptions& options, const Take* take) {
    if (options.frames) {
        return *options.frames;
    }
    if (!options.seconds && hasOutput(options.output, FileFormat::Output::picture)) {
        return 1;
    }
    const double left = take != nullptr ? std::max(0.0, take->seconds() - options.warmup) : kDefaultSeconds;
    const double frames = options.seconds.value_or(left) * options.rate.perSecond();
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(frames)));
}

FrameFormat formatOf(const RenderOptions& options, const Take* take) {
    return {.width = options.width,
            .height = options.height,
            .rate = options.rate,
            .frames = static_cast<long long>(frameCount(options, take)),
            .isTransparent = options.isTransparent,
            .mayOverwrite = options.mayOverwrite,
            .command = options.command};
}

/// The objects that draw one film, created once.
struct Studio {
    std::unique_ptr<Stage> stage;
    std::optional<TiledRenderer> tiledRenderer;
    std::unique_ptr<Overlay> overlay;
};

std::variant<Studio, Ending> setUpStudio(const Session& session, const RenderOptions& options) {
    Studio studio;
    auto stage = Stage::create(session.simulation().scene().camera, options.shaderDir);
    if (!stage) {
        return failedWith(ExitStatus::noGraphics, stage.problem());
    }
    studio.stage = std::move(*stage);
    auto tiledRenderer = TiledRenderer::create({.width = options.width,
                                                .height = options.height,
                                                .supersample = options.supersample,
                                                .exposures = options.shutter.exposures,
                                                .samples = kSamples,
                                                .maxTile = options.maxTile});
    if (!tiledRenderer) {
        return failedWith(ExitStatus::captureFailed, tiledRenderer.problem());
    }
    studio.tiledRenderer.emplace(std::move(*tiledRenderer));
    if (options.showsPanel || options.hasCaption) {
        auto overlay = Overlay::create({.width = options.width,
                                        .height = options.height,
                                        .hasPanel = options.showsPanel,
                                        .hasCaption = options.hasCaption});
        if (!overlay) {
            return failedWith(ExitStatus::noGraphics, overlay.problem());
        }
        studio.overlay = std::move(*overlay);
        studio.stage->setCovered(studio.overlay->covered());
    }
    return studio;
}

/// Records one film from its first step to its last frame.
class Filming {
public:
    Filming(Session& session, Studio& studio, FilmOutput& output, const RenderOptions& options,
            Interruption& interruption)
        : m_session(session),
          m_studio(studio),
          m_output(output),
          m_options(options),
          m_frames(frameCount(options, session.playing())),
          m_interruption(interruption) {}

    Ending run() {
        if (auto stopped = warmUp()) {
            return *stopped;
        }
        auto camera = FilmCamera::create(*m_studio.stage, m_session, m_options.camera,
                                         static_cast<double>(m_frames) * m_options.rate.frameSeconds());
        if (!camera) {
            return failedWith(ExitStatus::badPreset, camera.problem());
        }
        const float firstAlpha = m_frames == 1 ? stillAlpha() : 1.0f;
        FrameSchedule schedule(m_options.rate, m_options.shutter);
        m_progress.emplace("frames", m_frames);
        for (std::uint64_t frame = 0; frame < m_frames; ++frame) {
            // Frames that an earlier run has drawn are simulated but not drawn.
            const bool isWanted = frame >= static_cast<std::uint64_t>(m_output.firstFrame());
            std::vector<std::pair<Moment, CameraPose>> exposures;
            for (int exposure = 0; exposure < schedule.exposures(); ++exposure) {
                const FrameSchedule::Due due = schedule.next();
                for (int step = 0; step < due.steps; ++step) {
                    m_session.stepOnce();
                }
                const Moment moment{m_session.simulation().stepCount(),
                                    frame == 0 && exposure == 0 ? firstAlpha : due.alpha};
                camera->advance(moment, due.seconds);
                exposures.emplace_back(moment, camera->pose());
                if (!isWanted) {
                    continue;
                }
                const Outcome drawn = accumulate(moment.alpha, camera->pose());
                if (const auto status = m_interruption.status()) {
                    return finish(status);  // without this frame, which lacks tiles
                }
                if (!drawn) {
                    return brokenOff(frame, failedWith(ExitStatus::noGraphics, drawn.problem()));
                }
            }
            note(exposures);
            if (const auto& deviation = m_session.deviation()) {
                return brokenOff(frame, {ExitStatus::badPreset,
                                         fmt::format("{}: {}", m_options.scene.preset, deviation->text)});
            }
            if (isWanted) {
                if (auto written = m_output.write(resolve(), sceneText()); !written) {
                    return failedWith(ExitStatus::captureFailed, written.problem());
                }
            }
            m_progress->update(frame + 1);
            if (const auto status = m_interruption.status()) {
                return finish(status);
            }
        }
        return finish(std::nullopt);
    }

private:
    std::optional<Ending> warmUp() {
        const Take* take = m_session.playing();
        const auto steps = static_cast<std::uint64_t>(std::llround(m_options.warmup * kStepsPerSecond)) +
                           (take != nullptr ? take->from.step - take->firstStep() : 0);
        Progress progress("warm-up steps", steps);
        for (std::uint64_t step = 0; step < steps; ++step) {
            m_session.stepOnce();
            progress.update(step + 1);
            if (const auto status = m_interruption.status()) {
                return Ending{*status, "stopped before the first frame"};
            }
        }
        return std::nullopt;
    }

    /// Notes a frame that has all its exposures.
    void note(const std::vector<std::pair<Moment, CameraPose>>& exposures) {
        m_provenance.note(m_session, exposures.front().first, exposures.front().second);
        for (const auto& [moment, pose] : exposures) {
            m_provenance.noteExposure(moment, pose);
        }
    }

    Outcome accumulate(float alpha, const CameraPose& pose) {
        Outcome drawn = Done{};
        TiledRenderer& tiledRenderer = *m_studio.tiledRenderer;
        const auto draw = [&](unsigned framebuffer, const Tile& tile) {
            m_studio.stage->draw(m_session, {.width = tiledRenderer.drawnWidth(),
                                             .height = tiledRenderer.drawnHeight(),
                                             .framebuffer = framebuffer,
                                             .alpha = alpha,
                                             .isTransparent = m_options.isTransparent,
                                             .highlighted = std::nullopt,
                                             .rings = {},
                                             .pose = pose,
                                             .tile = tile});
            if (auto done = m_studio.stage->renderer().lastFrame(); !done) {
                drawn = done;
            }
        };
        tiledRenderer.accumulate(draw, [this] { return m_interruption.status().has_value(); });
        return drawn;
    }

    Image resolve() {
        if (!m_studio.overlay) {
            return m_studio.tiledRenderer->resolve();
        }
        m_studio.overlay->build(m_session, m_studio.stage->camera(), m_options.rate.perSecond());
        return m_studio.tiledRenderer->resolve(
            [&](unsigned, const Tile& tile) { m_studio.overlay->draw(tile); });
    }

    /// Ends the film early with the frames that it has.
    Ending brokenOff(std::uint64_t frames, const Ending& why) {
        if (frames <= static_cast<std::uint64_t>(m_output.firstFrame())) {
            return why;
        }
        Ending ending = finish(why.status);
        ending.text = fmt::format("{}; {}", why.text, ending.text);
        return ending;
    }

    Ending finish(const std::optional<ExitStatus>& stopped) {
        m_progress.reset();
        return m_output.finish(stopped, filmText());
    }

    /// A take's still shows exactly the take's moment.
    float stillAlpha() const {
        const Take* take = m_session.playing();
        return take != nullptr && take->from.step == m_session.simulation().stepCount() ? take->from.alpha
                                                                                        : 1.0f;
    }

    /// Scene to store with a frame.
    std::string sceneText() {
        return hasOutput(m_options.output, FileFormat::Output::film)
                   ? m_provenance.interimText(m_session, stepsPerFrame(), m_options.rate.perSecond())
                   : m_provenance.frameText(m_session);
    }

    std::string filmText() const { return m_provenance.filmText(m_session, stepsPerFrame()); }

    double stepsPerFrame() const { return m_options.rate.frameSeconds() * kStepsPerSecond; }

    Session& m_session;
    Studio& m_studio;
    FilmOutput& m_output;
    const RenderOptions& m_options;
    Provenance m_provenance;
    std::uint64_t m_frames;
    std::optional<Progress> m_progress;
    Interruption& m_interruption;
};

}  // namespace

Outcome checkFilm(const RenderOptions& options) {
    return checkRecording(options.output, formatOf(options, nullptr));
}

Ending recordFilm(const OpenedDocument& document, const RenderOptions& options) {
    // Create it before anything that a signal could leave half done.
    Interruption interruption;
    // Check first what can fail at once: a film that cannot be written is not worth a warm-up.
    if (isFlightFile(options.camera)) {
        if (auto flight = loadCameraFlight(options.camera, {}); !flight) {
            return failedWith(ExitStatus::badPreset, flight.problem());
        }
    }
    const PipeReader reader(options.output, interruption);
    if (const auto status = interruption.status()) {
        return {*status, "stopped before the first frame"};
    }
    const auto* take = std::get_if<Take>(&document);
    FrameFormat format = formatOf(options, take);
    format.start = take != nullptr ? takeText(*take) : presetText(sceneOf(document));
    auto context = HeadlessContext::create(options.gpu);
    if (!context) {
        const bool isNumbered = options.gpu.kind == GpuChoice::Kind::numbered;
        return failedWith(isNumbered ? ExitStatus::wrongUsage : ExitStatus::noGraphics, context.problem());
    }
    listenToGl(printLine);
    format.graphics = describe(context->gpu());
    auto output = FilmOutput::open(options.output, format);
    if (!output) {
        return failedWith(ExitStatus::captureFailed, output.problem());
    }
    Session session(sceneOf(document), options.scene.simulation);
    if (take != nullptr) {
        session.play(*take);
    } else if (auto loaded = openNamed(options.scene.preset, userPaths())) {
        // The caption and the captures' takes show what --set changed.
        session.adoptSaved(sceneOf(*loaded));
    }
    auto studio = setUpStudio(session, options);
    if (auto* ending = std::get_if<Ending>(&studio)) {
        return *ending;
    }
    return Filming(session, std::get<Studio>(studio), *output, options, interruption).run();
}

}  // namespace shoal
