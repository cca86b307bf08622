#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/gallery/gallery_types.hpp"
#include "ui/widgets/widgets.hpp"

namespace shoal {

/// One value of a preset, and what its source says of it.
struct SourceLine {
    std::string label;  ///< "Separation: weight"
    std::string value;  ///< in both units: "18.0 1/s² = 0.5 % a frame"; empty for a group of values
    SourceMark::Kind kind = SourceMark::Kind::given;
    std::string text;  ///< the source's words, the arithmetic, or the reason
};

/// Lists what a preset's source says of its values: what it states first, then what follows from it, then
/// what was chosen.
std::vector<SourceLine> sourceLines(Scene scene);

/// Author and year for a card: "T. Vicsek and others, 1995". Empty if the source names neither.
std::string shortOrigin(const PresetSource& source);

/// Whether a source's address is one that a browser may open: http or https.
bool isWebAddress(const std::string& address);

/// Builds the page of the gallery that says where a preset comes from. Requests to open it, its address, or
/// to close the page (GalleryRequests::closes).
GalleryRequests buildSourcePage(const WidgetContext& context, const GalleryInput& input, std::size_t index,
                                const std::vector<SourceLine>& lines);

}  // namespace shoal
