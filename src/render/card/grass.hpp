#pragma once

#include <vector>

#include <glm/vec4.hpp>

#include <shoal/ground.hpp>
#include <shoal/result.hpp>

#include "render/bodies/body_store.hpp"
#include "render/frame/scene_block.hpp"
#include "render/gl/gl_object.hpp"

namespace shoal {

/// How many tufts of grass stand on a plain, by how large a metre looks there [frame heights].
struct GrassDensity {
    float most = 0.0f;  ///< fraction of a patch's tufts where they are densest: look.grass

    static constexpr float kSide = 6.0f;              ///< [m] of a patch
    static constexpr int kTufts = 2600;               ///< in a patch where a metre is larger than …
    static constexpr float kDense = 1.0f / 5.0f;      ///< … this, and fewer where it is smaller:
    static constexpr float kThins = 1.5f;             ///< as this power
    static constexpr float kSimple = 1.0f / 16.0f;    ///< where it is smaller, a blade is one triangle
    static constexpr float kSparsest = 1.0f / 50.0f;  ///< where it is smaller, no grass stands

    int tuftsAt(float perMetre) const;  ///< in a patch
};

/// A square patch of a plain in view.
struct GrassPatch {
    glm::vec4 place{0.0f};  ///< xy: its corner along x and z from the eye [m]; zw: its number along x and z
    int tufts = 0;          ///< that may grow
    bool isSimple = false;  ///< a blade is one triangle
};

/// Returns the patches in view of a camera in perspective. Patches are fixed in the world.
std::vector<GrassPatch> grassInView(const Ground& ground, const GrassDensity& density,
                                    const SceneBlock& block);

/// The tufts of grass in view, on the card: grass.comp grows them, grass.vert draws them.
class CardGrass {
public:
    CardGrass();

    /// Grows the tufts of these patches with the program in use. Fails if the card has no memory.
    Outcome grow(const std::vector<GrassPatch>& patches);

    /// Draws them with the program in use.
    void draw() const;

private:
    GlVertexArray m_array = GlVertexArray::make();
    GlBuffer m_indices = GlBuffer::make();
    GlBuffer m_patches = GlBuffer::make();
    GlBuffer m_commands = GlBuffer::make();
    CardBuffer m_tufts;
    GLsizei m_patchCount = 0;
};

}  // namespace shoal
