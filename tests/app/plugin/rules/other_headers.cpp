// What a rule compiled with other headers refers to, and a rule that would crash if it were registered.

#include <cstdint>
#include <cstdlib>

namespace shoal::detail {
template <std::uint64_t abi>
void requireAbi();
}

const bool wasRun = [] {
    shoal::detail::requireAbi<1>();
    std::abort();
    return true;
}();
