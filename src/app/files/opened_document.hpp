#pragma once

#include <filesystem>
#include <string>
#include <variant>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "app/explore/opened_sweep.hpp"
#include "app/files/paths.hpp"
#include "capture/take/take.hpp"

namespace shoal {

/// The document that a name on the command line or a file dropped on the window refers to.
using OpenedDocument = std::variant<Scene, Take, OpenedSweep>;

/// Opens a preset by name or file, a take, a capture that holds a take (a picture, a film or its sidecar), or
/// the table of a sweep.
/// The problem says why it is none of these.
Result<OpenedDocument> openNamed(const std::string& nameOrFile, const UserPaths& paths);

/// Opens a file, even if a preset has that name.
Result<OpenedDocument> openFile(const std::filesystem::path& file);

/// Returns the scene that the document begins with.
const Scene& sceneOf(const OpenedDocument& document);

}  // namespace shoal
