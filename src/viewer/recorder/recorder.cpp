#include "viewer/recorder/recorder.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <utility>

#include <imgui.h>

#include "capture/film/open_sink.hpp"
#include "capture/format/file_format.hpp"
#include "capture/record/capture_path.hpp"
#include "terminal/progress.hpp"

namespace shoal {

namespace {

constexpr std::size_t kQueueBytes = 256u << 20u;  // limit for frames waiting to be written
constexpr std::size_t kMinWaiting = 2;
constexpr std::size_t kMaxWaiting = 16;
constexpr std::chrono::milliseconds kLookInterval{100};
constexpr std::size_t kFadeBytes = 512u << 20u;  // limit for the first frames of a loop, kept for its end

std::size_t bytesOf(const ImageSize& size) {
    return std::size_t{4} * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
}

/// Returns the number of frames that may wait for the writer.
std::size_t capacityFor(const ImageSize& size) {
    return std::clamp(kQueueBytes / bytesOf(size), kMinWaiting, kMaxWaiting);
}

/// Mixes a picture into another of the same size; `share` 0 .. 1 is that of `second`.
Image mixed(Image first, const Image& second, double share) {
    const int part = static_cast<int>(std::lround(256.0 * share));
    std::ranges::transform(first.rgba, second.rgba, first.rgba.begin(), [part](auto a, auto b) {
        return static_cast<decltype(a)>((a * (256 - part) + b * part + 128) / 256);
    });
    return first;
}

/// Switches to another ImGui context while it exists, then back to the previous one.
class OtherContext {
public:
    explicit OtherContext(ImGuiContext* context) : m_before(ImGui::GetCurrentContext()) {
        ImGui::SetCurrentContext(context);
    }
    ~OtherContext() { ImGui::SetCurrentContext(m_before); }
    OtherContext(const OtherContext&) = delete;
    OtherContext& operator=(const OtherContext&) = delete;

private:
    ImGuiContext* m_before;
};

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::open(const std::filesystem::path& output,
                                                 const Recording& recording, const Session& session,
                                                 Stage& stage, int stepsPerSecond, int maxTile) {
    const Film& film = recording.film;
    auto tiledRenderer = TiledRenderer::create(stage.renderer(), film, maxTile);
    if (!tiledRenderer) {
        return tiledRenderer.problem();
    }
    const FrameSchedule schedule(film.rate, film.shutter, stepsPerSecond);
    std::unique_ptr<Recorder> recorder(new Recorder(film, stage, schedule, std::move(*tiledRenderer)));
    if (film.showsPanel || film.hasCaption || !film.text.empty()) {
        if (auto created = recorder->createOverlay(); !created) {
            return created.problem();
        }
    }
    auto sink = openFreeFrameSink(output, recording);
    if (!sink) {
        return sink.problem();
    }
    recorder->m_session = &session;
    recorder->m_isFilm = hasOutput(output, FileFormat::Output::film);
    recorder->m_path = (*sink)->path();
    recorder->m_remark = (*sink)->remark();
    recorder->m_first = (*sink)->firstFrame();
    recorder->m_faded = fadedFrames(film);
    recorder->m_writer.emplace(std::move(*sink), capacityFor(film.size));
    return recorder;
}

long long Recorder::fadedFrames(const Film& film) {
    const auto room = static_cast<long long>(kFadeBytes / bytesOf(film.size));
    const long long wanted = std::llround(kFadeSeconds * film.rate.perSecond());
    return film.isLoop ? std::min({std::max(wanted, 1LL), film.frames / 3, room}) : 0;
}

Result<Image> Recorder::picture(const Film& film, const Instant& shown, Stage& stage, float alpha,
                                const CameraPose& pose) {
    auto tiledRenderer = TiledRenderer::create(stage.renderer(), film);
    if (!tiledRenderer) {
        return tiledRenderer.problem();
    }
    Recorder recorder(film, stage, FrameSchedule(film.rate), std::move(*tiledRenderer));
    recorder.m_shown.emplace(shown);
    if (auto drawn = recorder.expose(alpha, pose); !drawn) {
        return drawn.problem();
    }
    return recorder.compose();
}

Recorder::Recorder(const Film& film, Stage& stage, FrameSchedule schedule, TiledRenderer tiledRenderer)
    : m_stage(stage), m_film(film), m_schedule(schedule), m_tiledRenderer(std::move(tiledRenderer)) {}

Recorder::~Recorder() {
    dropOverlay();
}

Outcome Recorder::createOverlay() {
    const OtherContext none(nullptr);
    auto overlay = Overlay::create(m_film);
    if (!overlay) {
        return overlay.problem();
    }
    m_overlay = std::move(*overlay);
    m_overlayContext = ImGui::GetCurrentContext();
    return Done{};
}

void Recorder::dropOverlay() {
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay.reset();
    }
}

std::filesystem::path Recorder::path() const {
    const std::filesystem::path finished = status().path;
    return finished.empty() ? m_path : finished;
}

std::vector<FrameSchedule::Due> Recorder::exposures() {
    std::vector<FrameSchedule::Due> due(static_cast<std::size_t>(m_schedule.exposures()));
    std::ranges::generate(due, [this] { return m_schedule.next(); });
    return due;
}

Outcome Recorder::expose(float alpha, const CameraPose& pose, const std::function<bool()>& isStopped) {
    const Instant shown = this->shown();
    m_exposures.push_back({momentShown(shown.stepCount(), alpha), pose});
    if (isDrawn(m_frames)) {
        return Done{};
    }
    const ImageSize size = m_tiledRenderer->drawnSize();
    const Frame frame{.size = size,
                      .alpha = alpha,
                      .view = viewOf(pose, size.aspect()),
                      .look = shown.scene().look,
                      .highlighted = std::nullopt,
                      .rings = {},
                      .lines = {}};
    Outcome drawn = Done{};
    const auto draw = [&](const Frame& tile) {
        m_stage.draw(shown, tile);
        if (auto done = m_stage.renderer().lastFrame(); !done) {
            drawn = done;
        }
    };
    m_tiledRenderer->accumulate(frame, draw, isStopped);
    // A lab has numbers at its axes.
    if (drawn && !m_overlay && (m_stage.legend() || frame.look.place == LookSettings::Place::lab)) {
        return createOverlay();
    }
    return drawn;
}

/// Finishes the exposed frame and reads it back.
Result<Image> Recorder::compose() {
    TiledRenderer::DrawOnTop onTop;
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay->build(shown(), m_stage);
        onTop = [this](unsigned, const Tile& tile) {
            const OtherContext again(m_overlayContext);
            m_overlay->draw(tile);
        };
    }
    return m_tiledRenderer->resolve(onTop);
}

/// Returns what a loop shows in place of the latest frame. It begins after its first frames, and at its end
/// later ones fade into these; while they are kept, it shows nothing.
std::optional<Image> Recorder::looped(Image image) {
    const long long frame = m_frames - 1;
    if (frame < m_faded) {
        m_begin.push_back(std::move(image));
        return std::nullopt;
    }
    const long long faded = frame - m_film.frames;
    if (faded < 0 || faded >= m_faded) {
        return image;
    }
    return mixed(std::move(image), m_begin[static_cast<std::size_t>(faded)],
                 static_cast<double>(faded + 1) / static_cast<double>(m_faded));
}

Outcome Recorder::resolve() {
    m_provenance.note(*m_session, m_exposures);
    m_exposures.clear();
    if (isDrawn(m_frames++)) {
        return Done{};
    }
    auto image = compose();
    if (!image) {
        return image.problem();
    }
    std::optional<Image> shown = looped(std::move(*image));
    if (!shown) {
        return Done{};
    }
    return m_writer->push(
        {.image = std::move(*shown),
         .scene = m_isFilm ? m_provenance.interimText(*m_session, stepsPerFrame(), m_film.rate.perSecond())
                           : m_provenance.frameText(*m_session)});
}

void Recorder::finish() {
    m_writer->finish(m_provenance.filmText(*m_session, stepsPerFrame()), !isComplete());
    dropOverlay();
    m_tiledRenderer.reset();
}

Outcome Recorder::await() {
    std::optional<Progress> progress;
    while (!m_writer->waitFor(kLookInterval)) {
        const FilmWriter::Status status = m_writer->status();
        if (!status.finished) {
            continue;
        }
        if (!progress) {
            progress.emplace("frames finished", static_cast<std::uint64_t>(status.written));
        }
        progress->update(static_cast<std::uint64_t>(*status.finished * static_cast<double>(status.written)));
    }
    return m_writer->wait();
}

}  // namespace shoal
