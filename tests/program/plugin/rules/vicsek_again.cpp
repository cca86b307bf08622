// A copy of the built-in rule vicsek under another key. A test compares their flocks.

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
