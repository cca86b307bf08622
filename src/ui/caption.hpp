#pragma once

#include <string>
#include <vector>

#include <shoal/scene.hpp>

namespace shoal {

/// What a picture says of the scene that it shows.
struct Caption {
    std::string title;                 ///< "Reef"
    std::string facts;                 ///< "seed 7 · 3,000 boids · 12.4 s"
    std::vector<std::string> changes;  ///< "alignment weight 2.00 1/s": what is not as it was loaded
};

/// `seconds`: of simulated time, shown in tenths.
Caption captionOf(const Scene& scene, const Scene& loaded, double seconds);

/// Where a caption goes, in pixels of the picture.
struct CaptionPlace {
    float left = 0.0f;  ///< that a panel covers
    float width = 0.0f;
    float height = 0.0f;
};

/// Height of a caption's letters [px] in a picture of that height.
float captionSize(float pictureHeight);

/// Draws it at the lower left, in ImGui's frame at hand: the changes in three lines at most, and how many
/// more there are.
void drawCaption(const Caption& caption, const CaptionPlace& place);

}  // namespace shoal
