#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <shoal/result.hpp>

#include "system/process/child_process.hpp"

namespace shoal {

/// The desktop's own dialog for files: zenity, or kdialog on KDE, as a child process beside the frame loop.
/// The destructor closes it.
class FileDialog {
public:
    /// Shows it unless it is shown already. The problem says what to install.
    Outcome show();

    /// Returns the file once it is chosen, an empty path if none was, or why the dialog failed. Never waits.
    std::optional<Result<std::filesystem::path>> poll();

private:
    std::optional<ChildProcess> m_child;
    std::filesystem::path m_folder;  ///< of the last file chosen
};

}  // namespace shoal
