// Every measure against its definition, written plainly; and what all of them must keep.

#include <numbers>
#include <set>

#include <shoal/measures.hpp>

#include "sim/measures/measured_flock.hpp"
#include "sim/measures/measured_run.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

constexpr double kReach = 1.2;
constexpr double kLink = 0.4;
constexpr double kBody = 0.15;

using Values = std::map<std::string, double, std::less<>>;

/// The value of each column; without the ones that need the step before or a run.
Values measured(const Layout& layout, const MeasureSpace& space) {
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), space);
    Values values;
    for (const MeasureKind& kind : measureKinds()) {
        std::vector<double> row(kind.columns.size(), kUndefined);
        kind.compute(flock, row);
        for (std::size_t column = 0; column < row.size(); ++column) {
            values[std::string(kind.columns[column].key)] = row[column];
        }
    }
    return values;
}

double wrapped(double difference, double period) {
    while (period > 0.0 && difference > period / 2) {
        difference -= period;
    }
    while (period > 0.0 && difference < -period / 2) {
        difference += period;
    }
    return difference;
}

Vec3d between(const Layout& layout, std::size_t a, std::size_t b, const Vec3d& period) {
    const Vec3d apart = asDouble(layout.positions[b]) - asDouble(layout.positions[a]);
    return {wrapped(apart.x, period.x), wrapped(apart.y, period.y), wrapped(apart.z, period.z)};
}

/// Distances, groups and local order by all pairs.
Values byAllPairs(const Layout& layout, const MeasureSpace& space) {
    const std::size_t count = layout.count();
    const auto n = static_cast<double>(count);
    std::vector<std::size_t> label(count);
    for (std::size_t k = 0; k < count; ++k) {
        label[k] = k;
    }
    double nearest = 0.0;
    double order = 0.0;
    double social = 0.0;
    for (std::size_t a = 0; a < count; ++a) {
        double shortest = 1e300;
        Vec3d heading = unitOf(asDouble(layout.velocities[a]));
        double boids = 1.0;
        for (std::size_t b = 0; b < count; ++b) {
            const double distance = lengthOf(between(layout, a, b, space.period));
            if (a == b) {
                continue;
            }
            shortest = std::min(shortest, distance);
            if (distance < space.linkingDistance && label[a] != label[b]) {
                const std::size_t old = label[b];
                const std::size_t now = label[a];
                std::ranges::replace(label, old, now);
            }
            if (distance < space.perception) {
                heading += unitOf(asDouble(layout.velocities[b]));
                boids += 1.0;
            }
        }
        nearest += shortest / n;
        if (boids > 1.0) {
            order += lengthOf(heading) / boids;
            social += 1.0;
        }
    }
    std::map<std::size_t, double> sizes;
    for (const std::size_t each : label) {
        sizes[each] += 1.0;
    }
    Values values{{"nearest_neighbour_m", nearest}, {"clusters", static_cast<double>(sizes.size())}};
    for (const auto& [group, size] : sizes) {
        values["loners"] += size == 1.0 ? 1.0 : 0.0;
        values["flocks"] += size > 1.0 ? 1.0 : 0.0;
        values["largest_cluster"] = std::max(values["largest_cluster"], size / n);
        values["cluster_size"] += size * size / n;
    }
    values["local_order"] = social > 0.0 ? order / social : kUndefined;
    return values;
}

Layout moved(Layout layout, const Vec3f& way) {
    for (Vec3f& position : layout.positions) {
        position += way;
    }
    return layout;
}

/// Puts boids that left a cube of this size in at the opposite face.
Layout wrappedInto(Layout layout, float size) {
    const auto put = [size](float& at) { at -= size * std::round(at / size); };
    for (Vec3f& position : layout.positions) {
        put(position.x);
        put(position.y);
        put(position.z);
    }
    return layout;
}

void checkSame(const Values& found, const Values& expected, double margin) {
    for (const auto& [key, value] : expected) {
        CAPTURE(key);
        if (std::isnan(value)) {
            CHECK(std::isnan(found.at(key)));
        } else {
            CHECK(found.at(key) == approx(value).epsilon(margin).margin(margin));
        }
    }
}

}  // namespace

TEST_CASE("distances, clusters and local order agree with all pairs, through joined faces too",
          "[sim][measures]") {
    for (const double side : {0.0, 6.0}) {
        for (const std::uint64_t seed : {1, 2, 3}) {
            const Layout layout = uniformLayout(300, {3, 3, 3}, seed);
            for (const double link : {0.2, kLink, 0.9}) {
                const MeasureSpace space{
                    .linkingDistance = link, .perception = kReach, .period = {side, side, side}};
                CAPTURE(side, seed, link);
                checkSame(measured(layout, space), byAllPairs(layout, space), 1e-9);
            }
        }
    }
}

TEST_CASE("no measure changes when a flock moves through joined faces", "[sim][measures]") {
    const MeasureSpace space{
        .linkingDistance = kLink, .perception = kReach, .bodyRadius = kBody, .period = {8, 8, 8}};
    const Layout middle = uniformLayout(200, {1.5f, 1.0f, 0.5f}, 5);
    const Values expected = measured(middle, space);
    for (const Vec3f& way : {Vec3f{4, 0, 0}, Vec3f{-3, 4, 3.5f}, Vec3f{1, -4, -4}}) {
        checkSame(measured(wrappedInto(moved(middle, way), 8.0f), space), expected, 1e-4);
    }
}

TEST_CASE("every measure stays the same when the flock is moved, turned or sorted otherwise",
          "[sim][measures]") {
    const MeasureSpace space{.linkingDistance = kLink, .perception = kReach, .bodyRadius = kBody};
    Layout layout = clustered(400, 9);
    const Values expected = measured(layout, space);
    // A float far from the origin has fewer digits for the distance between two boids.
    checkSame(measured(moved(layout, {5, -3, 8}), space), expected, 1e-3);
    Layout turned = layout;
    for (std::vector<Vec3f>* vectors : {&turned.positions, &turned.velocities}) {
        for (Vec3f& each : *vectors) {
            each = {each.z, each.x, each.y};
        }
    }
    Values onSide = expected;
    onSide.erase("shortest_axis_up");  // these know the vertical
    onSide.erase("climb");
    onSide.erase("opacity");
    checkSame(measured(turned, space), onSide, 1e-9);
    for (std::vector<Vec3f>* vectors : {&turned.positions, &turned.velocities}) {
        for (Vec3f& each : *vectors) {
            each = {each.y, each.z, each.x};  // back
            each = {each.z, each.y, -each.x};
        }
    }
    checkSame(measured(turned, space), expected, 1e-9);

    const FlockState inOrder = stateOf(layout);
    FlockState shuffled = inOrder;
    std::vector<std::size_t> slots(layout.count());
    for (std::size_t k = 0; k < slots.size(); ++k) {
        slots[k] = k;
    }
    std::ranges::shuffle(slots, std::mt19937(3));
    for (std::size_t k = 0; k < slots.size(); ++k) {
        shuffled.position.put(k, inOrder.position.at(slots[k]));
        shuffled.velocity.put(k, inOrder.velocity.at(slots[k]));
        shuffled.id[k] = inOrder.id[slots[k]];
    }
    MeasuredFlock flock(shuffled, layout.count(), space);
    for (const MeasureKind& kind : measureKinds()) {
        if (kind.key == "local_order") {
            continue;  // summed in the order of the tree
        }
        std::vector<double> row(kind.columns.size(), kUndefined);
        kind.compute(flock, row);
        for (std::size_t column = 0; column < row.size(); ++column) {
            const double value = expected.at(std::string(kind.columns[column].key));
            CAPTURE(kind.columns[column].key);
            CHECK((row[column] == value || (std::isnan(row[column]) && std::isnan(value))));
        }
    }
}

TEST_CASE("every measure of no, one, resting or coincident boids is finite or not defined",
          "[sim][measures]") {
    const MeasureSpace space{.linkingDistance = kLink, .perception = kReach, .bodyRadius = kBody};
    const Layout same{"same", std::vector<Vec3f>(20, Vec3f{1, 2, 3}), std::vector<Vec3f>(20, Vec3f{1, 0, 0})};
    const Layout resting{"rest", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::vector<Vec3f>(3)};
    for (const Layout& layout :
         {Layout{"none", {}, {}}, Layout{"one", {{1, 2, 3}}, {{1, 0, 0}}}, same, resting}) {
        for (const auto& [key, value] : measured(layout, space)) {
            CAPTURE(layout.name, key, value);
            CHECK((std::isfinite(value) || std::isnan(value)));
        }
    }
    CHECK(measured(same, space).at("local_order") == approx(1.0));
    CHECK(std::isnan(measured(resting, space).at("correlation_length_m")));
}

TEST_CASE("the correlation lengths are where fluctuations of velocity and speed change sign",
          "[sim][measures]") {
    // A rod from −1 to 1 that flies along itself and stretches: the velocity fluctuation grows along it, so
    // points x and y are correlated as x·y. The mean product at distance r is (1 − r − r²/2) / 3, which is 0
    // at √3 − 1. A second rod only turns, with equal speeds.
    Layout layout{"rod", {}, {}};
    Layout turning{"turning", {}, {}};
    constexpr int kBoids = 801;
    for (int k = 0; k < kBoids; ++k) {
        const float x = -1.0f + 2.0f * static_cast<float>(k) / (kBoids - 1);
        layout.positions.push_back({x, 0, 0});
        layout.velocities.push_back({5 + x, 0, 0});
        turning.positions.push_back({x, 0, 0});
        turning.velocities.push_back({std::cos(x), std::sin(x), 0});
    }
    const Values values = measured(layout, {});
    CHECK(values.at("speed_correlation_length_m") == approx(std::sqrt(3.0) - 1.0).margin(0.01));
    CHECK(values.at("correlation_length_m") == approx(std::sqrt(3.0) - 1.0).margin(0.01));
    CHECK(values.at("length_m") == approx(2.0));
    CHECK(std::isnan(measured(turning, {}).at("speed_correlation_length_m")));
}

TEST_CASE("climb is the sine of the flight's slope, up or down", "[sim][measures]") {
    for (const float up : {0.3f, -0.3f}) {
        const Layout layout{"climbing", {{0, 0, 0}, {1, 0, 0}}, {{0.5f, up, 0}, {0.3f, up, 0}}};
        CHECK(measured(layout, {}).at("climb") == approx(0.3 / 0.5).margin(1e-6));
    }
}

/// The measures of anisotropy by all pairs, as their definition reads.
Values anisotropyByAllPairs(const Layout& layout, const MeasureSpace& space) {
    const std::size_t count = layout.count();
    std::vector<std::vector<std::pair<double, std::size_t>>> nearest(count);
    std::vector<bool> isBorder(count);
    Vec3d velocity;
    double inside = 0.0;
    double border = 0.0;
    double borderBoids = 0.0;
    for (std::size_t a = 0; a < count; ++a) {
        velocity += asDouble(layout.velocities[a]);
        for (std::size_t b = 0; b < count; ++b) {
            if (b != a) {
                nearest[a].emplace_back(lengthOf(between(layout, a, b, space.period)), b);
            }
        }
        std::ranges::sort(nearest[a]);
        Vec3d mean;
        for (std::size_t k = 0; k < 24; ++k) {
            mean += unitOf(between(layout, a, nearest[a][k].second, space.period)) * (1.0 / 24.0);
        }
        isBorder[a] = lengthOf(mean) > 0.35;
        (isBorder[a] ? border : inside) += nearest[a][0].first;
        borderBoids += isBorder[a] ? 1.0 : 0.0;
    }
    Values values;
    values["border_spacing"] = border / borderBoids / (inside / (static_cast<double>(count) - borderBoids));
    const Vec3d ahead = unitOf(velocity);
    for (const std::size_t rank : {1, 7}) {
        double cosineSq = 0.0;
        double boids = 0.0;
        std::vector<Vec3d> directions;
        for (std::size_t a = 0; a < count; ++a) {
            bool counts = !isBorder[a];
            for (std::size_t k = 0; k < rank; ++k) {
                counts = counts && !isBorder[nearest[a][k].second];
            }
            if (counts) {
                directions.push_back(unitOf(between(layout, a, nearest[a][rank - 1].second, space.period)));
                cosineSq += std::pow(dot(directions.back(), ahead), 2);
                boids += 1.0;
            }
        }
        values["ahead_" + std::to_string(rank)] = cosineSq / boids;
        // The direction with the fewest neighbours: the best of many on the sphere.
        double fewest = 1e300;
        Vec3d emptiest;
        constexpr int kDirections = 20000;
        for (int k = 0; k < kDirections; ++k) {
            const double z = 1.0 - (2.0 * k + 1.0) / kDirections;
            const double around = k * std::numbers::pi * (3.0 - std::sqrt(5.0));
            const double r = std::sqrt(1.0 - z * z);
            const Vec3d way{r * std::cos(around), r * std::sin(around), z};
            double sum = 0.0;
            for (const Vec3d& each : directions) {
                sum += std::pow(dot(each, way), 2);
            }
            if (sum < fewest) {
                fewest = sum;
                emptiest = way;
            }
        }
        values["anisotropy_" + std::to_string(rank)] = std::pow(dot(emptiest, ahead), 2);
    }
    return values;
}

TEST_CASE("anisotropy agrees with all pairs, in the open and through joined faces", "[sim][measures]") {
    Layout layout = uniformLayout(700, {1.5f, 1, 1}, 21);
    // Squeezed across the flight: the nearest are aside.
    for (std::size_t k = 0; k < layout.count(); ++k) {
        layout.positions[k].x *= 2.0f;
        layout.velocities[k] += Vec3f{6, 1, 0};
    }
    for (const double period : {0.0, 6.0}) {
        const MeasureSpace space{.linkingDistance = kLink, .perception = kReach, .period = {period, 0, 0}};
        const Values values = measured(layout, space);
        for (const auto& [key, value] : anisotropyByAllPairs(layout, space)) {
            CAPTURE(period, key);
            CHECK(values.at(key) == approx(value).margin(key.starts_with("anisotropy") ? 0.02 : 1e-6));
        }
    }
}

TEST_CASE("the density of a uniform ball is its boids over its volume, in every shell", "[sim][measures]") {
    std::mt19937 random(8);
    std::uniform_real_distribution<float> within(-2.0f, 2.0f);
    Layout layout{"ball", {}, {}};
    while (layout.count() < 20000) {
        const Vec3f at{within(random), within(random), within(random)};
        if (lengthSq(at) < 4.0f) {
            layout.positions.push_back(at);
            layout.velocities.push_back({1, 0, 0});
        }
    }
    const double uniform = 20000.0 / (4.0 / 3.0 * std::numbers::pi * 8.0);
    CHECK(measured(layout, {}).at("density_1_m3") == approx(uniform).epsilon(0.03));
    CHECK(measured(layout, {}).at("gyration_radius_m") == approx(2.0 * std::sqrt(0.6)).epsilon(0.01));
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), {});
    const auto kind = std::ranges::find(measureKinds(), "density", &MeasureKind::key);
    std::vector<double> x;
    std::vector<double> y;
    kind->computeProfile(flock, x, y);
    REQUIRE(x.size() == 20);
    for (std::size_t shell = 6; shell < 20; ++shell) {
        CHECK(y[shell] == approx(uniform).epsilon(0.2));
    }
}

TEST_CASE("the density of a periodic or flat flock is uniform or not defined", "[sim][measures]") {
    const Layout layout = uniformLayout(20000, {2, 2, 2}, 3);
    const MeasureSpace space{.linkingDistance = kLink, .perception = kReach, .period = {4, 4, 4}};
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), space);
    const auto kind = std::ranges::find(measureKinds(), "density", &MeasureKind::key);
    std::vector<double> x;
    std::vector<double> y;
    kind->computeProfile(flock, x, y);
    REQUIRE(x.size() == 20);
    CHECK(x.back() < 2.0);
    for (std::size_t shell = 8; shell < 20; ++shell) {
        CHECK(y[shell] == approx(20000.0 / 64.0).epsilon(0.2));
    }
    Layout flat = layout;
    for (Vec3f& position : flat.positions) {
        position.y = 1.0f;
    }
    CHECK(std::isnan(measured(flat, space).at("density_1_m3")));
    CHECK(std::isfinite(measured(flat, space).at("gyration_radius_m")));
}

TEST_CASE("the profile of clusters counts every boid once", "[sim][measures]") {
    const Layout layout = clustered(300, 2);
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), {.linkingDistance = kLink});
    const auto kind = std::ranges::find(measureKinds(), "clusters", &MeasureKind::key);
    std::vector<double> sizes;
    std::vector<double> counts;
    kind->computeProfile(flock, sizes, counts);
    REQUIRE(sizes.size() > 1);
    CHECK(std::ranges::is_sorted(sizes));
    double boids = 0.0;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        boids += sizes[k] * counts[k];
    }
    CHECK(boids == 300.0);
}

TEST_CASE("the mean squared displacement is relative to the flock and unwrapped", "[sim][measures]") {
    const Scene scene = sceneWith({"wrap.enabled=true", "world.width=4", "world.height=4", "world.depth=4"});
    Simulation simulation = placed(scene, {"two", {{0, 0, 0}, {1, 1, 1}}, {{3, 0, 0}, {0, 0, -6}}});
    MeasuredRun run;
    run.begin(simulation);
    for (int step = 0; step < 120; ++step) {
        simulation.step();
        run.follow(simulation);
    }
    const std::vector<double> values = run.values(simulation, {});
    const auto of = [&](std::string_view key) {
        const auto found = std::ranges::find(run.columns(), key, &MeasureColumn::key);
        return values[static_cast<std::size_t>(found - run.columns().begin())];
    };
    CHECK(of("mean_squared_displacement_m2") == approx(45.0).epsilon(1e-4));
    CHECK(of("steering_effort_m2_s4") == approx(0.0).margin(1e-9));
}

/// The value of a column of a run.
double valueOf(const MeasuredRun& run, const Simulation& simulation, std::string_view key) {
    const auto found = std::ranges::find(run.columns(), key, &MeasureColumn::key);
    REQUIRE(found != run.columns().end());
    return run.values(simulation, {})[static_cast<std::size_t>(found - run.columns().begin())];
}

/// The ids of the ten nearest of each boid.
std::vector<std::set<std::size_t>> tenNearest(const std::vector<Vec3f>& places) {
    std::vector<std::set<std::size_t>> result;
    for (const Vec3f& at : places) {
        std::vector<std::pair<double, std::size_t>> others;
        for (std::size_t other = 0; other < places.size(); ++other) {
            others.emplace_back(lengthOf(asDouble(places[other]) - asDouble(at)), other);
        }
        std::ranges::sort(others);
        std::set<std::size_t>& nearest = result.emplace_back();
        for (std::size_t rank = 1; rank <= 10; ++rank) {  // the first is the boid itself
            nearest.insert(others[rank].second);
        }
    }
    return result;
}

/// Mean squares over all boids [m²]: of the way relative to the flock, and of the change of the distance to
/// the one that was nearest.
std::pair<double, double> mixingBetween(const std::vector<Vec3f>& then, const std::vector<Vec3f>& now) {
    const auto count = static_cast<double>(then.size());
    const auto distance = [](const std::vector<Vec3f>& places, std::size_t a, std::size_t b) {
        return lengthOf(asDouble(places[a]) - asDouble(places[b]));
    };
    Vec3d mean;
    for (std::size_t id = 0; id < then.size(); ++id) {
        mean += (asDouble(now[id]) - asDouble(then[id])) * (1.0 / count);
    }
    double own = 0.0;
    double mutual = 0.0;
    for (std::size_t id = 0; id < then.size(); ++id) {
        own += lengthSq(asDouble(now[id]) - asDouble(then[id]) - mean) / count;
        std::size_t nearest = id == 0 ? 1 : 0;
        for (std::size_t other = 0; other < then.size(); ++other) {
            if (other != id && distance(then, id, other) < distance(then, id, nearest)) {
                nearest = other;
            }
        }
        mutual += std::pow(distance(now, id, nearest) - distance(then, id, nearest), 2) / count;
    }
    return {own, mutual};
}

TEST_CASE("mixing and the overlap of neighbours over one second agree with all pairs", "[sim][measures]") {
    for (const char* rules : {"wander.enabled=off", "velocity_noise.enabled=on"}) {
        CAPTURE(rules);
        Simulation simulation = placed(sceneWith({rules}), uniformLayout(120, {1.5f, 1.5f, 1.5f}, 17));
        runSteps(simulation, 7);
        MeasuredRun run;
        const std::vector<Vec3f> then = positionsById(simulation);
        run.noteEarlier(simulation);
        CHECK(std::isnan(valueOf(run, simulation, "mixing_m2")));
        runSteps(simulation, 59);
        const auto [ownBefore, mutualBefore] = mixingBetween(then, positionsById(simulation));
        runSteps(simulation, 1);
        const std::vector<Vec3f> now = positionsById(simulation);
        const auto [own, mutual] = mixingBetween(then, now);
        double kept = 0.0;
        const auto nearThen = tenNearest(then);
        const auto nearNow = tenNearest(now);
        for (std::size_t id = 0; id < 120; ++id) {
            for (const std::size_t near : nearNow[id]) {
                kept += nearThen[id].contains(near) ? 1.0 / 1200.0 : 0.0;
            }
        }
        CHECK(valueOf(run, simulation, "mixing_m2") == approx(own).epsilon(1e-6));
        CHECK(valueOf(run, simulation, "mutual_mixing_m2") == approx(mutual).epsilon(1e-6));
        const double perStep = 1.0 / std::log(60.0 / 59.0);
        CHECK(valueOf(run, simulation, "mixing_exponent") ==
              approx(std::log(own / ownBefore) * perStep).margin(1e-3));
        CHECK(valueOf(run, simulation, "mutual_mixing_exponent") ==
              approx(std::log(mutual / mutualBefore) * perStep).margin(1e-3));
        CHECK(valueOf(run, simulation, "neighbour_overlap") == approx(kept).epsilon(1e-9));
        simulation.step();  // no longer a second
        CHECK(std::isnan(valueOf(run, simulation, "neighbour_overlap")));
    }
}

TEST_CASE("the effort of steering is the mean square of the acceleration", "[sim][measures]") {
    Simulation simulation = started("reef", 3);
    runSteps(simulation, 40);
    const std::vector<Vec3f> before = velocitiesById(simulation);
    simulation.step();
    const std::vector<Vec3f> after = velocitiesById(simulation);
    double expected = 0.0;
    for (std::size_t id = 0; id < after.size(); ++id) {
        expected +=
            lengthSq((asDouble(after[id]) - asDouble(before[id])) * 60.0) / static_cast<double>(after.size());
    }
    const std::vector<double> values = measureValues(simulation);
    const auto found = std::ranges::find(measureColumns(), "steering_effort_m2_s4", &MeasureColumn::key);
    CHECK(values[static_cast<std::size_t>(found - measureColumns().begin())] ==
          approx(expected).epsilon(1e-5));
}

TEST_CASE("every measure has a description, and each column a key of its own", "[sim][measures]") {
    std::vector<std::string> keys;
    for (const MeasureKind& kind : measureKinds()) {
        CAPTURE(kind.key);
        CHECK_FALSE(kind.title.empty());
        CHECK_FALSE(kind.source.empty());
        CHECK_FALSE(kind.columns.empty());
        for (const MeasureColumn& column : kind.columns) {
            CAPTURE(column.key);
            CHECK(column.help.ends_with('.'));
            CHECK_FALSE(column.undefined.ends_with('.'));
            CHECK(column.key.ends_with(keySuffix(column.unit)));
            keys.emplace_back(column.key);
        }
    }
    CHECK(keys.size() == measureColumns().size());
    std::ranges::sort(keys);
    CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}

TEST_CASE("measures are chosen by name, and an unknown name gets a suggestion", "[sim][measures]") {
    const auto chosen = measureKindsNamed("milling,polarisation,milling");
    REQUIRE(chosen);
    REQUIRE(chosen->size() == 2);
    CHECK((*chosen)[0]->key == "milling");
    const auto unknown = measureKindsNamed("miling");
    REQUIRE_FALSE(unknown);
    CHECK_THAT(unknown.problem().text, contains("did you mean \"milling\"?"));
}

TEST_CASE("shape gives the axes of a stretched and tilted flock", "[sim][measures]") {
    // Six boids at the ends of three axes at right angles, tilted by 20° from the vertical.
    const double tilt = 20.0 * std::numbers::pi / 180.0;
    const Vec3d shortest{0.0, std::cos(tilt), std::sin(tilt)};
    const Vec3d middle{1.0, 0.0, 0.0};
    const Vec3d longest{0.0, -std::sin(tilt), std::cos(tilt)};
    Layout layout{"ends", {}, {}};
    for (const double sign : {-1.0, 1.0}) {
        for (const Vec3d& end : {shortest * 3.0, middle * 8.4, longest * 16.8}) {
            const Vec3d at = end * sign + Vec3d{7.0, 1.0, -2.0};
            layout.positions.push_back(
                {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)});
            layout.velocities.push_back({3.0f, 0.0f, 4.0f});
        }
    }
    const Values values = measured(layout, {});
    CHECK(values.at("speed_deviation_m_s") == approx(0.0).margin(1e-6));
    CHECK(values.at("thickness_m") == approx(3.0 / std::sqrt(3.0)).epsilon(1e-5));
    CHECK(values.at("middle_axis") == approx(2.8).epsilon(1e-5));
    CHECK(values.at("longest_axis") == approx(5.6).epsilon(1e-5));
    CHECK(values.at("shortest_axis_up") == approx(std::cos(tilt)).epsilon(1e-5));
    CHECK(values.at("longest_axis_ahead") == approx(0.8 * std::cos(tilt)).epsilon(1e-5));

    SECTION("a flat flock has none") {
        for (Vec3f& position : layout.positions) {
            position.y = 1.0f;
        }
        CHECK(std::isnan(measured(layout, {}).at("middle_axis")));
    }
    SECTION("nor have three boids") {
        layout.positions.resize(3);
        layout.velocities.resize(3);
        CHECK(std::isnan(measured(layout, {}).at("thickness_m")));
    }
}

TEST_CASE("the deviation of speeds is that of their distribution", "[sim][measures]") {
    const Layout layout{
        "speeds", {{}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, {{1, 0, 0}, {0, 3, 0}, {0, 0, 5}, {-7, 0, 0}}};
    CHECK(measured(layout, {}).at("speed_deviation_m_s") == approx(std::sqrt(5.0)).epsilon(1e-9));
}

namespace {

/// The opacity by its definition, at random points of the box about the discs: the fraction of those within
/// the convex hull of the discs that lie in a disc, by all pairs.
double opacityByPoints(const Layout& layout, double radius, std::uint64_t seed) {
    constexpr int kPoints = 20000;
    constexpr int kSides = 360;  // half-planes whose intersection is the hull
    std::mt19937_64 random(seed);
    double mean = 0.0;
    for (const double degrees : {0.0, 45.0, 90.0, 135.0}) {
        const double angle = degrees * std::numbers::pi / 180.0;
        std::vector<std::pair<double, double>> centres;
        std::array<double, kSides> reach;
        reach.fill(-1e300);
        for (const Vec3f& position : layout.positions) {
            const Vec3d at = asDouble(position);
            centres.emplace_back(at.x * std::cos(angle) + at.z * std::sin(angle), at.y);
            for (int side = 0; side < kSides; ++side) {
                const double normal = 2.0 * std::numbers::pi * side / kSides;
                const double along =
                    centres.back().first * std::cos(normal) + centres.back().second * std::sin(normal);
                double& farthest = reach[static_cast<std::size_t>(side)];
                farthest = std::max(farthest, along + radius);
            }
        }
        std::uniform_real_distribution<double> across(-reach[kSides / 2], reach[0]);
        std::uniform_real_distribution<double> up(-reach[kSides * 3 / 4], reach[kSides / 4]);
        double within = 0.0;
        double covered = 0.0;
        for (int point = 0; point < kPoints; ++point) {
            const double u = across(random);
            const double v = up(random);
            bool isWithin = true;
            for (int side = 0; side < kSides && isWithin; ++side) {
                const double normal = 2.0 * std::numbers::pi * side / kSides;
                isWithin =
                    u * std::cos(normal) + v * std::sin(normal) < reach[static_cast<std::size_t>(side)];
            }
            within += isWithin ? 1.0 : 0.0;
            covered += std::ranges::any_of(centres, [&](const auto& centre) {
                return std::hypot(u - centre.first, v - centre.second) < radius;
            });
        }
        mean += covered / within / 4.0;
    }
    return mean;
}

}  // namespace

TEST_CASE("opacity is the covered fraction of random points in the convex outline", "[sim][measures]") {
    Layout flat = uniformLayout(80, {3, 0, 3}, 6);
    flat.name = "flat";
    Layout steep = uniformLayout(80, {0, 4, 0}, 7);
    steep.name = "column";
    for (const Layout& layout :
         {uniformLayout(60, {3, 1, 2}, 4), uniformLayout(5, {1, 1, 1}, 8), clustered(150, 5), flat, steep}) {
        for (const double radius : {0.05, 0.2, 0.8}) {
            const double expected = opacityByPoints(layout, radius, 9);
            CAPTURE(layout.name, layout.count(), radius, expected);
            // Three standard errors of the random points, about 0.003 each.
            CHECK(measured(layout, {.bodyRadius = radius}).at("opacity") == approx(expected).margin(0.01));
        }
    }
}

TEST_CASE("bodies are half their length in radius, and several species share their mean disc",
          "[sim][measures]") {
    Scene scene = presetScene("starlings");
    REQUIRE(scene.apply({"starling.count", 300.0}));
    REQUIRE(scene.apply({"starling.body_length", 0.4}));
    REQUIRE(scene.apply({"falcon.count", 100.0}));
    REQUIRE(scene.apply({"falcon.body_length", 2.0}));
    CHECK(measureSpace(scene, 0).bodyRadius == approx(0.2).epsilon(1e-6));
    CHECK(measureSpace(scene, 1).bodyRadius == approx(1.0).epsilon(1e-6));
    CHECK(measureSpace(scene).bodyRadius == approx(std::sqrt(0.25 * 1.0 + 0.75 * 0.04)).epsilon(1e-6));
}

namespace {

/// The speed of alarm and the alarmed fraction of a layout whose boids took alarm this long ago [s].
std::vector<double> alarmWave(const Layout& layout, std::vector<double> since) {
    const FlockState state = stateOf(layout);
    MeasuredFlock flock(state, layout.count(), {});
    flock.setSinceAlarm(std::move(since));
    std::vector<double> values;
    for (const MeasureKind& kind : measureKinds()) {
        if (kind.key == "alarm_wave") {
            values.resize(kind.columns.size(), kUndefined);
            kind.compute(flock, values);
        }
    }
    return values;
}

}  // namespace

TEST_CASE("the speed of alarm is that of a plane or a round wave, with the noise of reaction times",
          "[sim][measures][alarm]") {
    const Layout layout = uniformLayout(4000, {12, 3, 12}, 31);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> late(-0.5, 0.5);
    for (const double speed : {3.7, 13.4, 25.0}) {
        const double width = 0.3 * 24.0 / speed;  // [s] that a boid stays alarmed
        for (const bool isRound : {false, true}) {
            for (const double noise : {0.0, 0.2 * width}) {
                const Vec3d way = unitOf({0.6, 0.1, 0.8});
                const double front = isRound ? 11.0 : 4.0;
                std::vector<double> since;
                double alarmed = 0.0;
                for (const Vec3f& place : layout.positions) {
                    const double distance = isRound ? lengthOf(asDouble(place)) : dot(asDouble(place), way);
                    const double time = (front - distance) / speed + noise * late(random);
                    since.push_back(time > width ? -1.0 : std::max(time, 0.0));
                    alarmed += since.back() > 0.0 ? 1.0 : 0.0;
                }
                const std::vector<double> values = alarmWave(layout, since);
                CAPTURE(speed, isRound, noise, values[0]);
                CHECK(values[0] == approx(speed).epsilon(noise > 0.0 ? 0.25 : (isRound ? 0.02 : 1e-5)));
                CHECK(values[1] == approx(alarmed / 4000.0));
            }
        }
    }
}

TEST_CASE("without a wave alarm has no speed", "[sim][measures][alarm]") {
    const Layout layout = uniformLayout(1000, {5, 5, 5}, 32);
    std::mt19937 random(6);
    std::uniform_real_distribution<double> anyTime(0.01, 0.7);
    std::vector<double> chance;
    for (std::size_t k = 0; k < 1000; ++k) {
        chance.push_back(anyTime(random));
    }
    CHECK(std::isnan(alarmWave(layout, chance)[0]));
    CHECK(alarmWave(layout, chance)[1] == 1.0);
    CHECK(std::isnan(alarmWave(layout, std::vector<double>(1000, 0.3))[0]));  // all at once
    CHECK(std::isnan(alarmWave(layout, std::vector<double>(1000))[0]));
    CHECK(alarmWave(layout, std::vector<double>(1000))[1] == 0.0);
    CHECK(alarmWave(layout, std::vector<double>(1000, -0.2))[1] == 0.0);
    // Without the rule.
    CHECK(std::isnan(alarmWave(layout, {})[0]));
    CHECK(std::isnan(alarmWave(layout, {})[1]));
    // Boids in a plane have a wave along it.
    const Layout flat = uniformLayout(1000, {10, 0, 10}, 33);
    std::vector<double> since;
    for (const Vec3f& place : flat.positions) {
        since.push_back(std::max(0.1 - static_cast<double>(place.x) / 20.0, 0.0));
    }
    CHECK(alarmWave(flat, since)[0] == approx(20.0).epsilon(1e-3));
}
