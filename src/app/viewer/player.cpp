#include "app/viewer/player.hpp"

#include "app/playback/step_budget.hpp"
#include "app/window/window.hpp"

namespace shoal {

namespace {

// Max steps in one frame: half a second's worth at 60 steps a second. Further steps are dropped, so that they
// never pile up; the flock then falls behind real time.
constexpr int kMaxStepsAtOnce = 30;
// A frame that has stepped this long [s] starts no further step before it draws. A step that takes longer
// delays the picture and the panel.
constexpr double kMaxStepSeconds = 0.05;
// A frame that has captured this long [s] starts no further exposure, so that the viewer stays usable.
constexpr double kMaxShootSeconds = 0.08;

}  // namespace

Player::Player(Session& session, CaptureDesk& captures, LiveFigures& figures)
    : m_session(session),
      m_captures(captures),
      m_figures(figures),
      m_clock(session.simulation().scene().time.realSeconds(1.0), kMaxStepsAtOnce) {}

Player::Mode Player::mode() const {
    const bool isPlaying = m_session.playing() != nullptr;
    // A capture of a take waits until the take has reached the capture's first moment.
    if (m_captures.movesFlock() && !(isPlaying && m_replay.isSeeking())) {
        return Mode::capture;
    }
    return isPlaying ? Mode::replay : Mode::live;
}

void Player::begin() {
    m_clock.restart();
    if (const Take* take = m_session.playing()) {
        m_replay.begin(*take, m_clock);
    }
}

void Player::startOverAtEnd() {
    const Take* const take = m_session.playing();
    if (mode() == Mode::replay && m_clock.isPaused() && !m_replay.isSeeking() && !take->isStill() &&
        m_session.simulation().stepCount() >= take->to.step) {
        m_replay.rewind(*take);
    }
}

std::optional<Problem> Player::run(Stage& stage) {
    m_clock.setStepSeconds(m_session.simulation().scene().time.realSeconds(1.0));
    const bool hasDeviated = m_session.deviation().has_value();
    switch (mode()) {
        case Mode::live:
            runLive(stage);
            break;
        case Mode::replay:
            runTake(stage);
            break;
        case Mode::capture:
            runCapture(stage);
            break;
    }
    return hasDeviated ? std::nullopt : m_session.deviation();
}

Moment Player::moment() const {
    return momentShown(m_session.simulation().stepCount(), m_alpha);
}

void Player::runLive(Stage& stage) {
    const double start = Window::now();
    const StepClock::Due due = m_clock.advance(start);
    const int done = stepWithin(kMaxStepSeconds, due.steps, Window::now, [this, &stage] { stepOnce(stage); });
    m_alpha = due.alpha;
    m_figures.noteDropped(due.dropped + (due.steps - done) * m_clock.stepSeconds());
}

void Player::runTake(Stage& stage) {
    const std::uint64_t state = m_session.stateRevision();
    m_alpha = m_replay.run(m_session, m_clock, Window::now(), kMaxStepSeconds,
                           [this, &stage] { stage.step(m_session); });
    if (m_session.stateRevision() != state) {
        m_figures.noteStep(m_session.simulation().profile());
    }
    applyTakeCamera(stage);
}

void Player::runCapture(Stage& stage) {
    // The clock must not later catch up on time that it did not count.
    m_clock.restart();
    const double end = Window::now() + kMaxShootSeconds;
    do {
        const Take* take = m_session.playing();
        const bool isOver = take != nullptr && m_session.simulation().stepCount() >= take->to.step;
        const auto due = m_captures.next(isOver, m_clock.isPaused());
        if (!due) {
            break;
        }
        for (int step = 0; step < due->steps; ++step) {
            stepOnce(stage);
        }
        m_alpha = due->alpha;
        stage.aim(m_session, m_alpha);
        applyTakeCamera(stage);
        stage.camera().advance(static_cast<float>(due->elapsed));
        m_session.noteCamera(moment(), stage.camera().pose());
        m_captures.expose(m_alpha);
    } while (Window::now() < end);
}

void Player::stepOnce(Stage& stage) {
    const bool isLive = m_session.playing() == nullptr;
    if (isLive && m_beforeStep) {
        m_beforeStep();
    }
    m_session.stepOnce();
    if (isLive && m_afterStep) {
        m_afterStep();
    }
    stage.step(m_session);
    m_figures.noteStep(m_session.simulation().profile());
}

void Player::applyTakeCamera(Stage& stage) const {
    if (const auto pose = m_replay.pose(m_session, m_alpha)) {
        stage.camera().hold(*pose);
    }
}

}  // namespace shoal
