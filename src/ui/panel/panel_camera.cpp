// Part of Panel: the choice of the camera's view.

#include <array>

#include "ui/panel/panel.hpp"
#include "ui/widgets/tunable_row.hpp"

namespace shoal {

void Panel::buildView(PanelFrame& frame) {
    const auto views = frame.input.views;
    if (views.empty()) {
        return;
    }
    std::vector<std::string_view> names;
    std::string help = "From where to look; C takes the next.";
    for (const ViewItem& view : views) {
        names.push_back(view.name);
        help += "\n" + std::string(view.name) + ": " + std::string(view.help);
    }
    Parameter choice;
    choice.declared = {.key = "camera", .max = static_cast<double>(names.size()) - 1.0, .help = help};
    choice.declared.choices = names;
    choice.form = Form::choice;
    const TunableRow row{.parameter = choice,
                         .key = "view",
                         .shown = static_cast<double>(frame.input.viewIndex),
                         .isChanged = frame.input.viewIndex != 0,
                         .resetShown = 0.0,
                         .source = {},
                         .mark = nullptr};
    if (const TunableChange change = tunableRow(frame.context, row); change.shown) {
        frame.requests.view = static_cast<std::size_t>(*change.shown);
    }
}

}  // namespace shoal
