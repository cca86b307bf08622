#include "app/explore/variation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include <shoal/random.hpp>

#include "ui/sliders/rule_sliders.hpp"
#include "ui/widgets/value_text.hpp"

namespace shoal {

namespace {

constexpr double kTrialSeconds = 8.0;  // [s] of play: long enough for a flock to fall apart
constexpr double kMaxBoidSteps = 2e7;  // in a trial: takes some seconds
constexpr int kTries = 16;
constexpr float kNearShare = 0.35f;  // of the sliders
constexpr double kNearStep = 0.2;    // of a slider's length

/// `reach`: fraction of the way to a random position that a far slider moves, 0 .. 1.
std::vector<Edit> draw(const std::vector<RuleSlider>& sliders, Distance distance, double reach,
                       RandomSequence& random) {
    std::vector<Edit> edits;
    for (const RuleSlider& slider : sliders) {
        const auto chance = static_cast<double>(random.uniform());
        const auto place = static_cast<double>(random.uniform());
        if (distance == Distance::near && chance > static_cast<double>(kNearShare)) {
            continue;
        }
        const double now = slider.travel.partOf(slider.shown);
        const double moved =
            distance == Distance::near ? (2.0 * place - 1.0) * kNearStep : (place - now) * reach;
        const double part = std::clamp(now + moved, 0.0, 1.0);
        edits.push_back({slider.key, roundedForDrag(slider.parameter, slider.travel.at(part))});
    }
    return edits;
}

/// Difference between two flocks: of polarisation and milling, and of spacing and speed by their ratio.
double difference(const Measures& a, const Measures& b) {
    const auto ratio = [](double x, double y) {
        return x > 0.0 && y > 0.0 ? std::abs(std::log2(x / y)) : 0.0;
    };
    return std::abs(a.polarisation - b.polarisation) + std::abs(a.milling - b.milling) +
           ratio(a.nearestNeighbour, b.nearestNeighbour) + ratio(a.speed.mean, b.speed.mean);
}

}  // namespace

bool isAlive(const TrialOutcome& varied, const TrialOutcome& unchanged) {
    const Measures& is = varied.measures;
    const Measures& was = unchanged.measures;
    const auto boids = static_cast<double>(varied.boids);
    const double maxClusters = std::max(1.5 * static_cast<double>(was.clusters), std::max(3.0, 0.1 * boids));
    return is.speed.mean > 0.25 * was.speed.mean && is.nearestNeighbour > 0.4 * was.nearestNeighbour &&
           is.nearestNeighbour < 2.5 * was.nearestNeighbour &&
           static_cast<double>(is.clusters) <= maxClusters;
}

TrialOutcome tryOut(const Checkpoint& from, const std::vector<Edit>& edits,
                    const std::atomic<bool>& isCancelled) {
    SimulationOptions options;
    options.threads = 1;
    auto simulation = Simulation::create(from.scene(), options);
    if (!simulation || !simulation->resume(from)) {
        return {};
    }
    for (const Edit& edit : edits) {
        if (!simulation->apply(edit)) {
            return {};
        }
    }
    const auto boids = static_cast<double>(std::max<std::int64_t>(1, from.scene().boidCount()));
    const double steps = std::min(kTrialSeconds * from.scene().time.stepsPerSecond(), kMaxBoidSteps / boids);
    return runTrial(*simulation, {.steps = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(steps))},
                    isCancelled)
        .value_or(TrialOutcome{});
}

std::vector<Edit> livingVariation(const Checkpoint& from, Distance distance, std::uint64_t seed,
                                  const std::atomic<bool>& isCancelled) {
    Scene scene = from.scene();
    const std::vector<RuleSlider> sliders = ruleSlidersOf(scene, from.scene());
    RandomSequence random(seed);
    const TrialOutcome unchanged = tryOut(from, {}, isCancelled);
    std::vector<Edit> best;
    double mostDifferent = -1.0;
    for (int tried = 0; tried < kTries && !isCancelled; ++tried) {
        // Most distant settings kill a flock, so each try moves less far than the last.
        const double reach = std::pow(0.85, tried);
        std::vector<Edit> edits = draw(sliders, distance, reach, random);
        if (edits.empty()) {
            continue;
        }
        const TrialOutcome varied = tryOut(from, edits, isCancelled);
        if (isCancelled || !isAlive(varied, unchanged)) {
            continue;
        }
        if (distance == Distance::near) {
            return edits;
        }
        if (const double far = difference(varied.measures, unchanged.measures); far > mostDifferent) {
            mostDifferent = far;
            best = std::move(edits);
        }
    }
    return isCancelled ? std::vector<Edit>() : best;
}

}  // namespace shoal
