#include "app/viewer/player.hpp"

#include "app/play/step_budget.hpp"
#include "app/window/window.hpp"

namespace shoal {

namespace {

// A frame that has stepped this long [s] starts no further step before it draws, for example because the
// flock has just grown. A step that takes longer delays the picture and the panel.
constexpr double kMaxStepSeconds = 0.05;

}  // namespace

Player::Player(Session& session, LiveFigures& figures)
    : m_session(session), m_figures(figures), m_clock(session.simulation().scene().time.realSeconds(1.0)) {}

void Player::begin() {
    m_clock.restart();
    if (const Take* take = m_session.playing()) {
        m_replay.begin(*take, m_clock);
    }
}

void Player::startOverAtEnd() {
    const Take* const take = m_session.playing();
    if (take != nullptr && m_clock.isPaused() && !m_replay.isSeeking() && !take->isStill() &&
        m_session.simulation().stepCount() >= take->to.step) {
        m_replay.rewind(*take);
    }
}

std::optional<Problem> Player::run(Stage& stage) {
    m_clock.setStepSeconds(m_session.simulation().scene().time.realSeconds(1.0));
    const bool hasDeviated = m_session.deviation().has_value();
    if (m_session.playing() != nullptr) {
        runTake(stage);
    } else {
        runLive(stage);
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
    m_clock.noteCost(done, Window::now() - start);
    m_alpha = due.alpha;
    m_figures.noteSpeed(due.speed);
}

void Player::runTake(Stage& stage) {
    const std::uint64_t state = m_session.stateRevision();
    m_alpha = m_replay.run(m_session, m_clock, Window::now(), kMaxStepSeconds,
                           [this, &stage] { stage.step(m_session); });
    if (m_session.stateRevision() != state) {
        m_figures.noteStep(m_session.simulation().profile(), m_session.animationSeconds());
    }
    applyTakeCamera(stage);
}

void Player::stepOnce(Stage& stage) {
    if (m_beforeStep) {
        m_beforeStep();
    }
    m_session.stepOnce();
    if (m_afterStep) {
        m_afterStep();
    }
    stage.step(m_session);
    m_figures.noteStep(m_session.simulation().profile(), m_session.animationSeconds());
}

void Player::applyTakeCamera(Stage& stage) const {
    if (const auto pose = m_replay.pose(m_session, m_alpha)) {
        stage.camera().hold(*pose);
    }
}

}  // namespace shoal
