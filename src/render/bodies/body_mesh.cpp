#include "render/bodies/body_mesh.hpp"

#include <array>

#include "render/bodies/mesh_builder.hpp"

namespace shoal {
namespace {

struct Shape {
    BodyMesh (*make)(BodyDetail);
    BodyOutline (*outline)(float);
};

// In the order of Species::Body.
constexpr std::array kShapes{Shape{makeFish, fishOutline}, Shape{makeBird, birdOutline},
                             Shape{makeBeast, beastOutline}, Shape{makeCat, catOutline},
                             Shape{makeDart, dartOutline}};

}  // namespace

BodyMesh makeBodyMesh(Species::Body body, BodyDetail detail) {
    const Shape& shape = kShapes[static_cast<std::size_t>(body)];
    BodyMesh mesh = shape.make(detail);
    if (detail == BodyDetail::far) {
        // No coarser mesh to morph to.
        for (BodyVertex& vertex : mesh.vertices) {
            vertex.coarsePosition = vertex.position;
            vertex.coarseNormal = vertex.normal;
            vertex.coarseLift = vertex.lift;
            vertex.coarseEdge = vertex.edge;
        }
    } else {
        const BodyDetail coarser = detail == BodyDetail::near ? BodyDetail::mid : BodyDetail::far;
        fitToCoarser(mesh, shape.make(coarser), shape.outline);
    }
    return mesh;
}

}  // namespace shoal
