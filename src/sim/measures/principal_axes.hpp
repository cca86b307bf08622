#pragma once

#include <array>

#include <shoal/vec3.hpp>

namespace shoal {

/// An eigenvector of a symmetric matrix, and its eigenvalue.
struct PrincipalAxis {
    double value = 0.0;
    Vec3d direction;  ///< unit vector
};

/// Returns the three principal axes of a symmetric matrix given by its columns, the one with the smallest
/// eigenvalue first, by Jacobi's rotations.
std::array<PrincipalAxis, 3> principalAxes(const std::array<Vec3d, 3>& matrix);

}  // namespace shoal
