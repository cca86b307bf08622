#include "picture.hpp"
#include "render/bodies/body_store.hpp"
#include "render/gl/gl_debug.hpp"
#include "render/gl/gl_errors.hpp"
#include "render/picture/tiled_renderer.hpp"
#include "render/picture/window_canvas.hpp"

namespace shoal {
namespace {

using test::contains;

/// Makes the driver report `error` on the first `times` calls, then none.
class FakedErrors {
public:
    FakedErrors(GLenum error, int times) {
        s_error = error;
        s_left = times;
        glad_glGetError = []() -> GLenum { return s_left-- > 0 ? s_error : GL_NO_ERROR; };
    }
    ~FakedErrors() { glad_glGetError = m_real; }
    FakedErrors(const FakedErrors&) = delete;
    FakedErrors& operator=(const FakedErrors&) = delete;

private:
    static inline GLenum s_error = GL_NO_ERROR;
    static inline int s_left = 0;
    PFNGLGETERRORPROC m_real = glad_glGetError;
};

TEST_CASE("a driver error becomes one line with the driver's reason", "[render][errors]") {
    test::renderer();
    GlBuffer buffer = GlBuffer::make();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    labelGl(GL_BUFFER, buffer.name(), "a named buffer");
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    std::array<char, 32> label{};
    glGetObjectLabel(GL_BUFFER, buffer.name(), static_cast<GLsizei>(label.size()), nullptr, label.data());
    CHECK(std::string(label.data()) == "a named buffer");

    const test::ExpectedGlErrors expected;
    glBindTexture(GL_BUFFER, 1);
    REQUIRE(expected.messages().size() == 1);
    CHECK_THAT(expected.messages().front(),
               test::startsWith("OpenGL error, high severity, ") &&
                   (contains("glBindTexture") || contains("GL_INVALID_ENUM")));  // Mesa's words or NVIDIA's
    CHECK(expected.messages().front().find('\n') == std::string::npos);
    CHECK_FALSE(takeOutOfMemory());
}

constexpr int kForEver = 1 << 30;

TEST_CASE("running out of graphics memory is distinguished from other errors", "[render][errors]") {
    test::renderer();
    CHECK_FALSE(takeOutOfMemory());
    {
        const FakedErrors faked(GL_INVALID_OPERATION, 3);
        CHECK_FALSE(takeOutOfMemory());
    }
    {
        const FakedErrors faked(GL_OUT_OF_MEMORY, 1);
        CHECK(takeOutOfMemory());
        CHECK_FALSE(takeOutOfMemory());
    }
    const FakedErrors faked(GL_OUT_OF_MEMORY, kForEver);
    CHECK(takeOutOfMemory());
}

TEST_CASE("a picture too large for the graphics memory is a problem", "[render][errors]") {
    test::renderer();
    const FakedErrors faked(GL_OUT_OF_MEMORY, kForEver);
    const Result<Offscreen> target = Offscreen::create(8, 8);
    REQUIRE_FALSE(target);
    CHECK_THAT(target.problem().text, contains("8x8") && contains("memory"));
    const Result<TiledRenderer> tiledRenderer =
        TiledRenderer::create(test::renderer(), {.size = {8, 8}, .shutter = {.exposures = 2}});
    REQUIRE_FALSE(tiledRenderer);
    WindowCanvas canvas;
    const Outcome sized = canvas.resize(8, 8);
    REQUIRE_FALSE(sized);
    CHECK_THAT(sized.problem().text, contains("memory"));
}

TEST_CASE("a picture that the driver has lost is a problem", "[render][errors]") {
    test::renderer();
    auto tiledRenderer = TiledRenderer::create(test::renderer(), {.size = {8, 8}});
    REQUIRE(tiledRenderer);
    tiledRenderer->accumulate({}, [](const Frame&) {});
    const FakedErrors faked(GL_INVALID_OPERATION, kForEver);
    const Result<Image> image = tiledRenderer->resolve();
    REQUIRE_FALSE(image);
    CHECK_THAT(image.problem().text, contains("lost"));
}

TEST_CASE("more bodies than the driver can read at once are a problem", "[render][errors]") {
    test::renderer();
    const auto real = glad_glGetInteger64v;
    glad_glGetInteger64v = [](GLenum, GLint64* limit) { *limit = 128 << 20; };
    CardBuffer buffer;
    const Outcome large = buffer.reserve(std::size_t{80} * 2'000'000);
    const Outcome small = buffer.reserve(std::size_t{80} * 1000);
    glad_glGetInteger64v = real;
    REQUIRE_FALSE(large);
    CHECK_THAT(large.problem().text, contains("128 MB") && contains("152 MB") && contains("fewer boids"));
    CHECK(small);
}

TEST_CASE("a frame that runs out of graphics memory says so, and the next may succeed", "[render][errors]") {
    Renderer& renderer = test::renderer();
    renderer.upload(World{}, {});
    const Result<Offscreen> target = Offscreen::create(16, 12);
    REQUIRE(target);
    Frame frame = test::frameOf(16, 12, {});
    frame.framebuffer = target->framebuffer();
    for (const int times : {1, kForEver}) {
        {
            const FakedErrors faked(GL_OUT_OF_MEMORY, times);
            renderer.draw(frame);
        }
        const Outcome drawn = renderer.lastFrame();
        REQUIRE_FALSE(drawn);
        CHECK_THAT(drawn.problem().text, contains("out of memory"));
        renderer.draw(frame);
        CHECK(renderer.lastFrame());
    }
}

}  // namespace
}  // namespace shoal
