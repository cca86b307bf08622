#include <array>
#include <vector>

#include "render/bodies/four_legs.hpp"

namespace shoal {
namespace {

/// Hand-drawn outline, after side views of running lionesses: a round head held level with the back.
constexpr std::array kCatStations{
    BodyOutline{0.000f, 0.020f, -0.024f, 0.024f, 0.598f},
    BodyOutline{0.030f, 0.042f, -0.050f, 0.046f, 0.606f},
    BodyOutline{0.080f, 0.074f, -0.072f, 0.070f, 0.628f},
    BodyOutline{0.140f, 0.086f, -0.086f, 0.080f, 0.636f},
    BodyOutline{0.200f, 0.082f, -0.100f, 0.074f, 0.626f},
    BodyOutline{0.280f, 0.084f, -0.128f, 0.078f, 0.608f},
    BodyOutline{0.380f, 0.095f, -0.150f, 0.084f, 0.588f},
    BodyOutline{0.500f, 0.080f, -0.150f, 0.088f, 0.578f},
    BodyOutline{0.640f, 0.076f, -0.118f, 0.082f, 0.574f},
    BodyOutline{0.780f, 0.090f, -0.105f, 0.086f, 0.570f},
    BodyOutline{0.890f, 0.088f, -0.120f, 0.082f, 0.564f},
    BodyOutline{0.960f, 0.060f, -0.092f, 0.058f, 0.562f},
    BodyOutline{1.000f, 0.030f, -0.042f, 0.030f, 0.562f},
};
constexpr float kCatBodyEnd = 0.995f;
using Joint = MeshBuilder::Joint;

void addEars(MeshBuilder& builder, bool isFine) {
    for (const float side : {-1.0f, 1.0f}) {
        std::vector<Joint> ear{Joint{{side * 0.050f, 0.690f, 0.125f}, 0.028f},
                               Joint{{side * 0.066f, 0.735f, 0.130f}, 0.024f},
                               Joint{{side * 0.072f, 0.760f, 0.132f}, 0.006f}};
        if (!isFine) {
            ear.erase(ear.begin() + 1);
        }
        builder.limb(ear, 4, BodyVertex::horn, 0.5f);
    }
}

void addCatTail(MeshBuilder& builder, bool isFine) {
    std::vector<Joint> joints{Joint{{0.0f, 0.600f, 0.980f}, 0.018f}, Joint{{0.0f, 0.450f, 1.025f}, 0.012f},
                              Joint{{0.0f, 0.290f, 1.020f}, 0.011f}, Joint{{0.0f, 0.250f, 1.025f}, 0.022f},
                              Joint{{0.0f, 0.190f, 1.015f}, 0.0f}};
    if (!isFine) {
        joints.erase(joints.begin() + 1, joints.begin() + 3);
    }
    builder.limb(joints, 4, BodyVertex::tail, 0.2f);
}

}  // namespace

BodyOutline catOutline(float along) {
    return throughStations(kCatStations, along);
}

BodyMesh makeCat(BodyDetail detail) {
    MeshBuilder builder;
    const BodyVertex muzzle{{0.0f, 0.596f, 0.0f}, {0.0f, 0.0f, -1.0f}, -0.2f, 0.0f, 0.0f, BodyVertex::body};
    if (detail == BodyDetail::near) {
        constexpr std::array stations{0.02f, 0.05f, 0.09f, 0.14f, 0.20f,  0.29f,
                                      0.40f, 0.56f, 0.74f, 0.90f, 0.965f, kCatBodyEnd};
        builder.body(catOutline, muzzle, stations, 10);
    } else if (detail == BodyDetail::mid) {
        constexpr std::array stations{0.05f, 0.16f, 0.40f, 0.76f, 0.96f};
        builder.body(catOutline, muzzle, stations, 8);
    } else {
        addFarTrunk(builder, catOutline, muzzle.position);
    }
    addLegs(builder, detail, 1.4f);
    if (detail != BodyDetail::far) {
        addEars(builder, detail == BodyDetail::near);
        addCatTail(builder, detail == BodyDetail::near);
    }
    return builder.take();
}

}  // namespace shoal
