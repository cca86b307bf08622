#pragma once

#include <string_view>
#include <utility>

namespace shoal {

/// Owns a file descriptor and closes it.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            m_number = std::exchange(other.m_number, -1);
        }
        return *this;
    }
    int number() const { return m_number; }
    /// Gives up ownership without closing.
    void release() { m_number = -1; }
    void close();

private:
    int m_number;
};

/// Writes all bytes, in as many calls as that takes. Returns 0 or the error. A descriptor in non-blocking
/// mode may accept nothing for a while: `patience` [ms] limits each such wait, which then ends with EAGAIN;
/// -1 waits forever.
int writeAll(int descriptor, std::string_view bytes, int patience = -1);

}  // namespace shoal
