#include <cstring>
#include <limits>
#include <utility>

#include <shoal/preset.hpp>

#include "capture/format/deflate.hpp"
#include "capture/take/base64.hpp"
#include "capture/take/snapshot.hpp"
#include "capture/take/take.hpp"
#include "capture/take/take_replay.hpp"
#include "sim/step/checkpoint.hpp"

namespace shoal {
namespace {

using test::contains;

void run(Simulation& simulation, int steps) {
    for (int step = 0; step < steps; ++step) {
        simulation.step();
    }
}

Snapshot snapshotOf(const Simulation& simulation) {
    SimulationState now = simulation.checkpoint().state();
    Snapshot snapshot{.step = now.stepCount, .hash = simulation.hash(), .flocks = std::move(now.flocks)};
    return snapshot;
}

bool isSame(const Column3& a, const Column3& b) {
    const auto same = [](const AlignedArray<float>& x, const AlignedArray<float>& y) {
        return x.size() == y.size() && std::memcmp(x.data(), y.data(), 4 * x.size()) == 0;
    };
    return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}

bool isSame(const FlockState& a, const FlockState& b) {
    return std::ranges::equal(a.id.span(), b.id.span()) && isSame(a.position, b.position) &&
           isSame(a.velocity, b.velocity);
}

bool isSame(const Flock& a, const Flock& b) {
    return isSame(a.now(), b.now()) && isSame(a.before(), b.before()) && isSame(a.steering(), b.steering()) &&
           std::ranges::equal(a.memories(), b.memories(), [](const RuleMemory& x, const RuleMemory& y) {
               return x.rule == y.rule && isSame(x.values, y.values);
           });
}

/// Returns the text with `change` applied to the bytes before compression.
template <class Change>
std::string changed(const std::string& text, const Change& change) {
    std::string bytes = *inflated(*fromBase64(text), kMaxSnapshotBytes);
    change(bytes);
    return base64(deflated(bytes));
}

std::string problemOf(const std::string& text, const Scene& scene) {
    const auto snapshot = parseSnapshot(text, scene);
    REQUIRE_FALSE(snapshot);
    return snapshot.problem().text;
}

}  // namespace

TEST_CASE("every preset continues from a snapshot bit for bit like a replay from its first step",
          "[capture][snapshot]") {
    for (const BuiltinPreset& preset : builtinPresets()) {
        CAPTURE(std::string(preset.name));
        const auto scene = parsePreset(preset.toml, std::string(preset.name));
        REQUIRE(scene);
        Simulation simulation = *Simulation::create(*scene, {.threads = 1, .isa = {}});
        run(simulation, 67);
        const Snapshot before = snapshotOf(simulation);
        const std::string text = snapshotText(before);
        REQUIRE(isStorable(before));
        run(simulation, 38);

        auto after = parseSnapshot(text, *scene);
        INFO((after ? "" : after.problem().text));
        REQUIRE(after);
        after->step = before.step;
        REQUIRE(after->flocks.size() == before.flocks.size());
        for (std::size_t index = 0; index < before.flocks.size(); ++index) {
            CHECK(isSame(before.flocks[index], after->flocks[index]));
        }
        for (const SimulationOptions& options :
             {SimulationOptions{.threads = 3, .isa = {}},
              SimulationOptions{.threads = 1, .isa = Isa::baseline, .isFused = false}}) {
            Simulation again = *Simulation::create(Scene{}, options);
            REQUIRE(again.resume(checkpointOf(*after, *scene)));
            CHECK(again.hash() == before.hash);
            run(again, 38);
            CHECK(again.hash() == simulation.hash());
        }
    }
}

TEST_CASE("a snapshot's text is smaller than the numbers that it holds", "[capture][snapshot]") {
    const auto reef = openPreset("reef");
    REQUIRE(reef);
    Simulation simulation = *Simulation::create(*reef);
    run(simulation, 60);
    const Snapshot snapshot = snapshotOf(simulation);
    const std::string text = snapshotText(snapshot);
    INFO(text.size() << " characters for " << snapshot.bytes() << " bytes");
    CHECK(text.size() < snapshot.bytes());
    CHECK(text.find("'''") == std::string::npos);
}

TEST_CASE("a damaged snapshot, or one of another scene, is refused", "[capture][snapshot]") {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    REQUIRE(scene->apply({"count", 40.0}));
    Simulation simulation = *Simulation::create(*scene);
    run(simulation, 5);
    const Snapshot whole = snapshotOf(simulation);
    const std::string text = snapshotText(whole);
    REQUIRE(parseSnapshot(text, *scene));

    CHECK_THAT(problemOf("!", *scene), contains("base64"));
    CHECK_THAT(problemOf(text.substr(0, text.size() / 2), *scene), contains("damaged"));
    CHECK_THAT(problemOf(base64(deflated(std::string(kMaxSnapshotBytes + 1, '\0'))), *scene),
               contains("larger than any"));
    CHECK_THAT(problemOf(changed(text, [](std::string& bytes) { bytes.resize(bytes.size() - 9); }), *scene),
               contains("cut short"));
    CHECK_THAT(problemOf(changed(text, [](std::string& bytes) { bytes.resize(300); }), *scene),
               contains("cut short"));
    CHECK_THAT(problemOf(changed(text, [](std::string& bytes) { bytes += '\0'; }), *scene),
               contains("unexpected data"));
    CHECK_THAT(problemOf(changed(text, [](std::string& bytes) { bytes[0] = 9; }), *scene),
               contains("another layout"));
    CHECK_THAT(problemOf(changed(text, [](std::string& bytes) { bytes[4] = 2; }), *scene),
               contains("species"));

    Scene other = *scene;
    REQUIRE(other.apply({"count", 41.0}));
    CHECK_THAT(problemOf(text, other), contains("the preset's number of boids"));
    Snapshot wrong = whole;
    wrong.flocks[0].now().id[3] = wrong.flocks[0].now().id[4];
    CHECK_THAT(problemOf(snapshotText(wrong), *scene), contains("ids"));
    wrong.flocks[0].now().id[3] = 4'000'000'000U;
    CHECK_THAT(problemOf(snapshotText(wrong), *scene), contains("ids"));

    // Values that no reader would accept are not written.
    wrong = whole;
    wrong.flocks[0].now().position.x[7] = std::numeric_limits<float>::infinity();
    CHECK_FALSE(isStorable(wrong));
    CHECK_THAT(problemOf(snapshotText(wrong), *scene), contains("not finite"));
    // Finite, but so far out that a grid over it would have an excessive number of cells.
    wrong.flocks[0].now().position.x[7] = std::numeric_limits<float>::max();
    CHECK_FALSE(isStorable(wrong));
    CHECK_THAT(problemOf(snapshotText(wrong), *scene), contains("has a position that is not a number from"));
    wrong = whole;
    wrong.flocks[0].now().velocity.z[0] = -1e5f;
    CHECK_THAT(problemOf(snapshotText(wrong), *scene), contains("has a velocity that is not a number from"));
}

TEST_CASE("no damage to a snapshot's bytes breaks its reader or the steps that follow",
          "[capture][snapshot]") {
    auto scene = openPreset("reef");
    REQUIRE(scene);
    REQUIRE(scene->apply({"count", 60.0}));
    Simulation simulation = *Simulation::create(*scene, {.threads = 1, .isa = {}});
    run(simulation, 7);
    const std::string text = snapshotText(snapshotOf(simulation));
    std::mt19937 random(11);
    int refused = 0;
    for (int trial = 0; trial < 400; ++trial) {
        CAPTURE(trial);
        const std::string damaged = changed(text, [&](std::string& bytes) {
            for (int flips = 0; flips < 1 + trial % 3; ++flips) {
                bytes[random() % bytes.size()] = static_cast<char>(random());
            }
        });
        auto snapshot = parseSnapshot(damaged, *scene);
        if (!snapshot) {
            ++refused;
            continue;
        }
        Simulation again = *Simulation::create(Scene{}, {.threads = 1, .isa = {}});
        REQUIRE(again.resume(checkpointOf(*snapshot, *scene)));
        run(again, 3);
    }
    CHECK(refused > 20);
}

}  // namespace shoal
