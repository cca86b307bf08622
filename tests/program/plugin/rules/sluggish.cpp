// A rule that makes each step take as long as its weight says, and changes nothing.

#include <array>
#include <chrono>
#include <thread>

#include <shoal/rule.hpp>

namespace mine {

struct Sluggish {
    float wait = 0.0f;  ///< [s]

    static constexpr shoal::RuleInfo info{.key = "sluggish",
                                          .title = "Sluggish",
                                          .help = "Makes each step wait.",
                                          .source = "a test",
                                          .stage = shoal::LimitStage::acceleration};
    static constexpr std::array parameters{
        shoal::parameter<&Sluggish::wait>("wait", shoal::linear(0, 10, "s"), "How long a step waits.")};

    void prepare(float /*stepSeconds*/) { std::this_thread::sleep_for(std::chrono::duration<float>(wait)); }

    template <class L>
    SHOAL_INLINE void limit(shoal::Motion<L>&, const shoal::Surroundings&) const {}
};

SHOAL_REGISTER_RULE(Sluggish);

}  // namespace mine
