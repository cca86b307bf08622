// The flock on its own thread, and what the window shows of it.

#include "play/player.hpp"

#include <utility>

#include <shoal/rule.hpp>

#include "program/small_reef.hpp"
#include "sim/rules/rule_registry.hpp"

namespace shoal::test {

namespace {

/// Makes each step take as long as its weight says, and does not steer.
struct Sluggish {
    float weight = 0.0f;

    static constexpr RuleInfo info{
        .key = "sluggish", .title = "Sluggish", .help = "Takes its time.", .source = "a test"};
    static constexpr std::array parameters{
        parameter<&Sluggish::weight>("weight", linear(0, 1000), "Milliseconds of a step.")};

    void prepare(float /*stepSeconds*/) {
        std::this_thread::sleep_for(std::chrono::duration<float, std::milli>(weight));
    }

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self) const {
        const L zero = self.position.x * 0.0f;
        return Vec3<L>{zero, zero, zero};
    }
};

/// A reef whose steps take at least this long [ms].
Scene slowReef(int boids, double milliseconds) {
    static const bool isRegistered = [] {
        registerRule({&Sluggish::info, RuleKind::field,
                      [] { return std::unique_ptr<Rule>(std::make_unique<RuleOf<Sluggish>>()); }});
        return true;
    }();
    REQUIRE(isRegistered);
    Scene scene = smallReef(boids);
    REQUIRE(scene.apply({"species.sardine.sluggish.enabled", 1.0}));
    REQUIRE(scene.apply({"species.sardine.sluggish.weight", milliseconds}));
    return scene;
}

/// A player with frames of a simulated clock.
class Watching {
public:
    explicit Watching(const Scene& scene) : m_player(scene, {.threads = 1, .isa = {}}, m_background) {}

    Player& player() { return m_player; }
    StateView shown() const { return m_player.shown(); }
    const std::vector<Player::News>& news() const { return m_news; }
    const std::vector<std::uint64_t>& rehearsed() const { return m_rehearsed; }

    /// One frame. The flock has a moment of real time for its steps.
    void frame(double seconds = 1.0 / 60.0) {
        m_now += seconds;
        m_background.drain();
        m_news.push_back(m_player.receive(
            m_now, [this](const PublishedFlock& state) { m_rehearsed.push_back(state.step); }));
        m_player.send();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    void frameUntil(const std::function<bool()>& isDone, double seconds = 1.0 / 60.0) {
        for (int tries = 0; tries < 20000 && !isDone(); ++tries) {
            frame(seconds);
        }
        CHECK(isDone());
    }

    void edit(const Edit& edit) {
        m_player.queue(edit);
        REQUIRE(m_player.applyQueued().empty());
    }

    /// What the flock's own session answers.
    template <class Work>
    auto ask(Work work) {
        std::optional<decltype(work(std::declval<Session&>()))> answer;
        m_player.ask(work, [&](auto value) { answer = std::move(value); });
        frameUntil([&] { return answer.has_value(); });
        return *answer;
    }

private:
    Background m_background;
    Player m_player;
    double m_now = 50.0;
    std::vector<Player::News> m_news;
    std::vector<std::uint64_t> m_rehearsed;  ///< steps of the states that were not shown
};

/// A take of this many steps.
Take playedReef(std::uint64_t steps) {
    Session session(smallReef(60), {});
    while (session.simulation().stepCount() < steps) {
        session.stepOnce();
    }
    return session.played({0, 1.0f}, {steps, 1.0f});
}

std::uint64_t hashAfter(const Scene& scene, std::uint64_t steps) {
    Simulation simulation = *Simulation::create(scene, {.threads = 1, .isa = {}});
    while (simulation.stepCount() < steps) {
        simulation.step();
    }
    return simulation.hash();
}

}  // namespace

TEST_CASE("a flock on a thread of its own has the hashes of one that waits for each step", "[app][player]") {
    const Scene scene = smallReef(150);
    Watching watching(scene);
    watching.frameUntil([&] { return watching.shown().stepCount() >= 90; });
    CHECK(watching.shown().hash() == hashAfter(scene, watching.shown().stepCount()));
    watching.player().restart(5);
    CHECK(watching.shown().stepCount() == 0);
    watching.frameUntil([&] { return watching.shown().stepCount() >= 60; });
    Scene other = scene;
    other.seed = 5;
    CHECK(watching.shown().hash() == hashAfter(other, watching.shown().stepCount()));
}

TEST_CASE("a change shows at once, although a step is under way, and takes effect after it",
          "[app][player]") {
    Watching watching(slowReef(60, 50.0));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 2; });
    watching.edit({kWeight, 7.0});
    watching.edit({"species.sardine.count", 90.0});
    const auto isShown = [&] {
        return *watching.shown().scene().value(kWeight) == 7.0 && watching.shown().scene().boidCount() == 90;
    };
    CHECK(isShown());
    watching.frame();
    CHECK(isShown());
    // It stays shown while states arrive that do not know of it yet.
    const std::uint64_t step = watching.shown().stepCount();
    watching.frameUntil([&] {
        CHECK(isShown());
        return watching.shown().stepCount() >= step + 4;
    });
    CHECK(watching.shown().flocks()[0].count() == 90);
    CHECK(watching.ask([](Session& session) { return *session.simulation().scene().value(kWeight); }) == 7.0);
    CHECK(watching.ask([](Session& session) { return session.simulation().flocks()[0].count(); }) == 90);
}

TEST_CASE("edits take effect between steps, in order, and a take of them replays bit for bit",
          "[app][player][take]") {
    Watching watching(slowReef(80, 4.0));
    for (int each = 0; each < 40; ++each) {
        watching.edit({kWeight, 0.1 * each});
        watching.edit({kWeight, 0.2 * each});
        if (each % 10 == 5) {
            watching.edit({"species.sardine.count", 80.0 + each});
        }
        watching.frame();
        watching.player().noteCamera({.distance = 5.0f + 0.1f * static_cast<float>(each)});
    }
    watching.player().setPaused(true);
    watching.frameUntil([&] { return watching.player().isStill(); });
    const std::uint64_t step = watching.shown().stepCount();
    REQUIRE(step > 5);
    Take take = watching.ask([step](Session& session) { return session.played({0, 1.0f}, {step, 1.0f}); });
    CHECK(take.edits.back().edit.shown == approx(0.2 * 39));
    CHECK_FALSE(take.camera.isEmpty());
    const std::uint64_t hash = watching.shown().hash();
    CHECK(watching.ask([](Session& session) { return session.simulation().hash(); }) == hash);
    Session again(Scene{}, {});
    again.play(std::move(take));
    while (again.simulation().stepCount() < step) {
        again.stepOnce();
    }
    CHECK_FALSE(again.deviation());
    CHECK(again.simulation().hash() == hash);
}

TEST_CASE("a refused change is taken back and says why", "[app][player]") {
    Watching watching(smallReef(60));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 3; });
    watching.player().queue({"no.such.key", 1.0});
    CHECK(watching.player().applyQueued().size() == 1);
    // The flock has lost a stone that the window still shows.
    watching.edit({"obstacle.stone.present", 1.0});
    watching.player().tell([](Session& session) { REQUIRE(session.apply({"obstacle.stone.present", 0.0})); });
    watching.edit({"obstacle.stone.width", 2.0});
    CHECK(watching.shown().scene().obstacles.size() == 1);
    watching.frameUntil([&] { return watching.shown().scene().obstacles.empty(); });
    std::string said;
    for (const Player::News& each : watching.news()) {
        for (const Problem& problem : each.problems) {
            said += problem.text;
        }
    }
    CHECK_THAT(said, contains("obstacle.stone"));
}

TEST_CASE("a restart keeps the edits that were queued before it", "[app][player]") {
    Watching watching(smallReef(60));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 3; });
    watching.player().queue({kWeight, 7.0});
    watching.player().restart(3);
    CHECK(watching.player().applyQueued().empty());
    watching.frameUntil([&] { return watching.shown().stepCount() >= 3; });
    CHECK(*watching.shown().scene().value(kWeight) == 7.0);
    CHECK(watching.shown().scene().seed == 3);
}

TEST_CASE("two flocks side by side make the same steps", "[app][player][split]") {
    Watching watching(slowReef(60, 2.0));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 5; });
    Scene settings = watching.shown().scene();
    REQUIRE(settings.apply({kWeight, 0.5}));
    watching.player().split(settings);
    const auto a = [&] { return watching.player().beside()->state; };
    REQUIRE(watching.player().beside());
    CHECK(*a().scene().value(kWeight) == 0.5);
    const std::uint64_t step = watching.shown().stepCount();
    watching.frameUntil([&] {
        return watching.shown().stepCount() >= step + 20 && a().stepCount() == watching.shown().stepCount();
    });
    CHECK(a().hash() != watching.shown().hash());
    const std::uint64_t beginning = watching.player().beside()->beginning;
    watching.player().restart(3);
    CHECK(watching.player().beside()->beginning != beginning);
    watching.edit({kWeight, 0.5});
    watching.frameUntil([&] {
        return watching.shown().stepCount() >= 20 && a().stepCount() == watching.shown().stepCount();
    });
    CHECK(a().hash() == watching.shown().hash());
    watching.player().endSplit();
    CHECK_FALSE(watching.player().beside());
    watching.frame();
}

TEST_CASE("of several scrubs the last one wins", "[app][player][take]") {
    Session session(smallReef(60), {});
    for (int step = 0; step < 300; ++step) {
        session.stepOnce();
    }
    Watching watching(smallReef(60));
    watching.player().play(session.played({0, 1.0f}, {300, 1.0f}));
    watching.player().setPaused(true);
    for (const double seconds : {4.0, 1.0, 3.0, 0.5, 2.0}) {
        watching.player().seek(seconds);
        watching.frame();
    }
    watching.frameUntil([&] { return !watching.player().timeline().seekingAt; });
    CHECK(watching.shown().stepCount() == 120);
    CHECK(watching.shown().hash() == hashAfter(smallReef(60), 120));
    watching.frame(1.0);
    CHECK(watching.shown().stepCount() == 120);
}

TEST_CASE("a scrub shows nothing before its target, and rehearses the bodies of the second before it",
          "[app][player][take]") {
    Watching watching(smallReef(60));
    watching.player().play(playedReef(300));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 250; });
    watching.player().setPaused(true);
    watching.frameUntil([&] { return watching.player().isStill(); });
    const std::uint64_t before = watching.shown().stepCount();
    for (const auto& [from, to] : {std::pair(before, std::uint64_t{130}), {130, 70}, {70, 290}}) {
        CAPTURE(from, to);
        const std::size_t earlier = watching.rehearsed().size();
        const Moment moment = watching.player().moment();
        watching.player().seek(static_cast<double>(to) / 60.0);
        const auto show = [&, from = from, to = to] {
            const std::uint64_t step = watching.shown().stepCount();
            CHECK((step == from || step == to));
            CHECK((step == to || watching.player().moment() == moment));
            return !watching.player().timeline().seekingAt;
        };
        watching.frameUntil(show);
        CHECK(watching.shown().stepCount() == to);
        CHECK(watching.shown().hash() == hashAfter(smallReef(60), to));
        CHECK_FALSE(watching.player().isRehearsing());
        const auto& all = watching.rehearsed();
        const std::vector rehearsed(all.begin() + static_cast<std::ptrdiff_t>(earlier), all.end());
        CHECK(rehearsed == std::vector{to - 60, to - 45, to - 30, to - 15});
    }
}

TEST_CASE("while the handle is dragged, scrubs that take little time are shown", "[app][player][take]") {
    constexpr double kFrame = 1e-4;  // [s] so that the first scrub does not take long by this clock
    Watching watching(smallReef(60));
    watching.player().play(playedReef(300));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 250; });
    watching.player().setPaused(true);
    watching.frameUntil([&] { return watching.player().isStill(); });
    watching.player().seek(2.0);
    const auto drag = [&, each = 0]() mutable {
        watching.player().seek(3.0 + 0.5 * (++each % 2));
        return watching.shown().stepCount() == 120;
    };
    watching.frameUntil(drag, kFrame);
    watching.frameUntil([&] { return !watching.player().timeline().seekingAt; }, kFrame);
    CHECK((watching.shown().stepCount() == 180 || watching.shown().stepCount() == 210));
}

TEST_CASE("an edit ends the take at the newest of several scrubs", "[app][player][take]") {
    Watching watching(smallReef(60));
    watching.player().play(playedReef(300));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 200; });
    watching.player().seek(3.0);
    watching.player().seek(1.0);
    watching.edit({kWeight, 0.1});
    watching.player().setPaused(true);
    watching.frameUntil([&] { return watching.player().isStill(); });
    CHECK(watching.shown().stepCount() == 60);
}

TEST_CASE("an edit while a take is played ends it where it is shown", "[app][player][take]") {
    Session session(smallReef(60), {});
    for (int step = 0; step < 200; ++step) {
        session.stepOnce();
    }
    Watching watching(smallReef(60));
    watching.player().play(session.played({0, 1.0f}, {200, 1.0f}));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 20; });
    REQUIRE(watching.player().shown().playing != nullptr);
    watching.edit({kWeight, 0.1});
    CHECK(watching.player().shown().playing == nullptr);
    watching.frameUntil([&] { return watching.shown().stepCount() >= 260; });
    const std::uint64_t step = watching.shown().stepCount();
    Take take = watching.ask([step](Session& live) { return live.played({0, 1.0f}, {step, 1.0f}); });
    REQUIRE(take.edits.size() == 1);
    CHECK(take.edits.front().step >= 20);
    CHECK(take.edits.front().step < 30);
}

TEST_CASE("the last minutes can be shown again, and at their end the flock is where it was",
          "[app][player][take]") {
    Watching watching(smallReef(60));
    Player& player = watching.player();
    watching.frameUntil([&] { return watching.shown().stepCount() >= 400; });
    watching.edit({kWeight, 0.5});
    watching.frameUntil([&] { return watching.shown().stepCount() >= 1500; });
    const bool wasPaused = GENERATE(false, true);
    CAPTURE(wasPaused);
    player.setPaused(wasPaused);
    watching.frameUntil([&] { return !wasPaused || player.isStill(); });
    player.rewind();
    watching.frameUntil([&] { return player.isRewound(); });
    CHECK(player.isPaused());
    const Take take = *player.shown().playing;
    REQUIRE(take.edits.size() == 1);
    const auto hashAt = [&](std::uint64_t step) {
        Simulation simulation = *Simulation::create(smallReef(60), {.threads = 1, .isa = {}});
        while (simulation.stepCount() < step) {
            if (simulation.stepCount() == take.edits[0].step) {
                REQUIRE(simulation.apply(take.edits[0].edit));
            }
            simulation.step();
        }
        return simulation.hash();
    };
    const std::uint64_t end = take.to.step;
    const auto seek = [&](std::uint64_t step) {
        player.seek(static_cast<double>(step) / 60.0);
        watching.frameUntil([&] { return player.isStill(); });
        CHECK(watching.shown().stepCount() == step);
    };

    SECTION("each moment is as it was") {
        for (const std::uint64_t step :
             {end - 120, std::uint64_t{60}, std::uint64_t{720}, end, std::uint64_t{1}}) {
            seek(step);
            CHECK(watching.shown().hash() == hashAt(step));
        }
        CHECK(player.isRewound());
    }
    SECTION("back to live, the flock goes on as if nothing had been") {
        seek(180);
        player.backToLive();
        watching.frameUntil([&] { return watching.shown().stepCount() >= end; });
        CHECK(player.shown().playing == nullptr);
        CHECK(player.isPaused() == wasPaused);
        player.setPaused(true);
        watching.frameUntil([&] { return player.isStill(); });
        CHECK(watching.shown().hash() == hashAt(watching.shown().stepCount()));
        CHECK_FALSE(player.abandonedBranch());
    }
    SECTION("played from its end, it is live") {
        seek(end);
        player.startOverAtEnd();
        CHECK(player.isPaused());
        player.setPaused(false);
        watching.frameUntil([&] { return watching.shown().stepCount() >= end + 10; });
        CHECK(player.shown().playing == nullptr);
    }
    SECTION("played to its end, it is live") {
        seek(end - 30);
        player.setPaused(false);
        watching.frameUntil([&] { return watching.shown().stepCount() >= end + 100; });
        CHECK(player.shown().playing == nullptr);
        player.setPaused(true);
        watching.frameUntil([&] { return player.isStill(); });
        CHECK(watching.shown().hash() == hashAt(watching.shown().stepCount()));
    }
    SECTION("an edit makes it go another way, which can be shown again as well") {
        const bool waits = GENERATE(true, false);  // for the flock to come there
        CAPTURE(waits);
        if (waits) {
            seek(300);
        } else {
            player.seek(5.0);
        }
        watching.edit({kWeight, 7.0});
        CHECK(player.shown().playing == nullptr);
        CHECK(player.isPaused() == wasPaused);
        REQUIRE(player.abandonedBranch());
        CHECK(*player.abandonedBranch()->then.value(kWeight) == *smallReef(60).value(kWeight));
        CHECK(*player.abandonedBranch()->later.value(kWeight) == 0.5);
        const auto left = watching.ask([](Session& session) { return session.takeAbandoned(); });
        REQUIRE(left);
        CHECK(left->end.stepCount() == end);
        player.setPaused(false);
        watching.frameUntil([&] { return watching.shown().stepCount() >= 1000; });
        player.rewind();
        watching.frameUntil([&] { return player.isRewound(); });
        REQUIRE(player.shown().playing->edits.size() == 1);
        CHECK(player.shown().playing->edits[0].step == 300);
        seek(300);
        CHECK(watching.shown().hash() == hashAt(300));
        player.backToLive();
        // The branch until then goes on where it ended, and has its past.
        player.setPaused(true);
        bool hasResumed = false;
        player.resume(left, [&] { hasResumed = true; });
        watching.frameUntil([&] { return hasResumed && player.isStill(); });
        CHECK(watching.shown().stepCount() == end);
        CHECK(watching.shown().hash() == hashAt(end));
        player.setPaused(false);
        watching.frameUntil([&] { return watching.shown().stepCount() >= end + 60; });
        player.rewind();
        watching.frameUntil([&] { return player.isRewound(); });
        for (const std::uint64_t step : {std::uint64_t{720}, end + 30}) {
            seek(step);
            CHECK(watching.shown().hash() == hashAt(step));
        }
    }
}

TEST_CASE("frames go on while slow steps are under way", "[app][player]") {
    Watching watching(slowReef(60, 100.0));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 2; });
    const std::size_t before = watching.news().size();
    const std::uint64_t step = watching.shown().stepCount();
    watching.frameUntil([&] { return watching.shown().stepCount() >= step + 4; });
    CHECK(watching.news().size() - before > 4 * (watching.shown().stepCount() - step));
    CHECK(watching.player().speed() < 0.9);
}

TEST_CASE("an edit in every frame slows nothing down", "[app][player]") {
    Watching watching(smallReef(60));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 10; });
    std::size_t moved = 0;
    for (int each = 0; each < 120; ++each) {
        watching.edit({kWeight, 0.01 * each});
        watching.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        moved += watching.news().back().hasMoved ? 1 : 0;
    }
    CHECK(moved > 100);
}

TEST_CASE("an edit after a scrub is made at the moment scrubbed to", "[app][player][take]") {
    Session session(smallReef(60), {});
    for (int step = 0; step < 300; ++step) {
        session.stepOnce();
    }
    Watching watching(smallReef(60));
    watching.player().play(session.played({0, 1.0f}, {300, 1.0f}));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 200; });
    watching.player().seek(1.0);
    watching.edit({kWeight, 0.1});  // before the flock has come there
    watching.player().setPaused(true);
    watching.frameUntil([&] { return watching.player().isStill(); });
    CHECK(watching.shown().stepCount() == 60);
    CHECK(watching.player().shown().playing == nullptr);
    watching.player().setPaused(false);
    watching.frameUntil([&] { return watching.shown().stepCount() >= 80; });
    Take take = watching.ask([](Session& live) { return live.played({0, 1.0f}, {80, 1.0f}); });
    REQUIRE(take.edits.size() == 1);
    CHECK(take.edits.front().step == 60);
}

TEST_CASE("an edit that the flock refuses ends the take all the same", "[app][player][take]") {
    Session session(smallReef(60), {});
    REQUIRE(session.apply({"obstacle.stone.present", 1.0}));
    for (int step = 0; step < 120; ++step) {
        if (step == 50) {
            REQUIRE(session.apply({"obstacle.stone.present", 0.0}));
        }
        session.stepOnce();
    }
    Watching watching(smallReef(60));
    watching.player().play(session.played({0, 1.0f}, {120, 1.0f}));
    watching.frameUntil([&] { return watching.shown().stepCount() >= 40; });
    REQUIRE(watching.shown().scene().obstacles.size() == 1);
    watching.player().tell([](Session& ahead) {
        while (ahead.simulation().stepCount() < 60) {
            ahead.stepOnce();
        }
    });
    watching.edit({"obstacle.stone.width", 2.0});
    CHECK(watching.player().shown().playing == nullptr);
    CHECK(watching.ask([](Session& live) { return live.playing() == nullptr; }));
    watching.frameUntil([&] { return watching.shown().scene().obstacles.empty(); });
}

TEST_CASE("stopping waits for the step under way only, and carries out what was asked", "[app][player]") {
    Watching watching(slowReef(60, 50.0));
    watching.player().setTimeScale(16.0);
    watching.frameUntil([&] { return watching.shown().stepCount() >= 2; });
    std::uint64_t last = 0;
    watching.player().tell([&last](Session& session) { last = session.simulation().stepCount(); });
    watching.player().stop();
    CHECK(last >= watching.shown().stepCount());
    CHECK(last <= watching.shown().stepCount() + 40);  // of the hundreds that the time scale would make due
}

TEST_CASE("if memory runs out in a step, the flock stands still and its take can be saved",
          "[app][player][take]") {
    Play play(Session(smallReef(60), {}));
    play.step();
    play.fail(Problem{"not enough memory"});
    Published published;
    play.publish(published);
    CHECK(published.use == StateUse::none);
    CHECK(published.problems.size() == 1);
    CHECK(play.hasFailed());
    CHECK(play.session().played({0, 1.0f}, {1, 1.0f}).to.step == 1);
    play.begin(Session(smallReef(60), {}), nullptr);
    CHECK_FALSE(play.hasFailed());
    play.publish(published);
    CHECK(published.use == StateUse::shown);
    CHECK(published.beginning == 2);
}

}  // namespace shoal::test
