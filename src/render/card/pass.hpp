#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <shoal/result.hpp>

#include "render/card/card_scene.hpp"
#include "render/card/light_area.hpp"
#include "render/card/scene_target.hpp"
#include "render/frame/frame.hpp"
#include "render/frame/scene_block.hpp"
#include "render/gl/program.hpp"

namespace shoal {

/// What the passes of a frame share.
struct FrameContext {
    const Frame& frame;
    const CardScene& scene;
    DrawCost& cost;
    SceneBlock block{};                   ///< bound as the uniform block Scene …
    GLuint sceneBlock = 0;                ///< … in this buffer
    const SceneTarget* target = nullptr;  ///< holds the drawn scene
    Tile viewport{};                      ///< [px] of the whole frame, or most of it, in the target
    GLuint lightFramebuffer = 0;          ///< holds the exposed light of the scene, one sample per pixel
    LightArea light{};                    ///< that light, for what comes after

    LookSettings::Place place() const { return frame.look.place; }
    /// Whether there is a shadow map, so that programs need the define SHADOWED.
    bool isShadowed() const { return block.shadow.y > 0.0f; }
    /// Whether a lake in view mirrors the bodies.
    bool mirrorsBodies() const {
        return place() == LookSettings::Place::sky && frame.hasMirror && !frame.isTransparent &&
               !frame.view.isOrthographic() &&
               block.rayCentre.y < std::abs(block.rayRight.y) + std::abs(block.rayUp.y);
    }
};

/// One pass of a frame. The renderer's lists have them in their order.
class Pass {
public:
    explicit Pass(const char* name) : m_name(name) {}
    virtual ~Pass() = default;
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

    /// As the panel and graphics debuggers show it.
    const char* name() const { return m_name; }

    /// Whether this frame needs it.
    virtual bool isNeeded(const FrameContext& /*context*/) const { return true; }

    /// Whether this frame draws it; false if it waits for its shaders: see Frame::waitsForShaders.
    bool isDrawn(const FrameContext& context) const { return !m_isLeftOut && isNeeded(context); }
    void leaveOut(bool isLeftOut) { m_isLeftOut = isLeftOut; }

    /// Whether its programs for this frame have drawn before.
    bool isCompiled(const FrameContext& context) {
        return std::ranges::all_of(needed(context), [&context](const PlaceProgram* program) {
            return program->hasDrawn(context.place());
        });
    }

    /// All its programs, which the renderer reloads and checks.
    virtual std::vector<PlaceProgram*> programs() = 0;

    /// The programs of this frame; the renderer links them before it draws.
    virtual std::vector<PlaceProgram*> needed(const FrameContext& /*context*/) { return programs(); }

    /// Makes the pass. Fails if the card has no memory.
    virtual Outcome draw(FrameContext& context) = 0;

private:
    const char* m_name;
    bool m_isLeftOut = false;
};

}  // namespace shoal
