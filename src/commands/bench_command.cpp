#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "commands/bench_picture.hpp"
#include "commands/commands.hpp"
#include "commands/report/bench_report.hpp"
#include "commands/report/bench_scene.hpp"
#include "commands/setup/scene_setup.hpp"
#include "render/bodies/published_body.hpp"
#include "sim/support/workers.hpp"
#include "terminal/console.hpp"
#include "terminal/fault_notices.hpp"
#include "terminal/interruption.hpp"
#include "terminal/progress.hpp"

namespace shoal {

namespace {

using Clock = std::chrono::steady_clock;

/// Unmeasured steps before the first measured one: they settle the sort's order and allocate memory.
constexpr int kWarmUpSteps = 3;
/// Fewer steps give no useful median.
constexpr std::size_t kMinSteps = 5;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

BenchReport::Times timesOf(const std::vector<double>& values) {
    return {medianOf(values), meanOf(values), std::ranges::min(values)};
}

/// Times of the measured steps [ms].
struct StepTimes {
    std::vector<double> step, processor, sort, steer, integrate;

    void add(double seconds, double processorSeconds, const StepProfile& profile) {
        step.push_back(seconds * 1e3);
        processor.push_back(processorSeconds * 1e3);
        sort.push_back(profile.sort * 1e3);
        steer.push_back(profile.steer * 1e3);
        integrate.push_back(profile.integrate * 1e3);
    }
};

std::variant<Scene, Ending> sceneToMeasure(const BenchOptions& options) {
    if (options.isPreset) {
        return setUpScene(options.scene);
    }
    Workload workload = options.workload;
    workload.boids = options.scene.boids.value_or(workload.boids);
    workload.seed = options.scene.seed.value_or(workload.seed);
    Scene scene = benchScene(workload);
    if (auto wrong = applyAssignments(options.scene.assignments, scene)) {
        return *wrong;
    }
    return scene;
}

/// Times steps for the requested duration or number. Returns the exit status if interrupted.
std::optional<ExitStatus> timeSteps(const BenchOptions& options, const Interruption& interruption,
                                    Simulation& simulation, StepTimes& times) {
    for (int k = 0; k < kWarmUpSteps; ++k) {
        simulation.step();
        if (const auto status = interruption.status()) {
            return status;
        }
    }
    Progress progress(options.steps ? "steps" : "ms",
                      options.steps.value_or(static_cast<std::uint64_t>(options.seconds * 1e3)));
    const Clock::time_point begin = Clock::now();
    const auto isDone = [&] {
        return options.steps ? times.step.size() >= *options.steps
                             : times.step.size() >= kMinSteps && secondsSince(begin) >= options.seconds;
    };
    while (!isDone()) {
        const std::clock_t startTicks = std::clock();
        const Clock::time_point start = Clock::now();
        simulation.step();
        const double seconds = secondsSince(start);
        times.add(seconds, static_cast<double>(std::clock() - startTicks) / CLOCKS_PER_SEC,
                  simulation.profile());
        if (const auto status = interruption.status()) {
            return status;
        }
        progress.update(options.steps ? times.step.size()
                                      : static_cast<std::uint64_t>(secondsSince(begin) * 1e3));
    }
    return std::nullopt;
}

/// Times a step on a device with reading the flock back [ms], which waits for the step; 0 if the processor
/// steps.
double timeFetches(Simulation& simulation, const Interruption& interruption) {
    std::vector<double> times;
    while (times.size() < kMinSteps && !simulation.device().empty() && !interruption.status()) {
        const Clock::time_point start = Clock::now();
        simulation.step();
        static_cast<void>(simulation.flocks());
        times.push_back(secondsSince(start) * 1e3);
    }
    return simulation.device().empty() || times.empty() ? 0.0 : medianOf(times);
}

/// Times publishing the bodies for the graphics card, and a plain copy of as many bytes.
BenchReport::Bodies timeBodies(const Simulation& simulation) {
    constexpr int kTimes = 5;
    const Scene& scene = simulation.scene();
    Workers workers(simulation.threads());
    BenchReport::Bodies times;
    for (std::size_t s = 0; s < scene.species.size(); ++s) {
        const Flock& flock = simulation.flocks()[s];
        const Species& species = scene.species[s];
        std::vector<PublishedBody> bodies(flock.count());
        std::vector<PublishedBody> copies(flock.count());
        const BodyBatch batch{.flock = &flock,
                              .bodyLength = species.bodyLength,
                              .body = species.body,
                              .ground = &scene.ground,
                              .colours = {}};
        for (int k = 0; k <= kTimes; ++k) {
            const Clock::time_point start = Clock::now();
            publish(batch, static_cast<float>(scene.time.modelSeconds(1.0)), bodies, &workers);
            const double published = secondsSince(start);
            std::copy(bodies.begin(), bodies.end(), copies.begin());
            if (k > 0) {  // the first touches its memory
                times.publish += published * 1e3 / kTimes;
                times.copy += (secondsSince(start) - published) * 1e3 / kTimes;
            }
        }
    }
    return times;
}

BenchReport reportOn(const BenchOptions& options, const Simulation& simulation, const StepTimes& times) {
    const Scene& scene = simulation.scene();
    BenchReport report;
    report.layout = Workload::layouts[static_cast<std::size_t>(options.workload.layout)];
    if (options.isPreset) {
        report.layout = "preset";
        report.preset = scene.name;
    }
    double neighbours = 0.0;
    for (std::size_t s = 0; s < scene.species.size(); ++s) {
        const std::size_t count = simulation.flocks()[s].count();
        report.boids += count;
        neighbours += simulation.neighboursPerBoid(s) * static_cast<double>(count);
        const auto kind = static_cast<std::size_t>(scene.species[s].perception.kind);
        const std::string name(Perception::kinds[kind]);
        report.perception = s == 0 || report.perception == name ? name : "mixed";
    }
    if (report.boids > 0) {
        report.neighbours = neighbours / static_cast<double>(report.boids);
        report.candidates =
            static_cast<double>(simulation.profile().candidates) / static_cast<double>(report.boids);
    }
    report.threads = simulation.threads();
    report.isa = isaName(simulation.isa());
    report.device = simulation.device();
    report.isFused = options.scene.simulation.isFused;
    report.steps = times.step.size();
    report.step = timesOf(times.step);
    report.processor = timesOf(times.processor);
    report.stages = {meanOf(times.sort), meanOf(times.steer), meanOf(times.integrate)};
    report.bodies = timeBodies(simulation);
    report.bytes = simulation.bytes();
    report.build = buildInfo();
    report.date = fmt::format("{:%F}", fmt::gmtime(std::time(nullptr)));
    return report;
}

}  // namespace

Ending runBench(const BenchOptions& options) {
    auto scene = sceneToMeasure(options);
    if (auto* ending = std::get_if<Ending>(&scene)) {
        return *ending;
    }
    // Create it before any other thread.
    Interruption interruption;
    auto created = Simulation::create(std::move(std::get<Scene>(scene)), options.scene.simulation);
    if (!created) {
        return failedWith(ExitStatus::wrongUsage, created.problem());
    }
    Simulation& simulation = *created;
    if (!options.isPreset) {
        spreadBoids(simulation);
    }
    StepTimes times;
    if (const auto status = timeSteps(options, interruption, simulation, times)) {
        return {*status, "stopped while measuring"};
    }
    static_cast<void>(simulation.flocks());  // a device counts faults when they are fetched
    FaultNotices().print(simulation);
    BenchReport report = reportOn(options, simulation, times);
    report.bodies.fetch = timeFetches(simulation, interruption);
    if (options.hasPicture) {
        auto picture = timePictures(options, simulation);
        if (!picture) {
            return failedWith(ExitStatus::noGraphics, picture.problem());
        }
        report.picture = std::move(*picture);
    }
    if (const auto status = interruption.status()) {
        return {*status, "stopped while measuring the picture"};
    }
    if (options.isJson) {
        printRawResult(benchJson(report));
    } else {
        printResult(benchText(report));
    }
    return {};
}

}  // namespace shoal
