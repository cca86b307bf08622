// Cost of a picture: animating the bodies after a step, sending them to the driver, and drawing them, as
// Shoal does and with every fish in full detail, measured alternately.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/commands/scene_setup.hpp"
#include "app/report/build_info.hpp"
#include "app/session/session.hpp"
#include "app/stage/stage.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/headless_context.hpp"
#include "render/picture/offscreen.hpp"
#include "sim/support/workers.hpp"

namespace shoal {
namespace {

using Clock = std::chrono::steady_clock;

struct DrawCostOptions {
    SceneOptions scene;
    int width = 1280;
    int height = 720;
    int pairs = 5;
    int pictures = 5;      ///< of each kind per pair
    double warmup = 10.0;  ///< [s] simulated first, so that the school takes its shape
    std::filesystem::path out;
};

DrawCostOptions parse(int argc, char** argv) {
    DrawCostOptions options;
    options.scene.boids = 20000;
    CLI::App app(
        "Times what a picture costs after a step: animating the bodies, sending them to the driver, and "
        "drawing "
        "them, as Shoal does and with every fish in full detail.");
    app.add_option("--preset", options.scene.preset, "scene to draw")->capture_default_str();
    app.add_option("--boids", options.scene.boids, "20000 when left out")
        ->check(CLI::Range(1, static_cast<int>(kMaxBoids)));
    app.add_option("--set", options.scene.assignments, "KEY=VALUE, as in shoal");
    app.add_option("--threads", options.scene.simulation.threads, "as in shoal")
        ->check(CLI::Range(0, kMaxThreads));
    app.add_option("--width", options.width, "pixels")->check(CLI::Range(1, 8192))->capture_default_str();
    app.add_option("--height", options.height, "pixels")->check(CLI::Range(1, 8192))->capture_default_str();
    app.add_option("--pairs", options.pairs, "")->check(CLI::Range(1, 1000))->capture_default_str();
    app.add_option("--pictures", options.pictures, "of each kind in a pair; their median counts")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--warmup", options.warmup, "simulated seconds before")
        ->check(CLI::Range(0.0, 3600.0))
        ->capture_default_str();
    app.add_option("--out", options.out, "table to append to, a row a pair");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error) == 0 ? 0 : 2);
    }
    return options;
}

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

/// Returns the median of the pairs' ratios.
double medianRatio(const std::vector<double>& some, const std::vector<double>& others) {
    std::vector<double> ratios;
    for (std::size_t pair = 0; pair < others.size(); ++pair) {
        ratios.push_back(some[pair] / others[pair]);
    }
    return medianOf(std::move(ratios));
}

/// One kind of picture: its drawing times and the cost of its last draw.
struct Kind {
    Drawing drawing = Drawing::asSeen;
    std::vector<double> times;      ///< [ms] median of each pair
    std::vector<double> processor;  ///< [ms] of all threads, median of each pair
    DrawCost cost;
};

class Measurement {
public:
    Measurement(const Session& session, Stage& stage, const Offscreen& target, const DrawCostOptions& options)
        : m_session(session), m_stage(stage), m_target(target), m_options(options) {}

    void addPair(std::vector<Kind>& kinds) {
        std::vector<std::vector<double>> times(kinds.size());
        std::vector<std::vector<double>> processor(kinds.size());
        std::vector<double> animation;
        std::vector<double> upload;
        for (int picture = 0; picture < m_options.pictures; ++picture) {
            animation.push_back(animate());
            upload.push_back(send());
            for (std::size_t i = 0; i < kinds.size(); ++i) {
                const std::clock_t startTicks = std::clock();
                times[i].push_back(draw(kinds[i].drawing));
                processor[i].push_back(static_cast<double>(std::clock() - startTicks) * 1e3 / CLOCKS_PER_SEC);
                kinds[i].cost = m_stage.renderer().cost();
            }
        }
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            kinds[i].times.push_back(medianOf(times[i]));
            kinds[i].processor.push_back(medianOf(processor[i]));
        }
        m_animation.push_back(medianOf(animation));
        m_upload.push_back(medianOf(upload));
    }

    /// [ms] median of each pair
    const std::vector<double>& animation() const { return m_animation; }
    const std::vector<double>& upload() const { return m_upload; }

    /// Draws a picture; returns the time until it is finished, not only submitted [ms].
    double draw(Drawing drawing) {
        const Clock::time_point start = Clock::now();
        const ImageSize size{m_options.width, m_options.height};
        Frame frame;
        frame.size = size;
        frame.framebuffer = m_target.framebuffer();
        frame.alpha = 0.5f;
        frame.view = m_stage.camera().view(size.aspect());
        frame.drawing = drawing;
        m_stage.draw(m_session, frame);
        glFinish();
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

    /// Animates the bodies as after a step; returns the time [ms].
    double animate() {
        const Scene& scene = m_session.simulation().scene();
        const auto flocks = m_session.simulation().flocks();
        const Clock::time_point start = Clock::now();
        for (std::size_t index = 0; index < flocks.size(); ++index) {
            m_bodies[index].step(flocks[index], scene.species[index], scene.time, &m_workers);
        }
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

    /// Sends the bodies to the driver as after a step; returns the time [ms].
    double send() {
        const Clock::time_point start = Clock::now();
        m_stage.renderer().upload(m_session.simulation(), m_bodies);
        glFinish();
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

private:
    std::vector<double> m_animation;
    std::vector<double> m_upload;
    const Session& m_session;
    std::vector<BodyAnimation> m_bodies{m_session.animations().begin(), m_session.animations().end()};
    Workers m_workers{m_session.simulation().threads()};
    Stage& m_stage;
    const Offscreen& m_target;
    const DrawCostOptions& m_options;
};

bool writeTable(const DrawCostOptions& options, const std::vector<Kind>& kinds, const Measurement& measured,
                const std::string& driver, int threads) {
    const BuildInfo build = buildInfo();
    const std::string header =
        "date,cpu,cores,compiler,flags,driver,preset,boids,threads,width,height,pair,animation_ms,upload_ms,"
        "as_seen_ms,full_detail_ms,everything_ms,as_seen_cpu_ms,full_detail_cpu_ms,everything_cpu_ms,calls,"
        "frame_bytes,upload_bytes";
    std::string firstLine;
    std::getline(std::ifstream(options.out), firstLine);
    if (!firstLine.empty() && firstLine != header) {
        fmt::print(stderr, "draw_cost: {} has other columns; name another file\n", options.out.string());
        return false;
    }
    std::ofstream file(options.out, std::ios::app);
    if (firstLine.empty()) {
        file << header << "\n";
    }
    for (std::size_t pair = 0; pair < kinds[0].times.size(); ++pair) {
        file << fmt::format(
            "{:%F},\"{}\",{},\"{}\",\"{}\",\"{}\",{},{},{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},"
            "{:.3f},{:.3f},{:.3f},{},{},{}\n",
            fmt::gmtime(std::time(nullptr)), build.cpu, build.cores, build.compiler, build.flags, driver,
            options.scene.preset, *options.scene.boids, threads, options.width, options.height, pair + 1,
            measured.animation()[pair], measured.upload()[pair], kinds[0].times[pair], kinds[1].times[pair],
            kinds[2].times[pair], kinds[0].processor[pair], kinds[1].processor[pair],
            kinds[2].processor[pair], kinds[0].cost.calls, kinds[0].cost.frameBytes,
            kinds[0].cost.uploadBytes);
    }
    return file.flush().good();
}

void report(const DrawCostOptions& options, const std::vector<Kind>& kinds, const std::string& driver,
            const Measurement& measured) {
    fmt::print("{}, {} boids at {}x{}, {}\nmedians of {} pairs of {} pictures\n\n", options.scene.preset,
               *options.scene.boids, options.width, options.height, driver, options.pairs, options.pictures);
    fmt::print("{:<26}{:>8}{:>8}{:>12}{:>8}{:>8}{:>8}{:>14}\n", "", "ms", "ratio", "processor ms", "ratio",
               "bodies", "calls", "bytes/frame");
    const std::vector<std::string> names{"as seen", "in view, full detail", "everything, full detail"};
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        fmt::print("{:<26}{:>8.2f}{:>8.3f}{:>12.2f}{:>8.3f}{:>8}{:>8}{:>14}\n", names[i],
                   medianOf(kinds[i].times), medianRatio(kinds[0].times, kinds[i].times),
                   medianOf(kinds[i].processor), medianRatio(kinds[0].processor, kinds[i].processor),
                   kinds[i].cost.allBodies(), kinds[i].cost.calls, kinds[i].cost.frameBytes);
    }
    fmt::print(
        "\nratio: as seen / this, the median of the pairs'\nafter a step: animation {:.2f} ms; {} bytes sent "
        "in {:.2f} ms\n",
        medianOf(measured.animation()), kinds[0].cost.uploadBytes, medianOf(measured.upload()));
}

int run(const DrawCostOptions& options) {
    auto scene = setUpScene(options.scene);
    if (const auto* ending = std::get_if<Ending>(&scene)) {
        fmt::print(stderr, "draw_cost: {}\n", ending->text);
        return static_cast<int>(ending->status);
    }
    Session session(std::move(std::get<Scene>(scene)), options.scene.simulation);
    for (long step = std::lround(options.warmup * kStepsPerSecond); step > 0; --step) {
        session.stepOnce();
    }
    const auto context = HeadlessContext::create();
    auto stage = context ? Stage::create(session.simulation().scene().camera, {})
                         : Result<std::unique_ptr<Stage>>(context.problem());
    auto target = stage ? Offscreen::create(options.width, options.height) : stage.problem();
    if (!target) {
        fmt::print(stderr, "draw_cost: {}\n", target.problem().text);
        return 3;
    }
    (*stage)->beginScene(session);
    const std::string driver = reinterpret_cast<const char*>(glGetString(GL_RENDERER));

    std::vector<Kind> kinds(3);
    kinds[1].drawing = Drawing::fullDetail;
    kinds[2].drawing = Drawing::everything;
    Measurement measurement(session, **stage, *target, options);
    // Warm-up: the first of each finds caches cold.
    measurement.animate();
    measurement.send();
    for (const Kind& kind : kinds) {
        measurement.draw(kind.drawing);
    }
    for (int pair = 0; pair < options.pairs; ++pair) {
        measurement.addPair(kinds);
    }
    report(options, kinds, driver, measurement);
    if (!options.out.empty() &&
        !writeTable(options, kinds, measurement, driver, session.simulation().threads())) {
        fmt::print(stderr, "draw_cost: {}: cannot be written\n", options.out.string());
        return 1;
    }
    return 0;
}

}  // namespace
}  // namespace shoal

int main(int argc, char** argv) {
    return shoal::run(shoal::parse(argc, argv));
}
