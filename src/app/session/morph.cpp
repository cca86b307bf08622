#include "app/session/morph.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ui/sliders/scene_view.hpp"

namespace shoal {

namespace {

std::string titleOf(const Scene& scene) {
    return scene.title.empty() ? scene.name : scene.title;
}

std::string speciesText(std::size_t species) {
    return species == 1 ? "one species" : fmt::format("{} species", species);
}

/// Index of the species with this name; the number of species if there is none.
std::size_t indexOf(const Scene& scene, const std::string& name) {
    const auto found = std::ranges::find(scene.species, name, &Species::name);
    return static_cast<std::size_t>(found - scene.species.begin());
}

/// Says why settings cannot move from one scene to the other; empty if they can.
std::string obstacleBetween(const Scene& from, const Scene& to) {
    if (from.species.size() != to.species.size()) {
        return fmt::format("{} has {} and this scene {}", titleOf(to), speciesText(to.species.size()),
                           speciesText(from.species.size()));
    }
    for (std::size_t index = 0; index < from.species.size(); ++index) {
        const auto& here = from.species[index].sees;
        const auto& there = to.species[index].sees;
        const bool isSame =
            std::ranges::equal(here, there, [&](const Interaction& one, const Interaction& other) {
                return indexOf(from, one.observed) == indexOf(to, other.observed);
            });
        if (!isSame) {
            return fmt::format("{} of {} does not see the same species as {} here", to.species[index].name,
                               titleOf(to), from.species[index].name);
        }
    }
    if (from.time != to.time) {
        return fmt::format("a step of {} lasts {:g} s of the model at {:g} s a second, here {:.3g} s at {:g}",
                           titleOf(to), to.time.step, to.time.ratio(), from.time.step, from.time.ratio());
    }
    return {};
}

/// Returns `to` with the names of `from`'s species, so that equal tunables have equal keys.
Scene withNamesOf(const Scene& from, Scene to) {
    const Scene former = to;
    for (std::size_t index = 0; index < to.species.size(); ++index) {
        to.species[index].name = from.species[index].name;
        for (Interaction& seen : to.species[index].sees) {
            seen.observed = from.species[indexOf(former, seen.observed)].name;
        }
    }
    return to;
}

/// Returns the tunable with this key; empty for switches of rules and the presence of objects.
std::optional<Parameter> parameterOf(const std::vector<Section>& sections, std::string_view key) {
    for (const Section& section : sections) {
        if (key.starts_with(section.path) && key.size() > section.path.size() &&
            key[section.path.size()] == '.') {
            if (const auto index = section.tunables.find(key.substr(section.path.size() + 1))) {
                return section.tunables.parameters[*index];
            }
        }
    }
    return std::nullopt;
}

}  // namespace

Result<Morph> Morph::between(const Scene& from, const Scene& to, std::uint64_t firstStep,
                             std::uint64_t steps) {
    if (const std::string obstacle = obstacleBetween(from, to); !obstacle.empty()) {
        return Problem{obstacle};
    }
    SceneView view;
    view.refresh(from, withNamesOf(from, to), 1, from.camera, false);
    Morph morph;
    morph.m_firstStep = firstStep;
    morph.m_steps = std::max<std::uint64_t>(1, steps);
    for (const Edit& goal : view.resetsOfAll()) {
        Part part{.key = goal.key, .to = goal.shown};
        const auto before = from.value(goal.key);
        const auto parameter = parameterOf(view.sections(), goal.key);
        if (!before || !parameter || parameter->form == Form::toggle || parameter->form == Form::choice) {
            part.from = before ? *before : goal.shown;
            part.flips = true;
        } else {
            part.from = *before;
            part.isWhole = parameter->form == Form::integer;
            part.isGeometric = parameter->declared.isLogarithmic && part.from > 0.0 && part.to > 0.0;
        }
        morph.m_parts.push_back(std::move(part));
    }
    return morph;
}

double Morph::valueOf(const Part& part, double progress) {
    if (progress >= 1.0) {
        return part.to;
    }
    const double value = part.isGeometric ? part.from * std::pow(part.to / part.from, progress)
                                          : part.from + (part.to - part.from) * progress;
    // A power may exceed the range by a rounding error.
    const double inside = std::clamp(value, std::min(part.from, part.to), std::max(part.from, part.to));
    return part.isWhole ? std::round(inside) : inside;
}

std::vector<Edit> Morph::due(std::uint64_t stepCount) const {
    std::vector<Edit> edits;
    if (stepCount < m_firstStep || isOver(stepCount)) {
        return edits;
    }
    const std::uint64_t before = stepCount - m_firstStep;
    const std::uint64_t after = before + 1;
    const double total = static_cast<double>(m_steps);
    for (const Part& part : m_parts) {
        if (part.flips) {
            if (2 * before < m_steps && 2 * after >= m_steps) {
                edits.push_back({part.key, part.to});
            }
            continue;
        }
        const double value = valueOf(part, static_cast<double>(after) / total);
        if (value != valueOf(part, static_cast<double>(before) / total)) {
            edits.push_back({part.key, value});
        }
    }
    return edits;
}

double Morph::progress(std::uint64_t stepCount) const {
    const std::uint64_t made = stepCount - std::min(stepCount, m_firstStep);
    return std::min(1.0, static_cast<double>(made) / static_cast<double>(m_steps));
}

std::vector<Edit> Morph::goal() const {
    std::vector<Edit> goal;
    for (const Part& part : m_parts) {
        goal.push_back({part.key, part.to});
    }
    return goal;
}

std::vector<std::string> Morph::keys() const {
    std::vector<std::string> keys;
    for (const Part& part : m_parts) {
        keys.push_back(part.key);
    }
    return keys;
}

}  // namespace shoal
