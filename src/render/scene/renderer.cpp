#include "render/scene/renderer.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "render/bodies/body_pass.hpp"
#include "render/frame/scene_block.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"
#include "render/gl/gl_object.hpp"
#include "render/gl/shader_library.hpp"
#include "render/light/optical_depth.hpp"
#include "render/post/air_pass.hpp"
#include "render/post/bloom_pass.hpp"
#include "render/post/post_pass.hpp"
#include "render/post/resolve_pass.hpp"
#include "render/post/scene_target.hpp"
#include "render/post/texture_target.hpp"
#include "render/scene/backdrop_pass.hpp"
#include "render/scene/ground_pass.hpp"
#include "render/scene/line_pass.hpp"
#include "render/scene/ring_pass.hpp"
#include "render/scene/solid_pass.hpp"

namespace shoal {

namespace {

/// Large enough to be seen in the dents of a surface among the bodies that gather there.
constexpr float kBestSize = 2.5f;

}  // namespace

/// An uploaded scene without its bodies and ground.
struct Things {
    World world;
    std::vector<Obstacle> obstacles;
    std::vector<Vec3f> goals;        ///< [m] now
    std::vector<Vec3f> goalsBefore;  ///< [m] one step ago
    std::vector<Attractor> attractors;
    std::vector<Vec3f> bests;  ///< [m] the best place that each searching species has found
};

struct Renderer::Core {
    ShaderLibrary library;
    BodyPass bodies;
    OpticalDepth opticalDepth;
    BackdropPass backdrop;
    RingPass rings;
    SolidPass solids;
    std::array<GroundPass, kSlots> grounds;
    LinePass lines;
    SceneTarget target;
    TextureTarget light;  ///< the scene, one sample per pixel
    ResolvePass resolve;
    AirPass air;
    BloomPass bloom;
    PostPass post;
    std::array<Things, kSlots> allThings;
    std::size_t slot = 0;
    GlBuffer sceneBlock = GlBuffer::make();
    PassTimer timer;
    DrawCost cost;
    Outcome uploaded = Done{};
    Outcome prepared = Done{};               ///< for the last frame
    std::array<GLint, 2> maxViewport{1, 1};  ///< [px]

    GroundPass& ground() { return grounds[slot]; }
    Things& things() { return allThings[slot]; }
    const Things& things() const { return allThings[slot]; }

    Core() { glGetIntegerv(GL_MAX_VIEWPORT_DIMS, maxViewport.data()); }

    /// Takes over a world that contains only these bodies.
    void takeOver(const World& newWorld, std::span<const BodyBatch> bodyBatches, const StateTime& time,
                  int threads) {
        things() = {};
        things().world = newWorld;
        animate(bodyBatches, time, threads);
    }

    void animate(std::span<const BodyBatch> bodyBatches, const StateTime& time, int threads) {
        Result<std::size_t> bytes = bodies.upload(bodyBatches, time, threads);
        if (bytes) {
            timer.time("animate bodies", [this] { bodies.animate(); });
        }
        cost.uploadBytes = bytes ? *bytes : 0;
        uploaded = bytes ? Outcome(Done{}) : Outcome(bytes.problem());
    }

    /// Links the shaders that every place shares.
    Outcome preparePost() {
        for (Outcome ready : {resolve.prepare(library), bloom.prepare(library), post.prepare(library)}) {
            if (!ready) {
                return ready;
            }
        }
        return Done{};
    }

    /// Links the shaders still missing for a place.
    Outcome prepare(LookSettings::Place place) {
        for (Outcome ready : {bodies.prepare(library, place), opticalDepth.prepare(library),
                              backdrop.prepare(library, place), solids.prepare(library, place),
                              ground().isEmpty() ? Done{} : ground().prepare(library, place)}) {
            if (!ready) {
                return ready;
            }
        }
        return Done{};
    }

    /// Links every shader, to report a mistake anywhere in a shader folder at once.
    Outcome prepareEverything() {
        for (std::size_t place = 0; place < LookSettings::places.size(); ++place) {
            const auto here = static_cast<LookSettings::Place>(place);
            for (Outcome ready :
                 {bodies.prepareAll(library, here), prepare(here), ground().prepare(library, here),
                  lines.prepare(library, here), air.prepare(library)}) {
                if (!ready) {
                    return ready;
                }
            }
        }
        return Done{};
    }

    Outcome reloadGrounds() {
        for (GroundPass& each : grounds) {
            if (Outcome loaded = each.reload(library); !loaded) {
                return loaded;
            }
        }
        return Done{};
    }

    std::vector<Beacon> beacons(float alpha) const;
    Outcome prepareFrame(const Frame& frame);
    Outcome computeScene(const Frame& frame, const SceneBlock& scene);
    void drawScene(const Frame& frame, const SceneBlock& scene);
    Outcome finish(const Frame& frame, const LightArea& area);
};

/// Goals are warm like lamps; attractors are green, or red if they repel; the best place found by a search is
/// white.
std::vector<Beacon> Renderer::Core::beacons(float alpha) const {
    std::vector<Beacon> result;
    for (std::size_t k = 0; k < things().goals.size(); ++k) {
        const Vec3f place = things().goalsBefore[k] + (things().goals[k] - things().goalsBefore[k]) * alpha;
        result.push_back({place, {1.9f, 0.95f, 0.30f}, {1.3f, 1.0f, 0.6f}});
    }
    for (const Vec3f& best : things().bests) {
        result.push_back({best, {1.5f, 1.6f, 1.8f}, {1.2f, 1.3f, 1.5f}, kBestSize});
    }
    for (const Attractor& attractor : things().attractors) {
        if (attractor.pull < 0.0f) {
            result.push_back({attractor.place(), {1.7f, 0.12f, 0.06f}, {1.2f, 0.30f, 0.16f}});
        } else {
            result.push_back({attractor.place(), {0.35f, 1.7f, 0.45f}, {0.5f, 1.2f, 0.6f}});
        }
    }
    return result;
}

namespace {

std::vector<BodyBatch> batchesOf(const Scene& scene, std::span<const Flock> flocks,
                                 std::span<const std::vector<std::uint32_t>> colours) {
    std::vector<BodyBatch> batches;
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const Species& species = scene.species[index];
        batches.push_back({.flock = &flocks[index],
                           .bodyLength = species.bodyLength,
                           .hue = species.hue,
                           .tint = species.tint,
                           .body = species.body,
                           .ground = &scene.ground,
                           .mouth = species.mouth,
                           .colours = {}});
        if (index < colours.size()) {
            batches.back().colours = colours[index];
        }
    }
    return batches;
}

StateTime stateTime(const TimeSettings& time, std::uint64_t beginning, std::uint64_t step) {
    return {.beginning = beginning,
            .step = step,
            .stepSeconds = static_cast<float>(time.realSeconds(1.0)),
            .ratio = static_cast<float>(time.ratio())};
}

}  // namespace

Renderer::Renderer(std::unique_ptr<Core> core) : m_core(std::move(core)) {}
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(const std::filesystem::path& shaderDir) {
    auto core = std::make_unique<Core>();
    core->library = ShaderLibrary(shaderDir);
    core->library.hasChanged();
    Outcome ready = shaderDir.empty() ? core->prepare(LookSettings::Place::water) : core->prepareEverything();
    if (!ready) {
        return ready.problem();
    }
    Result<RingPass> rings = RingPass::create(core->library);
    if (!rings) {
        return rings.problem();
    }
    core->rings = std::move(*rings);
    if (Outcome shared = core->preparePost(); !shared) {
        return shared.problem();
    }
    return std::unique_ptr<Renderer>(new Renderer(std::move(core)));
}

void Renderer::select(std::size_t slot) {
    m_core->slot = slot;
    m_core->bodies.select(slot);
}

void Renderer::upload(const Simulation& simulation, std::uint64_t beginning,
                      std::span<const std::vector<std::uint32_t>> colours) {
    const TimeSettings& time = simulation.scene().time;
    m_core->takeOver(simulation.scene().world, batchesOf(simulation.scene(), simulation.flocks(), colours),
                     stateTime(time, beginning, simulation.stepCount()), simulation.threads());
    m_core->ground().upload(simulation.scene().ground, simulation.scene().world);
    m_core->things().obstacles = simulation.scene().obstacles;
    for (const Goal& goal : simulation.scene().goals) {
        const auto step = static_cast<double>(simulation.stepCount());
        m_core->things().goals.push_back(goal.at(time.modelSeconds(step)));
        m_core->things().goalsBefore.push_back(goal.at(time.modelSeconds(std::max(step - 1.0, 0.0))));
    }
    m_core->things().attractors = simulation.scene().attractors;
    for (std::size_t index = 0; index < simulation.flocks().size(); ++index) {
        if (const auto best = simulation.best(index)) {
            const float x = best->found.x;
            const float z = best->found.z;
            m_core->things().bests.push_back({x, simulation.scene().ground.heightAt(x, z), z});
        }
    }
}

void Renderer::upload(const World& world, std::span<const BodyBatch> bodyBatches, const StateTime& time) {
    m_core->takeOver(world, bodyBatches, time, 1);
    m_core->ground().upload({}, world);
}

void Renderer::animate(const PassedState& state) {
    m_core->animate(batchesOf(*state.scene, state.flocks, {}),
                    stateTime(state.scene->time, state.beginning, state.step), state.threads);
}

/// Links the missing shaders and makes the targets large enough.
// Mesa's software renderer offers GL_KHR_parallel_shader_compile, but has linked when glLinkProgram returns.
// That is a tenth of the first frame (150 to 290 ms of 2 to 3 s, reef, empty shader cache) and 4 % once Mesa
// has the shaders in its cache; two thirds are code generation at each program's first draw, on the thread
// that draws.
Outcome Renderer::Core::prepareFrame(const Frame& frame) {
    if (Outcome ready = uploaded ? prepare(frame.look.place) : uploaded; !ready) {
        return ready;
    }
    if (Outcome ready = frame.lines.empty() ? Done{} : lines.prepare(library, frame.look.place); !ready) {
        return ready;
    }
    const Tile tile = frame.drawnTile();
    if (Outcome made = target.require({tile.width, tile.height}, frame.samples); !made) {
        return made;
    }
    if (Outcome ready = frame.marchesAir() ? air.prepareFor(library, target) : Done{}; !ready) {
        return ready;
    }
    if (Outcome ready = resolve.prepareFor(library, target); !ready) {
        return ready;
    }
    return frame.isLight ? Done{} : light.require(GL_RGBA16F, tile.width, tile.height, "light");
}

/// Computes what the frame shows, before anything is drawn: a driver would have to finish the drawing first.
Outcome Renderer::Core::computeScene(const Frame& frame, const SceneBlock& scene) {
    glBindBuffer(GL_UNIFORM_BUFFER, sceneBlock.name());
    glBufferData(GL_UNIFORM_BUFFER, sizeof scene, &scene, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, Program::kSceneBinding, sceneBlock.name());
    cost = {.bodies = {}, .calls = 0, .frameBytes = sizeof scene, .uploadBytes = cost.uploadBytes};
    Outcome posed = Done{};
    timer.time("optical depth",
               [&] { posed = opticalDepth.compute(bodies.bodies(), scene, fractionOf(frame.look.shadow)); });
    if (!posed) {
        return posed;
    }
    timer.time("pose bodies", [&] { posed = bodies.pose(frame, scene, cost); });
    return posed;
}

/// Draws linear light into the framebuffer bound.
void Renderer::Core::drawScene(const Frame& frame, const SceneBlock& scene) {
    const LookSettings::Place place = frame.look.place;
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glClearColor(0.0f, 0.0f, 0.0f, frame.isTransparent ? 0.0f : 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const auto pass = [this](const char* name, const auto& draw) { timer.time(name, draw); };
    pass("bodies", [&] { bodies.draw(frame, cost); });
    pass("solids", [&] { solids.draw(things().obstacles, beacons(frame.alpha), place, scene, cost); });
    pass("ground", [&] { ground().draw(place, cost); });
    if (!ground().isEmpty()) {
        pass("shadows", [&] { bodies.drawShadows(frame.look, cost); });
    }
    if (!frame.isTransparent) {
        pass("backdrop", [&] { backdrop.drawBehind(place, cost); });
    }
    pass("lines", [&] { lines.draw(frame.lines, place, cost); });
    pass("rings", [&] { rings.draw(frame.rings, scene, cost); });
    if (!frame.isTransparent) {
        pass("particles", [&] { backdrop.drawParticles(place, scene, cost); });
    }

    glUseProgram(0);
    glDisable(GL_DEPTH_TEST);
}

/// Turns linear light into the picture in the frame's framebuffer.
Outcome Renderer::Core::finish(const Frame& frame, const LightArea& area) {
    const bool hasBloom = fractionOf(frame.look.bloom) > 0.0f && !frame.isTransparent;
    if (hasBloom) {
        Outcome made = Done{};
        timer.time("bloom", [&] { made = bloom.draw(area, frame.size); });
        if (!made) {
            return made;
        }
    }
    timer.time("post", [&] { post.draw(frame, area, hasBloom ? &bloom : nullptr); });
    return Done{};
}

void Renderer::draw(const Frame& frame) {
    const Tile tile = frame.drawnTile();
    if (tile.width < 1 || tile.height < 1 || frame.size.width < 1 || frame.size.height < 1) {
        return;
    }
    m_core->prepared = m_core->prepareFrame(frame);
    if (!m_core->prepared) {
        glBindFramebuffer(GL_FRAMEBUFFER, frame.framebuffer);
        glClearColor(0.0f, 0.0f, 0.0f, frame.isTransparent ? 0.0f : 1.0f);
        glClear(GL_COLOR_BUFFER_BIT);
        return;
    }
    const Tile window = windowAbout(tile, frame.size.width, frame.size.height, m_core->maxViewport[0],
                                    m_core->maxViewport[1]);
    const SceneBlock scene = makeSceneBlock(frame, m_core->things().world, window, m_core->target.samples());
    if (m_core->prepared = m_core->computeScene(frame, scene); !m_core->prepared) {
        return;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, m_core->target.framebuffer());
    glViewport(window.x - tile.x, window.y - tile.y, window.width, window.height);
    m_core->drawScene(frame, scene);
    const GLuint light = frame.isLight ? frame.framebuffer : m_core->light.framebuffer();
    const ImageSize size{tile.width, tile.height};
    m_core->timer.time("resolve", [&] {
        m_core->resolve.draw(m_core->target, light, size,
                             {.exposure = scene.sun.w, .isTransparent = frame.isTransparent});
    });
    if (frame.marchesAir()) {
        m_core->timer.time("air", [&] {
            m_core->prepared = m_core->air.draw(
                m_core->target, size, {window.x - tile.x, window.y - tile.y, window.width, window.height},
                frame.airScale, light);
        });
    }
    glBindBufferBase(GL_UNIFORM_BUFFER, Program::kSceneBinding, 0);
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
    if (!m_core->prepared) {
        return;
    }
    if (!frame.isLight) {
        m_core->prepared = m_core->finish(frame, {m_core->light.texture(), tile});
    }
    if (takeOutOfMemory()) {
        m_core->prepared = outOfGraphicsMemory();
    }
}

Outcome Renderer::post(const Frame& frame, const LightArea& light) {
    return m_core->finish(frame, light);
}

Outcome Renderer::reloadShadersIfChanged() {
    ShaderLibrary& library = m_core->library;
    if (!library.hasChanged()) {
        return Done{};
    }
    // Each pass keeps its old shaders if the new ones fail. Report the first error.
    for (const Outcome& outcome :
         {m_core->bodies.reload(library), m_core->opticalDepth.reload(library),
          m_core->backdrop.reload(library), m_core->rings.reload(library), m_core->solids.reload(library),
          m_core->reloadGrounds(), m_core->lines.reload(library), m_core->resolve.reload(library),
          m_core->air.reload(library), m_core->bloom.reload(library), m_core->post.reload(library)}) {
        if (!outcome) {
            return outcome;
        }
    }
    return Done{};
}

Outcome Renderer::lastFrame() const {
    return m_core->prepared;
}

int Renderer::samples() const {
    return m_core->target.samples();
}

DrawCost Renderer::cost() {
    m_core->cost.bodies = m_core->bodies.visible().counts();
    return m_core->cost;
}

void Renderer::timePasses(PassTimer::Mode mode) {
    m_core->timer.setMode(mode);
}

std::vector<PassTime> Renderer::passTimes() {
    return m_core->timer.times();
}

const BodyStore& Renderer::bodies() const {
    return m_core->bodies.bodies();
}

const VisibleBodies& Renderer::visibleBodies() const {
    return m_core->bodies.visible();
}

const OpticalDepth& Renderer::opticalDepth() const {
    return m_core->opticalDepth;
}

std::vector<std::string> Renderer::uniformFaults() const {
    std::vector<std::string> faults = m_core->bodies.faults();
    for (const std::vector<std::string>& more :
         {m_core->opticalDepth.faults(), m_core->backdrop.faults(), m_core->rings.faults(),
          m_core->solids.faults(), m_core->grounds[0].faults(), m_core->lines.faults(),
          m_core->resolve.faults(), m_core->air.faults(), m_core->bloom.faults(), m_core->post.faults()}) {
        faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
}

}  // namespace shoal
