// Refers to a symbol as a rule compiled for another version or layout of Shoal would. Loading this plugin
// would abort the program.

#include <cstdint>
#include <cstdlib>

#include <shoal/version.hpp>

namespace shoal::detail {
template <unsigned major, unsigned minor, unsigned patch, std::uint64_t layout>
void requireAbi();
}

const bool wasRun = [] {
#if defined(OTHER_VERSION)
    shoal::detail::requireAbi<0, 1, 7, 1>();
#else
    shoal::detail::requireAbi<SHOAL_VERSION_MAJOR, SHOAL_VERSION_MINOR, SHOAL_VERSION_PATCH, 1>();
#endif
    std::abort();
    return true;
}();
