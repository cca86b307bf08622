#include "app/film.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/film_camera.hpp"
#include "app/interruption.hpp"
#include "app/overlay.hpp"
#include "app/paths.hpp"
#include "app/preset_library.hpp"
#include "app/progress.hpp"
#include "app/stage.hpp"
#include "capture/frame_sink.hpp"
#include "capture/recorder.hpp"
#include "render/darkroom.hpp"
#include "render/headless_context.hpp"

namespace shoal {

namespace {

constexpr int kSamples = 4;
constexpr double kUsualSeconds = 10.0;

std::uint64_t frameCount(const RenderOptions& options) {
    if (options.frames) {
        return *options.frames;
    }
    if (!options.seconds && recordingKind(options.output) == RecordingKind::picture) {
        return 1;
    }
    const double frames = options.seconds.value_or(kUsualSeconds) * options.rate.perSecond();
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(frames)));
}

FrameFormat formatOf(const RenderOptions& options) {
    return {.width = options.width,
            .height = options.height,
            .rate = options.rate,
            .frames = static_cast<long long>(frameCount(options)),
            .isTransparent = options.isTransparent,
            .mayOverwrite = options.mayOverwrite};
}

/// Everything one film needs, made once.
struct Studio {
    std::unique_ptr<Stage> stage;
    std::optional<Darkroom> darkroom;
    std::unique_ptr<FrameSink> sink;
    std::unique_ptr<Overlay> overlay;
    Scene loaded;  ///< what the caption compares with
};

std::variant<Studio, Ending> setUpStudio(const Session& session, const RenderOptions& options) {
    Studio studio;
    auto stage = Stage::create(session.simulation().scene().camera, options.shaderDir);
    if (!stage) {
        return failedWith(ExitStatus::noGraphics, stage.problem());
    }
    studio.stage = std::move(*stage);
    auto darkroom = Darkroom::create({.width = options.width,
                                      .height = options.height,
                                      .supersample = options.supersample,
                                      .exposures = options.shutter.exposures,
                                      .samples = kSamples,
                                      .mostTile = options.mostTile});
    if (!darkroom) {
        return failedWith(ExitStatus::captureFailed, darkroom.problem());
    }
    studio.darkroom.emplace(std::move(*darkroom));
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
    // What --set changed is worth a word in the caption too.
    auto loaded = openPresetNamed(options.scene.preset, userPaths());
    studio.loaded = loaded ? std::move(*loaded) : session.loaded();
    return studio;
}

/// One film from its first step to its last picture.
class Filming {
public:
    Filming(Session& session, Studio& studio, const RenderOptions& options, Interruption& interruption)
        : m_session(session),
          m_studio(studio),
          m_options(options),
          m_frames(frameCount(options)),
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
        Recorder recorder(m_options.rate, m_options.shutter);
        Progress progress("frames", m_frames);
        for (std::uint64_t frame = 0; frame < m_frames; ++frame) {
            for (int exposure = 0; exposure < recorder.exposures(); ++exposure) {
                const Recorder::Due due = recorder.next();
                for (int step = 0; step < due.steps; ++step) {
                    m_session.stepOnce();
                }
                camera->advance(due.alpha, due.seconds);
                expose(due.alpha, camera->pose());
                if (auto drawn = m_studio.stage->renderer().lastPicture(); !drawn) {
                    return failedWith(ExitStatus::noGraphics, drawn.problem());
                }
            }
            const Image image = develop();
            if (auto written = m_studio.sink->write(image); !written) {
                return failedWith(ExitStatus::captureFailed, written.problem());
            }
            progress.update(frame + 1);
            if (const auto status = m_interruption.status()) {
                return {*status, fmt::format("stopped after {} of {} frames", frame + 1, m_frames)};
            }
        }
        if (auto finished = m_studio.sink->finish(); !finished) {
            return failedWith(ExitStatus::captureFailed, finished.problem());
        }
        return {};
    }

private:
    std::optional<Ending> warmUp() {
        const auto steps = static_cast<std::uint64_t>(std::llround(m_options.warmup * kStepsPerSecond));
        Progress progress("warm-up steps", steps);
        for (std::uint64_t step = 0; step < steps; ++step) {
            m_session.stepOnce();
            progress.update(step + 1);
            if (const auto status = m_interruption.status()) {
                return Ending{*status, "stopped before the first picture"};
            }
        }
        return std::nullopt;
    }

    void expose(float alpha, const CameraPose& pose) {
        Darkroom& darkroom = *m_studio.darkroom;
        darkroom.expose([&](unsigned framebuffer, const Tile& tile) {
            m_studio.stage->draw(m_session, {.width = darkroom.drawnWidth(),
                                             .height = darkroom.drawnHeight(),
                                             .framebuffer = framebuffer,
                                             .alpha = alpha,
                                             .isTransparent = m_options.isTransparent,
                                             .highlighted = std::nullopt,
                                             .rings = {},
                                             .pose = pose,
                                             .tile = tile});
        });
    }

    Image develop() {
        if (!m_studio.overlay) {
            return m_studio.darkroom->develop();
        }
        m_studio.overlay->build(m_session, m_studio.loaded, m_studio.stage->camera(),
                                m_options.rate.perSecond());
        return m_studio.darkroom->develop([&](unsigned, const Tile& tile) { m_studio.overlay->draw(tile); });
    }

    Session& m_session;
    Studio& m_studio;
    const RenderOptions& m_options;
    std::uint64_t m_frames;
    Interruption& m_interruption;
};

}  // namespace

Outcome checkFilm(const RenderOptions& options) {
    return checkRecording(options.output, formatOf(options));
}

Ending recordFilm(Scene scene, const RenderOptions& options) {
    // Before there is anything that a signal could leave half done.
    Interruption interruption;
    // What can fail at once comes first: a film that cannot be written is not worth a warm-up.
    if (isFlightFile(options.camera)) {
        if (auto flight = loadCameraFlight(options.camera, {}); !flight) {
            return failedWith(ExitStatus::badPreset, flight.problem());
        }
    }
    auto sink = openFrameSink(options.output, formatOf(options));
    if (!sink) {
        return failedWith(ExitStatus::captureFailed, sink.problem());
    }
    auto context = HeadlessContext::create();
    if (!context) {
        return failedWith(ExitStatus::noGraphics, context.problem());
    }
    Session session(std::move(scene), options.scene.simulation);
    auto studio = setUpStudio(session, options);
    if (auto* ending = std::get_if<Ending>(&studio)) {
        return *ending;
    }
    Studio& ready = std::get<Studio>(studio);
    ready.sink = std::move(*sink);
    Ending ending = Filming(session, ready, options, interruption).run();
    if (ending.status == ExitStatus::done) {
        fmt::print(stderr, "wrote {}\n", options.output.string());
    }
    return ending;
}

}  // namespace shoal
