#include "viewer/settings/unsaved_scene.hpp"

#include <algorithm>
#include <iterator>
#include <random>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "sim/text/toml_parse.hpp"
#include "sim/text/toml_text.hpp"
#include "system/files/atomic_file.hpp"
#include "viewer/files/user_files.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

/// Begins the file's first line. In a preset, it is a comment.
constexpr std::string_view kOrigin = "# origin = ";

std::string fileText(const UnsavedScene& scene) {
    return fmt::format("{}{}\n{}", kOrigin, tomlText(scene.origin), scene.text);
}

UnsavedScene parseUnsaved(std::string name, std::string text) {
    UnsavedScene scene{.file = std::move(name), .origin = {}, .text = std::move(text)};
    const std::string line = scene.text.substr(0, scene.text.find('\n'));
    const auto origin =
        line.starts_with(kOrigin) ? parseToml(line.substr(2), scene.file, kStateBudget) : Problem{};
    if (origin) {
        scene.origin = (*origin)["origin"].value_or(std::string());
        scene.text.erase(0, line.size() + 1);
    }
    return scene;
}

}  // namespace

fs::path unsavedFolder(const fs::path& stateFile) {
    return stateFile.parent_path() / "unsaved";
}

UnsavedScene newUnsaved(const std::string& origin, std::string text) {
    const std::string name = origin.empty() ? "pasted" : fs::path(origin).stem().string();
    return {.file = fmt::format("{}-{:08x}.toml", datedStem(name), std::random_device()()),
            .origin = origin,
            .text = std::move(text),
            .isOwn = true};
}

bool addUnsaved(std::vector<UnsavedScene>& scenes, UnsavedScene scene) {
    scenes.insert(scenes.begin(), std::move(scene));
    bool areEditsKept = true;
    const auto isTooMuch = [&] {
        std::size_t bytes = 0;
        for (const UnsavedScene& each : scenes) {
            bytes += each.text.size();
        }
        return scenes.size() > UnsavedScene::kMaxCount || bytes > UnsavedScene::kMaxBytes;
    };
    while (scenes.size() > 1 && isTooMuch()) {
        const auto pasted = std::find_if(scenes.rbegin(), std::prev(scenes.rend()),
                                         [](const UnsavedScene& each) { return each.origin.empty(); });
        const bool isPasted = pasted != std::prev(scenes.rend());
        areEditsKept = areEditsKept && isPasted;
        scenes.erase(isPasted ? std::prev(pasted.base()) : std::prev(scenes.end()));
    }
    return areEditsKept;
}

std::vector<UnsavedScene> readUnsaved(const fs::path& folder) {
    std::vector<UnsavedScene> scenes;
    std::size_t bytes = 0;
    for (const fs::path& file :
         listNewest(folder, [](const fs::path& path) { return path.extension() == ".toml"; })) {
        auto text = bytes > UnsavedScene::kMaxBytes || scenes.size() == 2 * UnsavedScene::kMaxCount
                        ? Result<std::string>(Problem{})
                        : readWholeFile(file, kPresetBudget.bytes);
        if (text) {
            bytes += text->size();
            scenes.push_back(parseUnsaved(file.filename().string(), std::move(*text)));
        }
    }
    return scenes;
}

Outcome writeUnsaved(const fs::path& folder, const UnsavedScene& scene) {
    if (auto made = makeFolder(folder); !made) {
        return made;
    }
    return writeFileAtomically(folder / scene.file, fileText(scene), Overwrite::anything());
}

void removeUnsaved(const fs::path& folder, const UnsavedScene& scene) {
    const auto text = readWholeFile(folder / scene.file, kPresetBudget.bytes);
    std::error_code ignored;
    if (text && parseUnsaved(scene.file, *text).text == scene.text) {
        fs::remove(folder / scene.file, ignored);
    }
}

}  // namespace shoal
