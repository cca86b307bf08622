#include "lab/life/check.hpp"

#include <numbers>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "lab/life/null_flock.hpp"
#include "lab/life/track_targets.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// Birds that respond to nothing.
constexpr const char* kCloud = R"(
[world]
width = 400
height = 400
depth = 400
[species.bird]
count = 300
linking_distance = 4
[species.bird.start]
shape = "ball"
radius = 8
speed = 10
order = 0.4
)";

Scene sceneOf(const std::string& toml) {
    auto scene = parsePreset(toml, "test.toml");
    if (!scene) {
        FAIL(scene.problem().text);
    }
    return *scene;
}

const IsStopped kNever = [] { return false; };

std::vector<CheckedTarget> checked(const Scene& scene, const TargetSet& targets, const CheckPlan& plan) {
    const auto result = checkTargets(scene, targets, plan, kNever);
    REQUIRE(result);
    REQUIRE(*result);
    return (*result)->targets;
}

/// Adds boids on a lattice about the origin, `counts` along each axis, `spacing` [m] apart.
Layout lattice(std::string name, const std::array<int, 3>& counts, const Vec3f& spacing,
               const Vec3f& velocity) {
    Layout layout{std::move(name), {}, {}};
    const auto at = [&](int k, std::size_t axis) {
        return static_cast<float>(k) - 0.5f * static_cast<float>(counts[axis] - 1);
    };
    for (int x = 0; x < counts[0]; ++x) {
        for (int y = 0; y < counts[1]; ++y) {
            for (int z = 0; z < counts[2]; ++z) {
                layout.positions.push_back(
                    {spacing.x * at(x, 0), spacing.y * at(y, 1), spacing.z * at(z, 2)});
                layout.velocities.push_back(velocity);
            }
        }
    }
    return layout;
}

/// Flocks that no animals form, each wrong in something that a target is about.
std::vector<Layout> wrongFlocks() {
    Layout cloud = uniformLayout(1500, {11, 11, 11}, 5);
    cloud.name = "a cloud without order";
    Layout parallel = cloud;
    parallel.name = "a cloud that flies ahead";
    std::ranges::fill(parallel.velocities, Vec3f{10, 0, 0});
    Layout apart = cloud;
    apart.name = "two clouds";
    for (std::size_t k = 0; k < apart.count(); k += 2) {
        apart.positions[k].x += 200.0f;
    }
    Layout wall = uniformLayout(1000, {20, 20, 0.2f}, 6);
    wall.name = "a thin upright wall";
    Layout mill{"a mill", {}, {}};
    for (int k = 0; k < 100; ++k) {
        const double angle = 0.02 * std::numbers::pi * k;
        const auto sine = static_cast<float>(std::sin(angle));
        const auto cosine = static_cast<float>(std::cos(angle));
        mill.positions.push_back({10.0f * cosine, 0.01f * static_cast<float>(k % 7), 10.0f * sine});
        mill.velocities.push_back({-sine, 0, cosine});
    }
    return {cloud,
            parallel,
            apart,
            wall,
            mill,
            lattice("a crystal, dead level, at one speed", {9, 9, 9}, {4, 4, 4}, {30, 0, 0}),
            lattice("rows one behind the other", {40, 5, 5}, {0.5f, 5, 5}, {10, 0, 0})};
}

/// The figures of a flock that has flown straight for a second.
std::vector<double> figuresOf(const Layout& layout, const TargetSet& targets, double bodyLength) {
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), {.linkingDistance = 4.0, .stepSeconds = 1.0 / 60.0});
    std::vector<Vec3d> earlier;
    for (std::size_t id = 0; id < layout.count(); ++id) {
        earlier.push_back(flock.position()[id] - flock.velocity()[id]);
    }
    flock.setEarlier(earlier, 1.0);
    const std::vector<double> values = measuredValues(flock, targets.kinds());
    std::vector<double> figures;
    for (const Target& target : targets.targets) {
        figures.push_back(target.valueIn(values, bodyLength));
    }
    return figures;
}

}  // namespace

TEST_CASE("figures of runs shorter than 50 correlation times in all are said to be too short",
          "[lab][life]") {
    TargetSet targets;
    for (const char* key : {"nearest_neighbour_m", "polarisation"}) {
        Target& target = targets.targets.emplace_back();
        target.column = *columnNamed(key);
        target.interval = {.min = 0.1, .max = {}};
    }
    // Birds that respond to nothing keep their polarisation: that a short run tells, too.
    const Scene scene = sceneOf(kCloud);
    for (const auto& [seeds, samples, isTooShort] :
         std::vector<std::tuple<std::uint64_t, std::uint64_t, bool>>{
             {1, 1, true}, {1, 40, true}, {30, 9, true}, {30, 40, false}}) {
        CAPTURE(seeds, samples);
        const auto result =
            checked(scene, targets,
                    {.steps = samples - 1, .every = 1, .burnIn = 0, .seeds = seeds, .hasNull = false});
        CHECK(result[0].isTooShort() == isTooShort);
        CHECK(result[1].isTooShort() == (samples < 2));
    }
}

TEST_CASE("each figure of the built-in targets is missed by a flock that has a value", "[lab][life]") {
    for (const std::string& name : targetNames()) {
        const auto set = openTargets(name);
        REQUIRE(set);
        std::vector<bool> isMissed(set->targets.size());
        for (const Layout& wrong : wrongFlocks()) {
            const std::vector<double> figures = figuresOf(wrong, *set, 1.9);
            bool missesAny = false;
            for (std::size_t index = 0; index < figures.size(); ++index) {
                const Target& target = set->targets[index];
                const bool misses =
                    std::isfinite(figures[index]) &&
                    verdictOf(figures[index], target.interval, target.bound()) == Verdict::outside;
                isMissed[index] = isMissed[index] || misses;
                missesAny = missesAny || misses;
            }
            CAPTURE(name, wrong.name);
            // Golden shiners do not keep one arrangement: only their headings are compared.
            CHECK((missesAny || name == "shiner"));
        }
        for (std::size_t index = 0; index < isMissed.size(); ++index) {
            CAPTURE(name, set->targets[index].title);
            CHECK(isMissed[index]);
        }
    }
}

TEST_CASE("a random cloud as dense and as parallel as herring is told from a school", "[lab][life]") {
    const auto set = openTargets("herring");
    REQUIRE(set);
    Layout cloud = wrongFlocks()[1];
    const std::vector<double> figures = figuresOf(cloud, *set, 1.9);
    std::vector<std::string> missed;
    for (std::size_t index = 0; index < figures.size(); ++index) {
        if (verdictOf(figures[index], set->targets[index].interval) != Verdict::within) {
            missed.push_back(set->targets[index].title);
        }
    }
    CHECK(missed == std::vector<std::string>{"distance to the nearest"});
}

TEST_CASE("the null flock has the flock's axes and velocities, and no order", "[lab][life]") {
    Layout layout = uniformLayout(4000, {4, 1, 2}, 3);
    for (std::size_t k = 0; k < layout.count(); ++k) {
        // Turned and sheared, with velocities that follow the place.
        Vec3f& at = layout.positions[k];
        at = {at.x + 100.0f, at.y + 0.3f * at.x, at.z};
        layout.velocities[k] = {5.0f, at.z, 0.0f};
    }
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), {});
    const FlockState null = nullFlock(flock, 7);
    MeasuredFlock measured(null, layout.count(), {});
    const auto kinds = *measureKindsNamed("shape,speed,polarisation,correlation_length");
    const auto before = measuredValues(flock, kinds);
    const auto after = measuredValues(measured, kinds);
    const auto columns = measureColumns();
    for (std::size_t column = 0; column < columns.size(); ++column) {
        CAPTURE(columns[column].key);
        if (columns[column].key == "correlation_length_m") {
            CHECK(after[column] < 0.3 * before[column]);
        } else if (columns[column].key != "speed_correlation_length_m" && columns[column].key != "length_m") {
            CHECK((std::isnan(before[column]) || after[column] == approx(before[column]).epsilon(0.05)));
        }
    }
    CHECK(lengthOf(measured.centre() - flock.centre()) < 0.2);
    std::vector<float> x;
    std::vector<float> dealt;
    bool isSame = true;
    for (std::size_t slot = 0; slot < layout.count(); ++slot) {
        x.push_back(state.velocity.at(slot).z + 10.0f * state.velocity.at(slot).y);
        dealt.push_back(null.velocity.at(slot).z + 10.0f * null.velocity.at(slot).y);
        isSame = isSame && x.back() == dealt.back();
    }
    CHECK_FALSE(isSame);
    std::ranges::sort(x);
    std::ranges::sort(dealt);
    CHECK(x == dealt);
    CHECK(null.position.at(5) == nullFlock(flock, 7).position.at(5));
    CHECK(null.position.at(5) != nullFlock(flock, 8).position.at(5));
}

TEST_CASE("the null of a flat flock is as flat", "[lab][life]") {
    Layout layout = uniformLayout(2000, {4, 0, 2}, 3);
    for (Vec3f& at : layout.positions) {
        at.y = 3.0f;
    }
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), {});
    const FlockState null = nullFlock(flock, 1);
    double squares = 0.0;
    double squaresBefore = 0.0;
    for (std::size_t slot = 0; slot < layout.count(); ++slot) {
        CHECK(null.position.at(slot).y == approx(3.0).margin(1e-4));
        squares += std::pow(static_cast<double>(null.position.at(slot).x), 2);
        squaresBefore += std::pow(static_cast<double>(state.position.at(slot).x), 2);
    }
    CHECK(squares == approx(squaresBefore).epsilon(0.05));
}

TEST_CASE("the null of a wrapped world fills it, at the spacing of a gas", "[lab][life]") {
    constexpr float kSide = 20.0f;
    const Layout layout = uniformLayout(1000, {kSide / 2, kSide / 2, kSide / 2}, 11);
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), {.linkingDistance = 1, .period = {kSide, kSide, kSide}});
    const FlockState null = nullFlock(flock, 5);
    double nearest = 0.0;
    for (std::size_t a = 0; a < layout.count(); ++a) {
        double shortest = 1e9;
        for (std::size_t b = 0; b < layout.count(); ++b) {
            const Vec3f apart = null.position.at(a) - null.position.at(b);
            const Vec3d image = nearestImage(
                {static_cast<double>(apart.x), static_cast<double>(apart.y), static_cast<double>(apart.z)},
                {kSide, kSide, kSide});
            shortest = a == b ? shortest : std::min(shortest, lengthOf(image));
        }
        nearest += shortest / static_cast<double>(layout.count());
        CHECK(std::abs(null.position.at(a).x) <= kSide / 2);
    }
    MeasuredFlock measured(null, layout.count(), {.linkingDistance = 1, .period = {kSide, kSide, kSide}});
    const auto values = measuredValues(measured, *measureKindsNamed("nearest_neighbour"));
    const auto column = *columnNamed("nearest_neighbour_m");
    CHECK(values[column] == approx(nearest).epsilon(1e-6));
}

TEST_CASE("a figure that few samples define is not defined, nor is the null's", "[lab][life]") {
    // Two birds have no shape; a displacement is not that of the null.
    const auto targets = parseTargets(
        "[[target]]\nmeasure = \"middle_axis\"\nmin = 0\n[[target]]\nmeasure = "
        "\"mean_squared_displacement_m2\"\nmin = 1e-9\n",
        "test.toml");
    REQUIRE(targets);
    Scene scene = sceneOf(kCloud);
    REQUIRE(scene.applyText("count=2"));
    const auto rows = checked(scene, *targets, {.steps = 30, .every = 10, .burnIn = 0, .seeds = 2});
    CHECK(rows[0].verdict == Verdict::outside);
    CHECK(std::isnan(rows[0].value.mean));
    CHECK_FALSE(rows[0].nullVerdict);
    CHECK(rows[1].verdict == Verdict::within);
    CHECK_FALSE(rows[1].nullVerdict);
    CHECK_FALSE(rows[1].isShared());
    REQUIRE(scene.applyText("count=0"));
    const auto none = checkTargets(scene, *targets, {.steps = 30}, kNever);
    REQUIRE_FALSE(none);
    CHECK_THAT(none.problem().text, contains("no boids"));
}

TEST_CASE("a check measures what happened in the second before each sample", "[lab][life]") {
    const auto targets = parseTargets(
        "[[target]]\nmeasure = \"mixing_exponent\"\nmin = 1.99\nmax = 2.01\n[[target]]\nmeasure = "
        "\"neighbour_overlap\"\nmin = 0.01\nmax = 0.99\n",
        "test.toml");
    REQUIRE(targets);
    const auto rows =
        checked(sceneOf(kCloud), *targets, {.steps = 180, .every = 60, .burnIn = 60, .seeds = 2});
    // Birds that respond to nothing fly straight on.
    CHECK(rows[0].verdict == Verdict::within);
    CHECK(rows[1].verdict == Verdict::within);
    CHECK_FALSE(rows[0].nullVerdict);
}

TEST_CASE("a random cloud has no figure within its range that the null does not share", "[lab][life]") {
    for (const std::string& name : targetNames()) {
        const auto targets = openTargets(name);
        REQUIRE(targets);
        const auto rows =
            checked(sceneOf(kCloud), *targets, {.steps = 30, .every = 10, .burnIn = 0, .seeds = 4});
        for (std::size_t index = 0; index < rows.size(); ++index) {
            CAPTURE(name, targets->targets[index].title, rows[index].value.mean, rows[index].null.mean);
            CHECK((rows[index].verdict != Verdict::within || rows[index].isShared()));
        }
    }
}

TEST_CASE("a check does not depend on threads, and its errors come from seeds or time", "[lab][life]") {
    const auto targets = openTargets("shiner");
    REQUIRE(targets);
    const Scene scene = *openPreset("zones");
    CheckPlan plan{.steps = 300, .every = 20, .burnIn = 100, .seeds = 3};
    plan.threads = 1;
    const auto one = checked(scene, *targets, plan);
    plan.threads = 3;
    const auto three = checked(scene, *targets, plan);
    for (std::size_t index = 0; index < one.size(); ++index) {
        CHECK(one[index].value.mean == three[index].value.mean);
        CHECK(one[index].null.mean == three[index].null.mean);
        CHECK(one[index].value.samples == 3);
    }
    // The mean of the runs' own means.
    double sum = 0.0;
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        Scene own = scene;
        own.seed += seed;
        CheckPlan single = plan;
        single.seeds = 1;
        const auto run = checked(own, *targets, single);
        CHECK(run[0].value.samples == 11);
        sum += run[0].value.mean;
    }
    CHECK(one[0].value.mean == approx(sum / 3.0));
    // The samples are those of a plain run.
    auto simulation = Simulation::create(scene);
    REQUIRE(simulation);
    double polarisation = 0.0;
    for (int step = 1; step <= 300; ++step) {
        simulation->step();
        if (step >= 100 && step % 20 == 0) {
            polarisation +=
                measureMotion(simulation->flocks()[0].now(), simulation->flocks()[0].count()).polarisation /
                11.0;
        }
    }
    CheckPlan single = plan;
    single.seeds = 1;
    CHECK(checked(scene, *targets, single)[0].value.mean == approx(polarisation));
}

TEST_CASE("a check tells after each step how much is done, with the samples that are yet to come",
          "[lab][life]") {
    const auto targets = openTargets("starling");
    REQUIRE(targets);
    for (const std::uint64_t seeds : {1, 3}) {
        const CheckPlan plan{.steps = 60, .every = 2, .burnIn = 30, .seeds = seeds};
        std::vector<std::uint64_t> steps;
        std::vector<double> parts;
        REQUIRE(checkTargets(sceneOf(kCloud), *targets, plan, kNever, [&](std::uint64_t step, double part) {
            steps.push_back(step);
            parts.push_back(part);
        }));
        REQUIRE(steps.size() == 60 * seeds);
        for (std::size_t k = 0; k < steps.size(); ++k) {
            CHECK(steps[k] == k + 1);
            CHECK((parts[k] > 0.0 && parts[k] <= 1.0));
        }
        // By steps it is a 60th of a run that is done first, by samples one of 17, with the trial.
        const double first = parts.front() * static_cast<double>(seeds);
        CHECK((first >= 1.0 / 60.001 && first <= 1.0 / 16.999));
        CHECK(parts.back() >= 16.0 / 17.001);
    }
}

TEST_CASE("a check stops when it is asked to", "[lab][life]") {
    const auto targets = openTargets("starling");
    REQUIRE(targets);
    const auto result = checkTargets(sceneOf(kCloud), *targets, {.seeds = 4}, [] { return true; });
    REQUIRE(result);
    CHECK_FALSE(*result);
}

TEST_CASE("a flock is as its own tracks are, with velocities and without, unwrapped or not",
          "[lab][life][tracks]") {
    // Noisy birds, in an open and in a wrapped world, seen every half second.
    for (const char* preset : {"zones", "vicsek"}) {
        for (const auto& [hasVelocities, isUnwrapped] :
             {std::pair{true, true}, {false, true}, {false, false}}) {
            CAPTURE(preset, hasVelocities, isUnwrapped);
            Scene scene = *openPreset(preset);
            scene.species[0].count = 100;
            const CheckPlan plan{.steps = 900, .every = 30, .burnIn = 300, .hasNull = false, .threads = 1};
            std::string text = hasVelocities ? "t,id,x,y,z,vx,vy,vz\n" : "t,id,x,y,z\n";
            auto simulation = Simulation::create(scene, {.threads = 1, .isa = {}});
            REQUIRE(simulation);
            const auto period = measureSpace(scene, 0).period;
            std::vector<Vec3d> place(100);
            std::vector<Vec3d> last(100);
            for (std::uint64_t step = 0; step <= 930; ++step, simulation->step()) {
                const Flock& flock = simulation->flocks()[0];
                const auto positions = flock.now().byId(flock.now().position);
                const auto velocities = flock.now().byId(flock.now().velocity);
                for (std::size_t id = 0; id < 100; ++id) {
                    const Vec3f& at = positions[id];
                    const Vec3d now{static_cast<double>(at.x), static_cast<double>(at.y),
                                    static_cast<double>(at.z)};
                    place[id] =
                        step == 0 || !isUnwrapped ? now : place[id] + nearestImage(now - last[id], period);
                    last[id] = now;
                    if (step >= 270 && step % 30 == 0) {
                        text += fmt::format("{},{},{:.9g},{:.9g},{:.9g}", simulation->seconds(), id,
                                            place[id].x, place[id].y, place[id].z);
                        const Vec3f& v = velocities[id];
                        text += hasVelocities ? fmt::format(",{:.9g},{:.9g},{:.9g}\n", v.x, v.y, v.z) : "\n";
                    }
                }
            }
            auto tracks = parseTracks(text, "t.csv", "", period);
            REQUIRE(tracks);
            CHECK(tracks->jumps == 0);
            tracks->frames.erase(tracks->frames.begin());  // the first and last differ to one side only
            tracks->frames.pop_back();
            REQUIRE(tracks->frames.size() == 21);
            const TargetSet targets = targetsOfTracks(*tracks, "t.csv", tracksPlan(scene, 0));
            REQUIRE(targets.targets.size() >= 3);
            const auto result = checked(scene, targets, plan);
            for (std::size_t target = 0; target < result.size(); ++target) {
                const Interval& interval = targets.targets[target].interval;
                CAPTURE(targets.targets[target].title, *interval.min, *interval.max,
                        result[target].value.mean);
                CHECK(result[target].verdict == Verdict::within);
                CHECK_THAT(targets.targets[target].source,
                           contains(fmt::format("{:.4g}", result[target].value.mean).substr(0, 4)));
            }
        }
    }
    // Tracks that were seen less often than the flock is run for.
    const auto rare = parseTracks("t,id,x,y\n0,1,0,0\n0,2,0,1\n60,1,9,0\n60,2,9,1\n", "t.csv", "");
    REQUIRE(rare);
    const Scene scene = *openPreset("zones");
    const auto refused = checkTargets(scene, targetsOfTracks(*rare, "t.csv", tracksPlan(scene, 0)),
                                      {.steps = 60, .burnIn = 0}, kNever);
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.problem().text, contains("a position every 60 s"));
}
