#include <algorithm>
#include <cstddef>

#include <shoal/preset.hpp>
#include <shoal/simulation.hpp>

#include "picture.hpp"
#include "render/frame/scene_block.hpp"
#include "render/gl/gl.hpp"
#include "render/gl/program.hpp"
#include "render/gl/shader_library.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::ScratchFolder;

using Place = LookSettings::Place;

constexpr std::array kPlaces{Place::water, Place::sky, Place::plain};

/// Makes a copy of the shaders for a test to break, as for --shader-dir.
void copyShaders(const fs::path& to) {
    fs::copy(SHOAL_SHADER_FOLDER, to, fs::copy_options::recursive);
}

void append(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::app) << text;
    // File times may be too coarse to tell apart two changes in one test.
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(2));
}

Image drawInto(Renderer& drawer) {
    const Result<Offscreen> target = Offscreen::create(64, 48);
    REQUIRE(target);
    Frame frame = test::frameOf(64, 48, {});
    frame.framebuffer = target->framebuffer();
    drawer.draw(frame);
    return target->read();
}

TEST_CASE("every shader compiles and links, and belongs to a program", "[render][shader]") {
    test::renderer();
    const Result<std::unique_ptr<Renderer>> made = Renderer::create(SHOAL_SHADER_FOLDER);
    INFO((made ? "" : made.problem().text));
    REQUIRE(made);
    const std::vector<std::string> used = (*made)->shaderFiles();
    for (const std::string_view name : ShaderLibrary::names()) {
        const bool isPlace = std::any_of(LookSettings::places.begin(), LookSettings::places.end(),
                                         [&](std::string_view place) { return name.starts_with(place); });
        CAPTURE(name);
        if (name.starts_with("step_")) {
            continue;  // of the step on a card
        }
        CHECK((isPlace || name.ends_with(".glsl") || std::ranges::find(used, name) != used.end()));
    }
}

TEST_CASE("every uniform that is set exists, and every existing one is set", "[render][shader]") {
    Scene scene;
    for (std::size_t body = 0; body < Species::bodies.size(); ++body) {
        Species& species = scene.species.emplace_back();
        species.name = Species::bodies[body];
        species.body = static_cast<Species::Body>(body);
        species.count = 1;
    }
    Species& own = scene.species.emplace_back();
    own.name = "own";
    own.mesh = "of_the_users.obj";
    own.count = 1;
    scene.obstacles.emplace_back();
    scene.goals.emplace_back();
    scene.ground.form = Ground::Form::flat;
    const Simulation simulation = *Simulation::create(scene);
    test::renderer().upload(simulation);
    const Result<Offscreen> target = Offscreen::create(64, 48);
    REQUIRE(target);
    Frame frame = test::frameOf(64, 48, {});
    frame.framebuffer = target->framebuffer();
    const std::array rings{Ring{}};
    frame.rings = rings;
    const std::array lines{LinePoint{.place = {}, .width = 0.1f, .colour = ~0u}, LinePoint{}};
    frame.lines = lines;
    frame.look.bloom = 0.5f;
    frame.view.focus = 3.0f;
    for (const Place place : kPlaces) {
        frame.look.place = place;
        for (const Drawing drawing : {Drawing::everything, Drawing::asSeen}) {
            for (const Quality quality :
                 {Quality::low, place == Place::water ? Quality::normal : Quality::high}) {
                frame.drawing = drawing;
                frame.setQuality(quality);
                frame.isLean = quality == Quality::low;
                test::renderer().draw(frame);
            }
        }
        INFO((test::renderer().lastFrame() ? "" : test::renderer().lastFrame().problem().text));
        CHECK(test::renderer().lastFrame());
    }
    for (const std::string& fault : test::renderer().uniformFaults()) {
        FAIL_CHECK(fault);
    }
}

TEST_CASE("the scene block has the memory layout that the shaders expect", "[render][shader]") {
    test::renderer();
    const Result<Program> program = Program::create(ShaderLibrary(), {"fish.vert", "fish.frag"});
    REQUIRE(program);
    struct Member {
        const char* name;
        std::size_t offset;
    };
    const std::array members{
        Member{"uViewProjection", offsetof(SceneBlock, viewProjection)},
        Member{"uRayCentre", offsetof(SceneBlock, rayCentre)},
        Member{"uRayRight", offsetof(SceneBlock, rayRight)},
        Member{"uRayUp", offsetof(SceneBlock, rayUp)},
        Member{"uEye", offsetof(SceneBlock, eye)},
        Member{"uSun", offsetof(SceneBlock, sun)},
        Member{"uExtinction", offsetof(SceneBlock, extinction)},
        Member{"uSurface", offsetof(SceneBlock, surface)},
        Member{"uViewport", offsetof(SceneBlock, viewport)},
        Member{"uSunProjection", offsetof(SceneBlock, sunProjection)},
        Member{"uShadow", offsetof(SceneBlock, shadow)},
        Member{"uSky.high", offsetof(SceneBlock, sky) + offsetof(SkyLight, high)},
        Member{"uSky.sunlight", offsetof(SceneBlock, sky) + offsetof(SkyLight, sunlight)},
        Member{"uSky.land", offsetof(SceneBlock, sky) + offsetof(SkyLight, land)},
        Member{"uWaterDeep", offsetof(SceneBlock, water) + offsetof(WaterLight, deep)},
        Member{"uWaterTint", offsetof(SceneBlock, water) + offsetof(WaterLight, tint)}};
    for (const Member& member : members) {
        GLuint index = GL_INVALID_INDEX;
        glGetUniformIndices(program->name(), 1, &member.name, &index);
        CAPTURE(member.name);
        REQUIRE(index != GL_INVALID_INDEX);
        GLint offset = -1;
        glGetActiveUniformsiv(program->name(), 1, &index, GL_UNIFORM_OFFSET, &offset);
        CHECK(static_cast<std::size_t>(offset) == member.offset);
    }
    GLint size = 0;
    glGetActiveUniformBlockiv(program->name(), glGetUniformBlockIndex(program->name(), "Scene"),
                              GL_UNIFORM_BLOCK_DATA_SIZE, &size);
    CHECK(static_cast<std::size_t>(size) == sizeof(SceneBlock));
}

TEST_CASE("an error in a shader is a problem with file and line", "[render][shader]") {
    test::renderer();
    const ScratchFolder folder;
    copyShaders(folder.path());
    int lines = 0;
    std::ifstream file(folder.path() / "fish.frag");
    for (std::string line; std::getline(file, line);) {
        ++lines;
    }
    append(folder.path() / "fish.frag", "vec3 broken() { return nonsense; }\n");
    const Result<std::unique_ptr<Renderer>> made = Renderer::create(folder.path());
    REQUIRE_FALSE(made);
    CHECK_THAT(made.problem().text, test::startsWith("fish.frag:" + std::to_string(lines + 1) + ": "));
    CHECK_THAT(made.problem().text, contains("nonsense"));
}

TEST_CASE("an error in an included file names that file and its own line", "[render][shader]") {
    test::renderer();
    const ScratchFolder folder;
    copyShaders(folder.path());
    std::ofstream(folder.path() / "water.glsl") << "// one\n// two\nvec3 broken() { return nonsense; }\n";
    const Result<std::unique_ptr<Renderer>> made = Renderer::create(folder.path());
    REQUIRE_FALSE(made);
    CHECK_THAT(made.problem().text, test::startsWith("water.glsl:3: "));
}

TEST_CASE("a missing shader is a problem that names it", "[render][shader]") {
    test::renderer();
    const ScratchFolder folder;
    const Result<std::unique_ptr<Renderer>> made = Renderer::create(folder.path());
    REQUIRE_FALSE(made);
    CHECK_THAT(made.problem().text, contains("animate.comp"));
}

TEST_CASE("changed shaders take effect at once, and broken ones leave the picture unchanged",
          "[render][shader]") {
    test::renderer();
    const ScratchFolder folder;
    copyShaders(folder.path());
    Result<std::unique_ptr<Renderer>> made = Renderer::create(folder.path());
    REQUIRE(made);
    Renderer& drawer = **made;
    const Image first = drawInto(drawer);
    CHECK_FALSE(*drawer.reloadShadersIfChanged());

    const fs::path water = folder.path() / "water.frag";
    append(water, "vec3 broken() { return nonsense; }\n");
    const auto broken = drawer.reloadShadersIfChanged();
    REQUIRE_FALSE(broken);
    CHECK_THAT(broken.problem().text, contains("water.frag:"));
    CHECK_FALSE(*drawer.reloadShadersIfChanged());  // reported once
    CHECK(drawInto(drawer).rgba == first.rgba);

    // A program that fails does not keep others from their changes.
    append(folder.path() / "fish.frag", "vec3 broken() { return nonsense; }\n");
    const auto time = fs::last_write_time(water);
    std::ofstream(water) << "#version 430 core\n#include \"scene.glsl\"\nout vec4 fColour;\n"
                            "void main() { fColour = vec4(9.0, 0.0, 0.0, 1.0); }\n";
    fs::last_write_time(water, time + std::chrono::seconds(2));
    CHECK_FALSE(drawer.reloadShadersIfChanged());
    CHECK(drawInto(drawer).at(32, 24)[0] > 250);
}

TEST_CASE("a frame that does not wait for shaders compiles some at a time, and is whole in the end",
          "[render][shader]") {
    test::renderer();  // the context
    const auto renderer = Renderer::create();
    REQUIRE(renderer);
    Scene scene = *openPreset("reef");
    scene.species[0].count = 200;
    const Simulation simulation = *Simulation::create(scene);
    (*renderer)->upload(simulation);
    const auto target = Offscreen::create(64, 48);
    REQUIRE(target);
    Frame frame = test::frameOf(64, 48, scene.camera);
    frame.look = scene.look;
    frame.framebuffer = target->framebuffer();
    frame.setQuality(Quality::normal);
    const auto draw = [&] {
        (*renderer)->draw(frame);
        REQUIRE((*renderer)->lastFrame());
        return target->read();
    };
    frame.waitsForShaders = false;
    // At first one colour, but not black.
    const Image first = draw();
    CHECK((*renderer)->isCompiling());
    CHECK(first.rgba[2] > 40);
    CHECK(std::equal(first.rgba.begin() + 4, first.rgba.end(), first.rgba.begin()));
    Image last = first;
    int frames = 1;
    for (; (*renderer)->isCompiling() && frames < 60; ++frames) {
        last = draw();
    }
    CHECK(frames > 2);
    CHECK(frames < 60);
    frame.waitsForShaders = true;
    CHECK(draw().rgba == last.rgba);
    // So does another place, however many frames have been quick.
    frame.waitsForShaders = false;
    for (int quick = 0; quick < 20; ++quick) {
        draw();
    }
    frame.look.place = Place::sky;
    draw();
    CHECK((*renderer)->isCompiling());
    draw();
    CHECK((*renderer)->isCompiling());
}

}  // namespace
}  // namespace shoal
