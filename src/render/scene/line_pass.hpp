#pragma once

#include <span>
#include <string>
#include <vector>

#include "render/gl/gl_object.hpp"
#include "render/gl/program.hpp"
#include "render/scene/renderer.hpp"

namespace shoal {

/// Draws translucent lines among the bodies. Nearer objects hide them, and they fade with distance as bodies
/// do. A line thinner than a pixel is drawn a pixel wide, and fainter in proportion.
class LinePass {
public:
    LinePass();

    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place) {
        return m_programs.prepare(library, place);
    }
    Outcome reload(const ShaderLibrary& library) { return m_programs.reload(library); }

    /// Draws over everything opaque. Requires prepare() unless there are no lines.
    void draw(std::span<const LinePoint> points, LookSettings::Place place, DrawCost& cost);

    std::vector<std::string> faults() const { return m_programs.faults(); }

private:
    PlaceProgram m_programs{{"line.vert", "line.frag"}};
    GlVertexArray m_array;
    GlBuffer m_points;
};

}  // namespace shoal
