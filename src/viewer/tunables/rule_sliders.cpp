#include "viewer/tunables/rule_sliders.hpp"

#include "ui/text/value_text.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal {

namespace {

std::string sliderName(const Scene& scene, const Section& section, std::string_view key) {
    std::string label = labelOf(key);
    label[0] = label[0] >= 'A' && label[0] <= 'Z' ? static_cast<char>(label[0] - 'A' + 'a') : label[0];
    const std::string name = section.title + " " + label;
    return scene.species.size() > 1 && section.speciesIndex >= 0
               ? scene.species[static_cast<std::size_t>(section.speciesIndex)].name + ": " + name
               : name;
}

}  // namespace

std::vector<RuleSlider> ruleSlidersOf(Scene& scene, const Scene& reference) {
    std::vector<RuleSlider> sliders;
    const std::vector<Section> sections = scene.sections();
    for (std::size_t index = 0; index < sections.size(); ++index) {
        const Section& section = sections[index];
        if (section.rule == nullptr || !section.rule->isEnabled || section.rule->kind() == RuleKind::limit) {
            continue;
        }
        for (std::size_t each = 0; each < section.tunables.parameters.size(); ++each) {
            const Parameter& parameter = section.tunables.parameters[each];
            if (parameter.form != Form::number || parameter.declared.affects != Affects::motion ||
                !needsLacking(section, parameter).empty()) {
                continue;
            }
            const double shown = parameter.shown(section.tunables.get(each));
            const std::string key = section.path + "." + std::string(parameter.declared.key);
            const auto usual = reference.value(key);
            sliders.push_back({key, sliderName(scene, section, parameter.declared.key), parameter,
                               travelOf(scene, sections, index, each, usual ? *usual : shown), shown});
        }
    }
    return sliders;
}

std::optional<MovedSetting> movedSettingOf(Scene scene, const Scene& reference, const std::string& key) {
    const std::vector<Section> sections = scene.sections();
    const auto found = findTunable(sections, key);
    if (!found) {
        return std::nullopt;
    }
    const Section& section = *found->section;
    const Parameter& parameter = found->parameter();
    const bool isSwitch = parameter.declared.key == "enabled";
    const double shown = found->shown();
    MovedSetting setting{
        .name = isSwitch ? section.title : sliderName(scene, section, parameter.declared.key),
        .value = valueText(parameter, shown),
        .part = -1.0f};
    if (!isSwitch && (parameter.form == Form::number || parameter.form == Form::integer)) {
        const auto usual = reference.value(key);
        const auto index = static_cast<std::size_t>(&section - sections.data());
        const SliderTravel travel = travelOf(scene, sections, index, found->index, usual ? *usual : shown);
        setting.part = static_cast<float>(travel.partOf(shown));
    }
    return setting;
}

}  // namespace shoal
