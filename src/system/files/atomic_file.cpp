#include "system/files/atomic_file.hpp"

#include <array>
#include <cassert>
#include <cerrno>
#include <charconv>
#include <climits>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/files/descriptor.hpp"
#include "system/files/folder.hpp"
#include "system/files/temporary_file.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr int kMaxAttempts = 1000;

std::string cannotWriteText(const fs::path& destination, int error) {
    const std::string name = destination == kStandardOutput ? "to standard output" : destination.string();
    return fmt::format("cannot write {}: {}", name, std::generic_category().message(error));
}

Problem cannotWrite(const fs::path& destination, int error) {
    return {cannotWriteText(destination, error)};
}

/// Returns the descriptor that a name such as /dev/stdout or /dev/fd/3 stands for.
std::optional<int> namedDescriptor(const fs::path& path) {
    const std::string name = path.string();
    if (name == kStandardOutput) {
        return STDOUT_FILENO;
    }
    if (name == "/dev/stderr") {
        return STDERR_FILENO;
    }
    constexpr std::string_view kFolder = "/dev/fd/";
    if (!name.starts_with(kFolder)) {
        return std::nullopt;
    }
    int number = 0;
    const char* const end = name.data() + name.size();
    const auto [stopped, error] = std::from_chars(name.data() + kFolder.size(), end, number);
    return error == std::errc() && stopped == end && number >= 0 ? std::optional(number) : std::nullopt;
}

/// Reads to the end of the file, or until it has more than `maxBytes`.
Result<std::string> readUpTo(const fs::path& file, std::size_t maxBytes) {
    const auto unreadable = [&file](std::string_view why) {
        return Problem{fmt::format("{}: cannot be read: {}", file.string(), why)};
    };
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) {
        return unreadable("it is a folder");
    }
    // Opening a pipe or a device by its name might block for ever, and reading it might never end.
    const bool isGiven = isGivenDescriptor(file);
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | (isGiven ? 0 : O_NONBLOCK)));
    if (opened.number() < 0) {
        return unreadable(std::generic_category().message(errno));
    }
    struct stat found = {};
    if (!isGiven && (::fstat(opened.number(), &found) != 0 || !S_ISREG(found.st_mode))) {
        return unreadable("it is not a regular file");
    }
    std::string text;
    std::array<char, 1 << 16> part{};
    ssize_t count = 0;
    do {
        count = ::read(opened.number(), part.data(), part.size());
        if (count > 0) {
            text.append(part.data(), static_cast<std::size_t>(count));
        }
    } while ((count > 0 && text.size() <= maxBytes) || (count < 0 && errno == EINTR));
    return count < 0 ? Result<std::string>(unreadable(std::generic_category().message(errno))) : text;
}

/// Follows symbolic links to the file that they mean, which need not exist.
fs::path targetOf(fs::path path) {
    constexpr int kMaxLinks = 40;  // as Linux
    std::error_code error;
    for (int link = 0; link < kMaxLinks && fs::is_symlink(fs::symlink_status(path, error)); ++link) {
        path = folderOf(path) / fs::read_symlink(path, error);
    }
    return path;
}

}  // namespace

bool isGivenDescriptor(const fs::path& path) {
    return path == kStandardInput || namedDescriptor(path).has_value();
}

Result<AtomicFile> AtomicFile::open(const fs::path& named, Overwrite overwrite) {
    if (named.empty()) {
        return Problem{"cannot write a file without a name"};
    }
    // /dev/stdout may be a regular file that the shell has open: append to it, never replace it.
    if (namedDescriptor(named)) {
        return openDirectly(named, overwrite);
    }
    // Follows links. Tests the type and not the folder, because /dev/shm holds ordinary files.
    struct stat existing = {};
    const bool exists = ::stat(named.c_str(), &existing) == 0;
    if (!exists && errno == ENAMETOOLONG) {
        return cannotWrite(named, ENAMETOOLONG);
    }
    if (auto place = requirePlace(named, overwrite); !place) {
        return place.problem();
    }
    if (exists && !S_ISREG(existing.st_mode)) {
        return openDirectly(named, overwrite);
    }
    const fs::path destination = overwrite.isNumbered() ? named : targetOf(named);
    std::error_code error;
    if (!fs::is_directory(folderOf(destination), error)) {
        return Problem{"cannot write " + named.string() + ": there is no folder " +
                       folderOf(destination).string()};
    }
    // A rename would quietly replace a file that its owner has write-protected.
    const bool isReplacing = exists && !overwrite.isNumbered();
    if (isReplacing && ::access(destination.c_str(), W_OK) != 0) {
        return cannotWrite(named, errno);
    }
    auto file = createBeside(destination, overwrite);
    if (file && isReplacing) {
        file->m_replaced = FileIdentity::of(destination);
        // Best effort: a file system without modes is no reason to fail.
        static_cast<void>(::fchmod(file->m_descriptor, existing.st_mode & 07777));
    }
    return file;
}

/// Creates a new file beside the destination, under an unused name. Not with mkstemp, whose files only their
/// owner can read: the mode follows the user's umask.
Result<AtomicFile> AtomicFile::createBeside(const fs::path& destination, const Overwrite& overwrite) {
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
        // Allocated before the file exists: a lack of memory afterwards would leave the file behind.
        AtomicFile file(destination, folderOf(destination) / temporaryName(destination, attempt), overwrite);
        file.m_descriptor = ::open(file.m_temporary.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file.m_descriptor >= 0) {
            return file;
        }
        if (errno != EEXIST) {
            return cannotWrite(destination, errno);
        }
    }
    return cannotWrite(destination, EEXIST);
}

Result<AtomicFile> AtomicFile::openDirectly(const fs::path& destination, const Overwrite& overwrite) {
    AtomicFile file(destination, destination, overwrite);
    // Opening /dev/stdout again would start at the beginning of the file and overwrite earlier output.
    const auto named = namedDescriptor(destination);
    file.m_descriptor = named ? ::fcntl(*named, F_DUPFD_CLOEXEC, 3)
                              : ::open(destination.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file.m_descriptor < 0) {
        return cannotWrite(destination, errno);
    }
    return file;
}

AtomicFile::AtomicFile(fs::path destination, fs::path temporary, Overwrite overwrite)
    : m_destination(std::move(destination)),
      m_temporary(std::move(temporary)),
      m_overwrite(std::move(overwrite)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : m_destination(std::move(other.m_destination)),
      m_temporary(std::move(other.m_temporary)),
      m_overwrite(std::move(other.m_overwrite)),
      m_replaced(other.m_replaced),
      m_buffer(std::move(other.m_buffer)),
      m_keptBytes(std::exchange(other.m_keptBytes, 0)),
      m_descriptor(std::exchange(other.m_descriptor, -1)) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
    if (this != &other) {
        abandon();
        m_destination = std::move(other.m_destination);
        m_temporary = std::move(other.m_temporary);
        m_overwrite = std::move(other.m_overwrite);
        m_replaced = other.m_replaced;
        m_buffer = std::move(other.m_buffer);
        m_keptBytes = std::exchange(other.m_keptBytes, 0);
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

AtomicFile::~AtomicFile() {
    abandon();
}

Outcome AtomicFile::write(std::string_view bytes) {
    assert(m_descriptor >= 0 && "wrote to a file that was committed, failed or moved from");
    if (m_buffer.size() + bytes.size() > kBufferBytes) {
        if (auto flushed = flush(); !flushed) {
            return flushed;
        }
    }
    if (bytes.size() < kBufferBytes) {
        m_buffer.append(bytes);
        return Done{};
    }
    const int error = writeAll(m_descriptor, bytes);
    return error == 0 ? Outcome{Done{}} : Outcome{problem(error)};
}

Outcome AtomicFile::keep() {
    if (isDirect()) {
        return Done{};
    }
    if (auto flushed = flush(); !flushed) {
        return flushed;
    }
    const bool isNamed = m_keptBytes > 0;
    m_keptBytes = sizeOf(m_descriptor).value_or(0);
    for (int number = 1; !isNamed; ++number) {
        const std::string ending = number == 1 ? ".partial" : fmt::format(".partial-{}", number);
        // Names of files have up to NAME_MAX bytes.
        const std::string name =
            m_destination.filename().string().substr(0, NAME_MAX - ending.size()) + ending;
        fs::path partial = m_destination.parent_path() / name;
        const int error = renameNew(m_temporary, partial);
        if (error == 0) {
            m_temporary = std::move(partial);
            break;
        }
        if (error != EEXIST) {
            m_keptBytes = 0;
            return problem(error);
        }
    }
    return Done{};
}

Outcome AtomicFile::prepare() {
    assert(m_descriptor >= 0 && "prepared a file that was committed, failed or moved from");
    if (auto flushed = flush(); !flushed) {
        abandon();
        return flushed;
    }
    // EINVAL: pipes and terminals cannot be synced, and need not be.
    if (::fsync(m_descriptor) != 0 && !(isDirect() && (errno == EINVAL || errno == ENOTSUP))) {
        const Problem failed = problem(errno);
        abandon();
        return failed;
    }
    return Done{};
}

Outcome AtomicFile::commit() {
    assert((isDirect() || !m_overwrite.isNumbered()) && "a numbered output is committed under a free name");
    const auto placed = place();
    if (placed && !*placed) {
        abandon();
        return Problem{m_destination.string() +
                       ": another program wrote this file meanwhile, and it is not replaced"};
    }
    return placed ? Outcome(Done{}) : placed.problem();
}

Result<bool> AtomicFile::commitNew(const fs::path& name) {
    assert((isDirect() || (m_overwrite.isNumbered() && folderOf(name) == folderOf(m_destination))) &&
           "only a numbered output takes another name, in its folder");
    if (!isDirect()) {
        m_destination = name;
    }
    return place();
}

/// Renames the temporary to the destination. Returns 0 or the error: EEXIST if the name is taken by a file
/// that may not be replaced.
int AtomicFile::rename() const {
    const bool isReplaced = m_replaced.isNamed(m_destination) && !m_overwrite.isNumbered();
    if (m_overwrite.isAnything() || (isReplaced && requirePlace(m_destination, m_overwrite))) {
        return ::rename(m_temporary.c_str(), m_destination.c_str()) == 0 ? 0 : errno;
    }
    return renameNew(m_temporary, m_destination);
}

Result<bool> AtomicFile::place() {
    if (auto prepared = prepare(); !prepared) {
        return prepared.problem();
    }
    const auto failed = [this](int error) {
        Problem why = problem(error);
        abandon();
        return why;
    };
    // Some network file systems report a full disk only on closing. Closing a duplicate descriptor makes them
    // report it.
    const int copy = ::fcntl(m_descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy >= 0 && ::close(copy) != 0 && errno != EINTR) {
        return failed(errno);
    }
    if (!isDirect()) {
        const int error = rename();
        if (error == EEXIST) {
            return false;
        }
        if (error != 0) {
            return failed(error);
        }
        syncFolder(folderOf(m_destination));
    }
    m_keptBytes = 0;
    ::close(std::exchange(m_descriptor, -1));
    return true;
}

Outcome AtomicFile::flush() {
    const int error = writeAll(m_descriptor, m_buffer);
    m_buffer.clear();
    return error == 0 ? Outcome{Done{}} : Outcome{problem(error)};
}

Problem AtomicFile::problem(int error) const {
    return cannotWrite(m_destination, error);
}

void AtomicFile::abandon() {
    if (m_descriptor < 0) {
        return;
    }
    if (m_keptBytes > 0) {
        // Removes an incomplete last part. If this fails, it stays.
        [[maybe_unused]] const int cut = ::ftruncate(m_descriptor, static_cast<off_t>(m_keptBytes));
    } else if (!isDirect()) {
        ::unlink(m_temporary.c_str());
    }
    ::close(std::exchange(m_descriptor, -1));
}

bool saysReaderHasGone(std::string_view text) {
    return text == cannotWriteText(kStandardOutput, EPIPE);
}

Result<std::string> readWholeFile(const fs::path& file, std::size_t maxBytes) {
    auto text = readUpTo(file, maxBytes);
    if (text && text->size() > maxBytes) {
        return Problem{fmt::format("{}: cannot be read: it is larger than the limit of {} MiB", file.string(),
                                   maxBytes >> 20)};
    }
    return text;
}

Result<std::string> readHead(const fs::path& file) {
    return readUpTo(file, 0);  // one block
}

Outcome writeFileAtomically(const fs::path& destination, std::string_view bytes, Overwrite overwrite) {
    auto file = AtomicFile::open(destination, std::move(overwrite));
    if (!file) {
        return file.problem();
    }
    if (auto written = file->write(bytes); !written) {
        return written;
    }
    return file->commit();
}

}  // namespace shoal
