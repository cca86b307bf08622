#include "capture/whole_file.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace shoal {
namespace {

bool mustBeWrittenInPlace(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

WholeFile::WholeFile(std::filesystem::path file) : m_file(std::move(file)), m_temporary(m_file) {
    if (!mustBeWrittenInPlace(m_file)) {
        // The process id keeps two runs that write one file apart; the last to finish wins, whole.
        m_temporary.replace_filename(fmt::format(".{}.{}.part", m_file.filename().string(), ::getpid()));
    }
}

WholeFile::~WholeFile() {
    if (!m_temporary.empty() && m_temporary != m_file) {
        std::error_code ignored;  // nothing to remove when opening it failed
        std::filesystem::remove(m_temporary, ignored);
    }
}

Outcome WholeFile::commit() {
    if (m_temporary == m_file) {
        return Done{};
    }
    const int descriptor = ::open(m_temporary.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return systemProblem(m_file, "cannot be written");
    }
    const bool isSynced = ::fsync(descriptor) == 0;
    const Problem problem = systemProblem(m_file, "cannot be written");
    ::close(descriptor);
    if (!isSynced) {
        return problem;
    }
    std::error_code error;
    std::filesystem::rename(m_temporary, m_file, error);
    if (error) {
        return Problem{fmt::format("{}: cannot be written: {}", m_file.string(), error.message())};
    }
    m_temporary.clear();
    return Done{};
}

Problem systemProblem(const std::filesystem::path& file, const std::string& doing) {
    return Problem{fmt::format("{}: {}: {}", file.string(), doing, std::generic_category().message(errno))};
}

}  // namespace shoal
