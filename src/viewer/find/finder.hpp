#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/layout/panel_place.hpp"
#include "ui/widgets/command_table.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/command/items.hpp"
#include "viewer/tunables/scene_view.hpp"

namespace shoal {

/// What the keys of the panel's own settings begin with, among those of tunables.
inline constexpr std::string_view kPanelKeys = "panel.";

/// Something that the finder finds.
struct Findable {
    enum class Kind {
        tunable,
        command,
        preset,
        measure,
        answer,  ///< only its name, a sentence
    };

    Kind kind = Kind::tunable;
    std::string name;               ///< as the panel shows it
    std::string note;               ///< where it stands: "Alignment", "Preset"; a command's key
    std::string words;              ///< more words to find it by: keys, former names, what people call it
    std::string about = {};         ///< of a preset: its sources and rules, by which it is found as well
    std::string help = {};          ///< what the setting, measure or preset does; found by as well
    bool isPart = false;            ///< of a rule or a group of settings, rather than the whole
    std::string key = {};           ///< of a tunable or a rule's switch, or of a measure's column
    std::string_view command = {};  ///< id of one
    bool isIdle = false;            ///< of a rule that is off
    std::size_t preset = 0;         ///< index in the viewer's list, of that kind
};

/// Returns a preset as the finder finds it: by title, name, text, author and rules.
Findable findablePreset(std::span<const PresetItem> presets, std::size_t index);

/// Returns all tunables and switches of the scene, all commands that have a name, presets and measures.
std::vector<Findable> findables(const SceneView& view, std::span<const PresetItem> presets,
                                const CommandTable& commands);

/// Returns the indices of entries in which each word of `query` begins a word, best first: by name, by other
/// words, by help; of equals, those of rules that are on, and a rule before its settings. Ignores case. None
/// for an empty query.
std::vector<std::size_t> findIn(std::span<const Findable> all, std::string_view query);

/// The box that finds everything.
class Finder {
public:
    bool isOpen() const { return m_isOpen; }
    void toggle();

    /// What finds are made in.
    struct Input {
        const SceneView& view;
        std::span<const PresetItem> presets;
        std::uint64_t revision;  ///< of the scene
    };

    /// Builds the box at the top of the free picture, if it is open. Returns what was chosen, which closes
    /// it.
    std::optional<Findable> build(const WidgetContext& context, const Input& input, const PanelPlace& place);

private:
    void refresh(const WidgetContext& context, const Input& input);
    void buildRows(const WidgetContext& context, const Input& input, std::optional<Findable>& chosen);

    bool m_isOpen = false;
    bool m_takesFocus = false;
    std::string m_query;
    std::string m_found;  ///< the query that m_rows answer
    std::vector<Findable> m_all;
    std::vector<std::size_t> m_rows;
    std::size_t m_chosen = 0;
    std::optional<std::uint64_t> m_revision;
};

}  // namespace shoal
