#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace shoal {

/// A plain array for lane code. It starts on a 64-byte cache line and is padded with at least kPadding
/// elements past its end, so a load of that many at any valid index stays in bounds and reads finite numbers.
/// Growing discards the contents.
template <class T>
class AlignedArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    static constexpr std::size_t kPadding = 16;

    AlignedArray() = default;
    explicit AlignedArray(std::size_t count) { resize(count); }
    AlignedArray(const AlignedArray& other) { *this = other; }
    AlignedArray(AlignedArray&& other) noexcept = default;
    /// Reuses the storage if it is large enough.
    AlignedArray& operator=(const AlignedArray& other);
    AlignedArray& operator=(AlignedArray&& other) noexcept = default;
    ~AlignedArray() = default;

    /// Reuses the storage if it is large enough; new storage is zeroed.
    void resize(std::size_t count) {
        if (count > m_capacity || m_storage == nullptr) {
            allocate(count);
        }
        m_count = count;
    }

    std::size_t size() const { return m_count; }
    bool empty() const { return m_count == 0; }
    T* data() { return m_start; }
    const T* data() const { return m_start; }
    T& operator[](std::size_t index) {
        assert(index < m_count + kPadding);
        return m_start[index];
    }
    const T& operator[](std::size_t index) const {
        assert(index < m_count + kPadding);
        return m_start[index];
    }
    std::span<const T> span() const { return {m_start, m_count}; }
    std::span<T> span() { return {m_start, m_count}; }

    std::size_t bytes() const { return m_bytes; }

private:
    struct Free {
        std::align_val_t alignment{};

        void operator()(std::byte* bytes) const { ::operator delete[](bytes, alignment); }
    };

    void allocate(std::size_t count);

    std::unique_ptr<std::byte[], Free> m_storage;
    T* m_start = nullptr;
    std::size_t m_count = 0;
    std::size_t m_capacity = 0;
    std::size_t m_bytes = 0;
};

namespace detail {
/// Returns an offset in bytes that differs from array to array: large arrays whose starts lie 4 KiB apart
/// share cache sets, which costs 35 % of a step. The offset never changes a result.
std::size_t nextStagger();

/// Returns the size to allocate for `bytes`: whole huge pages if they add at most a third, else an eighth
/// more in whole cache lines.
std::size_t allocationSize(std::size_t bytes);

/// Returns the alignment of an allocation: a huge page if it fills one, else a cache line.
std::align_val_t alignmentFor(std::size_t bytes);

/// Requests huge pages for memory that fills at least one, where the system has them: the columns of a large
/// flock span more small pages than the TLB holds.
void wishForHugePages(std::byte* memory, std::size_t bytes);
}  // namespace detail

template <class T>
AlignedArray<T>& AlignedArray<T>::operator=(const AlignedArray& other) {
    if (this != &other) {
        resize(other.m_count);
        std::copy_n(other.m_start, other.m_count, m_start);
    }
    return *this;
}

template <class T>
void AlignedArray<T>::allocate(std::size_t count) {
    const std::size_t stagger = detail::nextStagger();
    m_bytes = detail::allocationSize(stagger + (count + kPadding) * sizeof(T));
    const std::align_val_t alignment = detail::alignmentFor(m_bytes);
    m_storage = {static_cast<std::byte*>(::operator new[](m_bytes, alignment)), Free{alignment}};
    detail::wishForHugePages(m_storage.get(), m_bytes);
    const std::size_t capacity = (m_bytes - stagger) / sizeof(T) - kPadding;
    m_start = reinterpret_cast<T*>(m_storage.get() + stagger);
    std::uninitialized_value_construct_n(m_start, capacity + kPadding);
    m_capacity = capacity;
}

}  // namespace shoal
