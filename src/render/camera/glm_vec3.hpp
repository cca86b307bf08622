#pragma once

#include <cmath>

#include <glm/vec3.hpp>

#include <shoal/vec3.hpp>

namespace shoal {

inline glm::vec3 toGlm(const Vec3f& v) {
    return {v.x, v.y, v.z};
}

inline Vec3f fromGlm(const glm::vec3& v) {
    return {v.x, v.y, v.z};
}

inline bool isUsable(const Vec3f& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace shoal
