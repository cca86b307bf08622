#include "render/post/bloom_pass.hpp"

#include <algorithm>

#include <glm/vec3.hpp>

namespace shoal {
namespace {

constexpr int kFinest = 4;        // [px] side of the finest level's texels
constexpr int kMinBlock = 8;      // [px]
constexpr int kMaxBlock = 64;     // [px] limits the aprons of tiles
constexpr int kBlocksHigh = 22;   // in the height of a frame
constexpr float kCoarser = 0.6f;  // weight of all coarser levels at each level

int divideUp(int size, int by) {
    return (size + by - 1) / by;
}

glm::vec3 vectorOf(const ImageSize& size) {
    return {size.width, size.height, 0.0f};
}

}  // namespace

int BloomPass::blockOf(const ImageSize& frame) {
    int block = kMinBlock;
    while (block < kMaxBlock && block * kBlocksHigh * 3 / 2 < frame.height) {
        block *= 2;
    }
    return block;
}

Outcome BloomPass::draw(FrameContext& context) {
    const LightArea& light = context.light;
    const int block = blockOf(context.frame.size);
    std::size_t count = 0;
    for (int side = kFinest; side <= block; side *= 2, ++count) {
        if (m_levels.size() <= count) {
            m_levels.emplace_back();
        }
        Level& level = m_levels[count];
        level.used = {divideUp(light.area.width, side), divideUp(light.area.height, side)};
        if (Outcome made = level.target.require(GL_RGBA16F, level.used.width, level.used.height, "bloom");
            !made) {
            return made;
        }
    }
    const auto run = [](FullScreenProgram& pass, GLuint source, const ImageSize& used, const Level& to) {
        glBindFramebuffer(GL_FRAMEBUFFER, to.target.framebuffer());
        pass.use().set("uUsed", vectorOf(used));
        pass.setTexture("uSource", 0, source);
        pass.draw(to.used.width, to.used.height);
    };
    run(m_bright, light.texture, {light.area.width, light.area.height}, m_levels[0]);
    for (std::size_t i = 1; i < count; ++i) {
        run(m_down, m_levels[i - 1].target.texture(), m_levels[i - 1].used, m_levels[i]);
    }
    glEnable(GL_BLEND);
    glBlendColor(0.0f, 0.0f, 0.0f, kCoarser);
    glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    for (std::size_t i = count - 1; i > 0; --i) {
        run(m_up, m_levels[i].target.texture(), m_levels[i].used, m_levels[i - 1]);
    }
    glDisable(GL_BLEND);
    return Done{};
}

}  // namespace shoal
