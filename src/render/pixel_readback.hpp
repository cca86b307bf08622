#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "capture/image.hpp"
#include "render/gl_object.hpp"

namespace shoal {

/// Fetches pictures from the graphics card while it goes on drawing: a bounded queue of copies that finish by
/// themselves, some pictures later. The context of its first start() must be current in every call and when
/// it is destroyed.
class PixelReadback {
public:
    /// At most so many pictures are under way; they are memory of the driver.
    explicit PixelReadback(std::size_t most = 3) : m_slots(most) {}
    ~PixelReadback();
    PixelReadback(const PixelReadback&) = delete;
    PixelReadback& operator=(const PixelReadback&) = delete;

    enum class Alpha {
        kept,    ///< straight in the picture
        opaque,  ///< 255 throughout: what a window's framebuffer holds there is nobody's business
    };

    /// Begins to copy the lower left `width` × `height` pixels of a framebuffer without multisampling (0: the
    /// window, before it is presented). False where the queue is full: this picture is not taken. Binds
    /// framebuffer 0.
    bool start(unsigned framebuffer, int width, int height, Alpha alpha = Alpha::kept);

    /// The next picture, in the order of start(), where its copy is done. Never waits.
    std::optional<Image> poll() { return take(false); }

    /// The next picture, however long it takes; nothing when none is under way.
    std::optional<Image> wait() { return take(true); }

    std::size_t underWay() const { return m_underWay; }
    bool isFull() const { return m_underWay == m_slots.size(); }

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
    std::size_t m_next = 0;  ///< slot of the oldest picture under way
    std::size_t m_underWay = 0;
};

}  // namespace shoal
