#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <shoal/flock.hpp>

namespace shoal {

/// Writes 32-bit numbers as differences from the one before, grouped by bytes of equal weight: neighbours in
/// a sorted flock are similar, which zlib exploits only in this order.
class NumberWriter {
public:
    void put(std::uint32_t value) { putColumn<std::uint32_t>(std::span(&value, 1)); }

    void put(std::string_view text) {
        put(static_cast<std::uint32_t>(text.size()));
        m_bytes += text;
    }

    template <class T>
    void putColumn(std::span<const T> values) {
        const std::size_t begin = m_bytes.size();
        m_bytes.resize(begin + 4 * values.size());
        std::uint32_t last = 0;
        for (std::size_t index = 0; index < values.size(); ++index) {
            const auto bits = std::bit_cast<std::uint32_t>(values[index]);
            const std::uint32_t change = bits - std::exchange(last, bits);
            for (std::size_t byte = 0; byte < 4; ++byte) {
                m_bytes[begin + byte * values.size() + index] = static_cast<char>(change >> 8 * byte & 255U);
            }
        }
    }

    void put(const Column3& column) {
        putColumn(column.x.span());
        putColumn(column.y.span());
        putColumn(column.z.span());
    }

    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// Reads what NumberWriter wrote. After its end, or after a number that is not finite, it is broken and
/// returns zeros.
class NumberReader {
public:
    explicit NumberReader(std::string_view bytes) : m_left(bytes) {}

    std::uint32_t number() {
        std::uint32_t value = 0;
        takeColumn<std::uint32_t>(std::span(&value, 1));
        return value;
    }

    std::string_view text(std::size_t maxBytes) {
        const std::uint32_t size = number();
        return size <= maxBytes ? take(size) : take(m_left.size() + 1);
    }

    template <class T>
    void takeColumn(std::span<T> values) {
        const std::string_view bytes = take(4 * values.size());
        if (isBroken()) {
            return;
        }
        std::uint32_t last = 0;
        for (std::size_t index = 0; index < values.size(); ++index) {
            std::uint32_t change = 0;
            for (std::size_t byte = 0; byte < 4; ++byte) {
                const auto part = static_cast<unsigned char>(bytes[byte * values.size() + index]);
                change |= static_cast<std::uint32_t>(part) << 8 * byte;
            }
            last += change;
            values[index] = std::bit_cast<T>(last);
            if constexpr (std::is_same_v<T, float>) {
                m_isBroken = m_isBroken || !std::isfinite(values[index]);
            }
        }
    }

    void take(Column3& column) {
        takeColumn(column.x.span());
        takeColumn(column.y.span());
        takeColumn(column.z.span());
    }

    /// Whether at least this many numbers are left.
    bool has(std::size_t numbers) const { return numbers <= m_left.size() / 4; }
    bool isBroken() const { return m_isBroken; }
    bool isAtEnd() const { return m_left.empty() && !m_isBroken; }

private:
    std::string_view take(std::size_t size) {
        if (size > m_left.size()) {
            m_isBroken = true;
            return {};
        }
        const std::string_view taken = m_left.substr(0, size);
        m_left.remove_prefix(size);
        return taken;
    }

    std::string_view m_left;
    bool m_isBroken = false;
};

}  // namespace shoal
