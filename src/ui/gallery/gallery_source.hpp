#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/command/command.hpp"
#include "ui/gallery/gallery_types.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// One value of a preset, and where it comes from.
struct SourceLine {
    std::string label;  ///< "Separation: weight"
    std::string value;  ///< in both units: "18.0 1/s² = 0.5 % a frame"; empty for a group of values
    SourceMark::Kind kind = SourceMark::Kind::given;
    std::string text;  ///< the source's words, the arithmetic, or the reason
};

/// Lists the values of a preset with their origin: first the values that its source states, then those
/// derived from it, then those chosen for Shoal.
std::vector<SourceLine> sourceLines(Scene scene);

/// Author and year for a card: "T. Vicsek and others, 1995". Empty if the source names neither.
std::string shortOrigin(const PresetSource& source);

/// Whether a source's address is one that a browser may open: http or https.
bool isWebAddress(const std::string& address);

/// What the user chose on the page about a source: nothing, all presets, or this preset.
enum class SourcePageAct { none, back, open };

/// Builds the gallery page about a preset's source. Its button for the source's address is a command.
SourcePageAct buildSourcePage(const WidgetContext& context, const GalleryInput& input, std::size_t index,
                              const std::vector<SourceLine>& lines, Commands& commands);

}  // namespace shoal
