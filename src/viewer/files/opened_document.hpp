#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "capture/take/take.hpp"
#include "viewer/files/paths.hpp"

namespace shoal {

/// The document that a name on the command line or a file dropped on the window refers to.
using OpenedDocument = std::variant<Scene, Take>;

/// A document with the command line's options applied to its scene.
struct PreparedDocument {
    OpenedDocument document;
    Scene saved;  ///< the scene as it was opened
};

/// Whether a text is a film script rather than a preset: its first line that is neither blank nor a comment
/// begins with "film =", or some line with "[[shot]]".
bool isFilmScript(std::string_view text);

/// Whether a name is that of a file with a film script.
bool isFilmScriptFile(const std::filesystem::path& file);

/// Opens a preset by name or file, a take, or a capture that holds a take (a picture, a film or its sidecar).
/// The file's first bytes tell which; its ending decides where they do not. Standard input and other given
/// descriptors are read once, so a film there is refused. The problem says why it is none of these.
Result<OpenedDocument> openNamed(const std::string& nameOrFile, const UserPaths& paths);

/// Opens a file, even if a preset has that name.
Result<OpenedDocument> openFile(const std::filesystem::path& file);

/// Returns the scene that the document begins with.
const Scene& sceneOf(const OpenedDocument& document);

}  // namespace shoal
