// The land: heights by plain formulas, identical bits in lanes, presets.

#include <cstddef>
#include <numbers>

#include <shoal/ground.hpp>
#include <shoal/preset.hpp>
#include <shoal/random.hpp>

#include "oracle/swarm_oracle.hpp"
#include "sim/trial.hpp"

using namespace shoal;
using namespace shoal::test;

namespace {

/// A search surface as its source states it, in the source's unit.
struct Published {
    Ground::Form form;
    double half;     ///< half side of the square in which it is searched
    double highest;  ///< maximum in that square
    double (*value)(double x, double y);
    std::vector<std::pair<double, double>> minima;
};

const std::vector<Published>& published() {
    static const std::vector<Published> all{
        {Ground::Form::rastrigin, 5.12, 80.70658, oracle::rastrigin, {{0.0, 0.0}}},
        {Ground::Form::ackley, 5.0, 14.30267, oracle::ackley, {{0.0, 0.0}}},
        {Ground::Form::himmelblau,
         5.0,
         890.0,
         oracle::himmelblau,
         {{3.0, 2.0}, {-2.805118, 3.131312}, {-3.779310, -3.283186}, {3.584428, -1.848126}}}};
    return all;
}

Ground groundOf(Ground::Form form) {
    Ground ground;
    ground.form = form;
    ground.level = -3.0f;
    ground.relief = 4.0f;
    ground.size = 24.0f;
    return ground;
}

std::string nameOf(Ground::Form form) {
    return std::string(Ground::forms[static_cast<std::size_t>(form)]);
}

const std::vector<Ground::Form> kForms{Ground::Form::none,   Ground::Form::flat,
                                       Ground::Form::hills,  Ground::Form::rastrigin,
                                       Ground::Form::ackley, Ground::Form::himmelblau};

/// Computes the heights of many places with lanes of one width.
template <class L>
std::vector<float> heightsOf(const Ground& ground, const std::vector<float>& x, const std::vector<float>& z) {
    std::vector<float> heights(x.size());
    for (std::size_t k = 0; k + L::kCount <= x.size(); k += L::kCount) {
        groundHeight(ground, L::load(&x[k]), L::load(&z[k])).store(&heights[k]);
    }
    return heights;
}

#if defined(__x86_64__)
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] std::vector<float> heightsByAvx2(
    const Ground& ground, const std::vector<float>& x, const std::vector<float>& z) {
    return heightsOf<Avx2Lanes>(ground, x, z);
}
[[gnu::target(SHOAL_AVX512), gnu::flatten, gnu::noinline]] std::vector<float> heightsByAvx512(
    const Ground& ground, const std::vector<float>& x, const std::vector<float>& z) {
    return heightsOf<Avx512Lanes>(ground, x, z);
}
#endif

}  // namespace

TEST_CASE("search surfaces are as published, stretched to the ground's size and relief", "[sim][ground]") {
    for (const Published& surface : published()) {
        INFO(nameOf(surface.form));
        const Ground ground = groundOf(surface.form);
        const double metres = static_cast<double>(ground.size) / (2.0 * surface.half);
        double lowest = 1e9;
        double highest = 0.0;
        double worst = 0.0;
        constexpr int kPlaces = 400;
        for (int i = 0; i <= kPlaces; ++i) {
            for (int j = 0; j <= kPlaces; ++j) {
                const auto x = static_cast<float>(surface.half * (2.0 * i / kPlaces - 1.0) * metres);
                const auto z = static_cast<float>(surface.half * (2.0 * j / kPlaces - 1.0) * metres);
                const double value =
                    surface.value(static_cast<double>(x) / metres, static_cast<double>(z) / metres);
                const double height = -3.0 + 4.0 * value / surface.highest;
                worst = std::max(worst, std::abs(static_cast<double>(ground.heightAt(x, z)) - height));
                worst = std::max(
                    worst, std::abs(static_cast<double>(ground.valueAt(x, z)) - value) / surface.highest);
                lowest = std::min(lowest, height);
                highest = std::max(highest, height);
            }
        }
        CHECK(worst < 3e-6);
        CHECK(lowest == approx(-3.0).margin(0.01));
        CHECK(highest == approx(1.0).margin(0.01));
        for (const auto& [x, y] : surface.minima) {
            const float value =
                ground.valueAt(static_cast<float>(x * metres), static_cast<float>(y * metres));
            CHECK(value >= 0.0f);
            CHECK(value < (surface.form == Ground::Form::himmelblau ? 1e-7f : 1e-12f));
        }
    }
}

TEST_CASE("near its minimum a surface is exact, so that a search can converge there", "[sim][ground]") {
    for (const Published& surface : {published()[0], published()[1]}) {
        INFO(nameOf(surface.form));
        const Ground ground = groundOf(surface.form);
        const double metres = static_cast<double>(ground.size) / (2.0 * surface.half);
        for (double away = 1e-6; away < 0.02; away *= 2.0) {
            const auto x = static_cast<float>(away * metres);
            const double at = static_cast<double>(x) / metres;
            // Both formulas along x, without the constants that cancel.
            const double value =
                surface.form == Ground::Form::rastrigin
                    ? at * at + 20.0 * std::pow(std::sin(std::numbers::pi * at), 2)
                    : -20.0 * std::expm1(-0.2 * std::sqrt(0.5) * at) -
                          std::exp(1.0) * std::expm1(-std::pow(std::sin(std::numbers::pi * at), 2));
            INFO("at " << at);
            CHECK(static_cast<double>(ground.valueAt(x, 0.0f)) == approx(value).epsilon(3e-6));
        }
    }
}

TEST_CASE("hills continue without end between their lowest place and their highest", "[sim][ground]") {
    const Ground ground = groundOf(Ground::Form::hills);
    RandomSequence random(11);
    double lowest = 1e9;
    double highest = -1e9;
    for (int trial = 0; trial < 200000; ++trial) {
        const float x = random.uniform(-2000.0f, 2000.0f);
        const float z = random.uniform(-2000.0f, 2000.0f);
        const float height = ground.heightAt(x, z);
        REQUIRE(std::abs(static_cast<double>(height) -
                         oracle::groundHeight(ground, static_cast<double>(x), static_cast<double>(z))) <
                3e-4);  // at 2 km a float resolves a tenth of a millimetre
        lowest = std::min(lowest, static_cast<double>(height));
        highest = std::max(highest, static_cast<double>(height));
    }
    CHECK(lowest >= -3.0);
    CHECK(lowest < -2.7);
    CHECK(highest <= 1.000001);
    CHECK(highest > 0.7);
    Ground plane = ground;
    plane.relief = 0.0f;
    CHECK(plane.heightAt(3.0f, 5.0f) == -3.0f);
    for (const Ground::Form form : {Ground::Form::none, Ground::Form::flat}) {
        CHECK(groundOf(form).heightAt(3.0f, 5.0f) == -3.0f);
        CHECK(groundOf(form).normalAt(3.0f, 5.0f).y == 1.0f);
    }
}

TEST_CASE("the ground's normal is perpendicular to its slope and points up", "[sim][ground]") {
    RandomSequence random(12);
    for (const Ground::Form form : kForms) {
        INFO(nameOf(form));
        const Ground ground = groundOf(form);
        for (int trial = 0; trial < 500; ++trial) {
            const float x = random.uniform(-11.5f, 11.5f);
            const float z = random.uniform(-11.5f, 11.5f);
            const Vec3f normal = ground.normalAt(x, z);
            CHECK(static_cast<double>(lengthOf(normal)) == approx(1.0).margin(1e-6));
            CHECK(normal.y > 0.0f);
            constexpr float kSide = 0.02f;
            const Vec3f along{2 * kSide, ground.heightAt(x + kSide, z) - ground.heightAt(x - kSide, z), 0.0f};
            const Vec3f across{0.0f, ground.heightAt(x, z + kSide) - ground.heightAt(x, z - kSide),
                               2 * kSide};
            INFO("at " << x << ", " << z);
            // Ackley's funnel has a tip, where the slope depends on the distance over which it is measured.
            const double share = form == Ground::Form::ackley ? 0.02 : 0.002;
            CHECK(static_cast<double>(dot(normal, along)) ==
                  approx(0.0).margin(share * static_cast<double>(lengthOf(along))));
            CHECK(static_cast<double>(dot(normal, across)) ==
                  approx(0.0).margin(share * static_cast<double>(lengthOf(across))));
        }
    }
}

TEST_CASE("lanes of every width and a single point give the same height", "[sim][ground][determinism]") {
    RandomSequence random(13);
    std::vector<float> x;
    std::vector<float> z;
    for (int k = 0; k < 1024; ++k) {
        const float reach = k % 4 == 0 ? 1e6f : 20.0f;
        x.push_back(random.uniform(-reach, reach));
        z.push_back(random.uniform(-reach, reach));
    }
    for (const Ground::Form form : kForms) {
        INFO(nameOf(form));
        const Ground ground = groundOf(form);
        const std::vector<float> heights = heightsOf<BaselineLanes>(ground, x, z);
        for (std::size_t k = 0; k < x.size(); ++k) {
            CHECK(heights[k] == ground.heightAt(x[k], z[k]));
        }
#if defined(__x86_64__)
        if (bestIsa() >= Isa::avx2) {
            CHECK(heightsByAvx2(ground, x, z) == heights);
        }
        if (bestIsa() >= Isa::avx512) {
            CHECK(heightsByAvx512(ground, x, z) == heights);
        }
#endif
    }
}

TEST_CASE("the ground is finite for any settings and at any place", "[sim][ground]") {
    for (const Ground::Form form : kForms) {
        for (const float relief : {0.0f, 200.0f}) {
            for (const float size : {1.0f, 2000.0f}) {
                Ground ground;
                ground.form = form;
                ground.relief = relief;
                ground.size = size;
                for (const float at : {0.0f, 1e-30f, 0.5f, -3e6f, 1e6f, 1e30f}) {
                    INFO(nameOf(form) << ", relief " << relief << ", size " << size << ", at " << at);
                    const float height = ground.heightAt(at, -at);
                    CHECK(height >= 0.0f);
                    CHECK(height <= relief * 1.0001f);
                    const Vec3f normal = ground.normalAt(at, at);
                    CHECK(static_cast<double>(lengthOf(normal)) == approx(1.0).margin(1e-5));
                }
            }
        }
    }
}

TEST_CASE("a preset states its ground, and saving preserves it", "[sim][ground][preset]") {
    auto scene = parsePreset(
        "[ground]\nform = \"ackley\"\nlevel = -2\nrelief = 5\nsize = 30\n[species.fish]\n", "land.toml");
    REQUIRE(scene);
    CHECK(scene->ground.form == Ground::Form::ackley);
    CHECK(scene->ground.relief == 5.0f);
    REQUIRE(scene->applyText("ground.form=hills"));
    const auto again = parsePreset(presetText(*scene), "again.toml");
    REQUIRE(again);
    CHECK(again->ground.form == Ground::Form::hills);
    CHECK(again->ground.level == -2.0f);
    CHECK(again->ground.size == 30.0f);
    const auto wrong = parsePreset("[ground]\nform = \"bumpy\"\n[species.fish]\n", "land.toml");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.problem().text.find("land.toml:2:8") != std::string::npos);
}
