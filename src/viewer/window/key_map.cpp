#include "viewer/window/key_map.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace shoal {

namespace {

/// Returns the name of a key that has one wherever the user's layout puts its label; empty if it has none.
std::string nameOf(int code) {
    constexpr std::array<std::pair<int, std::string_view>, 8> kNames{{
        {GLFW_KEY_SPACE, "Space"},
        {GLFW_KEY_HOME, "Home"},
        {GLFW_KEY_END, "End"},
        {GLFW_KEY_INSERT, "Insert"},
        {GLFW_KEY_DELETE, "Delete"},
        {GLFW_KEY_PAGE_UP, "Page up"},
        {GLFW_KEY_PAGE_DOWN, "Page down"},
        {GLFW_KEY_ESCAPE, "Esc"},
    }};
    if (code >= GLFW_KEY_F1 && code <= GLFW_KEY_F25) {
        return "F" + std::to_string(code - GLFW_KEY_F1 + 1);
    }
    if (code >= GLFW_KEY_0 && code <= GLFW_KEY_9) {
        return std::string(1, static_cast<char>(code));  // GLFW's codes of digits are their characters
    }
    if (code >= GLFW_KEY_KP_0 && code <= GLFW_KEY_KP_9) {
        return std::to_string(code - GLFW_KEY_KP_0);
    }
    const auto found = std::ranges::find(kNames, code, &std::pair<int, std::string_view>::first);
    return found == kNames.end() ? std::string() : std::string(found->second);
}

bool isLetter(std::string_view label) {
    return label.size() == 1 && label[0] >= 'a' && label[0] <= 'z';
}

std::string capital(std::string_view letter) {
    return std::string(1, static_cast<char>(letter[0] - 'a' + 'A'));
}

/// Returns the name of a printed character other than letters and digits; empty for others.
std::string nameOfCharacter(unsigned codepoint) {
    const char c = codepoint > ' ' && codepoint < 0x7F ? static_cast<char>(codepoint) : 'a';
    const bool isAlphanumeric = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return isAlphanumeric ? ""
           : c == '.'     ? "full stop"
           : c == '+'     ? "plus"
           : c == '-'     ? "minus"
                          : std::string(1, c);
}

}  // namespace

const NamedCommand* commandFor(const CommandTable& commands, const KeyPressed& key) {
    const auto at = [&](const std::string& name) {
        return name.empty() ? nullptr : commands.at({key.hasControl, key.hasShift, name});
    };
    const NamedCommand* command = at(isLetter(key.label) ? capital(key.label) : nameOf(key.code));
    // Without Ctrl, these arrive as typed characters.
    if (command == nullptr && key.hasControl) {
        command = at(key.code == GLFW_KEY_KP_ADD        ? "plus"
                     : key.code == GLFW_KEY_KP_SUBTRACT ? "minus"
                     : key.label.size() == 1 ? nameOfCharacter(static_cast<unsigned char>(key.label[0]))
                                             : "");
    }
    // A held key must not toggle the pause forty times a second.
    return command != nullptr && key.isRepeat && !command->repeats ? nullptr : command;
}

const NamedCommand* commandFor(const CommandTable& commands, const CharacterTyped& character) {
    const std::string name = nameOfCharacter(character.codepoint);
    return name.empty() ? nullptr : commands.at({.key = name});
}

std::string labelFor(int code, std::string_view name) {
    const bool hasLetter = code >= GLFW_KEY_A && code <= GLFW_KEY_Z;
    constexpr unsigned char kLatinEnd = 0xCA;  // UTF-8 for letters from U+0280 on begins with this or more
    std::string label(name);
    if (hasLetter && !label.empty() && static_cast<unsigned char>(label[0]) >= kLatinEnd) {
        label = static_cast<char>(code);  // GLFW's codes of letters are their capitals
    }
    std::ranges::transform(label, label.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return label;
}

FlyCodes flyCodes(const CommandTable& commands, const std::function<std::string(int code)>& labelAt) {
    constexpr FlyCodes kPlaces{GLFW_KEY_W, GLFW_KEY_A, GLFW_KEY_S, GLFW_KEY_D, GLFW_KEY_Q, GLFW_KEY_E};
    constexpr std::string_view kLabels = "wasdqe";
    const auto isCommand = [&](int code) {
        const std::string label = labelAt(code);
        return commandFor(commands, KeyPressed{.code = code, .label = label}) != nullptr ||
               (label.size() == 1 &&
                commandFor(commands, CharacterTyped{static_cast<unsigned char>(label[0])}) != nullptr);
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

std::string flyKeysText(const CommandTable& commands, const std::function<std::string(int code)>& labelAt) {
    std::string text;
    for (const int code : flyCodes(commands, labelAt)) {
        const std::string label = labelAt(code);
        text += isLetter(label) ? capital(label) : label;
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
