// A limit rule that compiles quickly. The build makes variants of it, with other keys and with wrong options.

#include <array>

#include <shoal/rule.hpp>

#ifndef NUDGE_KEY
#define NUDGE_KEY "nudge"
#endif

namespace mine {

struct Nudge {
    float lift = 1.0f;  ///< [m/s²]

    static constexpr shoal::RuleInfo info{.key = NUDGE_KEY,
                                          .title = "Nudge",
                                          .help = "Pushes all boids upwards.",
                                          .source = "a test",
                                          .stage = shoal::LimitStage::acceleration};
    static constexpr std::array parameters{
        shoal::parameter<&Nudge::lift>("lift", shoal::linear(0, 20, "m/s²"), "How hard it pushes.")};

    template <class L>
    SHOAL_INLINE void limit(shoal::Motion<L>& motion, const shoal::Surroundings&) const {
#if defined(NUDGE_NAN)
        motion.acceleration.y = (motion.acceleration.y - motion.acceleration.y) / 0.0f;
#else
        motion.acceleration.y += lift;
#endif
    }
};

SHOAL_REGISTER_RULE(Nudge);

}  // namespace mine
