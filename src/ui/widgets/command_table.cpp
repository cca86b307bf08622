#include "ui/widgets/command_table.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "sim/text/did_you_mean.hpp"

namespace shoal {

namespace {

// Tab, F6, Enter and the arrows are missing: they move the keyboard between panels and controls.
constexpr std::array<std::string_view, 22> kNames{
    "Space", "Home", "End", "Insert", "Delete", "Page up", "Page down", "Esc", "plus", "minus", "full stop",
    "F1",    "F2",   "F3",  "F4",     "F5",     "F7",      "F8",        "F9",  "F10",  "F11",   "F12",
};

constexpr std::string_view kFlyKeys = "WASDQE";

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isSame(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower, lower);
}

/// Removes `word` and the spaces around it from the beginning of a text, if that begins with it.
bool take(std::string_view& text, std::string_view word) {
    if (!isSame(text.substr(0, word.size()), word)) {
        return false;
    }
    std::string_view rest = text.substr(word.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (!rest.starts_with('+') || rest.size() == 1) {
        return false;
    }
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    text = rest;
    return true;
}

std::string_view keyText(const KeyStroke& stroke) {
    return stroke.key == "full stop" ? ". (full stop)" : std::string_view(stroke.key);
}

std::string textOf(const KeyStroke& stroke) {
    return fmt::format("{}{}{}", stroke.hasControl ? "Ctrl + " : "", stroke.hasShift ? "Shift + " : "",
                       keyText(stroke));
}

/// As running text has it.
std::string shortTextOf(const KeyStroke& stroke) {
    return fmt::format("{}{}{}", stroke.hasControl ? "Ctrl+" : "", stroke.hasShift ? "Shift+" : "",
                       stroke.key);
}

std::vector<KeyStroke> strokesIn(std::string_view text) {
    constexpr std::string_view kComma = ", ";
    std::vector<KeyStroke> strokes;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(kComma), text.size());
        if (const auto stroke = parseKeyStroke(text.substr(0, end))) {
            strokes.push_back(*stroke);
        }
        text.remove_prefix(std::min(end + kComma.size(), text.size()));
    }
    return strokes;
}

/// Replaces each "{name}" by what `textFor` returns, which may change the texts before and behind it.
template <class TextFor>
std::string replaced(std::string_view text, const TextFor& textFor) {
    std::string all;
    while (!text.empty()) {
        const std::size_t begin = std::min(text.find('{'), text.size());
        const std::size_t end = text.find('}', begin);
        all += text.substr(0, begin);
        if (end == std::string_view::npos) {
            return all += text.substr(begin);
        }
        const std::string_view name = text.substr(begin + 1, end - begin - 1);
        text.remove_prefix(end + 1);
        all += textFor(name, all, text);
    }
    return all;
}

}  // namespace

std::optional<KeyStroke> parseKeyStroke(std::string_view text) {
    KeyStroke stroke;
    for (bool isTaken = true; isTaken;) {
        const bool isControl = take(text, "Ctrl");
        const bool isShift = !isControl && take(text, "Shift");
        stroke.hasControl = stroke.hasControl || isControl;
        stroke.hasShift = stroke.hasShift || isShift;
        isTaken = isControl || isShift;
    }
    const auto name = std::ranges::find_if(kNames, [&](std::string_view each) { return isSame(each, text); });
    if (name != kNames.end()) {
        stroke.key = *name;
        return stroke;
    }
    if (text.size() != 1 || text[0] <= ' ' || text[0] > '~') {
        return std::nullopt;
    }
    stroke.key = text == "." ? "full stop" : text == "+" ? "plus" : text == "-" ? "minus" : text;
    if (text[0] >= 'a' && text[0] <= 'z') {
        stroke.key = static_cast<char>(text[0] - 'a' + 'A');
    }
    const bool isFlown = !stroke.hasControl && kFlyKeys.find(stroke.key) != std::string_view::npos;
    return isFlown ? std::nullopt : std::optional(stroke);
}

CommandTable::Row CommandTable::rowOf(NamedCommand command) {
    Row row;
    row.keys = strokesIn(command.keys);
    row.shownKeys = row.keys.size();
    std::ranges::copy(strokesIn(command.otherKeys), std::back_inserter(row.keys));
    row.command = std::move(command);
    return row;
}

const CommandTable::Row* CommandTable::rowOf(std::string_view id) const {
    const auto found = std::ranges::find_if(m_rows, [&](const Row& row) { return row.command.id == id; });
    return found == m_rows.end() ? nullptr : &*found;
}

std::vector<std::string> CommandTable::rebind(const Keys& keys) {
    std::vector<std::string> ignored;
    std::vector<std::string> ids;
    for (const Row& row : m_rows) {
        if (!row.command.runWith) {
            ids.emplace_back(row.command.id);
        }
    }
    for (const auto& [id, texts] : keys) {
        if (std::ranges::find(ids, id) == ids.end()) {
            ignored.push_back(fmt::format("there is no command {}{}", id, suggestion(nearestName(id, ids))));
            continue;
        }
        std::vector<KeyStroke> strokes;
        for (const std::string& text : texts) {
            if (auto stroke = parseKeyStroke(text)) {
                strokes.push_back(*std::move(stroke));
            } else {
                ignored.push_back(
                    fmt::format("{} cannot have the key \"{}\"; write, for example, \"Ctrl + P\"", id, text));
            }
        }
        if (strokes.size() == texts.size()) {
            Row& rebound = *std::ranges::find(m_rows, id, [](const Row& row) { return row.command.id; });
            rebound.shownKeys = strokes.size();
            rebound.keys = std::move(strokes);
            rebound.isRebound = true;
        }
    }
    // A command that gets its own keys back may have one that another was given.
    while (const auto clash = takeBackOne()) {
        ignored.push_back(*clash);
    }
    return ignored;
}

/// Gives a command its own keys back if another one has one of the new ones. Returns why, if there is one.
std::optional<std::string> CommandTable::takeBackOne() {
    for (Row& row : m_rows) {
        for (const Row& other : m_rows) {
            const auto shared = std::ranges::find_first_of(row.keys, other.keys);
            if (row.isRebound && &row != &other && shared != row.keys.end()) {
                std::string why = fmt::format("{} cannot have {}: it is a key of {}", row.command.id,
                                              textOf(*shared), other.command.id);
                row = rowOf(std::move(row.command));
                return why;
            }
        }
    }
    return std::nullopt;
}

const NamedCommand* CommandTable::at(KeyStroke stroke) const {
    const auto has = [&](const Row& row) { return std::ranges::find(row.keys, stroke) != row.keys.end(); };
    auto found = std::ranges::find_if(m_rows, has);
    if (found == m_rows.end() && stroke.hasShift) {
        stroke.hasShift = false;
        found = std::ranges::find_if(m_rows, has);
    }
    return found == m_rows.end() ? nullptr : &found->command;
}

void CommandTable::run(std::string_view id, const CommandValue& with) const {
    const NamedCommand* command = find(id);
    if (command != nullptr && command->runWith) {
        command->runWith(with);
    } else if (command != nullptr && command->run) {
        command->run();
    }
}

bool CommandTable::isPossible(std::string_view id) const {
    const NamedCommand* command = find(id);
    return command == nullptr || !command->isPossible || command->isPossible();
}

bool CommandTable::isOn(std::string_view id) const {
    const NamedCommand* command = find(id);
    return command != nullptr && command->isOn && command->isOn();
}

const NamedCommand* CommandTable::find(std::string_view id) const {
    const Row* row = rowOf(id);
    return row == nullptr ? nullptr : &row->command;
}

std::vector<const NamedCommand*> CommandTable::named() const {
    std::vector<const NamedCommand*> commands;
    for (const Row& row : m_rows) {
        if (!row.command.name.empty()) {
            commands.push_back(&row.command);
        }
    }
    return commands;
}

std::string CommandTable::keyOf(std::string_view id) const {
    const Row* row = rowOf(id);
    return row == nullptr || row->shownKeys == 0 ? std::string() : textOf(row->keys.front());
}

std::string CommandTable::withKeys(std::string_view text) const {
    return replaced(text, [this](std::string_view id, std::string& before, std::string_view& behind) {
        const Row* row = rowOf(id);
        if (row == nullptr) {
            return fmt::format("{{{}}}", id);
        }
        std::string keys;
        for (std::size_t index = 0; index < row->shownKeys; ++index) {
            keys += (keys.empty() ? "" : " or ") + shortTextOf(row->keys[index]);
        }
        constexpr std::string_view kOpening = " (";
        if (keys.empty() && before.ends_with(kOpening) && behind.starts_with(')')) {
            before.resize(before.size() - kOpening.size());
            behind.remove_prefix(1);
            return keys;
        }
        const std::string_view name = row->command.name.empty() ? row->command.id : row->command.name;
        return keys.empty() ? fmt::format("\"{}\"", name) : keys;
    });
}

std::string CommandTable::keyList(std::string_view text) const {
    return replaced(
        text, [this](std::string_view name, const std::string& /*before*/, std::string_view /*behind*/) {
            const bool hasModifiers = !name.starts_with('+');
            const Row* row = rowOf(name.substr(hasModifiers ? 0 : 1));
            if (row == nullptr) {
                return fmt::format("{{{}}}", name);
            }
            std::string keys;
            for (std::size_t index = 0; index < row->shownKeys; ++index) {
                const KeyStroke& stroke = row->keys[index];
                keys += keys.empty() ? "" : ", ";
                keys += hasModifiers ? textOf(stroke) : keyText(stroke);
            }
            return keys.empty() ? "–" : keys;
        });
}

}  // namespace shoal
