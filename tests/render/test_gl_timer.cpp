#include "picture.hpp"
#include "render/gl/pass_timer.hpp"
#include "render/picture/offscreen.hpp"

namespace shoal {

TEST_CASE("the card's time is known a few frames later, without waiting for it", "[render][timer]") {
    test::renderer().upload(World{}, {});
    const Result<Offscreen> target = Offscreen::create(64, 48);
    REQUIRE(target);
    Frame frame = test::frameOf(64, 48, {});
    frame.framebuffer = target->framebuffer();
    GlTimer timer;
    CHECK_FALSE(timer.poll());
    for (int drawn = 0; drawn < 20; ++drawn) {  // more than can be in flight
        timer.begin();
        test::renderer().draw(frame);
        timer.end();
    }
    glFinish();
    const std::optional<double> seconds = timer.poll();
    REQUIRE(seconds);
    CHECK(*seconds > 0.0);
    CHECK_FALSE(timer.poll());
}

}  // namespace shoal
