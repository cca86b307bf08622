#pragma once

#include <string>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "viewer/files/paths.hpp"
#include "viewer/files/viewer_state.hpp"

namespace shoal {

/// A remembered scene, opened.
struct RecalledScene {
    Scene preset;  ///< without the edits
    Scene now;
    std::string
        remark;  ///< what the user should know: an edited scene, or a preset that is gone; may be empty
    bool areEditsLost = false;  ///< they cannot be read
};

/// Whether the scene differs from the preset that it is shown with. Edits of an earlier run that were pasted
/// do not: they are their own preset then.
bool hasEdits(const RememberedScene& remembered);

/// Opens a remembered scene. If its origin is gone, an edited scene opens on its own. Fails if nothing can be
/// opened; the problem says why in one line.
Result<RecalledScene> recallScene(const RememberedScene& remembered, const UserPaths& paths);

/// Returns the text to remember for the scene `now`: empty if it equals the preset. Name, texts, source and
/// camera do not count.
std::string editedText(Scene now, const Scene& preset);

/// Returns the preset with the edits that made `now` of `given`, which is the preset with the values that
/// came with options of the command line.
Scene withoutGiven(const Scene& now, const Scene& given, const Scene& preset);

}  // namespace shoal
