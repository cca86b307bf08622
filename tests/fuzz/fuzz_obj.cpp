// Any bytes as a body in an OBJ file: refused in one line, or meshes whose numbers are finite and whose
// triangles exist.
#include <cmath>

#include "checks.hpp"
#include "render/import/obj_body.hpp"

using namespace shoal;
using namespace shoal::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto text = textOf(bytes, count);
    const auto body = readObj(text, "fuzz.obj", [&](const std::string&, std::size_t) {
        return Result(std::optional(std::string(text)));
    });
    if (!body) {
        requireOneLine(body.problem(), "fuzz.obj");
        return 0;
    }
    for (const BodyMesh& level : body->levels) {
        for (const BodyVertex& vertex : level.vertices) {
            const glm::vec3 sum =
                vertex.position + vertex.normal + vertex.coarsePosition + vertex.coarseNormal;
            require(std::isfinite(sum.x + sum.y + sum.z + vertex.part), "a number that is not finite");
        }
        for (const std::uint16_t index : level.indices) {
            require(index < level.vertices.size(), "a vertex that does not exist");
        }
    }
    return 0;
}
