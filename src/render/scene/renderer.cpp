#include "render/scene/renderer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <utility>

#include "render/card/pass.hpp"
#include "render/card/texture_target.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/gl/gl_errors.hpp"
#include "render/gl/shader_library.hpp"
#include "render/light/dust_field.hpp"
#include "render/light/optical_depth.hpp"
#include "render/light/shadow_map.hpp"
#include "render/post/air_pass.hpp"
#include "render/post/bloom_pass.hpp"
#include "render/post/focus_pass.hpp"
#include "render/post/post_pass.hpp"
#include "render/post/resolve_pass.hpp"
#include "render/scene/backdrop_pass.hpp"
#include "render/scene/body_pass.hpp"
#include "render/scene/ground_pass.hpp"
#include "render/scene/line_pass.hpp"
#include "render/scene/ring_pass.hpp"
#include "render/scene/solid_pass.hpp"

namespace shoal {

namespace {

glm::vec4 opaque(const glm::vec4& colour) {
    return {colour.r, colour.g, colour.b, 1.0f};
}

/// The colour of a picture of which nothing is compiled yet, in linear light.
glm::vec4 plainColour(const FrameContext& context) {
    const SceneBlock& block = context.block;
    const bool isPaper = block.rayUp.w > 0.0f;
    switch (context.place()) {
        case LookSettings::Place::water:
            return opaque(0.25f * (block.water.deep + 2.0f * block.water.bend + block.water.up) *
                          block.sun.w);
        case LookSettings::Place::sky:
        case LookSettings::Place::plain:
            return opaque(block.sky.arch * block.sun.w);
        case LookSettings::Place::lab:
            break;
    }
    return opaque(glm::vec4{isPaper ? 0.9f : 0.01f});
}

void clear(const glm::vec4& colour) {
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glClearColor(colour.r, colour.g, colour.b, colour.a);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_FRAMEBUFFER_SRGB);
}

}  // namespace

struct Renderer::Core {
    ShaderLibrary library;
    std::array<CardScene, kSlots> scenes;
    std::size_t slot = 0;
    PassTimer timer;
    DrawCost cost;
    Outcome prepared = Done{};  ///< for the last frame

    // Targets, and the block that shaders read.
    SceneTarget target;
    TextureTarget light;  ///< the scene, one sample per pixel
    GlBuffer sceneBlock = GlBuffer::make();
    std::array<GLint, 2> maxViewport{1, 1};  ///< [px]

    BodyMeshes meshes;
    OpticalDepth opticalDepth;
    ShadowMap shadowMap;
    DustField dust;
    VisibleBodies visibleBodies{meshes};
    BodyPass bodies{meshes, visibleBodies};
    LegShadowPass legShadows{shadowMap, meshes, visibleBodies};
    SolidPass solids;
    SolidShadowPass solidShadows{shadowMap, solids};
    GroundPass ground;
    GrassGrowthPass grassGrowth;
    GrassPass grass{grassGrowth};
    SeabedPass seabed;
    BodyShadowPass bodyShadows{meshes, visibleBodies};
    BackdropPass backdrop;
    LinePass lines;
    HaloPass halos;
    RingPass rings;
    ParticlePass particles;
    ResolvePass resolve;
    AirPass air{dust};
    FocusPass focus;
    BloomPass bloom;
    PostPass post{bloom};

    // A frame, in the order of its passes.
    std::vector<Pass*> preparing{&opticalDepth,  &dust,       &solidShadows,
                                 &visibleBodies, &legShadows, &grassGrowth};
    std::vector<Pass*> drawing{&bodies,   &solids, &grass, &ground, &seabed,   &bodyShadows,
                               &backdrop, &halos,  &lines, &rings,  &particles};  ///< into the target
    std::vector<Pass*> lighting{&resolve, &air, &focus};                          ///< into linear light
    std::vector<Pass*> finishing{&bloom, &post};                                  ///< into the picture

    // The order in which passes are compiled for frames that do not wait: the opening ones in one frame, then
    // the early ones one after another, then the rest.
    std::vector<Pass*> opening{&post, &resolve, &backdrop};
    std::vector<Pass*> early{&opticalDepth, &visibleBodies, &bodies};
    // Passes that cannot be drawn without another pass.
    std::vector<std::pair<Pass*, std::vector<Pass*>>> dependents{
        {&opticalDepth, {&visibleBodies, &bodies, &legShadows, &bodyShadows, &solids, &ground, &seabed}},
        {&solidShadows, {&legShadows}},
        {&visibleBodies, {&bodies, &legShadows, &bodyShadows}},
        {&grassGrowth, {&grass}},
        {&dust, {&air}}};
    std::size_t mayCompile = 0;  ///< passes in the next such frame
    bool isCompiling = false;

    // Programs outside a frame's passes.
    PlaceProgram animate{{"animate.comp"}};
    FullScreenProgram average{"average.frag"};

    Core() { glGetIntegerv(GL_MAX_VIEWPORT_DIMS, maxViewport.data()); }

    CardScene& scene() { return scenes[slot]; }

    std::vector<PlaceProgram*> programs();
    Outcome prepareEverything();
    std::vector<Pass*> passes() const;
    void leaveOutUncompiled(const FrameContext& context);
    void noteCompiled(const Frame& frame, double seconds);
    Outcome prepareShaders(const std::vector<Pass*>& passes, const FrameContext& context);
    Outcome prepareShadowMap(FrameContext& context);
    Outcome prepareFrame(FrameContext& context);
    Outcome run(const std::vector<Pass*>& passes, FrameContext& context);
    Outcome drawFrame(FrameContext& context);
    void holdMeshes();
    void animateBodies();
};

std::vector<PlaceProgram*> Renderer::Core::programs() {
    std::vector<PlaceProgram*> all{&animate, &average};
    for (Pass* pass : passes()) {
        const std::vector<PlaceProgram*> more = pass->programs();
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

std::vector<Pass*> Renderer::Core::passes() const {
    std::vector<Pass*> all;
    for (const std::vector<Pass*>& some : {preparing, drawing, lighting, finishing}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

/// Leaves passes out of a frame that does not wait for its shaders, and would have to compile more than it
/// may.
// A driver compiles on the thread that draws. In software that takes 0.1 to 0.4 s for a pass, 2 s for all of
// reef's at low quality with an empty shader cache, and 0.2 s with a full one.
void Renderer::Core::leaveOutUncompiled(const FrameContext& context) {
    const auto isReady = [&context](Pass* pass) {
        return context.frame.waitsForShaders || !pass->isNeeded(context) || pass->isCompiled(context);
    };
    const auto isOpening = [this](Pass* pass) { return std::ranges::count(opening, pass) > 0; };
    std::vector<Pass*> all = passes();
    std::stable_partition(all.begin(), all.end(),
                          [this](Pass* pass) { return std::ranges::count(early, pass) > 0; });
    isCompiling = !std::ranges::all_of(all, isReady);
    std::size_t left = mayCompile;
    if (left > 0 && !std::ranges::all_of(opening, isReady)) {
        --left;
    }
    for (Pass* pass : all) {
        const bool isLate = !isReady(pass) && (isOpening(pass) ? mayCompile == 0 : left == 0);
        left -= isReady(pass) || isOpening(pass) || isLate ? 0 : 1;
        pass->leaveOut(isLate);
    }
    for (const auto& [maker, needy] : dependents) {
        for (Pass* pass : needy) {
            pass->leaveOut(!pass->isDrawn(context) || (maker->isNeeded(context) && !maker->isDrawn(context)));
        }
    }
}

/// Lets the next frame compile more passes if this one was quick.
void Renderer::Core::noteCompiled(const Frame& frame, double seconds) {
    constexpr double kQuick = 0.05;  // [s]
    if (!frame.waitsForShaders) {
        mayCompile = isCompiling && seconds < kQuick ? 2 * mayCompile + 1 : 1;
    }
}

/// Links every shader, to report a mistake anywhere in a shader folder at once.
Outcome Renderer::Core::prepareEverything() {
    for (PlaceProgram* program : programs()) {
        for (std::size_t place = 0; place < LookSettings::places.size(); ++place) {
            if (Outcome ready = program->prepare(library, static_cast<LookSettings::Place>(place)); !ready) {
                return ready;
            }
        }
    }
    return Done{};
}

/// Links the shaders that a frame needs and that are still missing.
// Mesa's software renderer offers GL_KHR_parallel_shader_compile, but has linked when glLinkProgram returns.
// That is a tenth of the first frame (150 to 290 ms of 2 to 3 s, reef, empty shader cache) and 4 % once Mesa
// has the shaders in its cache; two thirds are code generation at each program's first draw, on the thread
// that draws.
Outcome Renderer::Core::prepareShaders(const std::vector<Pass*>& passes, const FrameContext& context) {
    for (Pass* pass : passes) {
        if (!pass->isDrawn(context)) {
            continue;
        }
        for (PlaceProgram* program : pass->needed(context)) {
            if (Outcome ready = program->prepare(library, context.place()); !ready) {
                return ready;
            }
        }
    }
    return Done{};
}

Outcome Renderer::Core::run(const std::vector<Pass*>& passes, FrameContext& context) {
    for (Pass* pass : passes) {
        Outcome made = Done{};
        if (pass->isDrawn(context)) {
            timer.time(pass->name(), [&] { made = pass->draw(context); });
        }
        if (!made) {
            return made;
        }
        if (pass->isDrawn(context)) {
            for (PlaceProgram* program : pass->needed(context)) {
                program->noteDrawn(context.place());
            }
        }
    }
    return Done{};
}

Outcome Renderer::Core::prepareShadowMap(FrameContext& context) {
    const float strength = fractionOf(context.frame.look.shadow);
    const int side = strength > 0.0f ? context.frame.shadowMapSide : 0;
    const SunView sun = sunViewOf(context.scene, context.frame, context.block, side);
    if (!(sun.texel > 0.0f)) {
        return Done{};
    }
    context.block.sunProjection = sun.projection;
    const float texel = 1.0f / static_cast<float>(side);
    context.block.shadow = {texel, sun.texel, strength, texel * sun.penumbra / sun.texel};
    return shadowMap.require(side);
}

/// Makes the targets large enough, describes the frame to its passes and links their shaders.
Outcome Renderer::Core::prepareFrame(FrameContext& context) {
    const Frame& frame = context.frame;
    if (!scene().uploaded) {
        return scene().uploaded;
    }
    const Tile tile = frame.drawnTile();
    if (Outcome made = target.require({tile.width, tile.height}, frame.samples); !made) {
        return made;
    }
    const Tile window =
        windowAbout(tile, frame.size.width, frame.size.height, maxViewport[0], maxViewport[1]);
    context.target = &target;
    context.sceneBlock = sceneBlock.name();
    context.block = makeSceneBlock(frame, scene().world, window, target.samples());
    if (Outcome ready = prepareShadowMap(context); !ready) {
        return ready;
    }
    leaveOutUncompiled(context);
    // Focus reads the light that other passes have written.
    const bool takesLight = frame.isLight && !focus.isDrawn(context);
    if (Outcome made = takesLight ? Done{} : light.require(GL_RGBA16F, tile.width, tile.height, "light");
        !made) {
        return made;
    }
    context.viewport = {window.x - tile.x, window.y - tile.y, window.width, window.height};
    context.lightFramebuffer = takesLight ? frame.framebuffer : light.framebuffer();
    context.light = {takesLight ? 0 : light.texture(), tile};
    for (const std::vector<Pass*>& passes : {preparing, drawing, lighting}) {
        if (Outcome ready = prepareShaders(passes, context); !ready) {
            return ready;
        }
    }
    return frame.isLight ? Done{} : prepareShaders(finishing, context);
}

Outcome Renderer::Core::drawFrame(FrameContext& context) {
    cost = {.bodies = {}, .calls = 0, .frameBytes = sizeof context.block, .uploadBytes = scene().uploadBytes};
    glBindBuffer(GL_UNIFORM_BUFFER, sceneBlock.name());
    glBufferData(GL_UNIFORM_BUFFER, sizeof context.block, &context.block, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, Program::kSceneBinding, sceneBlock.name());
    // Before the scene, because a driver would have to finish drawing first.
    if (Outcome ready = run(preparing, context); !ready) {
        return ready;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer());
    glViewport(context.viewport.x, context.viewport.y, context.viewport.width, context.viewport.height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glClearColor(0.0f, 0.0f, 0.0f, context.frame.isTransparent ? 0.0f : 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    if (Outcome drawn = run(drawing, context); !drawn) {
        return drawn;
    }
    glUseProgram(0);
    glDisable(GL_DEPTH_TEST);
    if (Outcome lit = run(lighting, context); !lit) {
        return lit;
    }
    return context.frame.isLight ? Done{} : run(finishing, context);
}

/// Reads the bodies that users have made for the scenes.
void Renderer::Core::holdMeshes() {
    std::set<std::string> files;
    for (const CardScene& each : scenes) {
        for (const BodyStore::Group& group : each.bodies.groups()) {
            if (!group.mesh.empty()) {
                files.insert(group.mesh);
            }
        }
    }
    meshes.hold({files.begin(), files.end()});
}

void Renderer::Core::animateBodies() {
    if (Outcome ready = animate.prepare(library); !ready) {
        scene().uploaded = ready;
    }
    if (scene().uploaded) {
        timer.time("animate bodies", [this] { scene().bodies.animate(animate.in()); });
    }
}

Renderer::Renderer(std::unique_ptr<Core> core) : m_core(std::move(core)) {}
Renderer::~Renderer() = default;

Result<std::unique_ptr<Renderer>> Renderer::create(const std::filesystem::path& shaderDir) {
    auto core = std::make_unique<Core>();
    core->library = ShaderLibrary(shaderDir);
    core->library.hasChanged();
    if (Outcome ready = shaderDir.empty() ? core->animate.prepare(core->library) : core->prepareEverything();
        !ready) {
        return ready.problem();
    }
    return std::unique_ptr<Renderer>(new Renderer(std::move(core)));
}

void Renderer::select(std::size_t slot) {
    m_core->slot = slot;
}

void Renderer::upload(const StateView& state, std::uint64_t beginning,
                      std::span<const std::vector<std::uint32_t>> colours, int threads) {
    m_core->scene().upload(state, beginning, colours, threads);
    m_core->holdMeshes();
    m_core->animateBodies();
}

void Renderer::upload(const World& world, std::span<const BodyBatch> bodyBatches, const StateTime& time) {
    m_core->scene().upload(world, bodyBatches, time);
    m_core->holdMeshes();
    m_core->animateBodies();
}

std::map<std::string, std::string> Renderer::takeBodyProblems() {
    m_core->meshes.retry();
    return m_core->meshes.problems();
}

void Renderer::animate(const StateView& state, std::uint64_t beginning, int threads) {
    m_core->scene().uploadBodies(state, beginning, {}, threads);
    m_core->animateBodies();
}

void Renderer::draw(const Frame& frame) {
    const Tile tile = frame.drawnTile();
    if (tile.width < 1 || tile.height < 1 || frame.size.width < 1 || frame.size.height < 1) {
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    FrameContext context{.frame = frame, .scene = m_core->scene(), .cost = m_core->cost};
    m_core->prepared = m_core->prepareFrame(context);
    if (m_core->prepared) {
        m_core->prepared = m_core->drawFrame(context);
        m_core->noteCompiled(frame,
                             std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        glBindBufferBase(GL_UNIFORM_BUFFER, Program::kSceneBinding, 0);
        glBindBuffer(GL_UNIFORM_BUFFER, 0);
        if (takeOutOfMemory()) {
            m_core->prepared = outOfGraphicsMemory();
        }
    }
    glBindFramebuffer(GL_FRAMEBUFFER, frame.framebuffer);
    if (!m_core->prepared) {
        clear({0.0f, 0.0f, 0.0f, frame.isTransparent ? 0.0f : 1.0f});
    } else if (!frame.isLight && !m_core->post.isDrawn(context)) {
        clear(plainColour(context));
    }
}

Outcome Renderer::post(const Frame& frame, const LightArea& light) {
    FrameContext context{.frame = frame, .scene = m_core->scene(), .cost = m_core->cost, .light = light};
    m_core->leaveOutUncompiled(context);
    const Outcome ready = m_core->prepareShaders(m_core->finishing, context);
    return ready ? m_core->run(m_core->finishing, context) : ready;
}

Result<bool> Renderer::reloadShadersIfChanged() {
    if (!m_core->library.hasChanged()) {
        return false;
    }
    Outcome first = Done{};
    for (PlaceProgram* program : m_core->programs()) {
        if (Outcome loaded = program->reload(m_core->library); !loaded && first) {
            first = loaded;
        }
    }
    return first ? Result<bool>(true) : first.problem();
}

Result<FullScreenProgram*> Renderer::averageProgram() {
    const Outcome ready = m_core->average.prepare(m_core->library);
    return ready ? Result<FullScreenProgram*>(&m_core->average) : ready.problem();
}

Outcome Renderer::lastFrame() const {
    return m_core->prepared;
}

bool Renderer::isCompiling() const {
    return m_core->isCompiling;
}

int Renderer::samples() const {
    return m_core->target.samples();
}

DrawCost Renderer::cost() {
    m_core->cost.bodies = m_core->visibleBodies.counts();
    return m_core->cost;
}

void Renderer::timePasses(PassTimer::Mode mode) {
    m_core->timer.setMode(mode);
}

std::vector<PassTime> Renderer::passTimes() {
    return m_core->timer.times();
}

const BodyStore& Renderer::bodies() const {
    return m_core->scene().bodies;
}

const VisibleBodies& Renderer::visibleBodies() const {
    return m_core->visibleBodies;
}

const OpticalDepth& Renderer::opticalDepth() const {
    return m_core->opticalDepth;
}

const DustField& Renderer::dust() const {
    return m_core->dust;
}

std::vector<std::string> Renderer::shaderFiles() const {
    std::vector<std::string> files;
    for (const PlaceProgram* program : m_core->programs()) {
        files.insert(files.end(), program->files().begin(), program->files().end());
    }
    return files;
}

std::vector<std::string> Renderer::uniformFaults() const {
    std::vector<std::string> faults;
    for (const PlaceProgram* program : m_core->programs()) {
        const std::vector<std::string> more = program->faults();
        faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
}

}  // namespace shoal
