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

std::optional<RuleSlider> sliderOf(Scene scene, const Scene& reference, const std::string& key) {
    const std::vector<Section> sections = scene.sections();
    const auto found = findTunable(sections, key);
    if (!found || (found->parameter().form != Form::number && found->parameter().form != Form::integer)) {
        return std::nullopt;
    }
    const Parameter& parameter = found->parameter();
    const double shown = found->shown();
    const auto usual = reference.value(key);
    const auto index = static_cast<std::size_t>(found->section - sections.data());
    return RuleSlider{key, sliderName(scene, *found->section, parameter.declared.key), parameter,
                      travelOf(scene, sections, index, found->index, usual ? *usual : shown), shown};
}

std::optional<MovedSetting> movedSettingOf(Scene scene, const Scene& reference, const std::string& key) {
    if (const auto slider = sliderOf(scene, reference, key)) {
        return MovedSetting{.name = slider->name,
                            .value = valueText(slider->parameter, slider->shown),
                            .part = static_cast<float>(slider->travel.partOf(slider->shown))};
    }
    const std::vector<Section> sections = scene.sections();
    const auto found = findTunable(sections, key);
    if (!found) {
        return std::nullopt;
    }
    const Parameter& parameter = found->parameter();
    const bool isSwitch = parameter.declared.key == "enabled";
    return MovedSetting{
        .name = isSwitch ? found->section->title : sliderName(scene, *found->section, parameter.declared.key),
        .value = valueText(parameter, found->shown()),
        .part = -1.0f};
}

}  // namespace shoal
