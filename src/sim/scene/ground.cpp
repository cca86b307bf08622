#include <shoal/ground.hpp>

namespace shoal {

float Ground::heightAt(float x, float z) const {
    return groundHeight(*this, BaselineLanes(x), BaselineLanes(z)).lane(0);
}

Vec3f Ground::normalAt(float x, float z) const {
    const Vec3<BaselineLanes> normal = groundNormal(*this, BaselineLanes(x), BaselineLanes(z));
    return {normal.x.lane(0), normal.y.lane(0), normal.z.lane(0)};
}

float Ground::valueAt(float x, float z) const {
    return groundValue(*this, BaselineLanes(x), BaselineLanes(z)).lane(0);
}

}  // namespace shoal
