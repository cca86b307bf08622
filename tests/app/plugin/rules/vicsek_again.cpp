// A built-in rule once more under another key, so that its flock can be compared with that of the built-in
// one.

#include <shoal/rules/pair/vicsek.hpp>

namespace mine {

struct VicsekAgain : shoal::Vicsek {
    static constexpr shoal::RuleInfo info = [] {
        shoal::RuleInfo again = Vicsek::info;
        again.key = "vicsek_again";
        return again;
    }();
};

SHOAL_REGISTER_RULE(VicsekAgain);

}  // namespace mine
