#include "viewer/settings/viewer_state.hpp"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/text/number.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"
#include "sim/text/toml_text.hpp"
#include "system/files/atomic_file.hpp"
#include "system/files/folder.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/measures/measure_history.hpp"
#include "viewer/settings/settings_table.hpp"

namespace shoal {

namespace {

/// The version of the file. A change that makes older files misleading increases it.
constexpr std::int64_t kVersion = 1;
constexpr std::array<std::string_view, 4> kOwnTables{"keys", "window", "panel", "scene"};
constexpr double kLockPatience = 3.0;  // [s] for another viewer, which may have been stopped

/// Returns a table within another; null if there is none.
toml::table* tableAt(toml::table& parent, std::string_view key) {
    toml::node* node = parent.get(key);
    return node == nullptr ? nullptr : node->as_table();
}

toml::table& madeTable(toml::table& parent, std::string_view key) {
    return *parent.insert_or_assign(key, toml::table()).first->second.as_table();
}

template <class Settings>
void read(const toml::table& table, Settings& settings) {
    readTunables(table, {&settings, Settings::parameters});
}

template <class Settings>
void write(toml::table& table, Settings settings) {
    Settings usual;
    writeTunables(table, {&settings, Settings::parameters}, {&usual, Settings::parameters});
}

std::vector<std::string> readList(const toml::table& table, std::string_view key, std::size_t max) {
    std::vector<std::string> texts;
    const toml::array* list = table[key].as_array();
    for (std::size_t index = 0; list != nullptr && index < list->size(); ++index) {
        if (const auto* text = list->get(index)->as_string(); text != nullptr && texts.size() < max) {
            texts.push_back(text->get());
        }
    }
    return texts;
}

void writeList(toml::table& table, std::string_view key, const std::vector<std::string>& texts) {
    toml::array list;
    for (const std::string& text : texts) {
        list.push_back(text);
    }
    if (!list.empty()) {
        table.insert_or_assign(key, std::move(list));
    }
}

void writeText(toml::table& table, std::string_view key, const std::string& text) {
    if (!text.empty()) {
        table.insert_or_assign(key, text);
    }
}

/// Reads the keys of commands: a text or a list of them for each.
CommandTable::Keys readKeys(const toml::table& keys) {
    CommandTable::Keys all;
    for (const auto& [id, node] : keys) {
        const toml::array one{node};
        const toml::array& list = node.is_array() ? *node.as_array() : one;
        for (std::vector<std::string>& texts = all[std::string(id.str())]; const toml::node& each : list) {
            // Other values are no keys, either: the command table says so.
            texts.push_back(each.is_string() ? each.as_string()->get() : nodeText(each));
        }
    }
    return all;
}

void writeKeys(toml::table& root, const CommandTable::Keys& keys) {
    toml::table& table = madeTable(root, "keys");
    for (const auto& [id, texts] : keys) {
        toml::array list;
        for (const std::string& text : texts) {
            list.push_back(text);
        }
        table.insert(id, std::move(list));
    }
}

ViewerState stateOf(toml::table& root) {
    ViewerState state;
    read(root, state.picture);
    state.recent = readList(root, "recent", ViewerState::kMaxRecent);
    state.panel.plots = readList(root, "plots", kUsualPlots.size());
    const auto quality = std::ranges::find(kQualityNames, root["quality"].value_or(std::string()));
    if (quality != kQualityNames.end()) {
        state.quality = static_cast<Quality>(quality - kQualityNames.begin());
    }
    if (const toml::table* keys = tableAt(root, "keys")) {
        state.keys = readKeys(*keys);
    }
    if (const toml::table* window = tableAt(root, "window")) {
        read(*window, state.window.emplace().area);
        read(*window, *state.window);
    }
    for (const auto& [name, node] : root) {
        if (node.is_table() && std::ranges::find(kOwnTables, name.str()) == kOwnTables.end()) {
            state.tables[std::string(name.str())] = tableText(*node.as_table());
        }
    }
    if (toml::table* panel = tableAt(root, "panel")) {
        read(*panel, state.panel);
        read(*panel, state.panel.look);
        state.panel.targets = (*panel)["targets"].value_or(std::string());
        if (const toml::table* folds = tableAt(*panel, "open")) {
            for (const auto& [name, node] : *folds) {
                if (const auto* isOpen = node.as_boolean()) {
                    state.panel.folds.emplace(name.str(), isOpen->get());
                }
            }
        }
    }
    if (toml::table* scene = tableAt(root, "scene")) {
        state.scene.emplace();
        state.scene->origin = (*scene)["origin"].value_or(std::string());
        state.scene->edits = (*scene)["edits"].value_or(std::string());
        if (const toml::table* camera = tableAt(*scene, "camera")) {
            read(*camera, *state.scene);
            read(*camera, state.scene->camera);
        }
    }
    return state;
}

toml::table tableOf(const ViewerState& state) {
    toml::table root;
    root.insert("version", kVersion);
    write(root, state.picture);
    writeList(root, "recent", state.recent);
    writeList(root, "plots", state.panel.plots);
    if (state.quality) {
        writeText(root, "quality", std::string(kQualityNames[static_cast<std::size_t>(*state.quality)]));
    }
    if (!state.keys.empty()) {
        writeKeys(root, state.keys);
    }
    if (state.window) {
        toml::table& window = madeTable(root, "window");
        write(window, state.window->area);
        write(window, *state.window);
    }
    for (const auto& [name, text] : state.tables) {
        if (auto table = parseToml(text, name, kStateBudget)) {
            root.insert_or_assign(name, *std::move(table));
        }
    }
    toml::table& panel = madeTable(root, "panel");
    write(panel, state.panel);
    write(panel, state.panel.look);
    writeText(panel, "targets", state.panel.targets);
    if (!state.panel.folds.empty()) {
        toml::table& folds = madeTable(panel, "open");
        for (const auto& [name, isOpen] : state.panel.folds) {
            folds.insert(name, isOpen);
        }
    }
    if (state.scene) {
        toml::table& scene = madeTable(root, "scene");
        scene.insert("origin", state.scene->origin);
        writeText(scene, "edits", state.scene->edits);
        toml::table& camera = madeTable(scene, "camera");
        write(camera, *state.scene);
        write(camera, state.scene->camera);
    }
    return root;
}

std::string textOf(const toml::table& root) {
    const std::string text = "# What Shoal's viewer remembers. To start without it: shoal --fresh\n";
    return text + tableText(root);
}

bool isSame(const toml::node* one, const toml::node& other) {
    return one != nullptr && nodeText(*one) == nodeText(other);
}

/// Puts what has changed from `base` to `mine` into `theirs`. To a list, the other viewer's items are added.
void merge(const toml::table& base, toml::table& mine, toml::table& theirs) {
    for (const auto& [key, node] : base) {
        if (!mine.contains(key)) {
            theirs.erase(key);
        }
    }
    for (auto&& [key, node] : mine) {
        const toml::node* const before = base.get(key);
        if (isSame(before, node)) {
            continue;
        }
        toml::node* const other = theirs.get(key);
        if (node.is_table() && other != nullptr && other->is_table()) {
            const toml::table* const inner = before != nullptr ? before->as_table() : nullptr;
            merge(inner != nullptr ? *inner : toml::table(), *node.as_table(), *other->as_table());
            continue;
        }
        if (toml::array* list = node.as_array(); list != nullptr && other != nullptr && other->is_array()) {
            const auto holds = [](const toml::node* array, const toml::node& item) {
                return array != nullptr && array->is_array() &&
                       std::ranges::any_of(*array->as_array(),
                                           [&](const toml::node& each) { return isSame(&each, item); });
            };
            for (const toml::node& item : *other->as_array()) {
                if (!holds(before, item) && !holds(list, item)) {
                    item.visit([&](const auto& value) { list->push_back(value); });
                }
            }
        }
        node.visit([&, name = key.str()](const auto& value) { theirs.insert_or_assign(name, value); });
    }
}

Result<toml::table> parseTable(std::string_view text, const std::string& fileName) {
    auto root = parseToml(text, fileName, kStateBudget);
    if (!root) {
        return root;
    }
    const auto version = (*root)["version"].value<std::int64_t>();
    if (!version) {
        return Problem{fileName + ": has no version"};
    }
    if (*version != kVersion) {
        return Problem{fmt::format("{}: written by another version of Shoal", fileName)};
    }
    return root;
}

Result<toml::table> loadTable(const std::filesystem::path& file) {
    std::error_code error;
    if (file.empty() || !std::filesystem::exists(file, error)) {
        return tableOf({});
    }
    if (!std::filesystem::is_regular_file(file, error)) {
        return Problem{file.string() + ": not a regular file"};
    }
    const auto text = readWholeFile(file, kStateBudget.bytes);
    return text ? parseTable(*text, file.string()) : Result<toml::table>(text.problem());
}

/// Makes a file of an unsaved scene that an earlier version kept as texts in `table`. Returns its origin and
/// the name of the file of its edits.
std::pair<std::string, std::string> carryOver(toml::table& table, const std::filesystem::path& folder,
                                              Outcome& written) {
    std::string origin = table["origin"].value_or(std::string());
    std::string edited = table["edited"].value_or(std::string());
    std::string pasted = table["pasted"].value_or(std::string());
    const auto fileOf = [&](std::string text) {
        const UnsavedScene scene = newUnsaved(origin, std::move(text));
        written = written ? writeUnsaved(folder, scene) : written;
        return scene.file;
    };
    if (origin.empty()) {
        pasted = pasted.empty() ? std::exchange(edited, {}) : pasted;
        origin = (folder / fileOf(pasted)).string();
    }
    edited = edited == pasted ? std::string() : edited;
    return {origin, edited.empty() ? std::string() : fileOf(edited)};
}

/// The same for all in a state file, which it rewrites. If there is no space, the file keeps them.
void carryOver(toml::table& root, const std::filesystem::path& file) {
    const std::filesystem::path folder = unsavedFolder(file);
    toml::table carried = root;
    Outcome written = Done{};
    const toml::array none;
    toml::array* const left = carried["left"].as_array();
    for (std::size_t index = left == nullptr ? 0 : left->size(); index > 0; --index) {
        if (toml::table* const scene = left->get(index - 1)->as_table()) {
            carryOver(*scene, folder, written);
        }
    }
    toml::table* const scene = tableAt(carried, "scene");
    const bool isOld = scene != nullptr && (scene->contains("edited") || scene->contains("pasted"));
    if (isOld) {
        const auto [origin, edits] = carryOver(*scene, folder, written);
        scene->insert_or_assign("origin", origin);
        writeText(*scene, "edits", edits);
        scene->erase("edited");
        scene->erase("pasted");
    }
    carried.erase("left");
    if ((isOld || left != nullptr) && written &&
        writeFileAtomically(file, textOf(carried), Overwrite::anything())) {
        root = std::move(carried);
    }
}

}  // namespace

void ViewerState::noteOpened(const std::string& origin) {
    std::erase(recent, origin);
    recent.insert(recent.begin(), origin);
    recent.resize(std::min(recent.size(), kMaxRecent));
}

std::string stateText(const ViewerState& state) {
    return textOf(tableOf(state));
}

Result<ViewerState> parseState(std::string_view text, const std::string& fileName) {
    auto root = parseTable(text, fileName);
    return root ? stateOf(*root) : Result<ViewerState>(root.problem());
}

Result<ViewerState> loadState(const std::filesystem::path& file) {
    auto root = loadTable(file);
    if (!root) {
        return root.problem();
    }
    carryOver(*root, file);
    ViewerState state = stateOf(*root);
    state.unsaved = readUnsaved(unsavedFolder(file));
    return state;
}

Outcome writeState(const std::filesystem::path& file, const ViewerState& base, const ViewerState& state) {
    if (auto made = makeFolder(file.parent_path()); !made) {
        return made;
    }
    const auto lock = FolderLock::take(file.parent_path(), kLockPatience);
    auto theirs = loadTable(file);
    if (!theirs) {
        return theirs.problem();
    }
    const std::filesystem::path folder = unsavedFolder(file);
    for (auto scene = state.unsaved.rbegin(); scene != state.unsaved.rend(); ++scene) {
        const bool isWritten = std::ranges::find(base.unsaved, *scene) != base.unsaved.end();
        if (auto written = isWritten ? Outcome(Done{}) : writeUnsaved(folder, *scene); !written) {
            return written;
        }
    }
    toml::table mine = tableOf(state);
    merge(tableOf(base), mine, *theirs);
    auto written = writeFileAtomically(file, textOf(*theirs), Overwrite::anything());
    for (const UnsavedScene& scene : base.unsaved) {
        if (written &&
            std::ranges::find(state.unsaved, scene.file, &UnsavedScene::file) == state.unsaved.end()) {
            removeUnsaved(folder, scene);
        }
    }
    return written;
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
