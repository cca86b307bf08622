#include "viewer/files/viewer_state.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"
#include "sim/text/toml_text.hpp"
#include "system/files/atomic_file.hpp"
#include "viewer/measures/measure_history.hpp"

namespace shoal {

namespace {

/// The version of the file. A change that makes older files misleading increases it.
constexpr std::int64_t kVersion = 1;

std::string boolText(bool value) {
    return value ? "true" : "false";
}

std::optional<double> legalValue(const Parameter& parameter, const toml::node& node) {
    const auto value = tomlValue(parameter, node);
    return value ? std::optional(*value) : std::nullopt;
}

/// Reads the keys of one table. A missing key keeps its default; a key of the wrong type is an error.
class TableReader {
public:
    TableReader(const toml::table& parent, std::string_view name, TomlMistakes& mistakes)
        : m_mistakes(&mistakes) {
        if (const toml::node* node = parent.get(name)) {
            m_table = node->as_table();
            if (m_table == nullptr) {
                refuse(*node, name, "a table");
            }
        }
    }

    TableReader(const toml::table& table, TomlMistakes& mistakes) : m_table(&table), m_mistakes(&mistakes) {}

    bool exists() const { return m_table != nullptr; }
    const toml::table& table() const { return *m_table; }

    template <class Number>
    void number(std::string_view key, Number& value, Number min, Number max) const {
        if (const toml::node* node = find(key)) {
            if (const auto read = node->value<double>()) {
                // A comparison with NaN is false: it leaves the value as it is.
                value = *read <= static_cast<double>(min)   ? min
                        : *read >= static_cast<double>(max) ? max
                        : *read == *read                    ? static_cast<Number>(*read)
                                                            : value;
            } else {
                refuse(*node, key, "a number");
            }
        }
    }

    void flag(std::string_view key, bool& value) const {
        if (const toml::node* node = find(key)) {
            if (const auto* read = node->as_boolean()) {
                value = read->get();
            } else {
                refuse(*node, key, "true or false");
            }
        }
    }

    void text(std::string_view key, std::string& value) const {
        if (const toml::node* node = find(key)) {
            if (const auto* read = node->as_string()) {
                value = read->get();
            } else {
                refuse(*node, key, "a string");
            }
        }
    }

    /// Reads the tunables of a settings struct. A value out of range is ignored.
    template <class Settings>
    void values(Settings& settings) const {
        const Tunables tunables{&settings, Settings::parameters};
        for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
            const toml::node* node = find(tunables.parameters[index].declared.key);
            if (const auto value = node == nullptr ? std::optional<double>()
                                                   : legalValue(tunables.parameters[index], *node)) {
                tunables.set(index, *value);
            }
        }
    }

    void refuse(const toml::node& node, std::string_view key, std::string_view expected) const {
        m_mistakes->note(node.source().begin,
                         fmt::format("{} is {}, but must be {}", key, tomlTypeName(node), expected));
    }

private:
    const toml::node* find(std::string_view key) const {
        return m_table == nullptr ? nullptr : m_table->get(key);
    }

    const toml::table* m_table = nullptr;
    TomlMistakes* m_mistakes;
};

/// Writes all tunables of a settings struct.
template <class Settings>
void addValues(std::string& text, Settings settings) {
    const Tunables tunables{&settings, Settings::parameters};
    for (std::size_t index = 0; index < tunables.parameters.size(); ++index) {
        const Parameter& parameter = tunables.parameters[index];
        const std::string value = parameter.text(tunables.get(index));
        text += fmt::format("{} = {}\n", parameter.declared.key,
                            parameter.form == Form::choice ? tomlText(value) : value);
    }
}

void addWindow(std::string& text, const WindowPlace& window) {
    text +=
        fmt::format("\n[window]\nx = {}\ny = {}\nwidth = {}\nheight = {}\nmaximised = {}\n", window.area.x,
                    window.area.y, window.area.width, window.area.height, boolText(window.isMaximised));
}

void addPanel(std::string& text, const PanelLayout& panel) {
    text += fmt::format("\n[panel]\nwidth = {:.1f}\n", panel.width);
    addValues(text, panel.look);
    if (!panel.targets.empty()) {
        text += fmt::format("targets = {}\n", tomlText(panel.targets));
    }
    if (!panel.folds.empty()) {
        text += "\n[panel.open]\n";
    }
    for (const auto& [name, isOpen] : panel.folds) {
        text += fmt::format("{} = {}\n", tomlText(name), boolText(isOpen));
    }
}

void addFilm(std::string& text, const CaptureSettings& film) {
    text += "\n[film]\n";
    addValues(text, film);
}

/// Adds a preset's text, unescaped if TOML allows.
void addPreset(std::string& text, std::string_view key, const std::string& preset) {
    if (!preset.empty()) {
        const bool isPlain = preset.find("'''") == std::string::npos;
        text += fmt::format("{} = {}\n", key, isPlain ? fmt::format("'''\n{}'''", preset) : tomlText(preset));
    }
}

void addCamera(std::string& text, const RememberedScene& scene) {
    text += fmt::format("\n[scene.camera]\ntouched = {}\n", boolText(scene.isCameraTouched));
    addValues(text, scene.camera);
}

void addScene(std::string& text, const RememberedScene& scene) {
    text += fmt::format("\n[scene]\norigin = {}\n", tomlText(scene.origin));
    addPreset(text, "pasted", scene.pasted);
    addPreset(text, "edited", scene.edited);
    addCamera(text, scene);
}

std::optional<WindowPlace> readWindow(const toml::table& root, TomlMistakes& mistakes) {
    constexpr int kFar = 1'000'000;
    const TableReader reader(root, "window", mistakes);
    if (!reader.exists()) {
        return std::nullopt;
    }
    WindowPlace window;
    reader.number("x", window.area.x, -kFar, kFar);
    reader.number("y", window.area.y, -kFar, kFar);
    reader.number("width", window.area.width, 1, kFar);
    reader.number("height", window.area.height, 1, kFar);
    reader.flag("maximised", window.isMaximised);
    return window;
}

PanelLayout readPanel(const toml::table& root, TomlMistakes& mistakes) {
    PanelLayout panel;
    const TableReader reader(root, "panel", mistakes);
    reader.number("width", panel.width, PanelLayout::kMinWidth, PanelLayout::kMaxWidth);
    reader.values(panel.look);
    reader.text("targets", panel.targets);
    if (!reader.exists()) {
        return panel;
    }
    const TableReader open(reader.table(), "open", mistakes);
    if (open.exists()) {
        for (const auto& [key, node] : open.table()) {
            open.flag(key.str(), panel.folds[std::string(key.str())]);
        }
    }
    return panel;
}

std::optional<RememberedScene> readScene(const toml::table& root, TomlMistakes& mistakes) {
    const TableReader reader(root, "scene", mistakes);
    RememberedScene scene;
    reader.text("origin", scene.origin);
    reader.text("pasted", scene.pasted);
    reader.text("edited", scene.edited);
    if (scene.origin.empty() && scene.pasted.empty() && scene.edited.empty()) {
        return std::nullopt;
    }
    const TableReader camera(reader.table(), "camera", mistakes);
    camera.flag("touched", scene.isCameraTouched);
    camera.values(scene.camera);
    return scene;
}

std::optional<Quality> readQuality(const toml::table& root, TomlMistakes& mistakes) {
    std::string name;
    TableReader(root, mistakes).text("quality", name);
    const auto found = std::ranges::find(kQualityNames, name);
    return found == kQualityNames.end() ? std::nullopt
                                        : std::optional(static_cast<Quality>(found - kQualityNames.begin()));
}

/// Reads the keys of commands: a text or a list of them for each.
CommandTable::Keys readKeys(const toml::table& root, TomlMistakes& mistakes) {
    CommandTable::Keys keys;
    const TableReader reader(root, "keys", mistakes);
    if (!reader.exists()) {
        return keys;
    }
    for (const auto& [id, node] : reader.table()) {
        std::vector<std::string>& texts = keys[std::string(id.str())];
        const toml::array one{node};
        const toml::array& all = node.is_array() ? *node.as_array() : one;
        for (const toml::node& each : all) {
            if (const auto* text = each.as_string()) {
                texts.push_back(text->get());
            } else {
                reader.refuse(each, id.str(), "a key such as \"Ctrl + P\", or a list of them");
            }
        }
    }
    return keys;
}

void addKeys(std::string& text, const CommandTable::Keys& keys) {
    text += "\n[keys]\n";
    for (const auto& [id, texts] : keys) {
        std::string list;
        for (const std::string& each : texts) {
            list += (list.empty() ? "" : ", ") + tomlText(each);
        }
        text += fmt::format("{} = {}\n", tomlText(id), texts.size() == 1 ? list : "[" + list + "]");
    }
}

void addList(std::string& text, std::string_view key, const std::vector<std::string>& list) {
    if (list.empty()) {
        return;
    }
    text += fmt::format("{} = [\n", key);
    for (const std::string& each : list) {
        text += fmt::format("  {},\n", tomlText(each));
    }
    text += "]\n";
}

/// Returns a list; null if there is none.
const toml::array* listAt(const toml::table& root, std::string_view key, TomlMistakes& mistakes) {
    const toml::node* node = root.get(key);
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    if (node != nullptr && list == nullptr) {
        mistakes.note(node->source().begin,
                      fmt::format("{} is {}, but must be a list", key, tomlTypeName(*node)));
    }
    return list;
}

/// Reads the first `max` texts of a list.
std::vector<std::string> readList(const toml::table& root, std::string_view key, std::size_t max,
                                  TomlMistakes& mistakes) {
    std::vector<std::string> texts;
    const toml::array* list = listAt(root, key, mistakes);
    for (std::size_t index = 0; list != nullptr && index < list->size(); ++index) {
        if (const auto* text = list->get(index)->as_string(); text != nullptr && texts.size() < max) {
            texts.push_back(text->get());
        }
    }
    return texts;
}

std::vector<LeftEdits> readLeft(const toml::table& root, TomlMistakes& mistakes) {
    std::vector<LeftEdits> all;
    const toml::array* list = listAt(root, "left", mistakes);
    for (std::size_t index = 0; list != nullptr && index < list->size(); ++index) {
        if (const auto* table = list->get(index)->as_table();
            table != nullptr && all.size() < ViewerState::kMaxLeft) {
            const TableReader reader(*table, mistakes);
            reader.text("origin", all.emplace_back().origin);
            reader.text("edited", all.back().edited);
        }
    }
    return all;
}

template <class Part>
std::string textOf(const std::optional<Part>& part, void (*add)(std::string& text, const Part& part)) {
    std::string text;
    if (part) {
        add(text, *part);
    }
    return text;
}

/// Puts what has changed into `theirs`.
template <class Value>
void mergeValue(const Value& base, const Value& mine, Value& theirs) {
    theirs = mine == base ? theirs : mine;
}

template <class Settings>
void mergeValues(Settings base, Settings mine, Settings& theirs) {
    const Tunables before{&base, Settings::parameters};
    const Tunables now{&mine, Settings::parameters};
    const Tunables other{&theirs, Settings::parameters};
    for (std::size_t index = 0; index < now.parameters.size(); ++index) {
        if (now.get(index) != before.get(index)) {
            other.set(index, now.get(index));
        }
    }
}

void mergePanel(const PanelLayout& base, const PanelLayout& mine, PanelLayout& theirs) {
    mergeValue(base.width, mine.width, theirs.width);
    mergeValues(base.look, mine.look, theirs.look);
    mergeValue(base.plots, mine.plots, theirs.plots);
    mergeValue(base.targets, mine.targets, theirs.targets);
    for (const auto& [name, isOpen] : mine.folds) {
        const auto before = base.folds.find(name);
        if (before == base.folds.end() || before->second != isOpen) {
            theirs.folds.insert_or_assign(name, isOpen);
        }
    }
}

/// Whether both are of the same preset, whatever their edits.
bool areOfOnePreset(const std::optional<RememberedScene>& one, const std::optional<RememberedScene>& other) {
    return one && other && one->origin == other->origin && one->pasted == other->pasted;
}

/// The scene that changed last stays. Unsaved changes of the other viewer that it would replace are kept as
/// if they had been left. Call when `theirs.left` is merged.
void mergeScene(const ViewerState& base, const ViewerState& mine, ViewerState& theirs) {
    if (!mine.scene || textOf(mine.scene, addScene) == textOf(base.scene, addScene)) {
        return;
    }
    const std::optional<RememberedScene> other = std::exchange(theirs.scene, mine.scene);
    const bool isBase = areOfOnePreset(base.scene, mine.scene);
    const std::string before = isBase ? base.scene->edited : std::string();
    const bool isSame = areOfOnePreset(mine.scene, other);
    if (isSame) {
        theirs.scene->edited = mine.scene->edited == before ? other->edited : mine.scene->edited;
        if (isBase && textOf(mine.scene, addCamera) == textOf(base.scene, addCamera)) {
            theirs.scene->camera = other->camera;
            theirs.scene->isCameraTouched = other->isCameraTouched;
        }
    }
    if (isBase && theirs.scene->edited == mine.scene->edited) {
        const LeftEdits mineBefore{base.scene->origin, base.scene->edited};
        if (std::ranges::find(mine.left, mineBefore) == mine.left.end()) {
            theirs.forgetLeft(mineBefore);  // the other viewer replaced them, and they are back
        }
    }
    const bool isTheirs = !areOfOnePreset(base.scene, other) || base.scene->edited != other->edited;
    const std::string lost = other ? other->edited : std::string();
    if (isTheirs && !lost.empty() && lost != theirs.scene->edited) {
        theirs.noteLeft({other->origin, lost});
    }
}

/// Returns the origins opened since `base`, latest first. Each opening moves one to the front, so those
/// behind them are in the order of `base`.
std::span<const std::string> openedSince(const std::vector<std::string>& base,
                                         const std::vector<std::string>& mine) {
    auto before = base.rbegin();
    auto opened = mine.rbegin();
    for (; opened != mine.rend(); ++opened) {
        before = std::find(before, base.rend(), *opened);
        if (before == base.rend()) {
            break;
        }
        ++before;
    }
    return {mine.begin(), opened.base()};
}

}  // namespace

ViewerState merged(const ViewerState& base, const ViewerState& mine, ViewerState theirs) {
    if (textOf(mine.window, addWindow) != textOf(base.window, addWindow)) {
        theirs.window = mine.window;
    }
    mergePanel(base.panel, mine.panel, theirs.panel);
    mergeValues(base.film, mine.film, theirs.film);
    mergeValue(base.quality, mine.quality, theirs.quality);
    mergeValue(base.shrinksWhenSlow, mine.shrinksWhenSlow, theirs.shrinksWhenSlow);
    const std::span<const std::string> opened = openedSince(base.recent, mine.recent);
    std::for_each(opened.rbegin(), opened.rend(),
                  [&](const std::string& origin) { theirs.noteOpened(origin); });
    const auto holds = [](const ViewerState& state, const LeftEdits& edits) {
        return std::ranges::find(state.left, edits) != state.left.end();
    };
    for (const LeftEdits& edits : base.left) {
        if (!holds(mine, edits)) {
            theirs.forgetLeft(edits);
        }
    }
    std::for_each(mine.left.rbegin(), mine.left.rend(), [&](const LeftEdits& edits) {
        // A scene remembered at the start gives way to the other viewer's newer edits of it.
        const bool isOld = base.scene && base.scene->origin == edits.origin &&
                           base.scene->edited == edits.edited &&
                           std::ranges::any_of(theirs.left, [&](const LeftEdits& other) {
                               return other.origin == edits.origin && !holds(base, other);
                           });
        if (!holds(base, edits) && !isOld) {
            theirs.noteLeft(edits);
        }
    });
    mergeScene(base, mine, theirs);
    return theirs;
}

void ViewerState::noteOpened(const std::string& origin) {
    std::erase(recent, origin);
    recent.insert(recent.begin(), origin);
    recent.resize(std::min(recent.size(), kMaxRecent));
}

bool ViewerState::noteLeft(LeftEdits edits) {
    if (edits.edited.size() > kMaxLeftBytes) {
        return false;
    }
    forgetLeft(edits);
    left.insert(left.begin(), std::move(edits));
    std::size_t bytes = 0;
    const auto tooMuch = std::find_if(left.begin(), left.end(), [&](const LeftEdits& each) {
        return &each == left.data() + kMaxLeft || (bytes += each.edited.size()) > kMaxLeftBytes;
    });
    const bool isAllKept = tooMuch == left.end();
    left.erase(tooMuch, left.end());
    return isAllKept;
}

void ViewerState::forgetLeft(const LeftEdits& edits) {
    std::erase(left, edits);
}

std::string ViewerState::leftEdits(const std::string& origin) const {
    const auto found = std::ranges::find(left, origin, &LeftEdits::origin);
    return found == left.end() ? std::string() : found->edited;
}

std::string stateText(const ViewerState& state) {
    std::string text = fmt::format(
        "# What Shoal's viewer remembers. To start without it: shoal --fresh\nversion = {}\n", kVersion);
    if (state.quality) {
        text +=
            fmt::format("quality = {}\n", tomlText(kQualityNames[static_cast<std::size_t>(*state.quality)]));
    }
    if (!state.shrinksWhenSlow) {
        text += "smaller_when_slow = false\n";
    }
    addList(text, "recent", state.recent);
    addList(text, "plots", state.panel.plots);
    if (!state.keys.empty()) {
        addKeys(text, state.keys);
    }
    if (state.window) {
        addWindow(text, *state.window);
    }
    addPanel(text, state.panel);
    if (state.film != CaptureSettings()) {
        addFilm(text, state.film);
    }
    if (state.scene) {
        addScene(text, *state.scene);
    }
    for (const LeftEdits& edits : state.left) {
        text += fmt::format("\n[[left]]\norigin = {}\n", tomlText(edits.origin));
        addPreset(text, "edited", edits.edited);
    }
    return text;
}

Result<ViewerState> parseState(std::string_view text, const std::string& fileName) {
    const auto root = parseToml(text, fileName, kStateBudget);
    if (!root) {
        return root.problem();
    }
    const auto version = (*root)["version"].value<std::int64_t>();
    if (!version) {
        return Problem{fileName + ": has no version"};
    }
    if (*version != kVersion) {
        return Problem{fmt::format("{}: written by another version of Shoal", fileName)};
    }
    TomlMistakes mistakes(fileName);
    ViewerState state;
    state.window = readWindow(*root, mistakes);
    state.panel = readPanel(*root, mistakes);
    TableReader(*root, "film", mistakes).values(state.film);
    state.quality = readQuality(*root, mistakes);
    TableReader(*root, mistakes).flag("smaller_when_slow", state.shrinksWhenSlow);
    state.keys = readKeys(*root, mistakes);
    state.scene = readScene(*root, mistakes);
    state.recent = readList(*root, "recent", ViewerState::kMaxRecent, mistakes);
    state.panel.plots = readList(*root, "plots", kUsualPlots.size(), mistakes);
    state.left = readLeft(*root, mistakes);
    if (!mistakes.isEmpty()) {
        return mistakes.problem();
    }
    return state;
}

Result<ViewerState> loadState(const std::filesystem::path& file) {
    std::error_code error;
    if (file.empty() || !std::filesystem::exists(file, error)) {
        return ViewerState{};
    }
    if (!std::filesystem::is_regular_file(file, error)) {
        return Problem{file.string() + ": not a regular file"};
    }
    const auto text = readWholeFile(file, kStateBudget.bytes);
    return text ? parseState(*text, file.string()) : Result<ViewerState>(text.problem());
}

std::optional<std::filesystem::path> copyAside(const std::filesystem::path& file) {
    constexpr int kMaxCopies = 100;
    for (int number = 1; number <= kMaxCopies; ++number) {
        const std::filesystem::path copy = number == 1
                                               ? file.string() + ".unreadable"
                                               : fmt::format("{}.unreadable-{}", file.string(), number);
        std::error_code error;
        if (std::filesystem::copy_file(file, copy, std::filesystem::copy_options::none, error)) {
            return copy;
        }
        if (error != std::errc::file_exists) {
            break;
        }
    }
    return std::nullopt;
}

}  // namespace shoal
