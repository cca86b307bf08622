#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "python/errors.hpp"
#include "python/simulation.hpp"
#include "render/gl/headless_context.hpp"
#include "render/picture/still.hpp"
#include "sim/text/one_line.hpp"

namespace py = pybind11;

namespace shoal::python {

namespace {

constexpr int kMaxSide = 16384;
constexpr int kMaxSupersample = 4;

/// OpenGL's functions are loaded for the whole process, so only one thread may draw at a time.
std::mutex& drawing() {
    static std::mutex only;
    return only;
}

/// Throws a Failed in a process that was forked after its parent had used OpenGL, where any call may hang.
void requireGraphics() {
    if (!openGlGuard().claim()) {
        throw Failed{Fault::noGraphics,
                     "this process was forked from one that had drawn, and cannot use its OpenGL; draw in a "
                     "process that starts afresh (multiprocessing.get_context(\"spawn\"))"};
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

/// "school, above, side, …"
std::string cameraNames() {
    std::string joined;
    for (const CameraView& view : sceneViews()) {
        joined += (joined.empty() ? "" : ", ") + std::string(view.name);
    }
    return joined;
}

Still stillOf(int width, int height, const std::string& camera, int supersample, bool isTransparent) {
    const auto require = [](bool isLegal, std::string text) {
        if (!isLegal) {
            throw Failed{Fault::wrongValue, std::move(text)};
        }
    };
    require(
        std::min(width, height) >= 1 && std::max(width, height) <= kMaxSide,
        fmt::format("a picture of {}x{} is not possible; each side may be 1 to {}", width, height, kMaxSide));
    require(supersample >= 1 && supersample <= kMaxSupersample,
            fmt::format("supersample is {}, but must be 1 to {}", supersample, kMaxSupersample));
    const auto views = sceneViews();
    const auto view = std::ranges::find(views, camera, &CameraView::name);
    require(view != views.end(),
            fmt::format("unknown camera \"{}\" (there are: {})", oneLine(camera, 60), cameraNames()));
    Still still{.width = width, .height = height, .supersample = supersample, .isTransparent = isTransparent};
    still.view = &*view;
    return still;
}

/// Draws simulations off screen. Leaves no OpenGL context current on the thread that calls it.
class StillRenderer {
public:
    StillRenderer() {
        const Released released;
        requireGraphics();
        const std::scoped_lock locked(drawing());
        auto made =
            std::make_unique<Graphics>(Graphics{valueOf(HeadlessContext::create(), Fault::noGraphics), {}});
        const Current current(made->context);
        made->renderer = valueOf(Renderer::create(), Fault::noGraphics);
        m_graphics = std::move(made);
    }

    ~StillRenderer() {
        if (!openGlGuard().isFree()) {
            // In a forked process it stays as it is, because its context is the parent's.
            static_cast<void>(m_graphics.release());
            return;
        }
        const std::scoped_lock locked(drawing());
        const Current current(m_graphics->context);
        m_graphics->renderer.reset();
    }

    StillRenderer(const StillRenderer&) = delete;
    StillRenderer& operator=(const StillRenderer&) = delete;

    /// Returns the pixels, and says of each species whose body's file cannot be read why not: the renderer
    /// draws others in their place.
    py::tuple render(SharedSimulation& shared, int width, int height, const std::string& camera,
                     int supersample, bool isTransparent) {
        const Still still = stillOf(width, height, camera, supersample, isTransparent);
        py::array_t<std::uint8_t> pixels({py::ssize_t{height}, py::ssize_t{width}, py::ssize_t{4}});
        std::uint8_t* const rgba = pixels.mutable_data();
        std::vector<std::string> problems;
        shared.read([&](const Simulation& simulation) {
            requireGraphics();
            const std::scoped_lock locked(drawing());
            const Current current(m_graphics->context);
            const Image image =
                valueOf(drawStill(*m_graphics->renderer, simulation, still), Fault::noGraphics);
            std::ranges::copy(image.rgba, rgba);
            const auto unread = m_graphics->renderer->takeBodyProblems();
            for (const Species& species : simulation.scene().species) {
                if (const auto found = unread.find(species.mesh); found != unread.end()) {
                    problems.push_back(fmt::format("species.{}: {}", species.name, found->second));
                }
            }
        });
        std::vector<py::str> texts;
        std::ranges::transform(problems, std::back_inserter(texts), textOf);
        return py::make_tuple(pixels, texts);
    }

private:
    struct Graphics {
        HeadlessContext context;
        std::unique_ptr<Renderer> renderer;
    };

    std::unique_ptr<Graphics> m_graphics;
};

}  // namespace

void addRenderer(py::module_& module) {
    py::class_<StillRenderer>(module, "Renderer")
        .def(py::init<>())
        .def("render", &StillRenderer::render, py::arg("simulation"), py::arg("width"), py::arg("height"),
             py::arg("camera"), py::arg("supersample"), py::arg("transparent"));
    module.def("camera_names", &cameraNames);
}

}  // namespace shoal::python
