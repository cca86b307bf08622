#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
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

/// Opens a file to read it. Negative after an error, which errno holds.
Descriptor openToRead(const std::filesystem::path& file);

/// Creates a file to append to. Negative after an error, which errno holds: EEXIST if the name is taken.
Descriptor createFile(const std::filesystem::path& file);

/// Returns the size of an open file [bytes]; empty after an error, which errno holds.
std::optional<std::uint64_t> sizeOf(int descriptor);

/// Fills the buffer from an open file, beginning `at` bytes from its start. Returns how many bytes it read:
/// fewer at the end of the file, none after an error.
std::size_t readAt(int descriptor, std::span<std::uint8_t> buffer, std::uint64_t at);

/// Writes an open file's data to the disk. Returns 0 or the error; 0 also if its file system cannot do this.
int syncData(int descriptor);

/// Which file a descriptor or a name means.
class FileIdentity {
public:
    FileIdentity() = default;  ///< of no file
    static FileIdentity of(int descriptor);
    /// Follows no links.
    static FileIdentity of(const std::filesystem::path& name);
    /// Whether the name still means this file. Does not follow links.
    bool isNamed(const std::filesystem::path& name) const;

private:
    FileIdentity(std::uint64_t device, std::uint64_t number)
        : m_isKnown(true), m_device(device), m_number(number) {}

    bool m_isKnown = false;
    std::uint64_t m_device = 0;
    std::uint64_t m_number = 0;
};

/// Writes all bytes, in as many calls as that takes. Returns 0 or the error. A descriptor in non-blocking
/// mode may accept nothing for a while: `patience` [ms] limits each such wait, which then ends with EAGAIN;
/// -1 waits forever.
int writeAll(int descriptor, std::string_view bytes, int patience = -1);

}  // namespace shoal
