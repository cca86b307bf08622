// Replaces the library's operator new so that one allocation can fail. Allocations in C code are left alone:
// graphics drivers do not survive failed ones.

#include <cstdlib>
#include <new>

#include "fault_points.hpp"

// A sanitizer's own variant would return memory that is not ours to free.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return shoal::test::isFaultDue(shoal::test::Fault::memory) ? nullptr : std::malloc(size == 0 ? 1 : size);
}

void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return operator new(size, std::nothrow);
}

void* operator new(std::size_t size) {
    void* const memory = operator new(size, std::nothrow);
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
