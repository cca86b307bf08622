// A rule whose helper lacks SHOAL_INLINE. tests/sim/CMakeLists.txt expects that a build without optimisation
// refuses it.

#include <array>

#include <shoal/rule.hpp>

namespace shoal {

struct Forgotten {
    static constexpr RuleInfo info{.key = "forgotten", .title = "Forgotten", .help = "Does little."};
    static constexpr std::array<Parameter, 0> parameters{};

    template <class L>
    SHOAL_INLINE Vec3<L> steer(const Self<L>& self, const Surroundings&) const {
        return self.velocity * strength(self.speed());
    }

private:
    template <class L>
    L strength(const L& speed) const {
        return speed * speed;
    }
};
SHOAL_REGISTER_RULE(Forgotten);

}  // namespace shoal
