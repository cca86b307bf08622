#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shoal {

/// What a panel asks for: a number or a text, as the command says.
struct CommandValue {
    double number = 0.0;
    std::string text = {};

    /// The number as an index.
    std::size_t index() const { return static_cast<std::size_t>(number); }

    bool operator==(const CommandValue&) const = default;
};

/// Something that a user can ask for. Its owner declares it, once: keys, menus, tooltips, help and finder
/// read it from the table.
struct NamedCommand {
    std::string_view id;              ///< in the settings file: "pause"
    std::string_view name = {};       ///< as the finder lists it; not listed if empty
    std::string_view keys = {};       ///< "Ctrl + Shift + Z, Ctrl + Y"; may be empty
    std::string_view otherKeys = {};  ///< more keys, which are not shown: for other keyboards
    std::string_view words = {};      ///< more words to find it by
    std::function<void()> run = {};   ///< its action
    std::function<void(const CommandValue&)> runWith = {};  ///< instead, if it needs a value: it has no keys
    std::function<bool()> isPossible = {};  ///< whether its button can be pressed; always if empty
    std::function<bool()> isOn = {};        ///< whether its button looks pressed; never if empty
    bool repeats = false;                   ///< while its key is held
};

/// A key with the keys held down with it.
struct KeyStroke {
    bool hasControl = false;
    bool hasShift = false;
    std::string key;  ///< its label in the user's layout, "Z" or "?"; or its name, "Space" or "plus"

    friend bool operator==(const KeyStroke&, const KeyStroke&) = default;
};

/// Reads "Ctrl + Shift + Z". Nothing if a command cannot have this key.
std::optional<KeyStroke> parseKeyStroke(std::string_view text);

/// All commands of the viewer, and their keys.
class CommandTable {
public:
    /// Keys of commands, by id, as the settings file has them.
    using Keys = std::map<std::string, std::vector<std::string>>;

    void add(NamedCommand command) { m_rows.push_back(rowOf(std::move(command))); }

    /// Gives commands other keys. Returns a sentence about each key that was ignored. Call once, when all
    /// commands have been added.
    std::vector<std::string> rebind(const Keys& keys);

    /// The command with this key; one without Shift also answers with it. Null if there is none.
    const NamedCommand* at(KeyStroke stroke) const;

    /// Does nothing if there is no such command: what would declare it may be left out.
    void run(std::string_view id, const CommandValue& with = {}) const;
    bool isPossible(std::string_view id) const;
    bool isOn(std::string_view id) const;

    /// Lists the commands that have a name, in the order in which they were added.
    std::vector<const NamedCommand*> named() const;
    const NamedCommand* find(std::string_view id) const;

    /// Returns the first key of a command, "Ctrl + Z"; empty if it has none.
    std::string keyOf(std::string_view id) const;

    /// Returns a text with each "{id}" replaced by that command's keys: "undo (Ctrl+Z)". Without a key, an
    /// "{id}" in brackets is left out with them, and another one becomes the command's name, or its id.
    std::string withKeys(std::string_view text) const;

    /// The same as a list, "Ctrl + Z, F9", with a dash for a command without a key. "{+id}" leaves out the
    /// modifiers of its key: "Ctrl + plus, minus".
    std::string keyList(std::string_view text) const;

private:
    struct Row {
        NamedCommand command;
        std::vector<KeyStroke> keys;
        std::size_t shownKeys = 0;  ///< the first of them
        bool isRebound = false;
    };

    static Row rowOf(NamedCommand command);
    const Row* rowOf(std::string_view id) const;
    std::optional<std::string> takeBackOne();

    std::vector<Row> m_rows;
};

}  // namespace shoal
