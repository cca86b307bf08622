#pragma once

#include <array>
#include <vector>

#include "render/card/pass.hpp"
#include "render/gl/full_screen_program.hpp"

namespace shoal {

/// Turns the samples of a drawn scene into one colour per pixel, exposed, and free of light that is negative
/// or not finite, which would spread in later passes.
class ResolvePass : public Pass {
public:
    ResolvePass() : Pass("resolve") {}

    std::vector<PlaceProgram*> programs() override {
        return {&m_single, &m_multisampled[0], &m_multisampled[1], &m_multisampled[2], &m_multisampled[3]};
    }
    std::vector<PlaceProgram*> needed(const FrameContext& context) override {
        return {&programFor(*context.target)};
    }

    /// In a transparent frame colour and alpha are averaged alike, at the cost of rougher edges.
    Outcome draw(FrameContext& context) override;

private:
    FullScreenProgram& programFor(const SceneTarget& scene);

    FullScreenProgram m_single{"resolve.frag"};
    /// Of 2, 4, 8 and 16 samples: a loop of fixed length takes two thirds of the time of another.
    std::array<FullScreenProgram, 4> m_multisampled{
        {FullScreenProgram{"resolve_samples.frag", "SAMPLES 2"},
         FullScreenProgram{"resolve_samples.frag", "SAMPLES 4"},
         FullScreenProgram{"resolve_samples.frag", "SAMPLES 8"},
         FullScreenProgram{"resolve_samples.frag", "SAMPLES 16"}}};
};

}  // namespace shoal
