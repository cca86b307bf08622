#include "viewer/command/command.hpp"

#include <array>

namespace shoal {

namespace {

constexpr std::array kWatch{
    HelpLine{"Drag", "orbit the flock, or move a map"},
    HelpLine{"Shift + drag, middle drag", "move sideways"},
    HelpLine{"Wheel", "closer or farther away"},
    HelpLine{kFlyKeys, "fly; down and up"},
    HelpLine{"F, Home", "show the whole flock"},
    HelpLine{"C, Shift + C", "next and previous view"},
    HelpLine{"Click a boid", "follow it; Esc stops following"},
    HelpLine{"V", "look through its eyes; Esc comes back"},
    HelpLine{"I", "show in the picture what steers it, or hide that"},
};

constexpr std::array kChange{
    HelpLine{"T, G, [ ]", "tour; gallery; preset before and after"},
    HelpLine{"Ctrl + F", "find any slider, command, preset or measure"},
    HelpLine{"Drag a slider", "Shift: slowly; Ctrl: round values; Esc: give up; double click: the preset's"},
    HelpLine{"Click a slider's value", "type it: 1.5, 20 cm, *1.2, max"},
    HelpLine{"Drag a stone, goal or point", "move it; a click selects it, Delete removes it"},
    HelpLine{"Ctrl + click", "a point that attracts; with Shift, one that scares; again removes it"},
    HelpLine{"L", "make the boid you follow the flock's leader"},
};

constexpr std::array kGoBack{
    HelpLine{"X", "compare with A, side by side: at first, A is the preset as loaded"},
    HelpLine{"Shift + X", "make these settings A"},
    HelpLine{"Ctrl + Z", "undo; with Shift, redo"},
    HelpLine{"H", "go back into the last minutes; again: back to live"},
    HelpLine{"Space, . (full stop), R", "pause or resume; one step; restart"},
};

constexpr std::array kKeep{
    HelpLine{"F12, Ctrl + F12", "save a picture; film, again to stop"},
    HelpLine{"F9, F10", "record a take, again to stop; keep what just happened"},
    HelpLine{"Ctrl + C, Ctrl + V", "copy the settings as text; paste them"},
    HelpLine{"Ctrl + O, drop a file", "open a preset, a take, or a capture with its scene"},
};

constexpr std::array kPanel{
    HelpLine{"Ctrl + B, M", "hide or show the panel; the plots"},
    HelpLine{"Tab, F6", "steer the panel by keyboard; go on to the strip, the time bar and the film panel"},
    HelpLine{"Arrows, Enter, Space", "there: move, or change a slider; type or choose; press"},
    HelpLine{"Ctrl + plus, minus, 0", "larger, smaller, usual text"},
    HelpLine{"F11, F1, Ctrl + Q", "full screen; this help; quit"},
};

constexpr std::array kGroups{
    HelpGroup{"Watch", kWatch}, HelpGroup{"Change", kChange}, HelpGroup{"Compare and go back", kGoBack},
    HelpGroup{"Keep", kKeep},   HelpGroup{"Panel", kPanel},
};

}  // namespace

std::span<const HelpGroup> helpGroups() {
    return kGroups;
}

}  // namespace shoal
