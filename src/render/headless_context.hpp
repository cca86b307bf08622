#pragma once

#include <memory>

#include <shoal/result.hpp>

namespace shoal {

/// An OpenGL 3.3 core context without window or X server, current on the thread that created it. Draw into an
/// Offscreen: it has no framebuffer of its own.
class HeadlessContext {
public:
    /// Tries Mesa's surfaceless platform, then each graphics device. The problem says what to install.
    static Result<HeadlessContext> create();

    ~HeadlessContext();
    HeadlessContext(HeadlessContext&&) noexcept;
    HeadlessContext& operator=(HeadlessContext&&) noexcept;

    /// Makes it current again, after another context was.
    void makeCurrent() const;

private:
    struct Handles;
    explicit HeadlessContext(std::unique_ptr<Handles> handles);
    std::unique_ptr<Handles> m_handles;
};

}  // namespace shoal
