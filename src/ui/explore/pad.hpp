#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/explore/phase_grid.hpp"
#include "ui/sliders/rule_sliders.hpp"
#include "ui/sliders/scene_view.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// Two sliders of rules as a plane: a dot shows the settings, and dragging it moves both. Behind it lies the
/// phase diagram, as far as its runs have finished.
class Pad {
public:
    /// Builds the pad below its heading, and appends the user's edits. `revision` changes with the scenes
    /// that the view shows. Returns the axes of the diagram to paint behind it; empty while it is folded.
    std::optional<PhaseAxes> build(const WidgetContext& context, const SceneView& view, const Scene& loaded,
                                   std::uint64_t revision, const PhaseGrid& grid, std::vector<Edit>& edits);

    /// Notes the user's edits: the pad shows the two weights edited last unless the user chooses other
    /// sliders.
    void note(std::span<const Edit> edits);

private:
    const RuleSlider* find(const std::string& key) const;
    void chooseAxes();
    void buildAxis(const WidgetContext& context, const char* id, const char* label, std::string& key);
    void buildPlane(const WidgetContext& context, const PhaseGrid& grid, const RuleSlider& across,
                    const RuleSlider& up, std::vector<Edit>& edits);
    void buildColours(const WidgetContext& context, const PhaseGrid& grid);
    ImU32 colourOf(const MeasureSample& means) const;
    void findRange(const PhaseGrid& grid);

    std::vector<RuleSlider> m_sliders;
    std::optional<std::uint64_t> m_revision;
    std::vector<std::string> m_lastWeights;  ///< newest last, at most two
    std::string m_keyX;
    std::string m_keyY;
    bool m_isChosen = false;                  ///< by the user
    std::optional<std::size_t> m_colouredBy;  ///< column of a measure; empty: coloured by state
    float m_low = 0.0f;                       ///< range of that measure in the diagram
    float m_high = 1.0f;
};

}  // namespace shoal
