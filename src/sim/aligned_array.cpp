#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <shoal/aligned_array.hpp>

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
    // 13 offsets of five cache lines each: prime, so arrays made in groups of any size still differ.
    return (arrayCount.fetch_add(1, std::memory_order_relaxed) % 13) * 320;
}

std::size_t roomFor(std::size_t bytes) {
    const std::size_t inHugePages = wholeOf(bytes, kHugePage);
    return inHugePages <= bytes + bytes / 3 ? inHugePages : wholeOf(bytes + bytes / 8, kLine);
}

std::byte* takeMemory(std::size_t bytes) {
    const std::size_t alignment = bytes >= kHugePage ? kHugePage : kLine;
    void* memory = std::aligned_alloc(alignment, wholeOf(bytes, alignment));
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
#if defined(__linux__)
    if (bytes >= kHugePage) {
        madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: where it is not heard, pages are small
    }
#endif
    return static_cast<std::byte*>(memory);
}

}  // namespace shoal::detail
