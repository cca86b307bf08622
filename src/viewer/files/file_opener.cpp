#include "viewer/files/file_opener.hpp"

#include <iterator>

namespace shoal {

namespace {

constexpr double kSlowSeconds = 0.5;

}  // namespace

void FileOpener::ask(std::vector<std::filesystem::path> files, double now) {
    forget();
    if (files.empty()) {
        return;
    }
    m_files = std::move(files);
    m_slowAt = now + kSlowSeconds;
    m_background.run(
        [file = m_files.front()]() -> Result<Opened> {
            Opened opened{file, openFile(file), {}};
            opened.isFilmScript = !opened.document && isFilmScriptFile(file);
            return opened;
        },
        [this, request = m_request](Result<Opened> opened) {
            if (request == m_request) {
                m_slowAt.reset();
                m_opened = opened ? std::move(*opened) : Opened{m_files.front(), opened.problem(), {}};
                m_opened->others = {std::next(m_files.begin()), m_files.end()};
            }
        });
}

void FileOpener::forget() {
    ++m_request;
    m_opened.reset();
    m_slowAt.reset();
}

std::optional<std::filesystem::path> FileOpener::slowFile(double now) {
    if (!m_slowAt || now < *m_slowAt) {
        return std::nullopt;
    }
    m_slowAt.reset();
    return m_files.front();
}

}  // namespace shoal
