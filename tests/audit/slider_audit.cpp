#include "audit/slider_audit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include <shoal/simulation.hpp>

#include "ui/text/value_text.hpp"
#include "viewer/tunables/slider_facts.hpp"

namespace shoal::test {

namespace {

/// One slider of the panel, and the edits that its positions make.
struct Slider {
    std::string key;
    Parameter parameter;
    SliderTravel travel;
    std::string reason;        ///< why some of its values may do nothing; may be empty
    bool isAll = false;        ///< the reason holds for all values
    std::vector<Edit> before;  ///< made first: switches the rule on
    std::vector<RadiusAtPerception> followers;
};

std::vector<double> positionsOf(const Slider& slider, int count) {
    std::vector<double> values;
    for (int index = 0; index < count; ++index) {
        const double value = slider.travel.at(static_cast<double>(index) / (count - 1));
        const double shown =
            value < slider.travel.max ? roundedForDrag(slider.parameter, value) : slider.travel.max;
        values.push_back(std::clamp(shown, slider.travel.min, slider.travel.max));
    }
    return values;
}

SimulationOptions oneThread() {
    SimulationOptions options;
    options.threads = 1;
    return options;
}

class SliderRuns {
public:
    SliderRuns(const Scene& scene, const AuditOptions& options)
        : m_options(options), m_simulation(*Simulation::create(scene, oneThread())) {
        for (int step = 0; step < options.warmSteps; ++step) {
            m_simulation.step();
        }
        m_warm = m_simulation.checkpoint();
    }

    const Scene& scene() const { return m_warm->scene(); }
    const Checkpoint& warm() const { return *m_warm; }

    /// Returns the state's hash some steps after the slider was set; nothing if the edit was refused.
    std::optional<std::uint64_t> hashAfter(const Slider& slider, double shown, int steps) {
        require(m_simulation.resume(*m_warm));
        for (const Edit& edit : slider.before) {
            require(m_simulation.apply(edit));
        }
        if (!m_simulation.apply({slider.key, shown})) {
            return std::nullopt;
        }
        for (const RadiusAtPerception& follower : slider.followers) {
            require(m_simulation.apply({follower.key, std::min(shown, follower.max)}));
        }
        if (slider.parameter.declared.affects == Affects::start) {
            m_simulation.restart(m_warm->scene().seed);
        }
        for (int step = 0; step < steps; ++step) {
            m_simulation.step();
        }
        return m_simulation.hash();
    }

private:
    template <class T>
    static void require(const Result<T>& outcome) {
        if (!outcome) {
            throw std::runtime_error(outcome.problem().text);
        }
    }

    AuditOptions m_options;
    Simulation m_simulation;
    std::optional<Checkpoint> m_warm;
};

bool isSlider(const Parameter& parameter) {
    return parameter.form == Form::number || parameter.form == Form::integer;
}

/// Returns why values may do nothing, as the tunable and its rule declare it.
std::string declaredReason(const Section& section, const Parameter& parameter) {
    const std::string_view condition = idleWhile(section, parameter);
    return condition.empty() ? std::string() : std::string(condition);
}

Slider sliderOf(Scene& scene, const std::vector<Section>& sections, std::size_t sectionIndex,
                std::size_t index) {
    const Section& section = sections[sectionIndex];
    const Parameter& parameter = section.tunables.parameters[index];
    Slider slider{
        .key = section.path + "." + std::string(parameter.declared.key),
        .parameter = parameter,
        .travel =
            travelOf(scene, sections, sectionIndex, index, parameter.shown(section.tunables.get(index))),
        .reason = needsLacking(section, parameter),
        .isAll = false,
        .before = {},
        .followers = radiiAtPerception(sections, section.path + "." + std::string(parameter.declared.key))};
    slider.isAll = !slider.reason.empty();
    if (!slider.isAll) {
        slider.reason = declaredReason(section, parameter);
    }
    if (section.rule != nullptr && !section.rule->isEnabled) {
        slider.before.push_back({section.path + ".enabled", 1.0});
    }
    return slider;
}

/// Compares the states at the positions, and compares equal ones again after more steps.
std::vector<std::optional<std::uint64_t>> hashesOf(SliderRuns& runs, const Slider& slider,
                                                   const std::vector<double>& values,
                                                   const AuditOptions& options) {
    std::vector<std::optional<std::uint64_t>> hashes(values.size());
    for (std::size_t index = 0; index < values.size(); ++index) {
        const bool isSame = index > 0 && values[index] == values[index - 1];
        hashes[index] =
            isSame ? hashes[index - 1] : runs.hashAfter(slider, values[index], options.firstSteps);
    }
    std::vector<bool> isAlike(values.size(), false);
    for (std::size_t index = 1; index < values.size(); ++index) {
        if (hashes[index] == hashes[index - 1] && values[index] != values[index - 1]) {
            isAlike[index] = isAlike[index - 1] = true;
        }
    }
    for (std::size_t index = 0; index < values.size(); ++index) {
        if (isAlike[index] && !slider.isAll) {
            const bool isSame = index > 0 && isAlike[index - 1] && values[index] == values[index - 1];
            hashes[index] =
                isSame ? hashes[index - 1] : runs.hashAfter(slider, values[index], options.lastSteps);
        }
    }
    return hashes;
}

void listStretches(const Slider& slider, const std::vector<double>& values,
                   const std::vector<std::optional<std::uint64_t>>& hashes, Audit& audit) {
    std::size_t first = 0;
    bool isLive = true;
    for (std::size_t index = 1; index <= values.size(); ++index) {
        if (index < values.size() && hashes[index] == hashes[first]) {
            continue;
        }
        // A whole number has fewer values than the slider has positions.
        if (values[index - 1] != values[first]) {
            isLive = false;
            const double part = slider.travel.partOf(values[index - 1]) - slider.travel.partOf(values[first]);
            audit.stretches.push_back({slider.key, values[first], values[index - 1], part, slider.reason});
        }
        first = index;
    }
    audit.live += isLive ? 1 : 0;
}

}  // namespace

Audit auditSliders(const Scene& preset, const AuditOptions& options) {
    Scene scene = preset;
    for (Species& species : scene.species) {
        species.count = std::min(species.count, options.maxBoids);
    }
    SliderRuns runs(scene, options);
    const std::vector<Section> sections = scene.sections();
    Audit audit;
    for (std::size_t section = 0; section < sections.size(); ++section) {
        if (sections[section].isFixed) {
            continue;
        }
        const bool isOff = sections[section].rule != nullptr && !sections[section].rule->isEnabled;
        for (std::size_t index = 0; index < sections[section].tunables.parameters.size(); ++index) {
            const Parameter& parameter = sections[section].tunables.parameters[index];
            const Slider slider = sliderOf(scene, sections, section, index);
            if (!isSlider(parameter) || slider.key.find(options.only) == std::string::npos) {
                continue;
            }
            if (isOff && !options.tunesOff) {
                ++audit.off;
                continue;
            }
            const bool isPicture = parameter.declared.affects == Affects::picture;
            const std::vector<double> values = isPicture
                                                   ? std::vector<double>{slider.travel.min, slider.travel.max}
                                                   : positionsOf(slider, options.positions);
            const auto hashes = hashesOf(runs, slider, values, options);
            if (isPicture) {
                ++audit.pictures;
                if (hashes[0] != hashes[1]) {
                    audit.wrong.push_back(slider.key + " is declared to change only the picture");
                }
                continue;
            }
            ++audit.sliders;
            if (slider.isAll && std::ranges::adjacent_find(hashes, std::not_equal_to()) != hashes.end()) {
                audit.wrong.push_back(fmt::format("{} has an effect although {}", slider.key, slider.reason));
            }
            listStretches(slider, values, hashes, audit);
        }
    }
    return audit;
}

}  // namespace shoal::test
