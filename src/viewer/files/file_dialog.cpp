#include "viewer/files/file_dialog.hpp"

#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "capture/format/file_format.hpp"

namespace shoal {

namespace {

constexpr const char* kTitle = "Open in Shoal";

/// The name patterns of all files that Shoal opens: presets, takes, captures and their sidecars.
std::string openablePatterns() {
    std::string patterns = "*.toml *.take *.json";
    for (const FileFormat& format : kFileFormats) {
        if (!format.ending.empty()) {
            patterns += fmt::format(" *{}", format.ending);
        }
    }
    return patterns;
}

std::vector<std::string> zenity(const std::filesystem::path& folder) {
    std::vector<std::string> words{
        "zenity", "--file-selection", fmt::format("--title={}", kTitle),
        fmt::format("--file-filter=Presets, takes and captures | {}", openablePatterns()),
        "--file-filter=All files | *"};
    if (!folder.empty()) {
        words.push_back("--filename=" + folder.string() + "/");
    }
    return words;
}

std::vector<std::string> kdialog(const std::filesystem::path& folder) {
    return {"kdialog",
            "--title",
            kTitle,
            "--getopenfilename",
            folder.empty() ? "." : folder.string(),
            fmt::format("Presets, takes and captures ({})", openablePatterns())};
}

bool isKde() {
    const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
    return desktop != nullptr && std::string_view(desktop).find("KDE") != std::string_view::npos;
}

}  // namespace

Outcome FileDialog::show() {
    if (m_child) {
        return Done{};
    }
    std::array dialogs{zenity(m_folder), kdialog(m_folder)};
    if (isKde()) {
        std::swap(dialogs[0], dialogs[1]);
    }
    for (std::vector<std::string>& words : dialogs) {
        const std::string name = words.front();
        // The dialog may stay open as long as the user likes, so poll() has no timeout.
        auto child = ChildProcess::start(std::move(words), 0.0);
        if (child) {
            m_child.emplace(std::move(*child));
            return Done{};
        }
        if (!ChildProcess::isMissing(child.problem())) {
            return Problem{fmt::format("{} does not start: {}", name, child.problem().text)};
        }
    }
    return Problem{
        "There is no file dialog: install zenity (apt-get install zenity), or drop the file on this window"};
}

std::optional<Result<std::filesystem::path>> FileDialog::poll() {
    const auto end = m_child ? m_child->poll() : std::nullopt;
    if (!end) {
        return std::nullopt;
    }
    std::string answer = m_child->output();
    const std::string reason = m_child->reason(*end);
    m_child.reset();
    // Both exit with 1 when no file was chosen.
    if (end->exitStatus() == 1) {
        return std::filesystem::path();
    }
    if (!end->isGood()) {
        return Problem{"The file dialog failed: " + reason};
    }
    if (answer.ends_with('\n')) {
        answer.pop_back();  // remove only one newline: a file's name may end with another
    }
    std::filesystem::path file = std::move(answer);
    m_folder = file.parent_path();
    return file;
}

}  // namespace shoal
