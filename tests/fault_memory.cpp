// Allocations with new, in place of the library's, so that one of them can fail. Those of C code are left
// alone: drivers of graphics cards do not survive theirs.

#include <cstdlib>
#include <new>

#include "fault_points.hpp"

void* operator new(std::size_t size) {
    void* const memory =
        shoal::test::isFaultDue(shoal::test::Fault::memory) ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

void* operator new[](std::size_t size) {
    return operator new(size);
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

void operator delete[](void* memory) noexcept {
    std::free(memory);
}

void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
