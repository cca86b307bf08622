// A plugin that throws as it is loaded: from an initialiser of its own, or from its rule's constructor.

#include <array>
#include <stdexcept>

#include <shoal/rule.hpp>

namespace mine {

struct Throws {
    float lift = 1.0f;  ///< [m/s²]

#if defined(THROWS_IN_CONSTRUCTOR)
    Throws() {
        throw std::runtime_error("no licence for lift");
    }
#endif

    static constexpr shoal::RuleInfo info{.key = "throws",
                                          .title = "Throws",
                                          .help = "Throws.",
                                          .source = "a test",
                                          .stage = shoal::LimitStage::acceleration};
    static constexpr std::array parameters{
        shoal::parameter<&Throws::lift>("lift", shoal::linear(0, 20, "m/s²"), "How hard it pushes.")};

    template <class L>
    SHOAL_INLINE void limit(shoal::Motion<L>& motion, const shoal::Surroundings&) const {
        motion.acceleration.y += lift;
    }
};

SHOAL_REGISTER_RULE(Throws);

#if !defined(THROWS_IN_CONSTRUCTOR)
int readTable() {
    throw std::runtime_error("lift.dat: there is no such file");
}
const int table = readTable();
#endif

}  // namespace mine
