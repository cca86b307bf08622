#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "render/bodies/four_legs.hpp"

namespace shoal {
namespace {

/// Hand-drawn outline, after side views of running gnus: from the muzzle up a long face to the poll, then a
/// short, deep neck, a hump over the shoulders, and a back that falls to the rump.
constexpr std::array kBeastStations{
    BodyOutline{0.000f, 0.026f, -0.028f, 0.022f, 0.500f},
    BodyOutline{0.025f, 0.040f, -0.042f, 0.033f, 0.512f},
    BodyOutline{0.075f, 0.042f, -0.048f, 0.032f, 0.552f},
    BodyOutline{0.130f, 0.052f, -0.058f, 0.038f, 0.606f},
    BodyOutline{0.185f, 0.060f, -0.074f, 0.045f, 0.650f},
    BodyOutline{0.240f, 0.074f, -0.112f, 0.047f, 0.655f},
    BodyOutline{0.310f, 0.112f, -0.165f, 0.064f, 0.642f},
    BodyOutline{0.390f, 0.152f, -0.205f, 0.092f, 0.612f},
    BodyOutline{0.480f, 0.150f, -0.212f, 0.110f, 0.590f},
    BodyOutline{0.610f, 0.120f, -0.180f, 0.112f, 0.575f},
    BodyOutline{0.750f, 0.104f, -0.136f, 0.100f, 0.566f},
    BodyOutline{0.870f, 0.098f, -0.128f, 0.090f, 0.558f},
    BodyOutline{0.955f, 0.070f, -0.100f, 0.064f, 0.552f},
    BodyOutline{1.000f, 0.032f, -0.045f, 0.030f, 0.548f},
};
constexpr float kBeastBodyEnd = 0.995f;

/// Horns that sweep sideways and down out of a boss, then up, then in again at the tips.
void addHorns(MeshBuilder& builder, bool isFine) {
    for (const float side : {-1.0f, 1.0f}) {
        std::vector<MeshBuilder::Joint> horn{{{side * 0.012f, 0.706f, 0.178f}, 0.024f},
                                             {{side * 0.070f, 0.700f, 0.190f}, 0.018f},
                                             {{side * 0.118f, 0.724f, 0.190f}, 0.013f},
                                             {{side * 0.124f, 0.780f, 0.176f}, 0.008f},
                                             {{side * 0.094f, 0.822f, 0.160f}, 0.0f}};
        if (!isFine) {
            horn.erase(horn.begin() + 1);
            horn.erase(horn.begin() + 2);
        }
        builder.limb(horn, 3, BodyVertex::horn, 0.5f);
    }
}

/// Hair that hangs from a body's outline, or stands on it, between two places along it. `length` is that of
/// its longest strands, below 0 for hair that hangs.
void addHair(MeshBuilder& builder, float from, float to, float length) {
    constexpr int kStrands = 6;
    std::vector<glm::vec3> root;
    std::vector<glm::vec3> rim;
    for (int strand = 0; strand <= kStrands; ++strand) {
        const float part = static_cast<float>(strand) / static_cast<float>(kStrands);
        const float along = from + (to - from) * part;
        const BodyOutline outline = beastOutline(along);
        // A little inside the skin.
        const float y = outline.middle + 0.9f * (length > 0.0f ? outline.back : outline.belly);
        const float full = std::sin(0.15f + 2.7f * part);
        root.emplace_back(0.0f, y, along);
        rim.emplace_back(0.0f, y + length * full, along + 0.3f * std::max(length, 0.0f));
    }
    builder.sheet(root, rim, BodyVertex::fin, length > 0.0f ? 1.0f : -1.0f);
}

void addBeastTail(MeshBuilder& builder, bool isFine) {
    // A thin root, and a tuft that ends in a point.
    std::vector<MeshBuilder::Joint> tail{{{0.0f, 0.600f, 0.975f}, 0.014f}, {{0.0f, 0.500f, 1.004f}, 0.008f},
                                         {{0.0f, 0.410f, 1.010f}, 0.010f}, {{0.0f, 0.320f, 1.014f}, 0.024f},
                                         {{0.0f, 0.250f, 1.016f}, 0.020f}, {{0.0f, 0.170f, 1.022f}, 0.0f}};
    if (!isFine) {
        tail = {tail[0], tail[3], tail[5]};
    }
    builder.limb(tail, 4, BodyVertex::tail, 0.2f);
}

}  // namespace

BodyOutline beastOutline(float along) {
    return throughStations(kBeastStations, along);
}

BodyMesh makeBeast(BodyDetail detail) {
    MeshBuilder builder;
    const BodyVertex muzzle{{0.0f, 0.498f, 0.0f}, {0.0f, 0.0f, -1.0f}, -0.2f, 0.0f, 0.0f, BodyVertex::body};
    if (detail == BodyDetail::near) {
        constexpr std::array stations{0.03f, 0.10f, 0.17f, 0.225f, 0.30f,  0.37f,
                                      0.46f, 0.60f, 0.76f, 0.90f,  0.965f, kBeastBodyEnd};
        builder.body(beastOutline, muzzle, stations, 10);
    } else if (detail == BodyDetail::mid) {
        constexpr std::array stations{0.06f, 0.20f, 0.44f, 0.76f, 0.96f};
        builder.body(beastOutline, muzzle, stations, 8);
    } else {
        addFarTrunk(builder, beastOutline, muzzle.position);
    }
    addLegs(builder, detail, 1.0f);
    if (detail == BodyDetail::near) {
        addHair(builder, 0.19f, 0.46f, 0.055f);   // mane
        addHair(builder, 0.10f, 0.33f, -0.090f);  // beard
    }
    if (detail != BodyDetail::far) {
        addHorns(builder, detail == BodyDetail::near);
        addBeastTail(builder, detail == BodyDetail::near);
    }
    return builder.take();
}

}  // namespace shoal
