#include "viewer/help/help_lines.hpp"

#include <array>

namespace shoal {

namespace {

constexpr std::array kWatch{
    HelpLine{"Drag", "orbit the flock, or move a map"},
    HelpLine{"Shift + drag, middle drag", "move sideways"},
    HelpLine{"Wheel", "closer or farther away"},
    HelpLine{kFlyKeys, "fly; down and up"},
    HelpLine{"{frame}", "show the whole flock"},
    HelpLine{"{next_view}, {previous_view}", "next and previous view"},
    HelpLine{"Click a boid", "follow it; Esc stops following"},
    HelpLine{"{eyes}", "look through its eyes; Esc comes back"},
    HelpLine{"{inspect}", "show in the picture what steers it, or hide that"},
};

constexpr std::array kChange{
    HelpLine{"{tour}, {gallery}, {previous_preset} {next_preset}", "tour; gallery; preset before and after"},
    HelpLine{"{find}", "find any slider, command, preset or measure"},
    HelpLine{"Drag a slider", "Shift: slowly; Ctrl: round values; Esc: give up; double click: the preset's"},
    HelpLine{"Click a slider's value", "type it: 1.5, 20 cm, *1.2, max"},
    HelpLine{"Drag a stone, goal or point", "move it; a click selects it, {remove_object} removes it"},
    HelpLine{"Ctrl + click", "a point that attracts; with Shift, one that scares; again removes it"},
    HelpLine{"{lead}", "make the boid you follow the flock's leader"},
};

constexpr std::array kGoBack{
    HelpLine{"{compare}", "compare with A, side by side: at first, A is the preset as loaded"},
    HelpLine{"{keep_settings}", "make these settings A"},
    HelpLine{"{undo}", "undo; {redo} redoes"},
    HelpLine{"{rewind}", "go back into the last minutes; again: back to live"},
    HelpLine{"{pause}, {step}, {restart}", "pause or resume; one step; restart"},
};

constexpr std::array kKeep{
    HelpLine{"{picture}, {film}", "save a picture; film, again to stop"},
    HelpLine{"{record_take}, {keep_take}", "record a take, again to stop; keep what just happened"},
    HelpLine{"{copy}, {paste}", "copy the settings as text; paste them"},
    HelpLine{"{open_file}, drop a file", "open a preset, a take, or a capture with its scene"},
};

constexpr std::array kPanel{
    HelpLine{"{panel}, {plots}", "hide or show the panel; the plots"},
    HelpLine{"Tab, F6", "steer the panel by keyboard; go on to the strip, the time bar and the film panel"},
    HelpLine{"Arrows, Enter, Space", "there: move, or change a slider; type or choose; press"},
    HelpLine{"{larger}, {+smaller}, {+usual_size}", "larger, smaller, usual text"},
    HelpLine{"{full_screen}, {help}, {quit}", "full screen; this help; quit"},
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
