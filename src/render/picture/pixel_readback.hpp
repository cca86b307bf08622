#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "capture/picture/image.hpp"
#include "render/gl/gl_object.hpp"

namespace shoal {

/// Reads images back from the graphics card while it continues to draw: a bounded queue of asynchronous
/// copies that finish a few frames later. The context of the first start() must be current in every call and
/// on destruction.
class PixelReadback {
public:
    /// `largest` limits the number of copies in flight; each takes driver memory.
    explicit PixelReadback(std::size_t largest = 3) : m_slots(largest) {}
    ~PixelReadback();
    PixelReadback(const PixelReadback&) = delete;
    PixelReadback& operator=(const PixelReadback&) = delete;

    enum class Alpha {
        kept,    ///< straight alpha in the image
        opaque,  ///< 255 throughout, because the alpha of a window's framebuffer is meaningless
    };

    /// Starts copying the lower left `width` × `height` pixels of a framebuffer without multisampling (0: the
    /// window, before it is presented). Returns false if the queue is full: this frame is not copied. Binds
    /// framebuffer 0.
    bool start(unsigned framebuffer, int width, int height, Alpha alpha = Alpha::kept);

    /// Returns the next image, in the order of start(), if its copy is done. Never waits.
    std::optional<Image> poll() { return take(false); }

    /// Waits for the next image, however long it takes; empty if none is in flight.
    std::optional<Image> wait() { return take(true); }

    std::size_t underWay() const { return m_inFlight; }
    bool isFull() const { return m_inFlight == m_slots.size(); }

private:
    struct Slot {
        GlBuffer buffer;
        std::size_t bytes = 0;  ///< of the buffer
        int width = 0;
        int height = 0;
        Alpha alpha = Alpha::kept;
        GLsync fence = nullptr;
    };

    std::optional<Image> take(bool waits);

    std::vector<Slot> m_slots;
    std::size_t m_next = 0;  ///< slot of the oldest copy in flight
    std::size_t m_inFlight = 0;
};

}  // namespace shoal
