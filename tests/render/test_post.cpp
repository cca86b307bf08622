// From the drawn scene to the finished picture: resolve, bloom, post.

#include "picture.hpp"
#include "render/card/scene_target.hpp"
#include "render/gl/gl.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "render/post/bloom_pass.hpp"
#include "render/post/resolve_pass.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

using Light = std::array<float, 4>;

/// Fills a rectangle of linear light; y counts from the bottom.
void fill(const Tile& tile, const Light& light) {
    glEnable(GL_SCISSOR_TEST);
    glScissor(tile.x, tile.y, tile.width, tile.height);
    glClearColor(light[0], light[1], light[2], light[3]);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

/// The finished picture of the light that `paint` leaves in the framebuffer bound.
Image finished(int width, int height, const LookSettings& look, const std::function<void()>& paint,
               bool isTransparent = false, bool smoothsEdges = false) {
    Renderer& renderer = test::renderer();
    Result<TextureTarget> light = TextureTarget::create(GL_RGBA16F, width, height, "light");
    const Result<Offscreen> picture = Offscreen::create(width, height);
    REQUIRE(light);
    REQUIRE(picture);
    glBindFramebuffer(GL_FRAMEBUFFER, light->framebuffer());
    fill({0, 0, width, height}, {0.0f, 0.0f, 0.0f, isTransparent ? 0.0f : 1.0f});
    paint();
    Frame frame;
    frame.size = {width, height};
    frame.framebuffer = picture->framebuffer();
    frame.isTransparent = isTransparent;
    frame.look = look;
    frame.smoothsEdges = smoothsEdges;
    REQUIRE(renderer.post(frame, {light->texture(), {0, 0, width, height}}));
    return picture->read();
}

/// The shoulder of tone.glsl, written apart from it: the tone curve of a lab.
float shouldered(float light) {
    return light <= 0.6f ? light : 1.0f - 0.4f * std::exp(-(light - 0.6f) / 0.4f);
}

/// The whole curve for grey light.
float toned(float light) {
    const float t = std::clamp(light / 0.7f, 0.0f, 1.0f);
    const float power = 1.36f - 0.407f * t * t * (3.0f - 2.0f * t);
    return shouldered(0.18f * std::pow(light * light / (light + 0.02f) / 0.162f, power));
}

constexpr LookSettings kNoEffects{.bloom = 0.0f, .vignette = 0.0f};

TEST_CASE("light passes the tone curve once, in a lab without its toe", "[render][post]") {
    LookSettings lab = kNoEffects;
    lab.place = LookSettings::Place::lab;
    for (const float light : {0.0f, 0.02f, 0.05f, 0.2f, 0.5f, 0.8f, 1.5f, 4.0f}) {
        for (const LookSettings& look : {kNoEffects, lab}) {
            const Image image = finished(8, 8, look, [&] {
                fill({0, 0, 8, 8}, {light, light, light, 1.0f});
            });
            const float wanted = look.place == lab.place ? shouldered(light) : toned(light);
            CAPTURE(light, static_cast<int>(look.place));
            // The noise of dithering is one step of eight bits: 2/255 of the root.
            const float step = 2.0f / 255.0f * std::sqrt(wanted) + 0.0005f;
            CHECK(test::linear(image.at(3, 3)[1]) == test::approx(wanted).margin(1.5f * step));
            CHECK(image.at(3, 3)[3] == 255);
        }
    }
}

TEST_CASE("the tone curve darkens shadows, and leaves mid-grey and white", "[render][post]") {
    CHECK(toned(0.05f) < 0.7f * 0.05f);
    CHECK(toned(0.18f) == test::approx(0.18).margin(0.001));
    CHECK(toned(1.0f) == test::approx(static_cast<double>(shouldered(1.0f))).margin(0.005));
    for (float light = 0.0f; light < 4.0f; light += 0.01f) {
        CHECK(toned(light + 0.01f) >= toned(light));
    }
}

TEST_CASE("light that half covers a pixel has the tone of its own colour", "[render][post]") {
    // Colour 2, half covered.
    const Image image = finished(
        8, 8, kNoEffects,
        [] {
            fill({0, 0, 8, 4}, {1.0f, 1.0f, 1.0f, 0.5f});
        },
        true);
    CHECK(test::linear(image.at(3, 6)[1]) == test::approx(toned(2.0f)).margin(0.02));
    CHECK(std::abs(image.at(3, 6)[3] - 128) <= 1);
    CHECK(image.at(3, 1)[3] == 0);
    CHECK(image.at(3, 1)[1] == 0);
}

TEST_CASE("bloom spreads light brighter than white, and no other", "[render][post]") {
    const auto spot = [](float light) {
        return [light] { fill({60, 200, 8, 8}, {light, light, light, 1.0f}); };
    };
    const LookSettings bloom{.bloom = 0.5f};
    const Image bright = finished(128, 408, bloom, spot(6.0f));
    const Image white = finished(128, 408, bloom, spot(0.98f));
    const auto along = [](const Image& image, int away) {
        float sum = 0.0f;
        for (int y = 196; y < 212; ++y) {
            sum += test::linear(image.at(68 + away, y)[1]) / 16.0f;
        }
        return sum;
    };
    CHECK(along(bright, 3) > 0.05f);
    CHECK(along(bright, 3) > along(bright, 8));
    CHECK(along(bright, 8) > along(bright, 16));
    CHECK(along(bright, 16) > toned(0.002f));
    CHECK(test::countDifferent(white, finished(128, 408, kNoEffects, spot(0.98f)), 0) == 0);
    CHECK(along(finished(128, 408, kNoEffects, spot(6.0f)), 3) < 0.002f);
    // As much to the left as to the right.
    CHECK(test::linear(bright.at(54, 204)[1]) ==
          test::approx(test::linear(bright.at(73, 204)[1])).margin(0.01));
}

TEST_CASE("a vignette darkens the corners and leaves the middle", "[render][post]") {
    const auto grey = [] { fill({0, 0, 64, 48}, {0.3f, 0.3f, 0.3f, 1.0f}); };
    const Image plain = finished(64, 48, kNoEffects, grey);
    const Image dark = finished(64, 48, {.bloom = 0.0f, .vignette = 0.5f}, grey);
    CHECK(test::difference(plain, dark, 32, 24) == 0);
    for (const int x : {0, 63}) {
        CHECK(test::linear(dark.at(x, 0)[1]) == test::approx(0.15).margin(0.02));
    }
}

TEST_CASE("smoothing fills the steps of a slanted edge, and leaves level edges and even light",
          "[render][post]") {
    const auto slanted = [] {
        for (int y = 0; y < 48; ++y) {
            fill({0, y, 8 + y / 3, 1}, {0.6f, 0.6f, 0.6f, 1.0f});
        }
    };
    const auto level = [] { fill({0, 0, 64, 20}, {0.6f, 0.6f, 0.6f, 1.0f}); };
    const auto between = [](const Image& image) {
        int count = 0;
        for (int y = 3; y < 45; ++y) {
            for (int x = 3; x < 61; ++x) {
                count += image.at(x, y)[1] > 40 && image.at(x, y)[1] < 190 ? 1 : 0;
            }
        }
        return count;
    };
    const Image smoothed = finished(64, 48, kNoEffects, slanted, false, true);
    const Image jagged = finished(64, 48, kNoEffects, slanted);
    CHECK(between(jagged) == 0);
    CHECK(between(smoothed) >= 28);                             // two pixels of three rows, in 42 rows
    CHECK(test::countDifferent(smoothed, jagged, 2) < 42 * 4);  // only at the edge
    CHECK(between(finished(64, 48, kNoEffects, level, false, true)) == 0);
}

TEST_CASE("exposures and pixels are averaged before the tone curve", "[render][post]") {
    auto room = TiledRenderer::create(test::renderer(),
                                      {.size = {8, 8}, .shutter = {.exposures = 2}, .supersample = 2});
    REQUIRE(room);
    Frame frame;
    frame.look = kNoEffects;
    for (const float light : {3.2f, 0.0f}) {
        room->accumulate(frame, [&](const Frame& tile) {
            glBindFramebuffer(GL_FRAMEBUFFER, tile.framebuffer);
            fill(*tile.tile, {light, light, light, 1.0f});
        });
    }
    const Result<Image> image = room->resolve();
    REQUIRE(image);
    CHECK(test::linear(image->at(4, 4)[1]) == test::approx(toned(1.6f)).margin(0.01));
}

/// Lights of many sizes and brightnesses, at places of the whole frame.
void paintLights(const Tile& tile) {
    fill({0, 0, tile.width, tile.height}, {0.05f, 0.12f, 0.2f, 1.0f});
    for (int i = 0; i < 60; ++i) {
        const int side = 1 + i % 9;
        const float light = 1.0f + static_cast<float>(i % 7) * 2.0f;
        fill({i * 89 % 640 - tile.x, i * 53 % 400 - tile.y, side, side}, {light, 0.8f * light, light, 1.0f});
    }
}

TEST_CASE("tiles of three sizes show no seam in the bloom", "[render][post][tiled]") {
    const Film film{.size = {640, 400}};
    const auto taken = [&](int maxTile) {
        auto room = TiledRenderer::create(test::renderer(), film, maxTile);
        REQUIRE(room);
        Frame frame;
        frame.look = {.bloom = 0.8f};
        int tiles = 0;
        room->accumulate(frame, [&](const Frame& tile) {
            glBindFramebuffer(GL_FRAMEBUFFER, tile.framebuffer);
            paintLights(*tile.tile);
            ++tiles;
        });
        const int step = maxTile == 4096 ? 640 : maxTile - 2 * 48;
        CHECK(tiles == ((640 + step - 1) / step) * ((400 + step - 1) / step));
        return *room->resolve();
    };
    REQUIRE(BloomPass::blockOf(film.size) * BloomPass::kApron == 48);
    const Image whole = taken(4096);
    for (const int maxTile : {160, 240, 352}) {
        const Image tiled = taken(maxTile);
        CAPTURE(maxTile);
        // Half a step of eight bits: no pixel is two steps apart, and few are one.
        CHECK(test::countDifferent(whole, tiled, 1) == 0);
        CHECK(test::countDifferent(whole, tiled, 0) < 640 * 400 / 50);
    }
}

TEST_CASE("a pixel whose light is not finite stays black and spreads to no other", "[render][post]") {
    test::renderer();
    const test::ScratchFolder folder;
    std::filesystem::copy(SHOAL_SHADER_FOLDER, folder.path(), std::filesystem::copy_options::recursive);
    Result<std::unique_ptr<Renderer>> made = Renderer::create(folder.path());
    REQUIRE(made);
    const auto drawn = [&](int samples) {
        const Result<Offscreen> picture = Offscreen::create(64, 48);
        REQUIRE(picture);
        Frame frame = test::frameOf(64, 48, {});
        frame.framebuffer = picture->framebuffer();
        frame.samples = samples;
        frame.look.bloom = 1.0f;
        (*made)->draw(frame);
        return picture->read();
    };
    const std::array sound{drawn(0), drawn(4)};
    const std::filesystem::path file = folder.path() / "water.frag";
    const auto time = std::filesystem::last_write_time(file);
    std::string text;
    {
        std::ifstream in(file);
        text.assign(std::istreambuf_iterator<char>(in), {});
    }
    // NaN, infinity, and light below zero.
    text.insert(text.rfind('}'), R"(
    if (ivec2(gl_FragCoord.xy) == ivec2(20, 20)) { fColour = vec4(uintBitsToFloat(0x7fc00000u)); }
    if (ivec2(gl_FragCoord.xy) == ivec2(40, 20)) { fColour.rgb = vec3(uintBitsToFloat(0x7f800000u)); }
    if (ivec2(gl_FragCoord.xy) == ivec2(50, 30)) { fColour.rgb = vec3(-5.0); }
)");
    std::ofstream(file) << text;
    std::filesystem::last_write_time(file, time + std::chrono::seconds(2));
    REQUIRE(*(*made)->reloadShadersIfChanged());
    for (const int samples : {0, 4}) {
        const Image planted = drawn(samples);
        CAPTURE(samples);
        CHECK(test::countDifferent(planted, sound[samples == 0 ? 0 : 1], 0) == 3);
        for (const auto& [x, y] : {std::pair{20, 20}, std::pair{40, 20}, std::pair{50, 30}}) {
            CHECK(planted.at(x, 47 - y)[1] <= 1);
        }
    }
}

TEST_CASE("too many samples are reduced to the supported number", "[render][post]") {
    test::renderer();
    SceneTarget target;
    REQUIRE(target.require({4, 4}, 1000));
    CHECK(target.samples() >= 4);
    CHECK(target.samples() <= 64);
    REQUIRE(target.require({4, 4}, 0));
    CHECK(target.samples() == 1);
    CHECK_FALSE(target.isMultisampled());
    CHECK_FALSE(target.require({1 << 20, 4}, 4));
}

TEST_CASE("a scene target keeps its storage for smaller parts", "[render][post]") {
    test::renderer();
    SceneTarget target;
    REQUIRE(target.require({64, 48}, 4));
    const GLuint before = target.colour();
    const auto width = [&target] {
        GLint pixels = 0;
        glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, target.colour());
        glGetTexLevelParameteriv(GL_TEXTURE_2D_MULTISAMPLE, 0, GL_TEXTURE_WIDTH, &pixels);
        return pixels;
    };
    REQUIRE(target.require({40, 48}, 4));
    CHECK(target.colour() == before);
    CHECK(width() == 64);
    REQUIRE(target.require({65, 48}, 4));
    CHECK(width() >= 65);
}

TEST_CASE("bright samples weigh less in the mean, unless colour and alpha must agree", "[render][post]") {
    test::renderer();
    SceneTarget scene;
    REQUIRE(scene.require({4, 4}, 4));
    REQUIRE(scene.samples() == 4);
    // Light of 20 in one of four samples, over black.
    Result<TextureTarget> bright = TextureTarget::create(GL_RGBA16F, 4, 4, "bright");
    REQUIRE(bright);
    glBindFramebuffer(GL_FRAMEBUFFER, bright->framebuffer());
    fill({0, 0, 4, 4}, {20.0f, 20.0f, 20.0f, 1.0f});
    glBindFramebuffer(GL_FRAMEBUFFER, scene.framebuffer());
    fill({0, 0, 4, 4}, {0.0f, 0.0f, 0.0f, 0.0f});
    FullScreenProgram copy("average.frag");
    REQUIRE(copy.prepare(ShaderLibrary()));
    glEnable(GL_SAMPLE_MASK);
    glSampleMaski(0, 0b0100);
    Program& program = copy.use();
    program.set("uSide", 1);
    program.set("uWeight", 1.0f);
    copy.setTexture("uLight", 0, bright->texture());
    copy.draw(4, 4);
    glDisable(GL_SAMPLE_MASK);

    ResolvePass resolve;
    Result<TextureTarget> mean = TextureTarget::create(GL_RGBA32F, 4, 4, "mean");
    REQUIRE(mean);
    const auto resolved = [&](bool isTransparent) {
        Frame frame = test::frameOf(4, 4, {});
        frame.isTransparent = isTransparent;
        const CardScene empty;
        DrawCost cost;
        FrameContext context{.frame = frame, .scene = empty, .cost = cost, .target = &scene};
        context.block.sun.w = 0.5f;
        context.lightFramebuffer = mean->framebuffer();
        context.light.area = {0, 0, 4, 4};
        for (PlaceProgram* each : resolve.needed(context)) {
            REQUIRE(each->prepare(ShaderLibrary()));
        }
        REQUIRE(resolve.draw(context));
        Light pixel{};
        glReadPixels(2, 1, 1, 1, GL_RGBA, GL_FLOAT, pixel.data());
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        return pixel;
    };
    // Exposed to 10: (10 / 11) / (1 / 11 + 3).
    CHECK(resolved(false)[1] == test::approx(10.0 / 34.0).epsilon(0.001));
    CHECK(resolved(true)[1] == test::approx(2.5).epsilon(0.001));
    CHECK(resolved(true)[3] == test::approx(0.25).epsilon(0.001));
}

}  // namespace
}  // namespace shoal
