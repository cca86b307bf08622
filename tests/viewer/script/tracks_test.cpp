#include "viewer/script/tracks.hpp"

namespace shoal {
namespace {

using test::approx;

TEST_CASE("a setting takes each key's value at its moment, and eases or jumps in between", "[script]") {
    using Ease = SettingTrack::Ease;
    const SettingTrack track{
        .key = "a", .keys = {{1.0, 2.0}, {3.0, 4.0}, {5.0, 0.0, Ease::linear}, {7.0, 9.0, Ease::jump}}};
    CHECK_FALSE(track.at(0.999));
    for (const auto& [seconds, shown] :
         {std::pair{1.0, 2.0}, {3.0, 4.0}, {5.0, 0.0}, {7.0, 9.0}, {99.0, 9.0}}) {
        CAPTURE(seconds);
        CHECK(*track.at(seconds) == approx(shown));
    }
    CHECK(*track.at(2.0) == approx(3.0));
    CHECK(*track.at(1.5) == approx(2.0 + 2.0 * 0.15625));  // 3u² − 2u³ at u = 1/4
    CHECK(*track.at(4.5) == approx(1.0));
    CHECK(*track.at(6.999) == approx(0.0));
    CHECK(track.moves());
    CHECK_FALSE(SettingTrack{.key = "a", .keys = {{0.0, 1.0}}}.moves());
    CHECK(SettingTrack{.key = "a", .keys = {{2.0, 1.0}}}.moves());
}

TEST_CASE("a logarithmic setting moves by equal factors, and a whole one in whole numbers", "[script]") {
    SettingTrack track{
        .key = "a", .isGeometric = true, .keys = {{0.0, 1.0}, {2.0, 100.0, SettingTrack::Ease::linear}}};
    CHECK(*track.at(1.0) == approx(10.0));
    track.isWhole = true;
    CHECK(*track.at(0.1) == 1.0);
    track.keys[0].shown = 0.0;  // no factor leads away from zero
    CHECK(*track.at(1.0) == 50.0);
}

TEST_CASE("the flock's time is the integral of the speed, and its inverse leads back", "[script]") {
    const SpeedTrack track({{1.0, 1.0}, {3.0, 0.1}, {4.0, 0.1}, {5.0, 20.0}});
    CHECK(track.at(0.0) == 1.0);
    CHECK(track.at(2.0) == approx(0.55));
    CHECK(track.at(9.0) == 20.0);
    double sum = 0.0;
    constexpr int kParts = 8000;
    for (int part = 0; part < kParts; ++part) {
        const double seconds = 8.0 * (part + 0.5) / kParts;
        sum += track.at(seconds) * 8.0 / kParts;
        if (part % 500 == 0) {
            const double come = track.flockSeconds(seconds);
            CHECK(track.filmSeconds(come) == approx(seconds));
        }
    }
    CHECK(track.flockSeconds(8.0) == approx(sum).epsilon(1e-5));
    CHECK_FALSE(track.constant());
    CHECK(SpeedTrack(0.5).constant() == 0.5);
    CHECK(SpeedTrack(0.5).filmSeconds(2.0) == 4.0);
}

}  // namespace
}  // namespace shoal
