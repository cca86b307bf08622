#pragma once

#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// Text about the scene in a picture.
struct Caption {
    std::string title;                 ///< "Reef"
    std::string facts;                 ///< "seed 7 · 3,000 boids · 12.4 s"
    std::vector<std::string> changes;  ///< differences from the loaded scene: "alignment weight 2.00 1/s"
};

/// Describes a scene and its changes since loading. Shows `seconds`, the simulated time, to a tenth.
Caption captionOf(const Scene& scene, const Scene& loaded, double seconds);

/// Area for a caption, in pixels of the picture.
struct CaptionPlace {
    float left = 0.0f;  ///< covered by a panel
    float width = 0.0f;
    float height = 0.0f;
};

/// Returns a caption's font size [px] in a picture of that height.
float captionSize(float pictureHeight);

/// Draws a caption at the lower left, in the current ImGui frame: at most three lines of changes, then the
/// number of omitted ones.
void drawCaption(const Caption& caption, const CaptionPlace& place);

/// Draws the maker's own text, large, in the lower middle of the picture beside a panel, wrapped and in the
/// current ImGui frame.
void drawOwnText(const std::string& text, const CaptionPlace& place);

/// A line of text above a body in the picture.
struct NameTag {
    std::string text;  ///< "Carl (2.33, 0.67) 0.00 m/s"
    float x = 0.0f;    ///< [px] of the body, from the left
    float y = 0.0f;    ///< [px] from the top
};

/// Draws tags in a font of this size [px], in the current ImGui frame and behind its windows.
void drawNameTags(std::span<const NameTag> tags, float size);

}  // namespace shoal
