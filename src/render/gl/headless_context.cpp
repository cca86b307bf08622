#include "render/gl/headless_context.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "render/gl/gl.hpp"
#include "render/gl/gl_debug.hpp"

namespace shoal {

struct HeadlessContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;

    ~Handles() {
        if (display == EGL_NO_DISPLAY || !openGlGuard().isFree()) {
            return;  // in a forked process the context is the parent's
        }
        if (context != EGL_NO_CONTEXT) {
            if (eglGetCurrentContext() == context) {
                eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            }
            eglDestroyContext(display, context);
        }
        // The display stays initialised: there is one per process, and other contexts may use it.
    }
};

namespace {

struct Candidate {
    EGLDisplay display = EGL_NO_DISPLAY;
    GpuHint hint;
};

template <class Function>
Function eglFunction(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

std::vector<EGLDeviceEXT> devices() {
    const auto query = eglFunction<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLint count = 0;
    if (query == nullptr || !query(0, nullptr, &count) || count < 1) {
        return {};
    }
    std::vector<EGLDeviceEXT> found(static_cast<std::size_t>(count));
    if (!query(count, found.data(), &count)) {
        return {};
    }
    found.resize(static_cast<std::size_t>(count));
    return found;
}

GpuHint hintOf(EGLDeviceEXT device) {
    const auto query = eglFunction<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    const auto ask = [&](EGLint name) {
        const char* text = query == nullptr ? nullptr : query(device, name);
        return text == nullptr ? std::string() : std::string(text);
    };
    return {.isDevice = true, .extensions = ask(EGL_EXTENSIONS)};
}

std::vector<Candidate> candidates() {
    std::vector<Candidate> found;
    const auto add = [&found](EGLDisplay display, GpuHint hint) {
        if (display != EGL_NO_DISPLAY) {
            found.push_back({display, std::move(hint)});
        }
    };
    if (const auto getDisplay = eglFunction<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT")) {
        for (EGLDeviceEXT device : devices()) {
            add(getDisplay(EGL_PLATFORM_DEVICE_EXT, device, nullptr), hintOf(device));
        }
        add(getDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr), GpuHint{false, {}});
    }
    add(eglGetDisplay(EGL_DEFAULT_DISPLAY), GpuHint{false, {}});
    return found;
}

/// Creates a context of this version, or of a later one that has all of it.
EGLContext createContext(EGLDisplay display, EGLint major, EGLint minor) {
    if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) {
        return EGL_NO_CONTEXT;
    }
    // No surface is ever created, so any configuration that supports OpenGL will do.
    constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                           EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0) {
        return EGL_NO_CONTEXT;
    }
    const auto create = [&](EGLint flags) {
        const std::array<EGLint, 9> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                               major,
                                               EGL_CONTEXT_MINOR_VERSION,
                                               minor,
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

/// Applies Mesa's own environment variable to the other drivers too.
bool prefersSoftware() {
    const char* set = std::getenv("LIBGL_ALWAYS_SOFTWARE");
    const std::string_view wish = set != nullptr ? set : "";
    return !wish.empty() && wish != "0" && wish != "false";
}

}  // namespace

/// Displays, and the contexts created on them so far.
struct HeadlessContext::Search {
    std::vector<Candidate> found = candidates();
    std::vector<GpuHint> hints;
    std::vector<std::unique_ptr<Handles>> handles;
    std::vector<Gpu> gpus;
    std::vector<std::string> refused;  ///< what drivers offer, each once

    Search() : handles(found.size()), gpus(found.size()) {
        for (const Candidate& each : found) {
            hints.push_back(each.hint);
        }
    }

    std::optional<Gpu> open(std::size_t index) {
        auto made = std::make_unique<Handles>();
        made->display = found[index].display;
        // An older context only tells what the driver offers.
        for (const auto& [major, minor] : {std::pair(kGlMajor, kGlMinor), {3, 2}, {1, 0}}) {
            made->context =
                made->context == EGL_NO_CONTEXT ? createContext(made->display, major, minor) : made->context;
        }
        if (made->context == EGL_NO_CONTEXT ||
            !eglMakeCurrent(made->display, EGL_NO_SURFACE, EGL_NO_SURFACE, made->context)) {
            return std::nullopt;
        }
        if (const Outcome loaded = loadGl(reinterpret_cast<GlLoader>(eglGetProcAddress)); !loaded) {
            if (std::ranges::find(refused, loaded.problem().text) == refused.end()) {
                refused.push_back(loaded.problem().text);
            }
            return std::nullopt;
        }
        handles[index] = std::move(made);
        gpus[index] = currentGpu();
        return gpus[index];
    }

    /// Why nothing can draw, if drivers are there: `other` advises to install one.
    Problem whyNone(const Problem& other) const {
        return refused.empty() ? other
                               : Problem{fmt::format(
                                     "cannot draw without a window: {}; update the driver, or install one "
                                     "that draws in software: apt-get install libgl1-mesa-dri",
                                     fmt::join(refused, "; "))};
    }
};

HeadlessContext::HeadlessContext(std::unique_ptr<Handles> handles, Gpu gpu)
    : m_handles(std::move(handles)), m_gpu(std::move(gpu)) {}
HeadlessContext::~HeadlessContext() = default;
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;

Result<HeadlessContext> HeadlessContext::create(GpuChoice choice) {
    if (!openGlGuard().claim()) {
        return Problem{
            "this process was forked from one that has used OpenGL, and cannot use it; start one afresh"};
    }
    Search search;
    const Result<std::size_t> picked = pickGpu(search.hints, choice, prefersSoftware(),
                                               [&search](std::size_t index) { return search.open(index); });
    if (!picked) {
        return search.whyNone(picked.problem());
    }
    HeadlessContext context(std::move(search.handles[*picked]), std::move(search.gpus[*picked]));
    if (context.gpu().isSoftware) {
        context.m_refused = fmt::format("{}", fmt::join(search.refused, "; "));
    }
    context.makeCurrent();
    return context;
}

bool HeadlessContext::enter() const {
    return openGlGuard().isFree() &&
           eglMakeCurrent(m_handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_handles->context) == EGL_TRUE;
}

void HeadlessContext::makeCurrent() const {
    static_cast<void>(enter());
    // The pointers may differ between drivers; loading them again from a context that worked cannot fail.
    [[maybe_unused]] const Outcome loaded = loadGl(reinterpret_cast<GlLoader>(eglGetProcAddress));
}

void HeadlessContext::release() const {
    eglMakeCurrent(m_handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

ForkGuard& openGlGuard() {
    static constinit ForkGuard only;
    return only;
}

ContextBefore::ContextBefore()
    : m_display(eglGetCurrentDisplay()),
      m_context(eglGetCurrentContext()),
      m_draw(eglGetCurrentSurface(EGL_DRAW)),
      m_read(eglGetCurrentSurface(EGL_READ)) {}

ContextBefore::~ContextBefore() {
    if (m_context != EGL_NO_CONTEXT) {
        eglMakeCurrent(m_display, m_draw, m_read, m_context);
    } else if (eglGetCurrentContext() != EGL_NO_CONTEXT) {
        eglMakeCurrent(eglGetCurrentDisplay(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
}

}  // namespace shoal
