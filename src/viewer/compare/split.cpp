#include "viewer/compare/split.hpp"

#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "ui/widgets/theme.hpp"

namespace shoal {

void drawSplit(const WidgetContext& context, float middle, float bottom) {
    const float width = std::max(1.0f, std::round(context.px(1.5f)));
    ImGui::GetBackgroundDrawList()->AddRectFilled({middle - 0.5f * width, 0.0f},
                                                  {middle + 0.5f * width, bottom},
                                                  theme::packed(theme::withAlpha(theme::kOnPicture, 0.55f)));
}

}  // namespace shoal
