#include "sim/neighbours/octants.hpp"

namespace shoal {

void keepNearestPerOctant(const Candidates& candidates, const Observer& observer, Few& few) {
    Vec3f ahead = observer.velocity;
    constexpr float kRestSq = 1e-30f;  // [m²/s²] slower, and products of the axes would underflow
    if (lengthSq(ahead) < kRestSq) {
        ahead = {1.0f, 0.0f, 0.0f};
    }
    const bool isVertical = ahead.x == 0.0f && ahead.z == 0.0f;
    const Vec3f level = isVertical ? Vec3f{1.0f, 0.0f, 0.0f} : Vec3f{ahead.x, 0.0f, ahead.z};
    const Vec3f aside{level.z, 0.0f, -level.x};
    const Vec3f above = cross(ahead, aside);
    std::uint32_t taken = 0;  // a bit for each octant
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < few.count; ++k) {
        const std::uint32_t index = few.index[k];
        const Vec3f offset =
            Vec3f{candidates.x[index], candidates.y[index], candidates.z[index]} - observer.position;
        const unsigned octant = (dot(offset, ahead) < 0.0f ? 1U : 0U) |
                                (dot(offset, aside) < 0.0f ? 2U : 0U) | (dot(offset, above) < 0.0f ? 4U : 0U);
        if ((taken >> octant & 1U) == 0) {
            taken |= 1U << octant;
            few.index[kept++] = index;
        }
    }
    few.count = kept;
}

}  // namespace shoal
