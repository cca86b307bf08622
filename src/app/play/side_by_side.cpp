#include "app/play/side_by_side.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "ui/sliders/scene_view.hpp"
#include "ui/text/value_text.hpp"

namespace shoal {

namespace {

std::string settingText(const Parameter& parameter, double shown) {
    switch (parameter.form) {
        case Form::toggle:
            return shown != 0.0 ? "on" : "off";
        case Form::choice:
            return parameter.text(parameter.stored(shown));
        case Form::number:
        case Form::integer:
            break;
    }
    return valueText(parameter, shown);
}

}  // namespace

const std::vector<SplitDifference>& SideBySide::differences(const Scene& a, const Instant& b) {
    if (m_compared != b.revision()) {
        m_compared = b.revision();
        m_differences = differencesOf(a, b.simulation().scene());
    }
    return m_differences;
}

std::vector<SplitDifference> differencesOf(const Scene& a, const Scene& b) {
    SceneView view;
    view.refresh(b, a, 1, b.camera, false);
    std::vector<SplitDifference> differences;
    for (std::size_t index = 0; index < view.sections().size(); ++index) {
        const Section& inB = view.sections()[index];
        const Section& inA = view.loadedSections()[index];
        if (inB.path == "camera") {
            continue;
        }
        if (view.isSwitchChanged(index)) {
            differences.push_back({inB.title, inA.rule->isEnabled ? "on" : "off",
                                   inB.rule->isEnabled ? "on" : "off", inB.path + ".enabled",
                                   inA.rule->isEnabled ? 1.0 : 0.0});
        }
        for (std::size_t each = 0; each < inB.tunables.parameters.size(); ++each) {
            if (!view.isChanged(index, each)) {
                continue;
            }
            const Parameter& parameter = inB.tunables.parameters[each];
            const std::string_view key = parameter.declared.key;
            const double aShown = parameter.shown(inA.tunables.get(each));
            differences.push_back({key == "weight" ? inB.title : inB.title + " " + plainLabelOf(key),
                                   settingText(parameter, aShown),
                                   settingText(parameter, parameter.shown(inB.tunables.get(each))),
                                   fmt::format("{}.{}", inB.path, key), aShown});
        }
    }
    for (const Edit& edit : view.resetsOfAll()) {
        constexpr std::string_view kPresence = ".present";
        if (std::string_view(edit.key).ends_with(kPresence)) {
            const std::string thing = edit.key.substr(0, edit.key.size() - kPresence.size());
            differences.push_back({thing.substr(thing.find('.') + 1), edit.shown != 0.0 ? "there" : "none",
                                   edit.shown != 0.0 ? "none" : "there"});
        }
    }
    return differences;
}

}  // namespace shoal
