#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <shoal/detail/require.hpp>
#include <shoal/vec3.hpp>

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
    /// Leaves `other` empty.
    AlignedArray(AlignedArray&& other) noexcept { *this = std::move(other); }
    /// Reuses the storage if it is large enough.
    AlignedArray& operator=(const AlignedArray& other);
    AlignedArray& operator=(AlignedArray&& other) noexcept {
        m_storage = std::move(other.m_storage);
        m_start = std::exchange(other.m_start, nullptr);
        m_count = std::exchange(other.m_count, 0);
        m_capacity = std::exchange(other.m_capacity, 0);
        m_bytes = std::exchange(other.m_bytes, 0);
        return *this;
    }
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
    if (count > (std::size_t{1} << 62) / sizeof(T)) {
        throw std::bad_array_new_length();
    }
    const std::size_t stagger = detail::nextStagger();
    const std::size_t bytes = detail::allocationSize(stagger + (count + kPadding) * sizeof(T));
    const std::align_val_t alignment = detail::alignmentFor(bytes);
    m_storage = {static_cast<std::byte*>(::operator new[](bytes, alignment)), Free{alignment}};
    m_bytes = bytes;
    detail::wishForHugePages(m_storage.get(), bytes);
    const std::size_t capacity = (bytes - stagger) / sizeof(T) - kPadding;
    m_start = reinterpret_cast<T*>(m_storage.get() + stagger);
    std::uninitialized_value_construct_n(m_start, capacity + kPadding);
    m_capacity = capacity;
}

/// Three coordinates of every boid, as structure of arrays.
struct Column3 {
    AlignedArray<float> x;
    AlignedArray<float> y;
    AlignedArray<float> z;

    void resize(std::size_t count);
    std::size_t bytes() const { return x.bytes() + y.bytes() + z.bytes(); }
    /// Whether it has a value for each of `count` boids.
    bool holds(std::size_t count) const { return std::min({x.size(), y.size(), z.size()}) >= count; }
    Vec3f at(std::size_t index) const { return {x[index], y[index], z[index]}; }
    void put(std::size_t index, const Vec3f& value) {
        x[index] = value.x;
        y[index] = value.y;
        z[index] = value.z;
    }
};

/// One instant of a flock: slot k of every column belongs to the same boid.
struct FlockState {
    Column3 position;                ///< [m]
    Column3 velocity;                ///< [m/s]
    AlignedArray<std::uint32_t> id;  ///< 0 .. count−1; a boid keeps it when its slot changes

    void resize(std::size_t count);
    std::size_t bytes() const { return position.bytes() + velocity.bytes() + id.bytes(); }

    /// Returns the result of `of`, which takes a slot, for each boid in the order of ids: element k belongs
    /// to the boid with id k. Aborts if an id is not below the number of boids.
    template <class Of>
    auto byId(const Of& of) const {
        std::vector<std::decay_t<decltype(of(std::size_t{}))>> values(id.size());
        for (std::size_t slot = 0; slot < values.size(); ++slot) {
            detail::require(id[slot] < values.size(), "the ids of a flock's state are not 0 .. count - 1");
            values[id[slot]] = of(slot);
        }
        return values;
    }

    /// Returns a column of this instant in the order of ids: `flock.now().byId(flock.now().position)`. Aborts
    /// if the column is shorter.
    std::vector<Vec3f> byId(const Column3& column) const {
        detail::require(column.holds(id.size()), "a column has fewer values than the flock has boids");
        return byId([&](std::size_t slot) { return column.at(slot); });
    }
};

/// The vectors that a rule keeps from step to step, one for each boid.
struct RuleMemory {
    std::string_view rule;  ///< its key
    Column3 values;         ///< in the order of Flock::now
    Column3 shared;         ///< as the last step began, by id; empty unless neighbours read them
};

/// One species' boids at step n (`now`) and step n−1 (`before`), in the same order of slots, so that a frame
/// may interpolate between them. The order may change at every step (boids are sorted by grid cell): follow a
/// boid by its id. In a wrapped world `before` is on the same side of the edge as `now`.
class Flock {
public:
    std::size_t count() const { return m_now.id.size(); }
    const FlockState& now() const { return m_now; }
    const FlockState& before() const { return m_before; }

    /// Steering of the last step [m/s²], before limits, in the order of `now`.
    const Column3& steering() const { return m_steering; }

    /// One entry for each rule with a memory that took part in the last step.
    std::span<const RuleMemory> memories() const { return m_memories; }
    /// Returns what a rule keeps; null before its first step.
    const RuleMemory* memoryOf(std::string_view rule) const;

    /// Returns the slot of the boid with this id, or count() if there is none. O(count).
    std::size_t slotOf(std::uint32_t id) const;

    /// Resizes to `count` boids; the caller then writes the slots.
    void resize(std::size_t count);

    std::size_t bytes() const;

    FlockState& now() { return m_now; }
    FlockState& before() { return m_before; }
    Column3& steering() { return m_steering; }
    /// Scratch column for reordering another; empty until first used.
    Column3& spare();

    std::span<RuleMemory> memories() { return m_memories; }
    RuleMemory* memoryOf(std::string_view rule);
    /// Keeps the memories of exactly these rules, in this order: drops all others and starts new ones at
    /// zero.
    void remember(std::span<const std::string_view> rules);

private:
    FlockState m_now;
    FlockState m_before;
    Column3 m_steering;
    Column3 m_spare;
    std::vector<RuleMemory> m_memories;
};

}  // namespace shoal
