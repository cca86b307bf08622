#include <atomic>
#include <cstddef>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <shoal/flock.hpp>

namespace shoal::detail {
namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20U;

std::size_t wholeOf(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

}  // namespace

std::size_t nextStagger() {
    static std::atomic<std::size_t> arrayCount{0};
    // 13 offsets of five cache lines each. 13 is prime, so arrays made in groups of any size still differ.
    return (arrayCount.fetch_add(1, std::memory_order_relaxed) % 13) * 320;
}

std::size_t allocationSize(std::size_t bytes) {
    const std::size_t inHugePages = wholeOf(bytes, kHugePage);
    return inHugePages <= bytes + bytes / 3 ? inHugePages : wholeOf(bytes + bytes / 8, kLine);
}

std::align_val_t alignmentFor(std::size_t bytes) {
    return std::align_val_t{bytes >= kHugePage ? kHugePage : kLine};
}

void wishForHugePages([[maybe_unused]] std::byte* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    if (bytes >= kHugePage) {
        madvise(memory, bytes, MADV_HUGEPAGE);  // if refused, the pages are small
    }
#endif
}

}  // namespace shoal::detail
