#include <cstdio>
#include <cstdlib>

#include <shoal/detail/require.hpp>

namespace shoal::detail {
namespace {

// Does not allocate: memory may have run out.
[[noreturn]] void abortWithBoth(std::string_view sentence, std::string_view more) noexcept {
    std::fprintf(stderr, "shoal: %.*s%.*s\n", static_cast<int>(sentence.size()), sentence.data(),
                 static_cast<int>(more.size()), more.data());
    std::abort();
}

}  // namespace

void abortWith(std::string_view sentence) noexcept {
    abortWithBoth(sentence, "");
}

void abortWithProblem(std::string_view problem) noexcept {
    abortWithBoth("read the value of a Result that holds a problem: ", problem);
}

}  // namespace shoal::detail
