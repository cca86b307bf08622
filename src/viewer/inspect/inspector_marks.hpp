#pragma once

#include <cstddef>
#include <vector>

#include <glm/vec2.hpp>

#include <shoal/inspection.hpp>
#include <shoal/state_view.hpp>

#include "render/camera/camera.hpp"
#include "render/scene/renderer.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

/// A boid to mark, and the picture to mark it in.
struct InspectorPicture {
    StateView state;
    BoidName boid;
    const Inspection& inspection;  ///< of now
    const Inspection& read;        ///< whose pushes are arrows: those of the card
    float fullScale = 1.0f;        ///< [m/s²] acceleration that gives an arrow of length kFullArrow
    const View& view;
    float width = 0.0f;  ///< [px] of the area that the view fills
    float height = 0.0f;
    float alpha = 1.0f;  ///< 0 the state one step ago .. 1 the state now
    float scale = 1.0f;  ///< of the panel
};

/// Marks for the forces that steer a boid, as lines over a picture [px].
struct InspectorMarks {
    struct Arrow {
        glm::vec2 reach;  ///< from the boid to the tip
        theme::Colour colour;
        float thickness;  ///< at panel scale 1
    };
    struct Neighbour {
        glm::vec2 at;
        bool isLinked = true;  ///< to the boid, by a line; false across the edge of a wrapped world
    };

    // Indices of `arrows`.
    static constexpr std::size_t kSum = 0;
    static constexpr std::size_t kAfterLimits = 1;
    static constexpr std::size_t kFirstPush = 2;  ///< the others follow in their order

    glm::vec2 boid{0.0f};
    std::vector<Arrow> arrows;
    std::optional<std::size_t> onlyArrow = {};  ///< the one to draw, if not all
    std::vector<Neighbour> neighbours;          ///< in view
    float dot = 1.0f;                           ///< radius of their dots: smaller on a body that is far away
    std::vector<glm::vec2> blindEdge;           ///< a closed line: the blind cone's edge; empty without one
};

/// Length [px] at panel scale 1 of an arrow across the view that fills the scale.
inline constexpr float kFullArrow = 150.0f;

/// Returns the marks. Arrows use a parallel projection, so that they also add up in the picture. There are no
/// arrows if the boid is not in the picture.
InspectorMarks inspectorMarks(const InspectorPicture& picture);

/// Draws them over the picture, below the panel.
void drawInspectorMarks(const InspectorMarks& marks, float scale);

/// Returns spheres about the boid: its perception radius, if it perceives all within it, and the shorter
/// reach of rules in their colours. Omits spheres that contain the eye.
std::vector<Ring> inspectorRings(const InspectorPicture& picture);

}  // namespace shoal
