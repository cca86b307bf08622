#include "ui/command/command.hpp"

#include <array>

namespace shoal {

namespace {

constexpr std::array kHelpLines{
    HelpLine{"T, G",
             "take the tour of five experiments; open the gallery of presets; [ and ] step through them"},
    HelpLine{"Ctrl + F", "find a slider, a command, a preset or a measure by any of its names"},
    HelpLine{"Drag", "orbit the flock"},
    HelpLine{"Shift + drag, middle drag", "move sideways"},
    HelpLine{"Wheel", "move closer or farther away"},
    HelpLine{kFlyKeys, "fly; down and up"},
    HelpLine{"Click a boid", "follow it; Esc stops following"},
    HelpLine{"V", "look through its eyes; Esc comes back"},
    HelpLine{"C, Shift + C", "next and previous camera: above, side, wide, …"},
    HelpLine{"I", "show in the picture what steers it, or hide that"},
    HelpLine{"L", "make the boid you follow the flock's leader"},
    HelpLine{"Drag a stone, goal or point", "move it; a click selects it, Delete removes it"},
    HelpLine{"Ctrl + click", "place a point that attracts, or remove it; with Shift, one that scares"},
    HelpLine{"F, Home", "show the whole flock"},
    HelpLine{"Space, ., R", "pause or resume; one step; restart"},
    HelpLine{"Drag a slider", "Shift: slowly; Ctrl: round values; Esc: give up; double click: the preset's"},
    HelpLine{"Click a slider's value", "type it: 1.5, 20 cm, *1.2, max"},
    HelpLine{"Ctrl + Z", "undo the last change; Ctrl + Shift + Z redoes it"},
    HelpLine{"X", "keep the settings as A, then switch between A and B; Shift + X keeps anew"},
    HelpLine{"B, Y", "morph into the other settings over seconds; show both side by side"},
    HelpLine{"Ctrl + C, Ctrl + V", "copy the settings as text; paste them"},
    HelpLine{"Ctrl + B", "hide or show the panel; drag its edge to widen it"},
    HelpLine{"M", "plot the measures below the picture"},
    HelpLine{"Ctrl + plus, minus, 0", "larger, smaller, usual text"},
    HelpLine{"Tab", "steer the panel by keyboard; Esc returns to the picture"},
    HelpLine{"F6", "go on to the capture panel and the timeline, while they are shown"},
    HelpLine{"Arrows, Enter, Space", "in the panel: move, or change a slider; type or choose; press"},
    HelpLine{"F9, F10", "record a take, again to stop; keep what just happened"},
    HelpLine{"F11, F12", "full screen; save a picture"},
    HelpLine{"Ctrl + F12", "film what you see, again to stop"},
    HelpLine{"Ctrl + O, drop a file", "open a preset, a take, or a capture with its scene"},
    HelpLine{"F1, ?", "this help; Esc closes it, and the gallery"},
    HelpLine{"Ctrl + Q", "quit"},
};

}  // namespace

std::span<const HelpLine> helpLines() {
    return kHelpLines;
}

}  // namespace shoal
