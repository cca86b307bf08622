#pragma once

#include <string>
#include <string_view>

namespace shoal {

/// A preset in the panel's list.
struct PresetItem {
    std::string name;
    std::string title;
    std::string watch;
    bool isVariant = false;  ///< of the last preset before it that is not one
    bool isOwn = false;      ///< the user's, not built in
    std::string problem;     ///< why it cannot be opened, or empty
};

/// A recently opened preset or file.
struct RecentItem {
    std::string origin;
    std::string title;
    std::string hint;
    bool isShown = false;  ///< the viewer shows it now
};

/// A view in the camera's list.
struct ViewItem {
    std::string_view name;
    std::string_view help;
};

}  // namespace shoal
