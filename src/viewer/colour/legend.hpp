#pragma once

#include <string>
#include <vector>

#include <shoal/vec3.hpp>

namespace shoal {

/// Explains a picture: values along a bar of colours, or a note. All parts may be empty.
struct Legend {
    std::string title;               ///< with the unit: "Speed [m/s]"
    std::vector<Vec3f> bar;          ///< sRGB, from the low end to the high end
    bool isWheel = false;            ///< the bar is bent to a ring: a compass seen from above …
    float turn = 0.0f;               ///< … whose beginning is this far right of up [rad]
    bool isOnPaper = false;          ///< the picture is light
    std::vector<std::string> ticks;  ///< values evenly spaced along the bar, both ends included
    std::string note;                ///< the last line: "Grid 2 m"
};

/// Area for a legend, in pixels of the picture.
struct LegendPlace {
    float right = 0.0f;  ///< of the free part of the picture
    float bottom = 0.0f;
    float fontSize = 15.0f;
};

/// Draws a legend at the lower right, in the current ImGui frame: behind its windows, over a dark plate.
void drawLegend(const Legend& legend, const LegendPlace& place);

}  // namespace shoal
