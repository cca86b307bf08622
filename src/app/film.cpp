#include "app/film.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "app/film_camera.hpp"
#include "app/film_output.hpp"
#include "app/interruption.hpp"
#include "app/panel_picture.hpp"
#include "app/progress.hpp"
#include "app/stage.hpp"
#include "capture/recorder.hpp"
#include "render/headless_context.hpp"
#include "render/offscreen.hpp"

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
            .mayOverwrite = options.mayOverwrite,
            .command = options.command};
}

/// Everything one film needs, made once.
struct Studio {
    std::unique_ptr<Stage> stage;
    std::optional<Offscreen> offscreen;
    std::unique_ptr<PanelPicture> panel;
};

std::variant<Studio, Ending> setUpStudio(const Session& session, const RenderOptions& options) {
    Studio studio;
    auto stage = Stage::create(session.simulation().scene().camera, options.shaderDir);
    if (!stage) {
        return failedWith(ExitStatus::noGraphics, stage.problem());
    }
    studio.stage = std::move(*stage);
    auto offscreen = Offscreen::create(options.width, options.height, kSamples);
    if (!offscreen) {
        return failedWith(ExitStatus::captureFailed, offscreen.problem());
    }
    studio.offscreen.emplace(std::move(*offscreen));
    if (options.showsPanel) {
        auto panel = PanelPicture::create(options.width, options.height);
        if (!panel) {
            return failedWith(ExitStatus::noGraphics, panel.problem());
        }
        studio.panel = std::move(*panel);
        studio.stage->setCovered(studio.panel->covered());
    }
    return studio;
}

/// One film from its first step to its last picture.
class Filming {
public:
    Filming(Session& session, Studio& studio, FilmOutput& output, const RenderOptions& options,
            Interruption& interruption)
        : m_session(session),
          m_studio(studio),
          m_output(output),
          m_options(options),
          m_frames(frameCount(options)),
          m_interruption(interruption) {}

    Ending run() {
        if (auto stopped = warmUp()) {
            return *stopped;
        }
        FilmCamera camera(*m_studio.stage, m_session, *findCameraView(m_options.camera));
        Recorder recorder(m_options.rate);
        Progress progress("frames", m_frames);
        for (std::uint64_t frame = 0; frame < m_frames; ++frame) {
            const Recorder::Due due = recorder.next();
            for (int step = 0; step < due.steps; ++step) {
                m_session.stepOnce();
            }
            camera.advance(due.alpha, due.seconds);
            if (frame >= static_cast<std::uint64_t>(m_output.firstFrame())) {
                Image image = picture(due.alpha);
                if (auto drawn = m_studio.stage->renderer().lastPicture(); !drawn) {
                    return failedWith(ExitStatus::noGraphics, drawn.problem());
                }
                if (auto written = m_output.write(std::move(image)); !written) {
                    return failedWith(ExitStatus::captureFailed, written.problem());
                }
            }
            progress.update(frame + 1);
            if (const auto status = m_interruption.status()) {
                return m_output.finish(status);
            }
        }
        return m_output.finish(std::nullopt);
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

    Image picture(float alpha) {
        const Stage::Picture wanted{.width = m_options.width,
                                    .height = m_options.height,
                                    .framebuffer = m_studio.offscreen->framebuffer(),
                                    .alpha = alpha,
                                    .isTransparent = m_options.isTransparent,
                                    .highlighted = std::nullopt,
                                    .rings = {}};
        m_studio.stage->draw(m_session, wanted);
        if (m_studio.panel) {
            m_studio.panel->draw(m_session, m_studio.stage->camera(), m_options.rate.perSecond());
        }
        return m_studio.offscreen->read();
    }

    Session& m_session;
    Studio& m_studio;
    FilmOutput& m_output;
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
    FrameFormat format = formatOf(options);
    format.start = presetText(scene);
    auto output = FilmOutput::open(options.output, format);
    if (!output) {
        return failedWith(ExitStatus::captureFailed, output.problem());
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
    return Filming(session, std::get<Studio>(studio), *output, options, interruption).run();
}

}  // namespace shoal
