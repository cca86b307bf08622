#include "app/explore/phase_diagram.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "app/explore/trial.hpp"
#include "system/process/process.hpp"

namespace shoal {

namespace {

constexpr double kSettled = 0.5;  // [s] a slider being dragged changes the question in every frame
constexpr std::size_t kMaxAnswers = 12;
constexpr double kPhaseSampleSeconds = 0.25;  // of play

/// Returns all nodes, those of coarser grids first.
std::vector<PhaseNode> nodesInOrder() {
    std::vector<PhaseNode> nodes;
    std::vector<bool> isListed(kPhaseSide * kPhaseSide, false);
    for (const std::size_t stride : kPhaseStrides) {
        for (std::size_t y = 0; y < kPhaseSide; y += stride) {
            for (std::size_t x = 0; x < kPhaseSide; x += stride) {
                if (!isListed[y * kPhaseSide + x]) {
                    isListed[y * kPhaseSide + x] = true;
                    nodes.push_back({x, y});
                }
            }
        }
    }
    return nodes;
}

/// Returns all settings that affect the results, as text. The two sliders' own values, the camera and the
/// look do not.
std::string questionOf(Scene scene, const PhaseAxes& axes) {
    scene.camera = {};
    scene.look = {};
    scene.name.clear();
    scene.title.clear();
    scene.watch.clear();
    scene.about.clear();
    scene.heroes.clear();
    scene.travels.clear();
    scene.source = {};
    [[maybe_unused]] const auto x = scene.apply({axes.keyX, axes.xs.front()});
    [[maybe_unused]] const auto y = scene.apply({axes.keyY, axes.ys.front()});
    return fmt::format("{} {} .. {}\n{} {} .. {}\n{}", axes.keyX, axes.xs.front(), axes.xs.back(), axes.keyY,
                       axes.ys.front(), axes.ys.back(), presetText(scene));
}

}  // namespace

Scene reducedFor(Scene scene) {
    int largest = 0;
    bool isFlat = true;
    for (const Species& species : scene.species) {
        largest = std::max(largest, species.count);
        isFlat = isFlat && (species.start.shape == Start::Shape::ball ? species.start.flatness == 1.0f
                                                                      : species.start.height == 0.0f);
    }
    if (largest <= kPhaseBoids) {
        return scene;
    }
    const float part = static_cast<float>(kPhaseBoids) / static_cast<float>(largest);
    const float shrink = isFlat ? std::sqrt(part) : std::cbrt(part);
    for (Species& species : scene.species) {
        if (species.count > 0) {
            species.count =
                std::max(1, static_cast<int>(std::lround(part * static_cast<float>(species.count))));
        }
        for (float* size :
             {&species.start.radius, &species.start.width, &species.start.height, &species.start.depth}) {
            *size *= shrink;
        }
        species.start.radius = std::max(species.start.radius, 0.01f);
    }
    if (!scene.ground.isSurface()) {
        for (float* size : {&scene.world.width, &scene.world.depth}) {
            *size = std::max(1.0f, *size * shrink);
        }
        if (!isFlat) {
            scene.world.height = std::max(1.0f, scene.world.height * shrink);
        }
    }
    return scene;
}

std::optional<MeasureSample> runNode(const Scene& reduced, const PhaseAxes& axes, std::size_t x,
                                     std::size_t y, const std::atomic<bool>& isCancelled) {
    Scene scene = reduced;
    if (!scene.apply({axes.keyX, axes.xs[x]}) || !scene.apply({axes.keyY, axes.ys[y]})) {
        return std::nullopt;
    }
    SimulationOptions options;
    options.threads = 1;
    const double perSecond = scene.time.stepsPerSecond();
    auto simulation = Simulation::create(std::move(scene), options);
    if (!simulation) {
        return std::nullopt;
    }
    const auto steps = static_cast<std::uint64_t>(std::lround(kPhaseSeconds * perSecond));
    return runTrial(
        *simulation,
        {.steps = std::max<std::uint64_t>(1, steps),
         .averaged = std::max<std::uint64_t>(1, steps / 2),
         .interval = static_cast<std::uint64_t>(std::max(1L, std::lround(kPhaseSampleSeconds * perSecond)))},
        isCancelled);
}

/// The runs of one diagram. Shared with the threads that make them, which outlive the diagram by a step: on a
/// busy machine, threads of a low priority may need a second for it, so the window does not wait.
struct PhaseDiagram::Work {
    Work(Scene reduced, PhaseAxes asked, std::vector<PhaseNode> open, int threadCount)
        : scene(std::move(reduced)), axes(std::move(asked)), nodes(std::move(open)), threads(threadCount) {}

    void run() {
        lowerThreadPriority();
        for (std::size_t index = next++; index < nodes.size() && !isCancelled; index = next++) {
            const auto means = Background::valueOf<std::optional<MeasureSample>>(
                [&] { return runNode(scene, axes, nodes[index].x, nodes[index].y, isCancelled); });
            if (!isCancelled) {
                const std::lock_guard lock(mutex);
                found.emplace_back(nodes[index], means.value_or(MeasureSample{}));
            }
        }
        ++finished;
    }

    bool isOver() const { return finished == threads; }

    const Scene scene;
    const PhaseAxes axes;
    const std::vector<PhaseNode> nodes;
    const int threads;
    std::atomic<std::size_t> next = 0;
    std::atomic<int> finished = 0;
    std::atomic<bool> isCancelled = false;
    std::mutex mutex;
    std::vector<std::pair<PhaseNode, MeasureSample>> found;  ///< not collected yet
};

PhaseDiagram::PhaseDiagram(Background& background, int threads)
    : m_background(background),
      m_threads(threads > 0 ? threads
                            : std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2)) {}

PhaseDiagram::~PhaseDiagram() {
    stop();
}

void PhaseDiagram::ask(const Scene& scene, std::uint64_t revision, const PhaseAxes& axes, double now) {
    collect();
    const bool isAsked = !m_question.empty() && m_revision == revision && m_axes == axes;
    if (!isAsked) {
        m_revision = revision;
        m_axes = axes;
        if (std::string question = questionOf(scene, axes); question != m_question) {
            stop();
            m_question = std::move(question);
            m_since = now;
            const auto known = std::ranges::find(m_answers, m_question, &Answer::question);
            std::rotate(m_answers.begin(), known, known == m_answers.end() ? known : known + 1);
        }
    }
    if (!m_work && now - m_since >= kSettled && grid().done < kPhaseSide * kPhaseSide) {
        begin(scene);
    }
}

void PhaseDiagram::begin(const Scene& scene) {
    if (m_answers.empty() || m_answers.front().question != m_question) {
        m_answers.push_front({m_question, {}});
        m_answers.resize(std::min(m_answers.size(), kMaxAnswers));
    }
    std::vector<PhaseNode> open = nodesInOrder();
    const PhaseGrid& known = m_answers.front().grid;
    std::erase_if(open, [&](const PhaseNode& node) { return known.at(node.x, node.y).has_value(); });
    m_work = std::make_shared<Work>(reducedFor(scene), m_axes, std::move(open), m_threads);
    for (int thread = 0; thread < m_threads; ++thread) {
        m_background.run(
            [work = m_work] {
                work->run();
                return Done{};
            },
            [](Done) {});
    }
}

/// Collects the results of the threads.
void PhaseDiagram::collect() {
    if (!m_work) {
        return;
    }
    const bool isOver = m_work->isOver();
    {
        const std::unique_lock lock(m_work->mutex, std::try_to_lock);
        if (!lock) {
            return;  // a thread that waits for its turn may hold it
        }
        PhaseGrid& grid = m_answers.front().grid;
        for (const auto& [node, means] : m_work->found) {
            grid.nodes[node.y * kPhaseSide + node.x] = means;
            ++grid.done;
        }
        m_work->found.clear();
    }
    if (isOver) {
        m_work.reset();
    }
}

void PhaseDiagram::stop() {
    collect();
    if (m_work) {
        m_work->isCancelled = true;
        m_work.reset();
    }
}

const PhaseGrid& PhaseDiagram::grid() const {
    static const PhaseGrid kNone;
    return m_answers.empty() || m_answers.front().question != m_question ? kNone : m_answers.front().grid;
}

bool PhaseDiagram::isRunning() const {
    return m_work != nullptr;
}

}  // namespace shoal
