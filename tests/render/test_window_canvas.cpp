#include "picture.hpp"
#include "render/picture/window_canvas.hpp"

namespace shoal {
namespace {

/// Makes the driver give this answer to every query of a framebuffer's encoding.
class FakedEncoding {
public:
    explicit FakedEncoding(GLint answer) {
        s_answer = answer;
        glad_glGetFramebufferAttachmentParameteriv = [](GLenum, GLenum, GLenum, GLint* value) {
            *value = s_answer;
        };
    }
    ~FakedEncoding() { glad_glGetFramebufferAttachmentParameteriv = m_real; }
    FakedEncoding(const FakedEncoding&) = delete;
    FakedEncoding& operator=(const FakedEncoding&) = delete;

private:
    static inline GLint s_answer = 0;
    PFNGLGETFRAMEBUFFERATTACHMENTPARAMETERIVPROC m_real = glad_glGetFramebufferAttachmentParameteriv;
};

/// A framebuffer in place of the window's, in a format unknown to the canvas.
class PretendedWindow {
public:
    PretendedWindow(GLenum format, int width, int height) : m_width(width), m_height(height) {
        glBindTexture(GL_TEXTURE_2D, m_storage.name());
        glTexStorage2D(GL_TEXTURE_2D, 1, format, width, height);
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer.name());
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_storage.name(), 0);
        REQUIRE(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    }

    unsigned framebuffer() const { return m_framebuffer.name(); }

    Image read() const {
        Image image(m_width, m_height);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, m_framebuffer.name());
        glReadPixels(0, 0, m_width, m_height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        turnRaw(image);
        return image;
    }

private:
    int m_width;
    int m_height;
    GlTexture m_storage = GlTexture::make();
    GlFramebuffer m_framebuffer = GlFramebuffer::make();
};

WindowCanvas canvas(int width, int height) {
    WindowCanvas made;
    REQUIRE(made.resize(width, height));
    return made;
}

Frame waterFrame(int width, int height) {
    test::renderer().upload(World{}, {});
    return test::frameOf(width, height, {});
}

TEST_CASE("the picture has the same bytes whatever encoding the driver reports", "[render][window]") {
    Frame frame = waterFrame(64, 48);
    std::vector<Image> shown;
    for (const GLint answer : {GL_SRGB, GL_LINEAR}) {
        const FakedEncoding faked(answer);
        WindowCanvas drawn = canvas(64, 48);
        frame.framebuffer = drawn.framebuffer();
        test::renderer().draw(frame);
        const PretendedWindow window(GL_RGBA8, 64, 48);
        drawn.show(window.framebuffer());
        shown.push_back(window.read());
    }
    const Image offscreen = test::draw({}, frame);
    CHECK(shown[0].rgba == offscreen.rgba);
    CHECK(shown[1].rgba == offscreen.rgba);
}

TEST_CASE("every byte reaches the window unchanged, linear or sRGB", "[render][window]") {
    test::renderer();
    for (const GLenum format : {GL_RGBA8, GL_SRGB8_ALPHA8}) {
        WindowCanvas drawn = canvas(256, 1);
        const PretendedWindow window(format, 256, 1);
        // With conversion off, the bytes hold the clear colour unchanged.
        glBindFramebuffer(GL_FRAMEBUFFER, drawn.framebuffer());
        glEnable(GL_SCISSOR_TEST);
        for (int value = 0; value < 256; ++value) {
            const float part = static_cast<float>(value) / 255.0f;
            glScissor(value, 0, 1, 1);
            glClearColor(part, 1.0f - part, part, 1.0f);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        glDisable(GL_SCISSOR_TEST);
        drawn.show(window.framebuffer());
        const Image image = window.read();
        for (int value = 0; value < 256; ++value) {
            CAPTURE(format, value);
            const std::array<int, 4> pixel{image.at(value, 0)[0], image.at(value, 0)[1],
                                           image.at(value, 0)[2], image.at(value, 0)[3]};
            CHECK(pixel == std::array<int, 4>{value, 255 - value, value, 255});
        }
    }
}

TEST_CASE("a smaller frame is enlarged to the window, smoothly and without a shift", "[render][window]") {
    test::renderer();
    WindowCanvas drawn = canvas(64, 16);
    REQUIRE(drawn.resize(64, 16, 0.5f));
    REQUIRE(drawn.frameSize().width == 32);
    REQUIRE(drawn.frameSize().height == 8);
    // The right half is white.
    glBindFramebuffer(GL_FRAMEBUFFER, drawn.framebuffer());
    glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(16, 0, 16, 8);
    glClearColor(1.0f, 1.0f, 1.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    const PretendedWindow window(GL_RGBA8, 80, 16);
    drawn.show(window.framebuffer(), 16);
    const Image image = window.read();
    for (int y = 0; y < 16; ++y) {
        CAPTURE(y);
        CHECK(image.at(16 + 30, y)[0] == 0);
        CHECK(image.at(16 + 31, y)[0] == 64);
        CHECK(image.at(16 + 32, y)[0] == 191);
        CHECK(image.at(16 + 33, y)[0] == 255);
        CHECK(image.at(16 + 63, y)[0] == 255);
    }
}

TEST_CASE("a canvas shows a multisampled frame as an offscreen picture does", "[render][window]") {
    Frame frame = waterFrame(64, 48);
    WindowCanvas drawn = canvas(64, 48);
    frame.framebuffer = drawn.framebuffer();
    frame.samples = 4;
    test::renderer().draw(frame);
    const PretendedWindow window(GL_RGBA8, 64, 48);
    drawn.show(window.framebuffer());
    CHECK(window.read().rgba == test::draw({}, frame, 4).rgba);
}

TEST_CASE("two canvases shown beside each other make one picture", "[render][window]") {
    Frame frame = waterFrame(64, 48);
    const Image whole = test::draw({}, frame);
    const PretendedWindow window(GL_RGBA8, 64, 48);
    for (const Tile& half : {Tile{0, 0, 24, 48}, Tile{24, 0, 40, 48}}) {
        WindowCanvas drawn = canvas(half.width, half.height);
        frame.tile = half;
        frame.framebuffer = drawn.framebuffer();
        test::renderer().draw(frame);
        drawn.show(window.framebuffer(), half.x);
    }
    CHECK(window.read().rgba == whole.rgba);
}

TEST_CASE("a canvas follows the window's size and survives a refused one", "[render][window]") {
    Frame frame = waterFrame(40, 30);
    WindowCanvas drawn = canvas(64, 48);
    const unsigned before = drawn.framebuffer();
    REQUIRE(drawn.resize(64, 48));
    CHECK(drawn.framebuffer() == before);
    CHECK_FALSE(drawn.resize(1 << 20, 30));
    REQUIRE(drawn.resize(40, 30));
    frame.framebuffer = drawn.framebuffer();
    test::renderer().draw(frame);
    const PretendedWindow window(GL_RGBA8, 40, 30);
    drawn.show(window.framebuffer());
    CHECK(window.read().rgba == test::draw({}, frame).rgba);
    CHECK(glGetError() == GL_NO_ERROR);
}

}  // namespace
}  // namespace shoal
