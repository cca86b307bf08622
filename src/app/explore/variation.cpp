#include "app/explore/variation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include <shoal/random.hpp>

#include "ui/sliders/rule_sliders.hpp"
#include "ui/text/value_text.hpp"

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

/// A value that a trial measured; NaN if it did not.
double valueOf(const MeasureSample& sample, std::string_view column) {
    return static_cast<double>(sample.of(column).value_or(std::nanf("")));
}

/// Difference between two flocks: of polarisation and milling, and of spacing and speed by their ratio.
double difference(const MeasureSample& a, const MeasureSample& b) {
    double sum = 0.0;
    for (const std::string_view column : {"polarisation", "milling"}) {
        sum += std::abs(valueOf(a, column) - valueOf(b, column));
    }
    for (const std::string_view column : {"nearest_neighbour_m", "speed_mean_m_s"}) {
        const double x = valueOf(a, column);
        const double y = valueOf(b, column);
        sum += x > 0.0 && y > 0.0 ? std::abs(std::log2(x / y)) : 0.0;
    }
    return sum;
}

/// Number of boids of the largest species, which a trial measures.
int measuredBoids(const Scene& scene) {
    return scene.species.empty() ? 0 : std::ranges::max(scene.species, {}, &Species::count).count;
}

}  // namespace

bool isAlive(const MeasureSample& varied, const MeasureSample& unchanged, int boids) {
    const auto is = [&](std::string_view column) { return valueOf(varied, column); };
    const auto was = [&](std::string_view column) { return valueOf(unchanged, column); };
    const double maxClusters = std::max({1.5 * was("clusters"), 3.0, 0.1 * static_cast<double>(boids)});
    return is("speed_mean_m_s") > 0.25 * was("speed_mean_m_s") &&
           is("nearest_neighbour_m") > 0.4 * was("nearest_neighbour_m") &&
           is("nearest_neighbour_m") < 2.5 * was("nearest_neighbour_m") && is("clusters") <= maxClusters;
}

MeasureSample tryOut(const Checkpoint& from, const std::vector<Edit>& edits,
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
        .value_or(MeasureSample{});
}

std::vector<Edit> livingVariation(const Checkpoint& from, Distance distance, std::uint64_t seed,
                                  const std::atomic<bool>& isCancelled) {
    Scene scene = from.scene();
    const std::vector<RuleSlider> sliders = ruleSlidersOf(scene, from.scene());
    RandomSequence random(seed);
    const MeasureSample unchanged = tryOut(from, {}, isCancelled);
    const int boids = measuredBoids(from.scene());
    std::vector<Edit> best;
    double mostDifferent = -1.0;
    for (int tried = 0; tried < kTries && !isCancelled; ++tried) {
        // Most distant settings kill a flock, so each try moves less far than the last.
        const double reach = std::pow(0.85, tried);
        std::vector<Edit> edits = draw(sliders, distance, reach, random);
        if (edits.empty()) {
            continue;
        }
        const MeasureSample varied = tryOut(from, edits, isCancelled);
        if (isCancelled || !isAlive(varied, unchanged, boids)) {
            continue;
        }
        if (distance == Distance::near) {
            return edits;
        }
        if (const double far = difference(varied, unchanged); far > mostDifferent) {
            mostDifferent = far;
            best = std::move(edits);
        }
    }
    return isCancelled ? std::vector<Edit>() : best;
}

}  // namespace shoal
