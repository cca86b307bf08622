#include "commands/filming.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "capture/film/open_sink.hpp"
#include "capture/format/file_format.hpp"
#include "sim/measures/measured_run.hpp"
#include "system/files/atomic_file.hpp"
#include "terminal/console.hpp"
#include "terminal/fault_notices.hpp"
#include "viewer/tunables/rule_sliders.hpp"

namespace shoal {

namespace {

constexpr double kWordsFade = 0.3;       // [s] in which words appear and vanish
constexpr double kSettingStays = 1.2;    // [s] that a setting is shown after it has moved
constexpr std::uint64_t kLookSteps = 6;  // steps between two looks at what a shot waits for

/// 0 .. 1 at a moment between two others [s], rising after the first and falling before the second.
double opacityAt(double seconds, double from, double to, double fade) {
    return std::clamp(std::min(seconds - from, to - seconds) / fade, 0.0, 1.0);
}

std::size_t largestSpecies(const Scene& scene) {
    return static_cast<std::size_t>(std::ranges::max_element(scene.species, {}, &Species::count) -
                                    scene.species.begin());
}

}  // namespace

long long ShotList::count(const FrameRate& rate) const {
    long long sum = 0;
    for (std::size_t index = 0; index < shots.size(); ++index) {
        const double dissolve = shots[index].dissolve;
        sum += frames[index] - (dissolve > 0.0 ? framesIn(dissolve, rate) : 0);
    }
    return sum;
}

std::unique_ptr<Session> sessionOf(const Shot& shot, const SimulationOptions& options) {
    const PreparedDocument& prepared = *shot.document;
    auto session = std::make_unique<Session>(sceneOf(prepared.document), options);
    if (const auto* take = std::get_if<Take>(&prepared.document)) {
        session->play(*take);
    } else {
        // Captions and takes compare the scene with this one.
        session->adoptPreset(prepared.saved);
    }
    return session;
}

Filming::Filming(const ShotList& list, std::unique_ptr<Session> session, Stage& stage, Recorder& recorder,
                 const RenderOptions& options, Interruption& interruption)
    : m_list(list),
      m_session(std::move(session)),
      m_stage(stage),
      m_recorder(recorder),
      m_options(options),
      m_interruption(interruption) {}

Ending Filming::run() {
    const auto isOver = [this] { return isStopped() || (m_list.end && m_filmFrame >= *m_list.end); };
    for (std::size_t index = 0; index < m_list.shots.size() && !isOver(); ++index) {
        if (auto ended = film(index)) {
            return *ended;
        }
    }
    return finish(m_interruption.status());
}

Filming::Stop Filming::film(std::size_t shot) {
    m_shot = shot;
    if (auto stopped = begin()) {
        return stopped;
    }
    if (!m_progress) {
        const long long frames = m_list.end.value_or(m_recorder.frameCount());
        m_progress.emplace("frames", static_cast<std::uint64_t>(frames));
    }
    FrameSchedule due = schedule();
    // A loop's last shot has those frames, too, that fade into its beginning.
    const bool isLast = shot + 1 == m_list.shots.size();
    const long long frames = m_list.frames[shot];
    const auto isOver = [&] {
        return isStopped() || (m_list.end ? m_filmFrame >= *m_list.end || m_frame >= frames
                                          : m_frame >= frames && (!isLast || m_recorder.isComplete()));
    };
    for (m_frame = 0; !isOver(); ++m_frame) {
        m_recorder.pass(passage());
        for (int exposure = 0; exposure < due.exposures(); ++exposure) {
            if (auto stopped = expose(due.next())) {
                return stopped;
            }
        }
        if (auto stopped = drawFrame()) {
            return stopped;
        }
    }
    const double seconds = static_cast<double>(frames) * rate().frameSeconds();
    m_shotFrom += seconds;
    m_start += m_list.shots[shot].speed.flockSeconds(seconds) * m_session->stepsPerSecond();
    return std::nullopt;
}

/// Brings the flock and the camera to where the shot begins.
Filming::Stop Filming::begin() {
    if (shot().document && m_shot > 0) {
        m_camera.reset();
        m_before = std::move(m_session);
        m_session = sessionOf(shot(), m_options.scene.simulation);
    }
    if (auto stopped = prepare()) {
        return stopped;
    }
    m_hasBegun = true;
    m_recorder.follow(*m_session, rate().frameSeconds() * m_session->stepsPerSecond() * shot().speed.at(0.0));
    m_stage.setFrame({m_recorder.film().size.aspect(), m_recorder.covered()});
    m_nextView = 0;
    if (!shot().views.empty() && shot().views.front().seconds == 0.0) {
        m_stage.director().turnAside(true);
        const double length = static_cast<double>(m_list.frames[m_shot]) * rate().frameSeconds();
        auto camera = FilmCamera::create(m_stage, *m_session, shot().views.front().camera, length);
        if (!camera) {
            return brokenOff(failedWith(ExitStatus::badPreset, camera.problem()));
        }
        m_camera.emplace(*camera);
        m_cameraFrom = m_shotFrom;
        m_nextView = 1;
    }
    if (m_recorder.frameCount() == 1 && !m_list.end) {
        m_firstAlpha = stillAlpha();
    }
    return std::nullopt;
}

/// Sets what the shot begins with, and lets the flock swim until it begins.
Filming::Stop Filming::prepare() {
    m_hasBegun = false;
    if (shot().document) {
        m_start = static_cast<double>(m_session->simulation().stepCount());
    }
    if (auto shown = m_recorder.show(content(0.0)); !shown) {
        return brokenOff(failedWith(ExitStatus::noGraphics, shown.problem()));
    }
    m_applied.assign(shot().settings.size(), std::nullopt);
    if (auto stopped = applySettings(0.0)) {
        return stopped;
    }
    if (shot().document || m_shot == 0) {
        m_stage.animate(m_session->instant(), m_session->simulation());
    }
    const Take* take = shot().document ? m_session->playing() : nullptr;
    const auto steps = static_cast<std::uint64_t>(std::llround(shot().warmup * m_session->stepsPerSecond())) +
                       (take != nullptr ? take->from.step - take->firstStep() : 0);
    if (auto stopped = warmUp(steps)) {
        return stopped;
    }
    return shot().wait ? await(*shot().wait) : std::nullopt;
}

Filming::Stop Filming::warmUp(std::uint64_t steps) {
    std::optional<Progress> progress;
    if (!m_progress) {
        progress.emplace("warm-up steps", steps);
    }
    for (std::uint64_t made = 0; made < steps; ++made) {
        if (auto stopped = stepOnce()) {
            return stopped;
        }
        if (made % kLookSteps == 0) {
            m_recorder.measure(*m_session);
        }
        if (progress) {
            progress->update(made + 1);
        }
        if (const auto status = m_interruption.status()) {
            return brokenOff({*status, "stopped before the first frame"});
        }
    }
    m_start += static_cast<double>(steps);
    return std::nullopt;
}

/// Lets the flock swim until it meets a condition.
Filming::Stop Filming::await(const Wait& wait) {
    const auto most = static_cast<std::uint64_t>(wait.most * m_session->stepsPerSecond());
    for (std::uint64_t made = 0;; made += kLookSteps) {
        const double value =
            MeasuredInstant(m_session->simulation(), largestSpecies(m_session->scene())).value(wait.column);
        if (wait.isAbove ? value > wait.limit : value < wait.limit) {
            return std::nullopt;
        }
        if (made >= most) {
            return brokenOff({ExitStatus::badPreset,
                              fmt::format("{}: waited {:g} s for {}, and it is {:.3g}; wait longer with "
                                          "wait_at_most, or for less",
                                          wait.place, wait.most, wait.text, value)});
        }
        if (auto stopped = warmUp(kLookSteps)) {
            return stopped;
        }
    }
}

Filming::Stop Filming::expose(const FrameSchedule::Due& due) {
    for (int step = 0; step < due.steps; ++step) {
        if (auto stopped = stepOnce()) {
            return stopped;
        }
        m_camera->step();
    }
    if (auto stopped = turnCamera(due.seconds)) {
        return stopped;
    }
    const float alpha = std::exchange(m_firstAlpha, std::nullopt).value_or(due.alpha);
    m_camera->advance({m_session->simulation().stepCount(), alpha}, m_shotFrom - m_cameraFrom + due.seconds);
    if (!isWanted()) {
        return std::nullopt;
    }
    const Outcome drawn =
        m_recorder.expose(alpha, m_camera->pose(), [this] { return m_interruption.status().has_value(); });
    if (const auto status = m_interruption.status()) {
        return finish(status);  // without this frame, which lacks tiles
    }
    return drawn ? std::nullopt : Stop(brokenOff(failedWith(ExitStatus::noGraphics, drawn.problem())));
}

/// Whether to draw the frame: it was chosen, or a chosen frame is mixed with it.
bool Filming::isWanted() const {
    const long long kept = m_list.frames[m_shot] - keptFrames();
    return m_list.holds(m_filmFrame + std::max(0LL, m_frame - kept));
}

/// Number of frames at the end of the shot that the next one dissolves from.
long long Filming::keptFrames() const {
    const double next = m_shot + 1 < m_list.shots.size() ? m_list.shots[m_shot + 1].dissolve : 0.0;
    return next > 0.0 ? framesIn(next, rate()) : 0;
}

Filming::Stop Filming::drawFrame() {
    if (const auto& deviation = m_session->deviation()) {
        return brokenOff({ExitStatus::badPreset, fmt::format("{}: {}", m_list.name, deviation->text)});
    }
    const double seconds = static_cast<double>(m_frame) * rate().frameSeconds();
    if (auto shown = m_recorder.show(content(seconds)); !shown) {
        return brokenOff(failedWith(ExitStatus::noGraphics, shown.problem()));
    }
    if (!isWanted()) {
        m_recorder.measure(*m_session);
    } else if (auto written = m_recorder.resolve(); !written) {
        return failedWith(ExitStatus::captureFailed, written.problem());
    } else {
        m_before.reset();
    }
    m_filmFrame += passage().isKept ? 0 : 1;
    m_progress->update(static_cast<std::uint64_t>(m_filmFrame));
    return std::nullopt;
}

/// Every step moves the bodies on, so that a frame made again alone has them as in the film.
Filming::Stop Filming::stepOnce() {
    const double made = static_cast<double>(m_session->simulation().stepCount()) - m_start;
    if (m_hasBegun && made > 0.0) {
        const double flock = made / m_session->stepsPerSecond();
        if (auto stopped = applySettings(shot().speed.filmSeconds(flock))) {
            return stopped;
        }
    }
    m_session->stepOnce();
    m_stage.animate(m_session->instant(), m_session->simulation());
    return std::nullopt;
}

/// Sets what moves to its values at this moment of the shot [s].
Filming::Stop Filming::applySettings(double seconds) {
    for (std::size_t index = 0; index < shot().settings.size(); ++index) {
        const SettingTrack& track = shot().settings[index];
        const auto value = track.at(seconds);
        if (!value || m_applied[index] == value) {
            continue;
        }
        m_applied[index] = value;
        if (const auto now = m_session->scene().value(track.key); now && *now == *value) {
            continue;
        }
        if (const auto changed = m_session->apply({track.key, *value}); !changed) {
            return brokenOff(failedWith(ExitStatus::badPreset, changed.problem()));
        }
    }
    return std::nullopt;
}

Filming::Stop Filming::turnCamera(double seconds) {
    const auto& views = shot().views;
    for (; m_nextView < views.size() && views[m_nextView].seconds <= seconds; ++m_nextView) {
        if (auto shown = m_camera->glideTo(views[m_nextView].camera.name); !shown) {
            return brokenOff(failedWith(ExitStatus::badPreset, shown.problem()));
        }
    }
    return std::nullopt;
}

FrameSchedule Filming::schedule() const {
    const Film& film = m_recorder.film();
    const double second = m_session->stepsPerSecond();
    const auto speed = shot().speed.constant();
    const double steps = speed ? second * *speed : 0.0;
    // A flock that goes on from the shot before may begin between two steps.
    const double before = m_start - static_cast<double>(m_session->simulation().stepCount());
    if (before == 0.0 && steps >= 1.0 && steps == std::round(steps)) {
        return FrameSchedule(film.rate, film.shutter, static_cast<int>(steps));
    }
    return {film.rate, film.shutter, [before, second, &track = shot().speed](double seconds) {
                return before + second * track.flockSeconds(seconds);
            }};
}

OnPicture Filming::content(double seconds) const {
    OnPicture content = onPictureOf(m_recorder.film());
    content.hasPanel |= shot().hasPanel;
    content.hasCaption |= shot().hasCaption;
    content.hasClock = shot().hasClock;
    content.hasScale = shot().hasScale;
    content.speed = shot().speed.at(seconds);
    content.plot = shot().plot;
    content.logo = shot().logo;
    for (const Shot::Timed& timed : shot().words) {
        // Words that last from the start, or to the end, do not fade there.
        const double from = timed.from <= 0.0 ? timed.from - kWordsFade : timed.from;
        const double to = timed.to >= shot().seconds ? timed.to + kWordsFade : timed.to;
        if (const double opacity = opacityAt(seconds, from, to, kWordsFade); opacity > 0.0) {
            content.words.push_back(timed.words);
            content.words.back().opacity = static_cast<float>(opacity);
        }
    }
    content.setting = movedSetting(seconds);
    return content;
}

/// The setting that moves at this moment of the shot [s], or has moved a moment ago: the latest of several.
std::optional<MovedSetting> Filming::movedSetting(double seconds) const {
    std::string key;
    double latest = 0.0;
    double opacity = 0.0;
    const auto consider = [&](const std::string& each, double from, double to) {
        const double now = opacityAt(seconds, from - kWordsFade, to + kSettingStays, kWordsFade);
        if (now > 0.0 && (key.empty() || from > latest)) {
            key = each;
            latest = from;
            opacity = now;
        }
    };
    for (const SettingTrack& track : shot().settings) {
        if (track.moves()) {
            consider(track.key, track.keys.front().seconds, track.keys.back().seconds);
        }
    }
    // Edits of the take, the latest first.
    if (const Take* take = m_session->playing(); take != nullptr) {
        const std::uint64_t now = m_session->simulation().stepCount();
        auto made = std::ranges::upper_bound(take->edits, now, {}, &Take::Made::step);
        double at = seconds;
        while (made != take->edits.begin() && at > seconds - kSettingStays) {
            --made;
            const double flock = (static_cast<double>(made->step) - m_start) / m_session->stepsPerSecond();
            at = flock > 0.0 ? shot().speed.filmSeconds(flock) : -kSettingStays;
            if (flock > 0.0 && !made->edit.key.starts_with("camera.")) {
                consider(made->edit.key, at, at);
            }
        }
    }
    auto setting = key.empty() ? std::nullopt : movedSettingOf(m_session->scene(), m_session->loaded(), key);
    if (setting) {
        setting->opacity = static_cast<float>(opacity);
    }
    return setting;
}

Recorder::Passage Filming::passage() const {
    const long long frames = m_list.frames[m_shot];
    const auto lasting = [this](double seconds) { return seconds > 0.0 ? framesIn(seconds, rate()) : 0; };
    const auto rising = [](long long frame, long long count) {
        return static_cast<double>(frame + 1) / static_cast<double>(count + 1);
    };
    const long long kept = keptFrames();
    Recorder::Passage passage{.isKept = kept > 0 && m_frame >= frames - kept};
    if (const long long count = lasting(shot().dissolve); m_frame < count) {
        passage.share = rising(m_frame, count);
    }
    if (const long long count = lasting(shot().fadeIn); m_frame < count) {
        passage.light = rising(m_frame, count);
    }
    if (const long long count = lasting(shot().fadeOut); m_frame >= frames - count && m_frame < frames) {
        passage.light *= rising(frames - 1 - m_frame, count);
    }
    return passage;
}

/// A take's still shows exactly the take's moment.
float Filming::stillAlpha() const {
    const Take* take = m_session->playing();
    return take != nullptr && take->from.step == m_session->simulation().stepCount() ? take->from.alpha
                                                                                     : 1.0f;
}

/// Ends the film early with the frames that it has.
Ending Filming::brokenOff(const Ending& why) {
    if (m_recorder.writtenFrames() <= m_recorder.firstFrame()) {
        return why;
    }
    const Ending ending = finish(why.status);
    return {ending.status, fmt::format("{}; {}", why.text, ending.text)};
}

/// Completes the film; `stopped` is the exit status if it ended early.
Ending Filming::finish(const std::optional<ExitStatus>& stopped) {
    m_progress.reset();
    FaultNotices().print(m_session->simulation());
    m_recorder.finish();
    const Outcome finished = m_recorder.await();
    const long long written = m_recorder.writtenFrames();
    const std::string stop = fmt::format("stopped after {} of {} frames", written, m_recorder.film().frames);
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
            if (m_options.isBackground && !made.empty()) {
                printRawResult(fmt::format("{}{}\n", kMadeSmaller, made));  // the window shows it
            }
        }
        return {};
    }
    const bool goesOn = hasOutput(path, FileFormat::Output::folder) && !m_recorder.isComplete();
    return {*stopped, fmt::format("{}; {} holds them{}", stop, path.string(),
                                  goesOn ? ", and the same command continues there" : "")};
}

}  // namespace shoal
