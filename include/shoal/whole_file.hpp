#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <shoal/result.hpp>

namespace shoal {

/// A file that appears whole or not at all: written to a temporary beside it, checked, synced and renamed.
/// What stood there before stays until `commit`; without one the temporary is removed.
///
///   auto file = WholeFile::open("measures.csv");
///   if (!file) return file.problem();
///   if (auto done = file->write("step,x\n"); !done) return done.problem();
///   return file->commit();
///
/// A destination that is no regular file (a pipe, /dev/stdout) is written directly. A symbolic link stays
/// one; what it points to is replaced.
class WholeFile {
public:
    /// A problem when the folder is missing, cannot be written to, or the destination is a folder.
    static Result<WholeFile> open(const std::filesystem::path& destination);

    WholeFile(WholeFile&& other) noexcept;
    WholeFile& operator=(WholeFile&& other) noexcept;
    ~WholeFile();

    /// Buffered; a full disk shows here or in `commit`, never as a short file.
    Outcome write(std::string_view bytes);

    /// Does all that may fail for want of room, so that several files can be made ready before the first is
    /// committed. Optional; nothing may be written afterwards.
    Outcome prepare();

    /// Puts the file in its place. Nothing may be written afterwards.
    Outcome commit();

    /// Like commit, but never replaces a file, whoever else writes at the same time. False: the name is
    /// taken, and nothing has changed; another name in the same folder may be tried.
    Result<bool> commitNew(const std::filesystem::path& name);

    /// Where the file goes: the path it was opened for, symbolic links resolved.
    const std::filesystem::path& destination() const { return m_destination; }

    /// Where the bytes go until then, with the destination's extension, for a writer that opens files itself.
    const std::filesystem::path& temporary() const { return m_temporary; }

private:
    WholeFile(std::filesystem::path destination, std::filesystem::path temporary, int descriptor);
    static Result<WholeFile> createBeside(const std::filesystem::path& destination);
    static Result<WholeFile> openDirectly(const std::filesystem::path& destination);
    bool isDirect() const { return m_temporary == m_destination; }
    Outcome flush();
    Result<bool> place(bool mayReplace);
    Problem problem(int error) const;
    void abandon();

    std::filesystem::path m_destination;
    std::filesystem::path m_temporary;  ///< the destination itself when that is no regular file
    std::string m_buffer;
    int m_descriptor = -1;
};

/// All of a file, if it has at most so many bytes. The problem names the file: it is missing, a folder, too
/// large or cannot be read.
Result<std::string> readWholeFile(const std::filesystem::path& file, std::size_t mostBytes);

/// Writes `bytes` as the whole of a file.
Outcome writeWholeFile(const std::filesystem::path& destination, std::string_view bytes);

/// The same, but never replaces a file: false where the name is taken.
Result<bool> writeNewFile(const std::filesystem::path& destination, std::string_view bytes);

/// Removes temporaries of WholeFile that killed programs left in a folder. Keeps those that a program still
/// writes, those of the last ten minutes, other users' files, and all files on network file systems.
void removeStaleTemporaries(const std::filesystem::path& folder);

}  // namespace shoal
