#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include <fmt/format.h>

#include "c/call.hpp"
#include "c/handles.hpp"
#include "render/gl/headless_context.hpp"
#include "render/picture/still.hpp"
#include "sim/text/one_line.hpp"
#include "system/process/fork_guard.hpp"

struct shoal_renderer {
    shoal::HeadlessContext context;
    std::unique_ptr<shoal::Renderer> renderer;
};

namespace shoal::c {
namespace {

constexpr int kMaxSide = 16384;
constexpr int kMaxSupersample = 4;

/// OpenGL's functions are loaded for the whole process, so only one thread may draw at a time.
std::mutex& drawing() {
    static std::mutex only;
    return only;
}

/// Drivers have threads and locks.
ForkGuard& openGl() {
    static constinit ForkGuard only;
    return only;
}

/// Throws a Failure in a process that was forked after its parent had used OpenGL, where any call may hang.
void requireGraphics() {
    if (!openGl().claim()) {
        throw Failure{SHOAL_NO_GRAPHICS,
                      "this process was forked from one that had drawn, and cannot use its OpenGL; draw in a "
                      "process that starts afresh (in Python, with multiprocessing.get_context(\"spawn\"))"};
    }
}

/// Makes a renderer's context current while it lives.
class Current {
public:
    explicit Current(const HeadlessContext& context) : m_context(context) { m_context.makeCurrent(); }
    ~Current() { m_context.release(); }
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

private:
    const HeadlessContext& m_context;
};

Still stillOf(const shoal_picture& picture) {
    const auto require = [](bool isLegal, std::string text) {
        if (!isLegal) {
            throw Failure{SHOAL_BAD_VALUE, std::move(text)};
        }
    };
    for (const int side : {picture.width, picture.height}) {
        require(side >= 1 && side <= kMaxSide,
                fmt::format("a picture of {}x{} is not possible; each side may be 1 to {}", picture.width,
                            picture.height, kMaxSide));
    }
    require(picture.supersample >= 0 && picture.supersample <= kMaxSupersample,
            fmt::format("supersample is {}, but must be 1 to {}", picture.supersample, kMaxSupersample));
    Still still{.width = picture.width,
                .height = picture.height,
                .supersample = std::max(1, static_cast<int>(picture.supersample)),
                .isTransparent = picture.is_transparent};
    if (picture.camera != nullptr) {
        const auto views = sceneViews();
        const auto found = std::ranges::find(views, std::string_view(picture.camera), &CameraView::name);
        require(found != views.end(), fmt::format("unknown camera \"{}\" (there are: {})",
                                                  oneLine(picture.camera, 60), shoal_camera_names()));
        still.view = &*found;
    }
    return still;
}

}  // namespace
}  // namespace shoal::c

using namespace shoal;
using namespace shoal::c;

shoal_status shoal_renderer_create(shoal_renderer** renderer, shoal_error* error) {
    return making(renderer, "the place for the renderer", error, [] {
        requireGraphics();
        const std::scoped_lock locked(drawing());
        auto made = std::make_unique<shoal_renderer>(
            shoal_renderer{valueOf(HeadlessContext::create(), SHOAL_NO_GRAPHICS), nullptr});
        const Current current(made->context);
        made->renderer = valueOf(Renderer::create(), SHOAL_NO_GRAPHICS);
        return made.release();
    });
}

void shoal_renderer_free(shoal_renderer* renderer) {
    // In a forked process it stays as it is, because its context is the parent's.
    if (renderer == nullptr || !openGl().isFree()) {
        return;
    }
    // If locking fails, the renderer leaks: without its context it cannot be freed.
    guarded(nullptr, [&] {
        {
            const std::scoped_lock locked(drawing());
            const Current current(renderer->context);
            renderer->renderer.reset();
        }
        delete renderer;
    });
}

shoal_status shoal_render(shoal_renderer* renderer, const shoal_simulation* simulation,
                          const shoal_picture* picture, uint8_t* rgba, size_t byte_count,
                          shoal_error* error) {
    return guarded(error, [&] {
        requireGiven(renderer, "the renderer");
        requireGraphics();
        requireGiven(picture, "the picture's description");
        requireGiven(rgba, "the place for the pixels");
        const Simulation& of = simulationOf(simulation);
        const Still still = stillOf(*picture);
        const std::size_t needed =
            std::size_t{4} * static_cast<std::size_t>(still.width) * static_cast<std::size_t>(still.height);
        if (byte_count != needed) {
            throw badCall(fmt::format("space for {} bytes, but the picture has {}", byte_count, needed));
        }
        const std::scoped_lock locked(drawing());
        const Current current(renderer->context);
        const Image image = valueOf(drawStill(*renderer->renderer, of, still), SHOAL_NO_GRAPHICS);
        std::ranges::copy(image.rgba, rgba);
    });
}

const char* shoal_camera_names(void) {
    return guardedOr(static_cast<const char*>(nullptr), [] {
        static const std::string names = [] {
            std::string joined;
            for (const CameraView& view : sceneViews()) {
                joined += (joined.empty() ? "" : ", ") + std::string(view.name);
            }
            return joined;
        }();
        return names.c_str();
    });
}
