#pragma once

#include <string>
#include <vector>

#include "capture/format/image.hpp"
#include "render/gl/full_screen_program.hpp"
#include "render/post/scene_target.hpp"

namespace shoal {

/// Turns the samples of a drawn scene into one colour per pixel, exposed, and free of light that is negative
/// or not finite, which would spread in later passes.
class ResolvePass {
public:
    Outcome prepare(const ShaderLibrary& library);
    Outcome reload(const ShaderLibrary& library);

    struct Settings {
        float exposure = 1.0f;
        bool isTransparent = false;  ///< colour and alpha are averaged alike, at the cost of rougher edges
    };

    /// Writes the lower left part of the scene, of this size [px], into the same part of `framebuffer`.
    void draw(const SceneTarget& scene, GLuint framebuffer, const ImageSize& size, const Settings& settings);

    std::vector<std::string> faults() const;

private:
    FullScreenProgram m_single{"resolve.frag"};
    FullScreenProgram m_multisampled{"resolve_samples.frag"};
};

}  // namespace shoal
