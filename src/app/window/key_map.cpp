#include "app/window/key_map.hpp"

#include <string_view>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace shoal {

std::optional<Command> commandFor(const KeyPressed& key) {
    if (key.hasControl && key.label == "z") {
        return key.hasShift ? Command::redo : Command::undo;
    }
    // Ignore repeats: a held key must not toggle the pause forty times a second.
    if (key.isRepeat) {
        return std::nullopt;
    }
    if (key.hasControl) {
        if (key.label == "c") {
            return Command::copy;
        }
        if (key.label == "v") {
            return Command::paste;
        }
        if (key.label == "o") {
            return Command::openFile;
        }
        if (key.label == "q") {
            return Command::quit;
        }
        if (key.code == GLFW_KEY_F12) {
            return Command::capture;
        }
        if (key.label == "+" || key.label == "=" || key.code == GLFW_KEY_KP_ADD) {
            return Command::larger;
        }
        if (key.label == "-" || key.code == GLFW_KEY_KP_SUBTRACT) {
            return Command::smaller;
        }
        if (key.code == GLFW_KEY_0 || key.code == GLFW_KEY_KP_0) {
            return Command::usualSize;
        }
        return key.label == "b" ? std::optional(Command::hidePanel) : std::nullopt;
    }
    switch (key.code) {
        case GLFW_KEY_SPACE:
            return Command::pause;
        case GLFW_KEY_HOME:
            return Command::frameFlock;
        case GLFW_KEY_F1:
            return Command::help;
        case GLFW_KEY_F9:
            return Command::recordTake;
        case GLFW_KEY_F10:
            return Command::keepTake;
        case GLFW_KEY_F11:
            return Command::fullScreen;
        case GLFW_KEY_F12:
            return Command::screenshot;
        case GLFW_KEY_DELETE:
            return Command::removeObject;
        case GLFW_KEY_ESCAPE:
            return Command::cancel;
        default:
            break;
    }
    if (key.label == "r") {
        return Command::restart;
    }
    if (key.label == "c") {
        return key.hasShift ? Command::previousView : Command::nextView;
    }
    if (key.label == "v") {
        return Command::eyes;
    }
    if (key.label == "m") {
        return Command::measures;
    }
    if (key.label == "g") {
        return Command::gallery;
    }
    if (key.label == "t") {
        return Command::tour;
    }
    if (key.label == "x") {
        return key.hasShift ? Command::keepSettings : Command::compare;
    }
    if (key.label == "y") {
        return Command::sideBySide;
    }
    if (key.label == "b") {
        return Command::morph;
    }
    if (key.label == "l") {
        return Command::lead;
    }
    if (key.label == "i") {
        return Command::inspect;
    }
    return key.label == "f" ? std::optional(Command::frameFlock) : std::nullopt;
}

std::optional<Command> commandFor(const CharacterTyped& character) {
    switch (character.codepoint) {
        case '.':
            return Command::singleStep;
        case '?':
            return Command::help;
        default:
            return std::nullopt;
    }
}

bool isForTextField(const InputEvent& event) {
    const auto* key = std::get_if<KeyPressed>(&event);
    if (key == nullptr) {
        return true;
    }
    if (!key->hasControl) {
        return key->code < GLFW_KEY_F1 || key->code > GLFW_KEY_F25;
    }
    constexpr std::string_view kEditing = "acvxyz";  // select all, copy, paste, cut, redo, undo
    return key->label.size() == 1 && kEditing.find(key->label) != std::string_view::npos;
}

}  // namespace shoal
