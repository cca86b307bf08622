// The behaviour of the preset "carpentier" that its author describes.

#include <shoal/measures.hpp>

#include "optimised.hpp"
#include "oracle/motion_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

Scene carpentier() {
    Scene scene = presetScene("carpentier");
    REQUIRE(scene.species.size() == 3);
    REQUIRE(scene.species[0].name == "sparrow");
    REQUIRE(scene.species[1].name == "gull");
    REQUIRE(scene.species[2].name == "hawk");
    return scene;
}

/// Returns the preset without hawks.
Scene undisturbed(std::uint64_t seed) {
    Scene scene = carpentier();
    scene.seed = seed;
    scene.species[2].count = 0;
    return scene;
}

std::vector<std::uint64_t> seeds() {
    return kIsOptimised ? std::vector<std::uint64_t>{1, 2, 3, 4, 5} : std::vector<std::uint64_t>{1};
}

/// Calls `look(simulation)` this many times in every second of a run, from `first` [s] on.
template <class Look>
void timesPerSecond(int times, const Scene& scene, int first, int seconds, const Look& look) {
    Simulation simulation = *Simulation::create(scene);
    for (int tick = 0; tick < seconds * times; ++tick) {
        for (int step = 0; step < kStepsPerSecond / times; ++step) {
            simulation.step();
        }
        if (tick >= first * times) {
            look(simulation);
        }
    }
}

/// Calls `look(simulation)` after every second of a run, from `first` on.
template <class Look>
void eachSecond(const Scene& scene, int first, int seconds, const Look& look) {
    timesPerSecond(1, scene, first, seconds, look);
}

/// [m] from a place to the nearest boid of a species.
double nearestTo(const Vec3f& place, const Flock& flock) {
    double nearestSq = 1e18;
    for (std::size_t slot = 0; slot < flock.count(); ++slot) {
        nearestSq = std::min(nearestSq, static_cast<double>(lengthSq(flock.now().position.at(slot) - place)));
    }
    return std::sqrt(nearestSq);
}

/// Behaviour of a species, averaged over the end of a run.
struct Behaviour {
    double nearest = 0.0;  ///< [m]
    double polarisation = 0.0;
    double clusters = 0.0;  ///< by the preset's linking distance
};

/// How fast gulls fly away from hawks near them.
class GullFlight {
public:
    void sample(const Simulation& simulation) {
        const FlockState& gulls = simulation.flocks()[1].now();
        const Flock& hawks = simulation.flocks()[2];
        for (std::size_t hawk = 0; hawk < hawks.count(); ++hawk) {
            const Vec3d at = asDouble(hawks.now().position.at(hawk));
            const std::vector<std::size_t> around = within(25.0, at, simulation.flocks()[1]);
            if (around.size() < 20) {
                continue;
            }
            Vec3d mean;
            for (const std::size_t slot : around) {
                mean += asDouble(gulls.velocity.at(slot)) * (1.0 / static_cast<double>(around.size()));
            }
            for (const std::size_t slot : within(6.0, at, simulation.flocks()[1])) {
                const Vec3d outwards = unitOf(asDouble(gulls.position.at(slot)) - at);
                m_sum += dot(outwards, asDouble(gulls.velocity.at(slot)) - mean);
                m_count += 1.0;
            }
        }
    }

    /// [m/s] mean velocity away from a hawk within 6 m, relative to the gulls within 25 m of it.
    double mean() const { return m_sum / std::max(m_count, 1.0); }

private:
    static std::vector<std::size_t> within(double radius, const Vec3d& at, const Flock& flock) {
        std::vector<std::size_t> slots;
        for (std::size_t slot = 0; slot < flock.count(); ++slot) {
            if (lengthOf(asDouble(flock.now().position.at(slot)) - at) < radius) {
                slots.push_back(slot);
            }
        }
        return slots;
    }

    double m_sum = 0.0;
    double m_count = 0.0;
};

/// Averages over the second half of the run.
std::vector<Behaviour> behaviours(const Scene& scene, int seconds = 30, GullFlight* flight = nullptr) {
    constexpr int kTimes = 4;
    const int samples = seconds / 2;
    std::vector<Behaviour> means(scene.species.size());
    int tick = 0;
    timesPerSecond(kTimes, scene, seconds - samples, seconds, [&](const Simulation& simulation) {
        if (flight != nullptr) {
            flight->sample(simulation);
        }
        if (++tick % kTimes != 0) {
            return;
        }
        for (std::size_t k = 0; k < means.size(); ++k) {
            const Flock& flock = simulation.flocks()[k];
            const Measures measures = measure(flock.now(), flock.count(), measureSpace(scene, k));
            means[k].nearest += measures.nearestNeighbour / samples;
            means[k].polarisation += measures.polarisation / samples;
            means[k].clusters += static_cast<double>(measures.clusters) / samples;
        }
    });
    return means;
}

}  // namespace

TEST_CASE("carpentier's sparrows stay close together and its gulls fly as one", "[sim][carpentier][slow]") {
    for (const std::uint64_t seed : seeds()) {
        INFO("seed " << seed);
        const std::vector<Behaviour> means = behaviours(undisturbed(seed));
        const Behaviour& sparrows = means[0];
        const Behaviour& gulls = means[1];
        CHECK(sparrows.nearest < 0.5 * gulls.nearest);
        CHECK(gulls.polarisation > sparrows.polarisation + 0.1);
        CHECK(gulls.polarisation > 0.8);
    }
}

TEST_CASE("carpentier's far third neighbour merges flocks", "[sim][carpentier][slow]") {
    for (const std::uint64_t seed : seeds()) {
        INFO("seed " << seed);
        const Scene with = undisturbed(seed);
        Scene without = with;
        for (Species& species : without.species) {
            species.perception.kind = Perception::Kind::nearest;
            species.perception.count = 2;
        }
        const std::vector<Behaviour> few = behaviours(with);
        const std::vector<Behaviour> many = behaviours(without);
        for (const std::size_t k : {0U, 1U}) {
            INFO(with.species[k].name << ": " << few[k].clusters << " flocks with, " << many[k].clusters
                                      << " without");
            CHECK(3.0 * few[k].clusters < many[k].clusters);
        }
    }
}

TEST_CASE("carpentier's hawks disperse sparrows and push gulls aside", "[sim][carpentier][slow]") {
    // A flock's own clusters differ between seeds by as much as hawks add, so compare means over the seeds.
    // The species start mixed, so give them half a minute and more to form flocks.
    constexpr int kSeconds = kIsOptimised ? 120 : 12;
    std::vector<Behaviour> before(2);
    std::vector<Behaviour> after(2);
    GullFlight flight;
    for (const std::uint64_t seed : seeds()) {
        const Scene calm = undisturbed(seed);
        Scene hunted = calm;
        hunted.species[2].count = carpentier().species[2].count;
        const auto add = [](std::vector<Behaviour>& sums, const std::vector<Behaviour>& one) {
            for (std::size_t k = 0; k < sums.size(); ++k) {
                const double share = 1.0 / static_cast<double>(seeds().size());
                sums[k].nearest += one[k].nearest * share;
                sums[k].polarisation += one[k].polarisation * share;
                sums[k].clusters += one[k].clusters * share;
            }
        };
        add(before, behaviours(calm, kSeconds));
        add(after, behaviours(hunted, kSeconds, &flight));
    }
    for (const std::size_t k : {0U, 1U}) {
        WARN((k == 0 ? "sparrows: " : "gulls: ")
             << before[k].clusters << " flocks without hawks, " << after[k].clusters << " with; "
             << before[k].nearest << " m apart without, " << after[k].nearest << " m with; polarisation "
             << before[k].polarisation << " without, " << after[k].polarisation << " with");
    }
    WARN("gulls fly away from hawks at " << flight.mean() << " m/s");
    if (kIsOptimised) {
        // With the standard error of five seeds, 16 seeds gave 3.0 ± 0.9 flocks and 0.025 ± 0.008 m more.
        CHECK(after[0].clusters > before[0].clusters);
        CHECK(after[0].nearest > before[0].nearest);
        // Hawks split the gulls' flock in a few runs only: in 6 of 16 seeds. But gulls always give way: 0.48
        // ± 0.06 m/s, and −0.03 m/s if they do not respond to hawks.
        CHECK(flight.mean() > 0.2);
    }
}

TEST_CASE("carpentier's sparrows and gulls keep clear of each other", "[sim][carpentier][slow]") {
    // Both flocks start in one place.
    enum class Manner { preset, blind, drawn };
    // Fraction of gulls with a sparrow within 3 m.
    const auto mixed = [](std::uint64_t seed, Manner manner, int first, int last) {
        Scene scene = undisturbed(seed);
        if (manner == Manner::drawn) {
            REQUIRE(scene.applyText("sparrow.sees.gull.prefer_distance.preferred=0"));
            REQUIRE(scene.applyText("gull.sees.sparrow.prefer_distance.preferred=0"));
        }
        for (Species& species : scene.species) {
            std::erase_if(species.sees, [&](const Interaction& each) {
                return manner == Manner::blind && each.observed != "hawk";
            });
        }
        double sum = 0.0;
        eachSecond(scene, first, last, [&](const Simulation& simulation) {
            const Flock& gulls = simulation.flocks()[1];
            for (std::size_t slot = 0; slot < gulls.count(); ++slot) {
                sum += nearestTo(gulls.now().position.at(slot), simulation.flocks()[0]) < 3.0 ? 1.0 : 0.0;
            }
        });
        return sum / ((last - first) * static_cast<double>(scene.species[1].count));
    };
    double parted = 0.0;
    double blind = 0.0;
    for (const std::uint64_t seed : seeds()) {
        const double kept = mixed(seed, Manner::preset, 10, kIsOptimised ? 30 : 12);
        const double drawn = mixed(seed, Manner::drawn, 10, kIsOptimised ? 30 : 12);
        INFO("seed " << seed << ": " << 100.0 * kept << " % of gulls are within 3 m of a sparrow, "
                     << 100.0 * drawn << " % if the species prefer no distance");
        CHECK(10.0 * kept < drawn);
        parted += mixed(seed, Manner::preset, 5, 10);
        blind += mixed(seed, Manner::blind, 5, 10);
    }
    INFO("from 5 to 10 s, " << 100.0 * parted / static_cast<double>(seeds().size()) << " %, "
                            << 100.0 * blind / static_cast<double>(seeds().size())
                            << " % if neither sees the other");
    CHECK(2.0 * parted < blind);
}

TEST_CASE("carpentier's hawks stay near their prey because they stalk it", "[sim][carpentier][slow]") {
    constexpr int kLast = kIsOptimised ? 40 : 12;
    for (const std::uint64_t seed : seeds()) {
        const auto distance = [&](bool isStalking) {
            Scene scene = carpentier();
            scene.seed = seed;
            if (!isStalking) {
                scene.species[2].sees.clear();
            }
            double sum = 0.0;
            eachSecond(scene, 10, kLast, [&](const Simulation& simulation) {
                const Flock& hawks = simulation.flocks()[2];
                for (std::size_t slot = 0; slot < hawks.count(); ++slot) {
                    const Vec3f at = hawks.now().position.at(slot);
                    sum += std::min(nearestTo(at, simulation.flocks()[0]),
                                    nearestTo(at, simulation.flocks()[1]));
                }
            });
            return sum / ((kLast - 10) * static_cast<double>(scene.species[2].count));
        };
        const double with = distance(true);
        const double without = distance(false);
        INFO("seed " << seed << ": " << with << " m to the nearest prey, " << without
                     << " m without stalking");
        CHECK(with < 40.0);
        CHECK((!kIsOptimised || 2.0 * with < without));
    }
}
