#include "viewer/window/key_map.hpp"

#include <algorithm>
#include <string_view>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace shoal {

std::optional<Action> actionFor(const KeyPressed& key) {
    if (key.hasControl && key.label == "z") {
        return key.hasShift ? Action::redo : Action::undo;
    }
    if (key.hasControl && key.label == "y") {
        return Action::redo;
    }
    // Ignore repeats: a held key must not toggle the pause forty times a second.
    if (key.isRepeat) {
        return std::nullopt;
    }
    if (key.hasControl) {
        if (key.label == "c") {
            return Action::copy;
        }
        if (key.label == "v") {
            return Action::paste;
        }
        if (key.label == "f") {
            return Action::find;
        }
        if (key.label == "o") {
            return Action::openFile;
        }
        if (key.label == "q") {
            return Action::quit;
        }
        if (key.code == GLFW_KEY_F12) {
            return Action::film;
        }
        if (key.label == "+" || key.label == "=" || key.code == GLFW_KEY_KP_ADD) {
            return Action::larger;
        }
        if (key.label == "-" || key.code == GLFW_KEY_KP_SUBTRACT) {
            return Action::smaller;
        }
        if (key.code == GLFW_KEY_0 || key.code == GLFW_KEY_KP_0) {
            return Action::usualSize;
        }
        return key.label == "b" ? std::optional(Action::hidePanel) : std::nullopt;
    }
    switch (key.code) {
        case GLFW_KEY_SPACE:
            return Action::pause;
        case GLFW_KEY_HOME:
            return Action::frameFlock;
        case GLFW_KEY_F1:
            return Action::help;
        case GLFW_KEY_F9:
            return Action::recordTake;
        case GLFW_KEY_F10:
            return Action::keepTake;
        case GLFW_KEY_F11:
            return Action::fullScreen;
        case GLFW_KEY_F12:
            return Action::screenshot;
        case GLFW_KEY_DELETE:
            return Action::removeObject;
        case GLFW_KEY_ESCAPE:
            return Action::cancel;
        default:
            break;
    }
    if (key.label == "r") {
        return Action::restart;
    }
    if (key.label == "h") {
        return Action::rewind;
    }
    if (key.label == "c") {
        return key.hasShift ? Action::previousView : Action::nextView;
    }
    if (key.label == "v") {
        return Action::eyes;
    }
    if (key.label == "m") {
        return Action::measures;
    }
    if (key.label == "g") {
        return Action::gallery;
    }
    if (key.label == "t") {
        return Action::tour;
    }
    if (key.label == "x") {
        return key.hasShift ? Action::keepSettings : Action::compare;
    }
    if (key.label == "y") {
        return Action::compare;
    }
    if (key.label == "l") {
        return Action::lead;
    }
    if (key.label == "i") {
        return Action::inspect;
    }
    return key.label == "f" ? std::optional(Action::frameFlock) : std::nullopt;
}

std::optional<Action> actionFor(const CharacterTyped& character) {
    switch (character.codepoint) {
        case '.':
            return Action::singleStep;
        case '?':
            return Action::help;
        case '[':
            return Action::previousPreset;
        case ']':
            return Action::nextPreset;
        default:
            return std::nullopt;
    }
}

std::string labelFor(int code, std::string_view name) {
    const bool isLetter = code >= GLFW_KEY_A && code <= GLFW_KEY_Z;
    constexpr unsigned char kLatinEnd = 0xCA;  // UTF-8 for letters from U+0280 on begins with this or more
    std::string label(name);
    if (isLetter && !label.empty() && static_cast<unsigned char>(label[0]) >= kLatinEnd) {
        label = static_cast<char>(code);  // GLFW's codes of letters are their capitals
    }
    std::ranges::transform(label, label.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return label;
}

FlyCodes flyCodes(const std::function<std::string(int code)>& labelAt) {
    constexpr FlyCodes kPlaces{GLFW_KEY_W, GLFW_KEY_A, GLFW_KEY_S, GLFW_KEY_D, GLFW_KEY_Q, GLFW_KEY_E};
    constexpr std::string_view kLabels = "wasdqe";
    const auto isCommand = [&](int code) {
        const std::string label = labelAt(code);
        return actionFor(KeyPressed{.code = code, .label = label}) ||
               (label.size() == 1 && actionFor(CharacterTyped{static_cast<unsigned char>(label[0])}));
    };
    if (std::ranges::none_of(kPlaces, isCommand)) {
        return kPlaces;
    }
    FlyCodes codes;
    codes.fill(GLFW_KEY_UNKNOWN);
    for (int code = GLFW_KEY_APOSTROPHE; code <= GLFW_KEY_WORLD_2; ++code) {
        const std::string label = labelAt(code);
        const std::size_t place = label.size() == 1 ? kLabels.find(label) : std::string_view::npos;
        if (place != std::string_view::npos) {
            codes[place] = code;
        }
    }
    return codes;
}

std::string flyKeysText(const std::function<std::string(int code)>& labelAt) {
    std::string text;
    for (const int code : flyCodes(labelAt)) {
        const std::string label = labelAt(code);
        text += label.size() == 1 && label[0] >= 'a' && label[0] <= 'z'
                    ? std::string(1, static_cast<char>(label[0] - 'a' + 'A'))
                    : label;
        text += text.size() == 7 ? ", " : " ";
    }
    text.pop_back();
    return text;
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
