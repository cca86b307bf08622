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
constexpr std::size_t kOnCard = 1;                // resolved frames that wait while the card draws the next
constexpr std::size_t kMinWaiting = 2;
constexpr std::size_t kMaxWaiting = 16;
constexpr std::chrono::milliseconds kLookInterval{100};
constexpr std::size_t kKeptBytes = 512u << 20u;  // limit for frames kept for others to be mixed with

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
                                                 Stage& stage, int maxTile) {
    const Film& film = recording.film;
    auto tiledRenderer = TiledRenderer::create(stage.renderer(), film, maxTile);
    if (!tiledRenderer) {
        return tiledRenderer.problem();
    }
    std::unique_ptr<Recorder> recorder(new Recorder(film, stage, std::move(*tiledRenderer)));
    if (auto shown = recorder->show(onPictureOf(film)); !shown) {
        return shown.problem();
    }
    auto sink = openFreeFrameSink(output, recording);
    if (!sink) {
        return sink.problem();
    }
    recorder->follow(session, film.rate.frameSeconds() * session.stepsPerSecond());
    recorder->m_isFilm = hasOutput(output, FileFormat::Output::film);
    recorder->m_path = (*sink)->path();
    recorder->m_remark = (*sink)->remark();
    recorder->m_first = (*sink)->firstFrame();
    recorder->m_faded = fadedFrames(film);
    recorder->m_writer.emplace(std::move(*sink), capacityFor(film.size));
    return recorder;
}

long long Recorder::maxKept(const Film& film) {
    return static_cast<long long>(kKeptBytes / bytesOf(film.size));
}

long long Recorder::fadedFrames(const Film& film) {
    const long long wanted = std::llround(kFadeSeconds * film.rate.perSecond());
    return film.isLoop ? std::min({std::max(wanted, 1LL), film.frames / 3, maxKept(film)}) : 0;
}

Result<Image> Recorder::picture(const Film& film, const Instant& shown, Stage& stage, float alpha,
                                const CameraPose& pose) {
    auto tiledRenderer = TiledRenderer::create(stage.renderer(), film);
    if (!tiledRenderer) {
        return tiledRenderer.problem();
    }
    Recorder recorder(film, stage, std::move(*tiledRenderer));
    recorder.m_shown.emplace(shown);
    if (auto drawn = recorder.expose(alpha, pose); !drawn) {
        return drawn.problem();
    }
    if (auto composed = recorder.compose(); !composed) {
        return composed.problem();
    }
    return recorder.m_tiledRenderer->read();
}

Recorder::Recorder(const Film& film, Stage& stage, TiledRenderer tiledRenderer)
    : m_stage(stage), m_film(film), m_content(onPictureOf(film)), m_tiledRenderer(std::move(tiledRenderer)) {}

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
    m_overlay->show(m_content);
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

void Recorder::follow(const Session& session, double stepsPerFrame) {
    m_session = &session;
    m_stepsPerFrame = stepsPerFrame;
}

void Recorder::measure(const Session& session) {
    if (m_overlay) {
        m_overlay->measure(session.instant());
    }
}

Outcome Recorder::show(const OnPicture& content) {
    m_content = content;
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay->show(content);
        return Done{};
    }
    return content.isEmpty() ? Outcome(Done{}) : createOverlay();
}

Outcome Recorder::expose(float alpha, const CameraPose& pose, const std::function<bool()>& isStopped) {
    const Instant shown = this->shown();
    m_exposures.push_back({momentShown(shown.stepCount(), alpha), pose});
    m_alpha = alpha;
    if (isDrawn()) {
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

/// Finishes the exposed frame, which stays on the card.
Outcome Recorder::compose() {
    TiledRenderer::DrawOnTop onTop;
    if (m_overlay) {
        const OtherContext its(m_overlayContext);
        m_overlay->build(shown(), m_stage, m_alpha, m_exposures.back().pose);
        onTop = [this](unsigned, const Tile& tile) {
            const OtherContext again(m_overlayContext);
            m_overlay->draw(tile);
        };
    }
    return m_tiledRenderer->finish(onTop);
}

/// Returns what a loop shows in place of this frame. It begins after its first frames, and at its end later
/// ones fade into these; while they are kept, it shows nothing.
std::optional<Image> Recorder::looped(Image image, long long frame) {
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

/// Returns the frame as it passes into the film; nothing if it is kept.
std::optional<Image> Recorder::passed(Image image, const Passage& passage) {
    if (passage.light < 1.0) {
        const int part = static_cast<int>(std::lround(256.0 * passage.light));
        for (std::size_t index = 0; index < image.rgba.size(); ++index) {
            const bool isAlpha = index % 4 == 3;
            image.rgba[index] = static_cast<std::uint8_t>(isAlpha ? image.rgba[index]
                                                                  : (image.rgba[index] * part + 128) / 256);
        }
    }
    if (passage.share < 1.0 && !m_kept.empty()) {
        image = mixed(std::move(m_kept.front()), image, passage.share);
        m_kept.pop_front();
    }
    if (passage.isKept) {
        m_kept.push_back(std::move(image));
        return std::nullopt;
    }
    return image;
}

Outcome Recorder::resolve() {
    m_provenance.note(*m_session, m_exposures);
    m_drawn = m_session;
    Resolved resolved{.passage = m_passage, .frame = m_frames, .isDrawn = isDrawn(), .scene = {}};
    if (resolved.isDrawn) {
        measure(*m_session);
    } else if (auto composed = compose(); !composed) {
        static_cast<void>(deliverAll());  // the frames before this one may be intact
        return composed;
    }
    if (!m_passage.isKept && !resolved.isDrawn && m_frames >= m_faded) {
        resolved.scene = m_isFilm
                             ? m_provenance.interimText(*m_session, m_stepsPerFrame, m_film.rate.perSecond())
                             : m_provenance.frameText(*m_session);
    }
    m_exposures.clear();
    m_frames += m_passage.isKept ? 0 : 1;
    m_resolved.push_back(std::move(resolved));
    return m_resolved.size() > kOnCard ? deliver() : Done{};
}

/// Passes the oldest resolved frame to the writer.
Outcome Recorder::deliver() {
    Resolved resolved = std::move(m_resolved.front());
    m_resolved.pop_front();
    if (resolved.isDrawn) {
        if (resolved.passage.share < 1.0 && !m_kept.empty()) {
            m_kept.pop_front();
        }
        return Done{};
    }
    auto image = m_tiledRenderer->read();
    if (!image) {
        return image.problem();
    }
    std::optional<Image> shown = passed(std::move(*image), resolved.passage);
    if (shown) {
        shown = looped(std::move(*shown), resolved.frame);
    }
    return shown ? m_writer->push({.image = std::move(*shown), .scene = std::move(resolved.scene)}) : Done{};
}

Outcome Recorder::deliverAll() {
    Outcome delivered = Done{};
    while (!m_resolved.empty() && delivered) {
        delivered = deliver();
    }
    return delivered;
}

void Recorder::finish() {
    m_delivered = deliverAll();
    const Session& last = m_drawn != nullptr ? *m_drawn : *m_session;
    m_writer->finish(m_provenance.filmText(last, m_stepsPerFrame), !isComplete() || !m_delivered);
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
    const Outcome written = m_writer->wait();
    return written ? m_delivered : written;
}

}  // namespace shoal
