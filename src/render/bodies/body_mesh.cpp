#include "render/bodies/body_mesh.hpp"

#include "render/bodies/body_kind.hpp"
#include "render/bodies/mesh_builder.hpp"

namespace shoal {

BodyMesh makeBodyMesh(Species::Body body, BodyDetail detail) {
    const BodyKind& kind = bodyKind(body);
    BodyMesh mesh = kind.mesh(detail);
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
        fitToCoarser(mesh, kind.mesh(coarser), kind.outline);
    }
    return mesh;
}

}  // namespace shoal
