#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

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

/// Builds the gallery page about a preset's source. Its requests: open the preset, open the source's address,
/// or close the page (GalleryRequests::closes).
GalleryRequests buildSourcePage(const WidgetContext& context, const GalleryInput& input, std::size_t index,
                                const std::vector<SourceLine>& lines);

}  // namespace shoal
