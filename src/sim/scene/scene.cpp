#include <algorithm>
#include <cmath>
#include <iterator>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <shoal/scene.hpp>

#include "sim/scene/clamped_edit.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/legal_name.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {

namespace {

constexpr std::string_view kPresence = "present";

std::string headline(std::string_view name) {
    std::string title(name);
    if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') {
        title[0] = static_cast<char>(title[0] - 'a' + 'A');
    }
    return title;
}

/// Whether a part of a section's path is the one asked for; an empty `only` asks for all.
bool isWanted(std::string_view part, std::string_view only) {
    return only.empty() || part == only;
}

/// `only`: the path of the object asked for; the others may be omitted.
template <class Thing>
void addThings(std::vector<Section>& sections, std::string_view kind, std::string_view help,
               std::vector<Thing>& things, std::string_view only) {
    if (!only.empty() && !only.starts_with(kind)) {
        return;
    }
    const std::string_view name = only.substr(std::min(kind.size() + 1, only.size()));
    for (Thing& thing : things) {
        if (isWanted(thing.name, name)) {
            sections.push_back({.path = fmt::format("{}.{}", kind, thing.name),
                                .title = headline(thing.name),
                                .help = help,
                                .tunables = {&thing, Thing::parameters},
                                .isRemovable = true});
        }
    }
}

void addInteraction(std::vector<Section>& sections, const std::string& path, Interaction& interaction,
                    int index, std::string_view only = {}) {
    sections.push_back({path + ".perception",
                        fmt::format("Sees {}", interaction.observed),
                        "Which boids of the other species it perceives.",
                        {&interaction.perception, Perception::parameters},
                        nullptr,
                        index});
    for (auto& rule : interaction.rules) {
        if (rule->kind() == RuleKind::pair && isWanted(rule->info().key, only)) {
            const RuleInfo& info = rule->info();
            sections.push_back({fmt::format("{}.{}", path, info.key),
                                fmt::format("{} ({})", info.title, interaction.observed), info.help,
                                rule->tunables(), rule.get(), index});
            sections.back().perception = &interaction.perception;
        }
    }
}

/// `only`: such as "separation" or "sees.shark.separation"; sections with another path may be omitted.
void addSpecies(std::vector<Section>& sections, Species& species, int index, std::string_view only = {}) {
    const std::string path = "species." + species.name;
    sections.push_back({path,
                        headline(species.name),
                        "Number, size and look of the boids.",
                        {&species, Species::parameters},
                        nullptr,
                        index});
    sections.push_back({path + ".perception",
                        "Perception",
                        "Which other boids a boid perceives.",
                        {&species.perception, Perception::parameters},
                        nullptr,
                        index});
    sections.push_back({path + ".start",
                        "Start",
                        "Initial positions and headings; takes effect on a restart.",
                        {&species.start, Start::parameters},
                        nullptr,
                        index});
    for (PlacedBoid& boid : species.placed) {
        if (isWanted("boid." + boid.name, only)) {
            sections.push_back({fmt::format("{}.boid.{}", path, boid.name),
                                headline(boid.name),
                                "Where this boid starts; takes effect on a restart.",
                                {&boid, PlacedBoid::parameters},
                                nullptr,
                                index});
        }
    }
    for (auto& rule : species.rules) {
        const RuleInfo& info = rule->info();
        if (isWanted(info.key, only)) {
            sections.push_back({fmt::format("{}.{}", path, info.key), std::string(info.title), info.help,
                                rule->tunables(), rule.get(), index});
            sections.back().perception = rule->kind() == RuleKind::pair ? &species.perception : nullptr;
        }
    }
    const std::string_view pair = only.starts_with("sees.") ? only.substr(5) : std::string_view();
    const std::size_t dot = std::min(pair.find('.'), pair.size());
    for (Interaction& interaction : species.sees) {
        if (only.empty() || pair.substr(0, dot) == interaction.observed) {
            addInteraction(sections, fmt::format("{}.sees.{}", path, interaction.observed), interaction,
                           index, pair.substr(std::min(dot + 1, pair.size())));
        }
    }
}

void addWorld(std::vector<Section>& sections, Scene& scene, std::string_view only = {}) {
    sections.push_back({.path = "time",
                        .title = "Time",
                        .help = "The step of the model and its pace; fixed once the run has begun.",
                        .tunables = {&scene.time, TimeSettings::parameters},
                        .isFixed = true});
    sections.push_back(
        {"world", "World", "The region that the flock lives in.", {&scene.world, World::parameters}});
    sections.push_back({"ground",
                        "Ground",
                        "The land that herds walk on, a sea floor, or a surface to search.",
                        {&scene.ground, Ground::parameters}});
    addThings(sections, "obstacle", "An obstacle in the world.", scene.obstacles, only);
    addThings(sections, "goal", "A place that boids seek.", scene.goals, only);
    addThings(sections, "attractor", "A point that attracts or repels boids.", scene.attractors, only);
}

void addView(std::vector<Section>& sections, Scene& scene) {
    sections.push_back({"camera", "Camera", "The viewpoint.", {&scene.camera, CameraSettings::parameters}});
    sections.push_back({"look", "Look", "Surroundings and light.", {&scene.look, LookSettings::parameters}});
}

// An object of the world that may be present or not: "attractor.lure.present".
struct Presence {
    std::string kind;
    std::string name;
    bool isPresent = false;
};
constexpr Parameter kPresenceParameter = parameter<&Presence::isPresent>(kPresence);

// Calls `visit` with the scene's objects of that kind; false if there is no such kind.
template <class Visit>
bool visitThings(Scene& scene, std::string_view kind, const Visit& visit) {
    if (kind == "obstacle") {
        visit(scene.obstacles);
    } else if (kind == "goal") {
        visit(scene.goals);
    } else if (kind == "attractor") {
        visit(scene.attractors);
    } else {
        return false;
    }
    return true;
}

std::optional<Presence> presenceOf(Scene& scene, std::string_view key) {
    const std::size_t first = key.find('.');
    const std::size_t last = key.rfind('.');
    if (first == last || key.substr(last + 1) != kPresence ||
        !visitThings(scene, key.substr(0, first), [](const auto&) {})) {
        return std::nullopt;
    }
    return Presence{.kind = std::string(key.substr(0, first)),
                    .name = std::string(key.substr(first + 1, last - first - 1))};
}

// The meaning of a key: a tunable, or the presence of an object of the world.
struct Target {
    Tunables tunables;
    std::size_t index = 0;
    std::optional<Presence> presence;

    const Parameter& parameter() const { return presence ? kPresenceParameter : tunables.parameters[index]; }

    double get(Scene& scene) const {
        if (!presence) {
            return tunables.get(index);
        }
        bool isPresent = false;
        visitThings(scene, presence->kind, [&](const auto& things) {
            isPresent =
                std::ranges::any_of(things, [&](const auto& one) { return one.name == presence->name; });
        });
        return isPresent ? 1.0 : 0.0;
    }

    void set(Scene& scene, double stored) const {
        if (!presence) {
            tunables.set(index, stored);
            return;
        }
        const bool wasThere = get(scene) != 0.0;
        visitThings(scene, presence->kind, [&](auto& things) {
            if (stored == 0.0) {
                std::erase_if(things, [&](const auto& one) { return one.name == presence->name; });
            } else if (!wasThere) {
                typename std::remove_reference_t<decltype(things)>::value_type thing;
                thing.name = presence->name;
                things.push_back(std::move(thing));
            }
        });
    }
};

/// The sections that a full key may lie in. Listing all sections of a large scene takes milliseconds, and a
/// take may hold a million keys.
std::vector<Section> sectionsNear(Scene& scene, std::string_view key) {
    constexpr std::string_view kSpecies = "species.";
    if (!key.starts_with(kSpecies)) {
        std::vector<Section> sections;
        addWorld(sections, scene, key.substr(0, key.rfind('.')));
        addView(sections, scene);
        return sections;
    }
    const std::string_view rest = key.substr(kSpecies.size(), key.rfind('.') - kSpecies.size());
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    std::vector<Section> sections;
    for (std::size_t index = 0; index < scene.species.size(); ++index) {
        if (scene.species[index].name == rest.substr(0, dot)) {
            // A key of the species itself is in none of its parts, so any part will do.
            const std::string_view part = dot < rest.size() ? rest.substr(dot + 1) : "start";
            addSpecies(sections, scene.species[index], static_cast<int>(index), part);
        }
    }
    return sections;
}

// The prefixes that a user may omit from a key, shortest first.
std::vector<std::string> prefixes(const Scene& scene) {
    std::vector<std::string> result{"", "species."};
    if (scene.species.size() == 1) {
        result.push_back(fmt::format("species.{}.", scene.species[0].name));
    }
    return result;
}

// Returns every key that begins with the prefix, without it: as the user might have written it.
std::vector<std::string> knownKeys(const std::vector<Section>& sections, std::string_view prefix) {
    std::vector<std::string> keys;
    const auto add = [&](const Section& section, std::string_view last) {
        const std::string key = fmt::format("{}.{}", section.path, last);
        if (key.starts_with(prefix)) {
            keys.push_back(key.substr(prefix.size()));
        }
    };
    for (const Section& section : sections) {
        for (const Tunables& tunables : {section.tunables, section.switches()}) {
            for (const Parameter& parameter : tunables.parameters) {
                add(section, parameter.declared.key);
            }
        }
    }
    return keys;
}

// Cuts a text to fit into a line of a message.
std::string shortened(std::string_view text) {
    constexpr std::size_t kMaxBytes = 60;
    return oneLine(std::string(text), kMaxBytes);
}

Problem unknownKey(const std::vector<Section>& sections, const std::vector<std::string>& leftOut,
                   std::string_view key) {
    std::vector<std::string> known;
    for (const std::string& prefix : leftOut) {
        std::ranges::move(knownKeys(sections, prefix), std::back_inserter(known));
    }
    if (const auto nearest = nearestName(key, known)) {
        return {fmt::format("unknown key \"{}\"{}", shortened(key), suggestion(nearest))};
    }
    return {fmt::format("unknown key \"{}\"{}", shortened(key), kNeedsPlugin), Problem::Kind::unknownName};
}

Result<Target> findTarget(Scene& scene, std::string_view key) {
    if (auto presence = presenceOf(scene, key)) {
        if (!isLegalName(presence->name)) {
            return Problem{fmt::format("\"{}\" cannot name {} {}: use letters, digits, _ and -",
                                       shortened(presence->name), articleOf(presence->kind), presence->kind)};
        }
        return Target{{}, 0, std::move(presence)};
    }
    const std::vector<std::string> leftOut = prefixes(scene);
    for (const std::string& prefix : leftOut) {
        const std::string full = prefix + std::string(key);
        const std::vector<Section> near = sectionsNear(scene, full);
        if (const auto found = findTunable(near, full)) {
            return Target{found->tunables, found->index, std::nullopt};
        }
    }
    for (const std::string_view apart : {"seed", "title", "watch", "about", "hero", "travel", "source"}) {
        if (key == apart) {
            return Problem{
                key == "seed"
                    ? std::string(
                          "\"seed\" is not a tunable: give it as the option seed, or in a preset file")
                    : fmt::format("\"{}\" is not a tunable: set it in a preset file", key)};
        }
    }
    return unknownKey(scene.sections(), leftOut, key);
}

std::size_t thingCount(Scene& scene, std::string_view kind) {
    std::size_t count = 0;
    visitThings(scene, kind, [&](const auto& things) { count = things.size(); });
    return count;
}

/// Stores the value, unless the scene would then hold too many boids or objects.
Result<Change> setWithinBudget(Scene& scene, const Target& target, std::string_view key, double stored) {
    if (target.presence && stored != 0.0 && target.get(scene) == 0.0 &&
        thingCount(scene, target.presence->kind) >= kMaxThings) {
        return Problem{fmt::format("{} would be one {} too many: a scene may have at most {}", shortened(key),
                                   target.presence->kind, kMaxThings)};
    }
    const std::int64_t boidsBefore = scene.boidCount();
    const double before = target.get(scene);
    Change change{std::string(key), target.parameter().shown(before), 0.0};  // first, because it allocates
    target.set(scene, stored);
    const std::int64_t boids = scene.boidCount();
    if (boids <= kMaxBoids || boids <= boidsBefore) {
        change.after = target.parameter().shown(target.get(scene));
        return change;
    }
    target.set(scene, before);
    return Problem{fmt::format("{} = {:.0f} would make {} boids in total, but a scene may have at most {}",
                               key, stored, boids, kMaxBoids)};
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

}  // namespace

bool Species::wrapsWorld() const {
    return std::ranges::any_of(rules,
                               [](const auto& rule) { return rule->isEnabled && rule->info().wrapsWorld; });
}

std::vector<Section> Scene::sections() {
    std::vector<Section> result;
    addWorld(result, *this);
    for (std::size_t index = 0; index < species.size(); ++index) {
        addSpecies(result, species[index], static_cast<int>(index));
    }
    addView(result, *this);
    return result;
}

Result<Change> Scene::apply(const Edit& edit) {
    const auto target = findTarget(*this, edit.key);
    if (!target) {
        return target.problem();
    }
    if (!std::isfinite(edit.shown)) {
        return Problem{
            fmt::format("{} is not finite, but must be {}", edit.key, target->parameter().expected())};
    }
    const auto stored = target->parameter().checked(edit.shown);
    if (!stored) {
        return Problem{fmt::format("{}: {}", edit.key, stored.problem().text)};
    }
    return setWithinBudget(*this, *target, edit.key, *stored);
}

Result<Change> Scene::applyText(std::string_view assignment) {
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
    const auto stored = target->parameter().parse(written);
    if (!stored) {
        return Problem{fmt::format("{}: {}", key, stored.problem().text)};
    }
    return setWithinBudget(*this, *target, key, *stored);
}

Outcome applySetting(Scene& scene, std::string_view assignment) {
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    if (trimmed(assignment.substr(0, equals)) != "seed" || equals == assignment.size()) {
        auto applied = scene.applyText(assignment);
        return applied ? Outcome(Done{}) : applied.problem();
    }
    const std::string_view written = trimmed(assignment.substr(equals + 1));
    const auto seed = numberFrom<std::uint64_t>(written);
    if (!seed) {
        return Problem{fmt::format("seed: \"{}\" is not a whole number of at least 0", shortened(written))};
    }
    scene.seed = *seed;
    return Done{};
}

Result<double> Scene::value(std::string_view key) const {
    // A target gives write access to the scene; this only reads.
    auto& readOnly = const_cast<Scene&>(*this);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    const auto target = findTarget(readOnly, key);
    if (!target) {
        return target.problem();
    }
    return target->parameter().shown(target->get(readOnly));
}

bool isSameTunable(const Scene& scene, std::string_view a, std::string_view b) {
    auto& readOnly = const_cast<Scene&>(scene);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    const auto first = findTarget(readOnly, a);
    const auto second = findTarget(readOnly, b);
    if (!first || !second) {
        return a == b;
    }
    if (first->presence || second->presence) {
        return first->presence && second->presence && first->presence->kind == second->presence->kind &&
               first->presence->name == second->presence->name;
    }
    return first->tunables.settings == second->tunables.settings &&
           first->parameter().declared.key == second->parameter().declared.key;
}

Result<Parameter> parameterOf(const Scene& scene, std::string_view key) {
    // As in Scene::value.
    const auto target =
        findTarget(const_cast<Scene&>(scene), key);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    return target ? Result<Parameter>(target->parameter()) : target.problem();
}

Edit clampedEdit(Scene& scene, const Edit& edit) {
    const auto target = findTarget(scene, edit.key);
    if (!target) {
        return edit;
    }
    const Parameter& parameter = target->parameter();
    return {edit.key, parameter.shown(parameter.stored(edit.shown))};
}

}  // namespace shoal
