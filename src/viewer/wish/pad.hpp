#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/widgets/widgets.hpp"
#include "viewer/tunables/rule_sliders.hpp"
#include "viewer/tunables/scene_view.hpp"

namespace shoal {

/// Two sliders of rules as a plane: a dot shows the settings, and dragging it moves both.
class Pad {
public:
    /// Builds the pad below its heading, and appends the user's edits. `revision` changes with the scenes
    /// that the view shows.
    void build(const WidgetContext& context, const SceneView& view, const Scene& loaded,
               std::uint64_t revision, std::vector<Edit>& edits);

    /// Notes the user's edits: the pad shows the two weights edited last unless the user chooses other
    /// sliders.
    void note(std::span<const Edit> edits);

private:
    const RuleSlider* find(const std::string& key) const;
    void chooseAxes();
    void buildAxis(const WidgetContext& context, const char* id, const char* label, std::string& key);
    static void buildPlane(const WidgetContext& context, const RuleSlider& across, const RuleSlider& up,
                           std::vector<Edit>& edits);

    std::vector<RuleSlider> m_sliders;
    std::optional<std::uint64_t> m_revision;
    std::vector<std::string> m_lastWeights;  ///< newest last, at most two
    std::string m_keyX;
    std::string m_keyY;
    bool m_isChosen = false;  ///< by the user
};

}  // namespace shoal
