#include "app/files/file_opener.hpp"

#include <chrono>
#include <iterator>
#include <new>
#include <utility>

namespace shoal {

namespace {

constexpr double kSlowSeconds = 0.5;

bool isReady(const std::future<Result<OpenedDocument>>& document) {
    return document.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

void FileOpener::ask(std::vector<std::filesystem::path> files, double now) {
    forget();
    if (files.empty()) {
        return;
    }
    m_files = std::move(files);
    m_slowAt = now + kSlowSeconds;
    m_wanted = std::async(std::launch::async, [file = m_files.front()]() -> Result<OpenedDocument> {
        try {
            return openFile(file);
        } catch (const std::bad_alloc&) {
            return Problem{file.string() + ": not enough memory to open it"};
        }
    });
}

void FileOpener::forget() {
    if (m_wanted.valid()) {
        m_forgotten.push_back(std::move(m_wanted));
    }
    m_slowAt.reset();
}

std::optional<FileOpener::Opened> FileOpener::poll() {
    std::erase_if(m_forgotten, isReady);
    if (!m_wanted.valid() || !isReady(m_wanted)) {
        return std::nullopt;
    }
    m_slowAt.reset();
    return Opened{m_files.front(), m_wanted.get(), {std::next(m_files.begin()), m_files.end()}};
}

std::optional<std::filesystem::path> FileOpener::slowFile(double now) {
    if (!m_slowAt || now < *m_slowAt) {
        return std::nullopt;
    }
    m_slowAt.reset();
    return m_files.front();
}

}  // namespace shoal
