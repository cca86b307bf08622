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

/// The maker's own words in a picture.
struct PictureText {
    enum class Place {
        caption,  ///< in the lower middle
        title,    ///< larger, in the middle
    };

    std::string text;  ///< may have several lines
    Place place = Place::caption;
    float opacity = 1.0f;  ///< 0 .. 1
};

/// Draws words in the picture beside a panel, wrapped and in the current ImGui frame. `lift` [px]: above what
/// lies at the lower edge.
void drawPictureText(const PictureText& words, float lift, const CaptionPlace& place);

/// A setting that moves: its name and value in large letters, above the travel of its slider.
struct MovedSetting {
    std::string name;   ///< "Alignment weight"
    std::string value;  ///< "0.50 m"
    float part = 0.0f;  ///< 0 .. 1 of the travel; below 0 for one without a slider
    float opacity = 1.0f;
};

/// Draws a setting in the upper middle of the picture beside a panel, in the current ImGui frame.
void drawMovedSetting(const MovedSetting& setting, const CaptionPlace& place);

/// Draws a line of text at the upper right, such as the time, in the current ImGui frame. `top` [px]: below a
/// plot.
void drawClock(const std::string& text, float top, const CaptionPlace& place);

/// Draws a scale bar of this length [px] and its label at the lower left, in the current ImGui frame.
/// `lift` [px]: above a caption.
void drawScaleBar(const std::string& text, float length, float lift, const CaptionPlace& place);

/// Height of a caption with this number of lines of changes [px].
float captionHeight(const Caption& caption, float pictureHeight);

/// A line of text above a body in the picture.
struct NameTag {
    std::string text;  ///< "Carl (2.33, 0.67) 0.00 m/s"
    float x = 0.0f;    ///< [px] of the body, from the left
    float y = 0.0f;    ///< [px] from the top
};

/// Draws tags in a font of this size [px], in the current ImGui frame and behind its windows.
void drawNameTags(std::span<const NameTag> tags, float size);

}  // namespace shoal
