#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <shoal/scene.hpp>

#include "sim/did_you_mean.hpp"

namespace shoal {

namespace {

constexpr std::string_view kSwitch = "enabled";

std::string headline(std::string_view name) {
    std::string title(name);
    if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') {
        title[0] = static_cast<char>(title[0] - 'a' + 'A');
    }
    return title;
}

void addInteraction(std::vector<Section>& sections, const std::string& path, Interaction& interaction,
                    int index) {
    sections.push_back({path + ".perception",
                        fmt::format("Sees {}", interaction.observed),
                        "Which boids of the other species it takes notice of.",
                        {&interaction.perception, Perception::parameters},
                        nullptr,
                        index});
    for (const auto& rule : interaction.rules) {
        if (rule->kind() == RuleKind::pair) {
            const RuleInfo& info = rule->info();
            sections.push_back({fmt::format("{}.{}", path, info.key),
                                fmt::format("{} ({})", info.title, interaction.observed), info.help,
                                rule->tunables(), rule.get(), index});
        }
    }
}

void addSpecies(std::vector<Section>& sections, Species& species, int index) {
    const std::string path = "species." + species.name;
    sections.push_back({path,
                        headline(species.name),
                        "How many they are, and how large.",
                        {&species, Species::parameters},
                        nullptr,
                        index});
    sections.push_back({path + ".perception",
                        "Perception",
                        "Which others a boid takes notice of.",
                        {&species.perception, Perception::parameters},
                        nullptr,
                        index});
    sections.push_back({path + ".start",
                        "Start",
                        "Where and how the boids begin; acts on a restart.",
                        {&species.start, Start::parameters},
                        nullptr,
                        index});
    for (const auto& rule : species.rules) {
        const RuleInfo& info = rule->info();
        sections.push_back({fmt::format("{}.{}", path, info.key), std::string(info.title), info.help,
                            rule->tunables(), rule.get(), index});
    }
    for (Interaction& interaction : species.sees) {
        addInteraction(sections, fmt::format("{}.sees.{}", path, interaction.observed), interaction, index);
    }
}

// One tunable of a scene, or the switch of a rule.
struct Target {
    Section section;
    std::optional<std::size_t> index;  // empty for the switch

    const Parameter& parameter() const { return section.tunables.parameters[*index]; }
};

std::optional<Target> findFull(const std::vector<Section>& sections, std::string_view key) {
    const std::size_t dot = key.rfind('.');
    if (dot == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view last = key.substr(dot + 1);
    const auto section = std::ranges::find(sections, key.substr(0, dot), &Section::path);
    if (section == sections.end()) {
        return std::nullopt;
    }
    if (section->rule != nullptr && last == kSwitch) {
        return Target{*section, std::nullopt};
    }
    const auto index = section->tunables.find(last);
    return index ? std::optional(Target{*section, index}) : std::nullopt;
}

// What a user may leave out at the front of a key, the least first.
std::vector<std::string> prefixes(const Scene& scene) {
    std::vector<std::string> result{"", "species."};
    if (scene.species.size() == 1) {
        result.push_back(fmt::format("species.{}.", scene.species[0].name));
    }
    return result;
}

// Every key that there is, each as short as the user's own was meant to be.
std::vector<std::string> knownKeys(const std::vector<Section>& sections, std::string_view prefix) {
    std::vector<std::string> keys;
    const auto add = [&](const Section& section, std::string_view last) {
        const std::string key = fmt::format("{}.{}", section.path, last);
        if (key.starts_with(prefix)) {
            keys.push_back(key.substr(prefix.size()));
        }
    };
    for (const Section& section : sections) {
        for (const Parameter& parameter : section.tunables.parameters) {
            add(section, parameter.declared.key);
        }
        if (section.rule != nullptr) {
            add(section, kSwitch);
        }
    }
    return keys;
}

// What fits into a line of a message; never the half of a character.
std::string shortened(std::string_view text) {
    constexpr std::size_t kMostBytes = 60;
    if (text.size() <= kMostBytes) {
        return std::string(text);
    }
    std::size_t end = kMostBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) {
        --end;
    }
    return std::string(text.substr(0, end)) + "…";
}

Problem unknownKey(const std::vector<Section>& sections, const std::vector<std::string>& leftOut,
                   std::string_view key) {
    std::vector<std::string> known;
    for (const std::string& prefix : leftOut) {
        std::ranges::move(knownKeys(sections, prefix), std::back_inserter(known));
    }
    if (const auto nearest = nearestName(key, known)) {
        return {fmt::format("unknown key \"{}\" (did you mean \"{}\"?)", shortened(key), *nearest)};
    }
    return {fmt::format("unknown key \"{}\"; shoal list keys shows them all", shortened(key))};
}

Result<Target> findTarget(Scene& scene, std::string_view key) {
    const std::vector<Section> sections = scene.sections();
    const std::vector<std::string> leftOut = prefixes(scene);
    for (const std::string& prefix : leftOut) {
        if (auto target = findFull(sections, prefix + std::string(key))) {
            return *std::move(target);
        }
    }
    for (const std::string_view apart : {"seed", "title", "watch", "about"}) {
        if (key == apart) {
            return Problem{fmt::format("\"{}\" is no tunable: a preset states it, apart from them", key)};
        }
    }
    return unknownKey(sections, leftOut, key);
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The switch of a rule reads like any other toggle.
struct SwitchState {
    bool isEnabled = false;
};
constexpr Parameter kSwitchParameter = parameter<&SwitchState::isEnabled>({.key = kSwitch});

}  // namespace

std::vector<Section> Scene::sections() {
    std::vector<Section> result;
    result.push_back({"world", "World", "The region that the flock lives in.", {&world, World::parameters}});
    result.push_back({"ground",
                      "Ground",
                      "The land that herds walk on, or a surface to search.",
                      {&ground, Ground::parameters}});
    for (Obstacle& obstacle : obstacles) {
        result.push_back({"obstacle." + obstacle.name,
                          headline(obstacle.name),
                          "An obstacle in the world.",
                          {&obstacle, Obstacle::parameters}});
    }
    for (Goal& goal : goals) {
        result.push_back({"goal." + goal.name,
                          headline(goal.name),
                          "A place that boids seek.",
                          {&goal, Goal::parameters}});
    }
    for (std::size_t index = 0; index < species.size(); ++index) {
        addSpecies(result, species[index], static_cast<int>(index));
    }
    result.push_back(
        {"camera", "Camera", "Where the picture is taken from.", {&camera, CameraSettings::parameters}});
    result.push_back({"look", "Look", "The water and the light.", {&look, LookSettings::parameters}});
    return result;
}

Outcome Scene::apply(const Edit& edit) {
    const auto target = findTarget(*this, edit.key);
    if (!target) {
        return target.problem();
    }
    if (target->index) {
        target->section.tunables.set(*target->index, target->parameter().stored(edit.shown));
    } else {
        target->section.rule->isEnabled = kSwitchParameter.stored(edit.shown) != 0.0;
    }
    return Done{};
}

Outcome Scene::applyText(std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos) {
        return Problem{fmt::format("\"{}\" sets nothing: write KEY=VALUE, such as world.width=30",
                                   shortened(assignment))};
    }
    const std::string_view key = trimmed(assignment.substr(0, equals));
    const std::string_view written = trimmed(assignment.substr(equals + 1));
    const auto target = findTarget(*this, key);
    if (!target) {
        return target.problem();
    }
    const Parameter& declared = target->index ? target->parameter() : kSwitchParameter;
    const auto stored = declared.parse(written);
    if (!stored) {
        return Problem{fmt::format("{}: {}", key, stored.problem().text)};
    }
    if (target->index) {
        target->section.tunables.set(*target->index, *stored);
    } else {
        target->section.rule->isEnabled = *stored != 0.0;
    }
    return Done{};
}

Result<double> Scene::value(std::string_view key) {
    const auto target = findTarget(*this, key);
    if (!target) {
        return target.problem();
    }
    if (!target->index) {
        return target->section.rule->isEnabled ? 1.0 : 0.0;
    }
    return target->parameter().shown(target->section.tunables.get(*target->index));
}

}  // namespace shoal
