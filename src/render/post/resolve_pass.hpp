#pragma once

#include <array>
#include <cstddef>
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
    /// Links what the samples of this target need, unless already linked.
    Outcome prepareFor(const ShaderLibrary& library, const SceneTarget& scene);
    Outcome reload(const ShaderLibrary& library);

    struct Settings {
        float exposure = 1.0f;
        bool isTransparent = false;  ///< colour and alpha are averaged alike, at the cost of rougher edges
    };

    /// Writes the lower left part of the scene, of this size [px], into the same part of `framebuffer`.
    void draw(const SceneTarget& scene, GLuint framebuffer, const ImageSize& size, const Settings& settings);

    std::vector<std::string> faults() const;

private:
    FullScreenProgram& programFor(const SceneTarget& scene);

    static constexpr std::size_t kUsual = 1;  ///< four samples

    FullScreenProgram m_single{"resolve.frag"};
    /// Of 2, 4, 8 and 16 samples: a loop of fixed length takes two thirds of the time of another.
    std::array<FullScreenProgram, 4> m_multisampled{
        {FullScreenProgram{"resolve_samples.frag", "SAMPLES 2"},
         FullScreenProgram{"resolve_samples.frag", "SAMPLES 4"},
         FullScreenProgram{"resolve_samples.frag", "SAMPLES 8"},
         FullScreenProgram{"resolve_samples.frag", "SAMPLES 16"}}};
};

}  // namespace shoal
