#include "render/headless_context.hpp"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include "render/gl.hpp"
#include "render/gl_debug.hpp"

namespace shoal {

struct HeadlessContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    ~Handles() {
        if (display == EGL_NO_DISPLAY) {
            return;
        }
        if (context != EGL_NO_CONTEXT) {
            if (eglGetCurrentContext() == context) {
                eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            }
            eglDestroyContext(display, context);
        }
        // The display stays initialised: it is one per process and another HeadlessContext may be using it.
    }
};

namespace {

/// Every display worth a try, best first.
std::vector<EGLDisplay> candidateDisplays() {
    std::vector<EGLDisplay> displays;
    const auto add = [&displays](EGLDisplay display) {
        if (display != EGL_NO_DISPLAY) {
            displays.push_back(display);
        }
    };
    const auto getPlatformDisplay =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (getPlatformDisplay != nullptr) {
        const auto queryDevices =
            reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
        add(getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
        std::array<EGLDeviceEXT, 8> devices{};
        EGLint count = 0;
        if (queryDevices != nullptr &&
            queryDevices(static_cast<EGLint>(devices.size()), devices.data(), &count)) {
            for (EGLint i = 0; i < count; ++i) {
                add(getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)],
                                       nullptr));
            }
        }
    }
    add(eglGetDisplay(EGL_DEFAULT_DISPLAY));
    return displays;
}

EGLContext createContext(EGLDisplay display) {
    if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) {
        return EGL_NO_CONTEXT;
    }
    // No surface is ever made, so any configuration that can draw OpenGL will do.
    constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                           EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0) {
        return EGL_NO_CONTEXT;
    }
    const auto create = [&](EGLint flags) {
        const std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                               3,
                                               EGL_CONTEXT_MINOR_VERSION,
                                               3,
                                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                               flags == 0 ? EGL_NONE : EGL_CONTEXT_FLAGS_KHR,
                                               flags,
                                               EGL_NONE};
        return eglCreateContext(display, config, EGL_NO_CONTEXT, attributes.data());
    };
    EGLContext context =
        isGlDebugWanted() ? create(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) : EGLContext{EGL_NO_CONTEXT};
    return context == EGL_NO_CONTEXT ? create(0) : context;
}

}  // namespace

HeadlessContext::HeadlessContext(std::unique_ptr<Handles> handles) : m_handles(std::move(handles)) {}
HeadlessContext::~HeadlessContext() = default;
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;

Result<HeadlessContext> HeadlessContext::create() {
    for (EGLDisplay display : candidateDisplays()) {
        auto handles = std::make_unique<Handles>();
        handles->display = display;
        handles->context = createContext(display);
        if (handles->context == EGL_NO_CONTEXT ||
            !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles->context)) {
            continue;
        }
        if (loadGl(reinterpret_cast<GlLoader>(eglGetProcAddress))) {
            return HeadlessContext(std::move(handles));
        }
    }
    return Problem{
        "no OpenGL 3.3 without a window; install a driver: apt-get install libegl1 libgl1-mesa-dri"};
}

void HeadlessContext::makeCurrent() const {
    eglMakeCurrent(m_handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_handles->context);
    // The pointers may differ between drivers; loading them again from a context that worked cannot fail.
    [[maybe_unused]] const Outcome loaded = loadGl(reinterpret_cast<GlLoader>(eglGetProcAddress));
}

}  // namespace shoal
