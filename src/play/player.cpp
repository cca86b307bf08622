#include "play/player.hpp"

#include <algorithm>
#include <iterator>
#include <new>

#include "capture/take/take_replay.hpp"

namespace shoal {

namespace {

// A scrub replaces the one under way only after this time [s]: while the handle is dragged, every scrub that
// is quick enough is shown.
constexpr double kSeekPatience = 0.3;

}  // namespace

Player::Player(Scene scene, const SimulationOptions& options, Background& background)
    : Player(Session(std::move(scene), options), options, background) {}

Player::Player(Session session, const SimulationOptions& options, Background& background)
    : m_background(background), m_options(options), m_b(session), m_stepper(Play(std::move(session))) {
    m_clock.jumpTo(0.0, 0);
}

Player::News Player::receive(double now, const Rehearse& rehearse) {
    News news;
    news.problems = std::exchange(m_problems, {});
    m_now = now;
    m_clock.setStepSeconds(m_b.scene().time.realSeconds(1.0));
    const Take* const take = m_b.playing();
    m_clock.endAt(take != nullptr ? std::optional(take->to.steps()) : std::nullopt);
    const double momentBefore = m_clock.moment();
    const bool wasPaused = m_clock.isPaused();
    m_clock.advance(now);
    const PlayCosts before = m_published.costs;
    const bool isScrubbing = m_seek.has_value();
    while (m_stepper.receive(m_published, {.beginning = m_b.beginning(),
                                           .step = m_b.stepCount(),
                                           .wantsLater = isScrubbing || m_clock.isPast(m_b.stepCount())})) {
        news.problems.insert(news.problems.end(), m_published.problems.begin(), m_published.problems.end());
        while (!m_underWay.empty() && hasDone(m_underWay.front().number)) {
            m_underWay.pop_front();
        }
        if (m_published.use != StateUse::shown || (m_seek && !hasDone(m_seek->number))) {
            passBy(rehearse);
            continue;
        }
        const std::uint64_t step = m_b.stepCount();
        if (show() && m_b.stepCount() != step) {
            news.hasMoved = true;
            break;  // a state of the same step, changed by an edit, counts as no progress
        }
    }
    news.hasJumped = isScrubbing;
    if (m_seek) {
        scrub(momentBefore);
    } else {
        m_clock.show(m_b.stepCount());
    }
    const PlayCosts& costs = m_published.costs;
    news.costs = {.step = {.sort = costs.step.sort - before.step.sort,
                           .steer = costs.step.steer - before.step.steer,
                           .integrate = costs.step.integrate - before.step.integrate},
                  .busy = costs.busy - before.busy,
                  .steps = costs.steps - before.steps};
    m_clock.noteCost(news.costs.steps, news.costs.busy);
    news.faults = m_published.faults;
    if (isRewound() && !wasPaused && !m_seek && m_clock.moment() >= m_rewound->to.steps()) {
        m_wasPaused = false;
        backToLive();
    }
    return news;
}

/// Shows what has been published; false if the user has begun anew since.
bool Player::show() {
    if (m_published.beginning != m_b.beginning()) {
        return false;
    }
    m_b.show(m_published.b, m_underWay);
    m_isRehearsing = false;
    if (m_a && m_published.a && hasDone(m_split)) {
        m_a->show(*m_published.a, {});
        std::swap(m_spread, m_published.spread);
    }
    return true;
}

/// Takes note of a state that is not shown, because it lies before the scrub target or the scrub.
void Player::passBy(const Rehearse& rehearse) {
    if (m_published.beginning != m_b.beginning()) {
        return;
    }
    if (m_published.use == StateUse::none) {
        endScrub();
        return;
    }
    if (!m_seek || !hasDone(m_seek->number) || m_published.use == StateUse::shown) {
        return;
    }
    m_replay.noteProgress(m_published.b.step);
    if (m_published.use == StateUse::rehearsed && rehearse) {
        rehearse(m_published.b);
        m_isRehearsing = true;
    }
}

/// Shows the scrub target if it has been reached, and the moment from before the scrub until then.
void Player::scrub(double momentBefore) {
    const std::uint64_t step = m_b.stepCount();
    if (!hasDone(m_seek->number) || m_published.use != StateUse::shown) {
        m_clock.jumpTo(momentBefore, step);
        seekSought();
        return;
    }
    if (step != m_seek->target.step) {  // memory ran out on the way
        m_clock.jumpTo(static_cast<double>(step), step);
        endScrub();
        return;
    }
    const Moment reached = m_seek->target;
    m_clock.jumpTo(static_cast<double>(step) - 1.0 + static_cast<double>(reached.alpha), step);
    if (m_replay.sought() == reached) {
        endScrub();
    } else {
        seekAtOnce();
    }
}

void Player::endScrub() {
    m_replay.arrive();
    m_seek.reset();
    m_isRehearsing = false;
}

void Player::send() {
    m_stepper.send(m_seek ? std::array{m_seek->target.step, m_seek->target.step} : m_clock.wanted());
}

bool Player::isStill() const {
    return m_clock.isStill() && m_underWay.empty() && !m_replay.sought();
}

std::vector<Problem> Player::applyQueued() {
    const bool wasPlaying = m_b.playing() != nullptr;
    if (!isRewound()) {
        m_end.reset();
    }
    std::vector<Problem> problems;
    const std::vector<Edit> applied = makeQueued(problems);
    if (wasPlaying && m_b.playing() == nullptr) {
        if (m_end) {
            const auto& sought = m_replay.sought();
            const auto step = static_cast<double>(sought ? sought->step : m_b.stepCount());
            m_abandonedBranch = {settingsThere(), *std::exchange(m_end, std::nullopt),
                                 m_b.scene().time.realSeconds(step)};
            m_clock.setPaused(m_wasPaused);
        }
        seekAtOnce();
        post([](Play& play) { play.goLive(); });  // even if the edit is refused there
    }
    for (const Edit& edit : applied) {
        ++m_edits;
        post([edit](Play& play) { play.edit(edit); });
        m_underWay.push_back({m_sent, edit});
    }
    return problems;
}

/// Makes the queued edits in the window's scene, notes what they changed, and returns those that were not
/// refused.
std::vector<Edit> Player::makeQueued(std::vector<Problem>& problems) {
    std::vector<Edit> applied;
    for (const auto& [edit, shownBefore] : std::exchange(m_queued, {})) {
        auto changes = m_b.apply(edit, shownBefore);
        if (!changes) {
            problems.push_back(changes.problem());
            continue;
        }
        applied.push_back(edit);
        std::ranges::move(*changes, std::back_inserter(m_changes));
    }
    return applied;
}

/// The settings that the last minutes had at the moment shown, or scrubbed to.
Scene Player::settingsThere() const {
    const Scene& shown = m_b.scene();
    const auto& sought = m_replay.sought();
    Scene then = settingsAt(*m_rewound, sought ? sought->step : m_b.stepCount());
    if (!sought) {
        then.look = shown.look;  // which may have been changed over the take
    }
    return then;
}

/// Begins with another session, and another flock A or none.
void Player::begin(Session session, std::unique_ptr<Session> beside) {
    m_b.begin(session);
    if (beside && m_a) {
        m_a->begin(*beside);
    } else {
        m_a.reset();
    }
    m_spread.reset();
    m_underWay.clear();
    struct Both {
        Session b;
        std::unique_ptr<Session> a;
    };
    post([both = std::make_shared<Both>(Both{std::move(session), std::move(beside)})](Play& play) {
        play.begin(std::move(both->b), std::move(both->a));
    });
    m_split = m_sent;
    endScrub();
    m_cameraPose.reset();
    m_clock.forgetCost();
    const std::uint64_t step = m_b.stepCount();
    m_clock.jumpTo(static_cast<double>(step), step);
}

void Player::restart(std::uint64_t seed) {
    const auto restarted = [&](const Mirror& mirror) {
        Scene scene = mirror.scene();
        scene.seed = seed;
        return Session(std::move(scene), mirror.loaded(), m_options);
    };
    try {
        begin(restarted(m_b), m_a ? std::make_unique<Session>(restarted(*m_a)) : nullptr);
    } catch (const std::bad_alloc&) {
        m_problems.push_back(Problem{"not enough memory to restart: choose fewer boids, or open a preset"});
    }
}

void Player::load(Scene scene) {
    m_queued.clear();
    begin(Session(std::move(scene), m_options));
}

void Player::play(Take take) {
    m_queued.clear();
    const auto shared = std::make_shared<const Take>(std::move(take));
    Session session(shared->scene, m_options);
    session.play(shared);
    begin(std::move(session));
    m_clock.setPaused(shared->isStill());
    m_replay.begin(*shared);
    seekSought();
}

void Player::resume(std::shared_ptr<const BranchEnd> branch, std::function<void()> then) {
    m_isResuming = true;
    m_background.run(
        [branch = std::move(branch), options = m_options] {
            auto session = std::make_shared<Session>(branch->take->scene, options);
            session->resume(*branch);
            return session;
        },
        [this, beginning = m_b.beginning(), then = std::move(then)](const std::shared_ptr<Session>& session) {
            m_isResuming = false;
            if (m_b.beginning() != beginning || m_b.playing() != nullptr) {
                return;  // another flock has begun, or the user has gone back in time
            }
            if (session == nullptr) {
                m_problems.push_back(Problem{"not enough memory to go on with that branch"});
                return;
            }
            m_queued.clear();
            begin(std::move(*session));
            then();
        });
}

void Player::adoptPreset(const Scene& preset) {
    m_b.adoptPreset(preset);
    post([preset](Play& play) { play.adoptPreset(preset); });
    m_underWay.push_back({m_sent, preset});
}

void Player::goLive() {
    seekAtOnce();
    m_b.goLive();
    post([](Play& play) { play.goLive(); });
}

void Player::noteCamera(const CameraPose& pose) {
    if (m_b.playing() != nullptr || (m_cameraMoment == moment() && m_cameraPose == pose)) {
        return;
    }
    m_cameraMoment = moment();
    m_cameraPose = pose;
    post([moment = moment(), pose](Play& play) { play.session().noteCamera(moment, pose); });
}

CopyFlock Player::copyOfB() {
    return [this](auto then) {
        askPlay(
            [](Play& play) {
                return play.hasFailed() ? std::nullopt
                                        : std::optional(play.session().simulation().checkpoint());
            },
            std::move(then));
    };
}

CopyFlock Player::copyOfA() {
    return [this](auto then) {
        askPlay(
            [](Play& play) {
                return play.beside() != nullptr ? std::optional(play.beside()->simulation().checkpoint())
                                                : std::nullopt;
            },
            std::move(then));
    };
}

void Player::split(const Scene& settings, const std::optional<BoidChange>& change) {
    m_a = std::make_unique<Mirror>(m_b, settings);
    m_spread.reset();
    post([settings, change](Play& play) { play.split(settings, change); });
    m_split = m_sent;
}

void Player::endSplit() {
    m_a.reset();
    m_spread.reset();
    post([](Play& play) { play.endSplit(); });
}

void Player::seek(double seconds) {
    m_replay.seek(*m_b.playing(), seconds * m_b.scene().time.stepsPerSecond());
    seekSought();
}

void Player::startOver() {
    m_replay.rewind(*m_b.playing());
    seekSought();
}

void Player::rewind() {
    m_wasPaused = m_clock.isPaused();
    m_isRewinding = true;
    m_clock.setPaused(true);
    ask([](Session& session) { return session.rewind(); },
        [this, beginning = m_b.beginning(), edits = m_edits](const std::shared_ptr<const Take>& take) {
            m_isRewinding = false;
            if (take == nullptr || m_b.beginning() != beginning || m_edits != edits) {
                m_clock.setPaused(m_wasPaused);
                if (m_edits != edits && m_b.beginning() == beginning) {
                    goLive();  // edited meanwhile: the session has gone on from there
                }
                return;
            }
            m_rewound = take;
            m_end = m_b.scene();
            m_b.goInto(take);
            m_replay.beginHere();
        });
}

void Player::backToLive() {
    m_replay.seek(*m_rewound, m_rewound->to.steps());
    goLive();
    m_end.reset();
    m_clock.setPaused(m_wasPaused);
}

/// Sends the flock to the scrub target, unless it may soon reach an earlier one.
void Player::seekSought() {
    if (!m_seek || m_now - m_seek->since >= kSeekPatience) {
        seekAtOnce();
    }
}

void Player::seekAtOnce() {
    const std::optional<Moment>& sought = m_replay.sought();
    if (!sought || (m_seek && m_seek->target == *sought)) {
        return;
    }
    post([step = sought->step](Play& play) { play.seek(step); });
    m_seek = {*sought, m_now, m_sent};
}

void Player::startOverAtEnd() {
    const Take* const take = m_b.playing();
    if (take != nullptr && isPaused() && !m_replay.sought() && !take->isStill() &&
        m_clock.moment() >= take->to.steps()) {
        if (isRewound()) {
            backToLive();
            m_clock.setPaused(true);
        } else {
            startOver();
        }
    }
}

std::optional<CameraPose> Player::takePose() const {
    return m_b.playing() != nullptr ? m_replay.pose(*m_b.playing(), moment()) : std::nullopt;
}

}  // namespace shoal
