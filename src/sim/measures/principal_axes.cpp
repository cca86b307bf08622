#include "sim/measures/principal_axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace shoal {

std::array<PrincipalAxis, 3> principalAxes(const std::array<Vec3d, 3>& matrix) {
    double a[3][3] = {{matrix[0].x, matrix[1].x, matrix[2].x},
                      {matrix[0].y, matrix[1].y, matrix[2].y},
                      {matrix[0].z, matrix[1].z, matrix[2].z}};
    double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};  // in columns
    constexpr int kSweeps = 12;                                               // six suffice for doubles
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
            if (a[p][q] == 0.0) {
                continue;
            }
            // The rotation in the plane of p and q that makes this element zero.
            const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            const double tangent =
                (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
            const double cosine = 1.0 / std::sqrt(tangent * tangent + 1.0);
            const double sine = tangent * cosine;
            const auto rotate = [&](double& one, double& other) {
                const double was = one;
                one = cosine * was - sine * other;
                other = sine * was + cosine * other;
            };
            for (int k = 0; k < 3; ++k) {
                rotate(a[k][p], a[k][q]);
            }
            for (int k = 0; k < 3; ++k) {
                rotate(a[p][k], a[q][k]);
                rotate(axes[k][p], axes[k][q]);
            }
        }
    }
    std::array<PrincipalAxis, 3> result;
    for (std::size_t k = 0; k < 3; ++k) {
        result[k] = {a[k][k], {axes[0][k], axes[1][k], axes[2][k]}};
    }
    std::ranges::stable_sort(result, {}, &PrincipalAxis::value);
    return result;
}

}  // namespace shoal
