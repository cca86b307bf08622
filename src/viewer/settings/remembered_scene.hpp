#pragma once

#include <string>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "viewer/files/paths.hpp"

namespace shoal {

/// A remembered scene, opened.
struct RecalledScene {
    Scene preset;  ///< without the edits
    Scene now;
    std::string
        remark;  ///< what the user should know: an edited scene, or a preset that is gone; may be empty
    bool areEditsRead = true;
    bool isPresetGone = false;
};

/// Opens a scene with its unsaved edits, a preset's text that may be empty. If its origin is gone, an edited
/// scene opens on its own. Fails if nothing can be opened; the problem says why in one line.
Result<RecalledScene> recallScene(const std::string& origin, const std::string& edits,
                                  const UserPaths& paths);

/// Returns the text to remember for the scene `now`: empty if it equals the preset. Name, texts, source and
/// camera do not count.
std::string editedText(Scene now, const Scene& preset);

/// Returns the preset with the edits that made `now` of `given`, which is the preset with the values that
/// came with options of the command line.
Scene withoutGiven(const Scene& now, const Scene& given, const Scene& preset);

}  // namespace shoal
