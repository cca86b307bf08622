#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

#include "system/files/descriptor.hpp"
#include "system/files/overwrite.hpp"

namespace shoal {

/// A file that appears whole or not at all: written to a temporary beside it, checked, synced and renamed. An
/// existing file stays in place until `commit`; without one the temporary is removed, unless `keep` was
/// called.
///
///   auto file = AtomicFile::open("measures.csv", Overwrite::nothing());
///   if (!file) return file.problem();
///   if (auto done = file->write("step,x\n"); !done) return done.problem();
///   return file->commit();
///
/// A destination that is not a regular file (a pipe, /dev/stdout) is written directly. A symbolic link is
/// kept, and its target replaced.
class AtomicFile {
public:
    /// Fails if the folder is missing or cannot be written to, or if the file would replace one that must
    /// stay.
    static Result<AtomicFile> open(const std::filesystem::path& destination, Overwrite overwrite);

    AtomicFile(AtomicFile&& other) noexcept;
    AtomicFile& operator=(AtomicFile&& other) noexcept;
    ~AtomicFile();

    /// Buffered; a full disk shows here or in `commit`, never as a short file.
    Outcome write(std::string_view bytes);

    /// Keeps everything written so far, even if the program is killed: from now on the bytes are in
    /// `destination.partial`, or its next free number, until `commit`. What is written after the last call
    /// may be lost. Has no effect on a pipe.
    Outcome keep();

    /// The file that remains without `commit`; empty if none does.
    std::filesystem::path kept() const { return m_keptBytes > 0 ? m_temporary : std::filesystem::path(); }

    /// Does everything that may fail for lack of space, so that several files can be prepared before the
    /// first is committed. Optional. Nothing may be written afterwards.
    Outcome prepare();

    /// Puts the file in its place. Nothing may be written afterwards. Fails if a file has appeared there
    /// since `open`, unless `anything` may be replaced.
    Outcome commit();

    /// For numbered outputs: never replaces a file, even if other programs write at the same time. False if
    /// the name is taken: nothing has changed, and the caller may try another name in the same folder.
    Result<bool> commitNew(const std::filesystem::path& name);

    /// The file's final path: the one it was opened for, with symbolic links resolved.
    const std::filesystem::path& destination() const { return m_destination; }

    /// The file that holds the bytes until `commit`, with the destination's extension, for writers that open
    /// files themselves.
    const std::filesystem::path& temporary() const { return m_temporary; }

private:
    AtomicFile(std::filesystem::path destination, std::filesystem::path temporary, Overwrite overwrite);
    static Result<AtomicFile> createBeside(const std::filesystem::path& destination,
                                           const Overwrite& overwrite);
    static Result<AtomicFile> openDirectly(const std::filesystem::path& destination,
                                           const Overwrite& overwrite);
    bool isDirect() const { return m_temporary == m_destination; }
    Outcome flush();
    Result<bool> place();
    int rename() const;
    Problem problem(int error) const;
    void abandon();

    std::filesystem::path m_destination;
    std::filesystem::path m_temporary;  ///< the destination itself if it is not a regular file
    Overwrite m_overwrite;
    FileIdentity m_replaced;  ///< the file that stood there on opening
    std::string m_buffer;
    std::uint64_t m_keptBytes = 0;
    int m_descriptor = -1;
};

/// The name of the program's standard output as a file.
inline constexpr const char* kStandardOutput = "/dev/stdout";

/// The name of the program's standard input as a file. It can be read once.
inline constexpr const char* kStandardInput = "/dev/stdin";

/// Whether the name stands for a descriptor that the caller passed to the program, which may be a pipe:
/// /dev/stdin, /dev/fd/63.
bool isGivenDescriptor(const std::filesystem::path& path);

/// Whether a problem's text says that nothing reads standard output any more, a pipe.
bool saysReaderHasGone(std::string_view text);

/// Reads a whole file of at most `maxBytes`. The problem names the file and says that it is missing, a
/// folder, too large or unreadable.
Result<std::string> readWholeFile(const std::filesystem::path& file, std::size_t maxBytes);

/// Reads the first bytes of a file, enough to tell its format.
Result<std::string> readHead(const std::filesystem::path& file);

/// Writes `bytes` as the whole of a file.
Outcome writeFileAtomically(const std::filesystem::path& destination, std::string_view bytes,
                            Overwrite overwrite);

}  // namespace shoal
