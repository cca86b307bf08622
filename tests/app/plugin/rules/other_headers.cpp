// Refers to a symbol as a rule compiled with other headers would. Loading this plugin would abort the
// program.

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
