#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <imgui.h>

#include <shoal/scene.hpp>

namespace shoal {

/// A preset as the gallery shows it.
struct GalleryItem {
    std::string name;
    std::string base;  ///< name of the preset that it is a variant of; empty if none
    std::string title;
    std::string watch;   ///< what to watch for
    std::string origin;  ///< "T. Vicsek and others, 1995"; empty without a source
    std::string words;   ///< searched in addition to title, name and `watch`: authors, rules
    bool isOwn = false;  ///< the user's, not built in
    bool isFavourite = false;
    bool isShown = false;  ///< the viewer shows it now
    std::string problem;   ///< why it cannot be opened, or empty

    /// Unique, unlike the name: a preset of the user's may share its name with a built-in one.
    std::string key() const { return isOwn ? "own/" + name : name; }
};

/// A recently opened preset or file.
struct GalleryRecent {
    std::optional<std::size_t> preset;  ///< index of its item; empty for a file
    std::string title;
    std::string hint;
    std::size_t index = 0;  ///< in the viewer's list
};

/// Data for the gallery.
struct GalleryInput {
    std::span<const GalleryItem> items;
    std::span<const ImTextureID> pictures;       ///< of the items; null while there is none
    std::span<const GalleryRecent> recent = {};  ///< newest first
    bool hasKeys = true;                         ///< no other part of the window has the keyboard
    float left = 0.0f;                           ///< [px] width of the panel at the left; 0 if it is hidden
    std::optional<float> right = {};             ///< [px] left edge of the capture panel if it is open
    float below = 0.0f;                          ///< [px] covered at the picture's bottom
};

}  // namespace shoal
