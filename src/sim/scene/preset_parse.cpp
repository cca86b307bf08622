#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "sim/scene/key_index.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/legal_name.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"

namespace shoal {

namespace {

constexpr std::size_t kMaxShownBytes = 60;

/// Whether a text can be the path of an OBJ file.
bool isMeshName(std::string_view text) {
    constexpr std::size_t kMaxPathBytes = 4096;
    return text.size() <= kMaxPathBytes && (text.ends_with(".obj") || text.ends_with(".OBJ")) &&
           text.find('\0') == std::string_view::npos;
}

class PresetReader {
public:
    explicit PresetReader(const std::string& fileName) : m_fileName(fileName), m_mistakes(fileName) {}

    Result<Scene> read(std::string_view text) {
        const Result<toml::table> parsed = parseToml(text, m_fileName, kPresetBudget);
        if (!parsed) {
            return parsed.problem();
        }
        if (const toml::node* base = parsed->get("base")) {
            startFrom(*base);
            if (!m_mistakes.isEmpty()) {
                return m_mistakes.problem();
            }
        }
        m_scene.name = std::filesystem::path(m_fileName).filename().string();
        if (m_scene.name.ends_with(".toml")) {
            m_scene.name.resize(m_scene.name.size() - 5);
        }
        addSpecies(*parsed);
        addNamed(*parsed, "obstacle", m_scene.obstacles);
        addNamed(*parsed, "goal", m_scene.goals);
        addNamed(*parsed, "attractor", m_scene.attractors);
        m_sections = sectionIndex(m_scene.sections());
        readRoot(*parsed);
        if (m_mistakes.isEmpty()) {
            checkScene(*parsed);
        }
        if (!m_mistakes.isEmpty()) {
            return m_mistakes.problem();
        }
        return std::move(m_scene);
    }

private:
    void note(toml::source_position where, std::string what) { m_mistakes.note(where, std::move(what)); }

    void noteUnknown(std::string_view kind, const toml::key& key, const std::vector<std::string>& known) {
        m_mistakes.noteUnknown(kind, key, known);
    }

    /// Starts from a built-in preset, which the rest of the file changes.
    void startFrom(const toml::node& node) {
        const auto* name = node.as_string();
        const auto& presets = builtinPresets();
        const auto base =
            name == nullptr ? presets.end()
                            : std::ranges::find(presets, std::string_view(name->get()), &BuiltinPreset::name);
        if (base != presets.end() && base->base.empty()) {
            m_scene = *parsePreset(base->toml, name->get() + ".toml");
            return;
        }
        std::vector<std::string_view> known;
        for (const BuiltinPreset& preset : presets) {
            if (preset.base.empty()) {
                known.push_back(preset.name);
            }
        }
        note(node.source().begin,
             fmt::format("base must be the name of a built-in preset that has no base itself: {}",
                         fmt::join(known, ", ")));
    }

    /// Returns the table of a species or an object; null if only the base has it.
    static const toml::table* tableOf(const toml::table& tables, std::string_view name) {
        return tables[name].as_table();
    }

    // Returns the names of the tables in `tables`, in the order of the file, at most `maxCount`.
    std::vector<std::string> namesOf(const toml::table& tables, std::string_view kind, std::size_t largest) {
        std::vector<std::pair<toml::source_position, std::string>> named;
        for (const auto& [key, node] : tables) {
            if (!isLegalName(key.str())) {
                note(key.source().begin, fmt::format("\"{}\" cannot name {} {}: use letters, digits, _ and -",
                                                     key.str(), articleOf(kind), kind));
            } else if (!node.is_table()) {
                note(key.source().begin, fmt::format("{0}.{1} is {2}, but must be a table: [{0}.{1}]", kind,
                                                     key.str(), tomlTypeName(node)));
            } else {
                named.emplace_back(key.source().begin, key.str());
            }
        }
        std::ranges::sort(named);
        if (named.size() > largest) {
            note(named[largest].first,
                 fmt::format("{0}.{1} is one too many: a scene may have {2} tables [{0}.NAME]", kind,
                             named[largest].second, largest));
            named.resize(largest);
        }
        std::vector<std::string> names;
        names.reserve(named.size());
        for (auto& [where, name] : named) {
            names.push_back(std::move(name));
        }
        return names;
    }

    // Adds an object for each table such as [obstacle.rock].
    template <class Thing>
    void addNamed(const toml::table& root, std::string_view kind, std::vector<Thing>& things) {
        if (const toml::table* tables = root[kind].as_table()) {
            for (const std::string& name : namesOf(*tables, kind, kMaxThings)) {
                if (std::ranges::find(things, name, &Thing::name) == things.end()) {
                    things.emplace_back().name = name;
                }
            }
        }
    }

    template <class Thing>
    void readNamed(const toml::key& key, const toml::node& node, const std::vector<Thing>& things) {
        if (const toml::table* tables = asTable(key, node)) {
            for (const Thing& thing : things) {
                if (const toml::table* table = tableOf(*tables, thing.name)) {
                    readSection(*find(fmt::format("{}.{}", key.str(), thing.name)), *table, {});
                }
            }
        }
    }

    void addSpecies(const toml::table& root) {
        const toml::table* tables = root["species"].as_table();
        if (tables == nullptr || tables->empty()) {
            if (m_scene.species.empty()) {
                note({1, 1}, "there is no species: add a table such as [species.fish]");
            }
            return;
        }
        for (const std::string& name : namesOf(*tables, "species", kMaxSpecies)) {
            if (std::ranges::find(m_scene.species, name, &Species::name) == m_scene.species.end()) {
                m_scene.species.emplace_back().name = name;
            }
        }
        for (Species& species : m_scene.species) {
            if (const toml::table* seen = (*tables)[species.name]["sees"].as_table()) {
                addInteractions(species, *seen);
            }
            if (const toml::table* placed = (*tables)[species.name]["boid"].as_table()) {
                addPlaced(species, *placed);
            }
        }
    }

    void addPlaced(Species& species, const toml::table& placed) {
        for (const std::string& name : namesOf(placed, "boid", kMaxPlaced)) {
            if (std::ranges::find(species.placed, name, &PlacedBoid::name) == species.placed.end()) {
                species.placed.emplace_back().name = name;
            }
        }
    }

    void noteUnseen(const toml::key& key, const std::string& observer,
                    const std::vector<std::string>& others) {
        if (key.str() == observer) {
            note(key.source().begin,
                 fmt::format("species.{0} sees its own kind through its own rules, not through sees.{0}",
                             observer));
        } else {
            m_mistakes.noteUnknown(key.source().begin,
                                   fmt::format("there is no species \"{}\" to see", key.str()), key.str(),
                                   others);
        }
    }

    void addInteractions(Species& species, const toml::table& seen) {
        std::vector<std::string> others;
        for (const Species& other : m_scene.species) {
            if (other.name != species.name) {
                others.push_back(other.name);
            }
        }
        std::vector<std::pair<toml::source_position, std::string>> names;
        for (const auto& [key, node] : seen) {
            if (std::ranges::find(others, key.str()) == others.end()) {
                noteUnseen(key, species.name, others);
            } else if (asTable(key, node) != nullptr) {
                names.emplace_back(key.source().begin, key.str());
            }
        }
        std::ranges::sort(names);
        for (const auto& [where, name] : names) {
            if (++m_interactionCount > kMaxInteractions) {
                return note(where, fmt::format("one interaction too many: a scene may have {} tables "
                                               "[species.NAME.sees.OTHER]",
                                               kMaxInteractions));
            }
            if (std::ranges::find(species.sees, name, &Interaction::observed) == species.sees.end()) {
                species.sees.emplace_back().observed = name;
            }
        }
    }

    // A fault without a place of its own in the file is reported at the table with the most boids.
    void checkScene(const toml::table& root) {
        if (const Outcome legal = m_scene.check(); !legal) {
            const auto largest = std::ranges::max_element(m_scene.species, {}, &Species::count);
            const toml::node* table = root["species"][largest->name].node();
            note(table != nullptr ? table->source().begin : toml::source_position{1, 1},
                 legal.problem().text);
        }
    }

    void readRoot(const toml::table& root) {
        for (const auto& [key, node] : root) {
            const std::string_view name = key.str();
            if (name == "base") {
                continue;  // read first of all
            }
            if (name == "title") {
                readText(key, node, m_scene.title);
            } else if (name == "watch") {
                readText(key, node, m_scene.watch);
            } else if (name == "about") {
                readText(key, node, m_scene.about);
            } else if (name == "hero") {
                readHeroes(node);
            } else if (name == "travel") {
                if (const toml::table* table = asTable(key, node)) {
                    readTravels(*table);
                }
            } else if (name == "seed") {
                readSeed(node);
            } else if (name == "source") {
                if (const toml::table* table = asTable(key, node)) {
                    readSource(*table);
                }
            } else if (name == "species") {
                if (const toml::table* tables = asTable(key, node)) {
                    for (Species& species : m_scene.species) {
                        if (const toml::table* own = tableOf(*tables, species.name)) {
                            readSpecies(species, *own);
                        }
                    }
                }
            } else if (name == "obstacle") {
                readNamed(key, node, m_scene.obstacles);
            } else if (name == "goal") {
                readNamed(key, node, m_scene.goals);
            } else if (name == "attractor") {
                readNamed(key, node, m_scene.attractors);
            } else if (const Section* section = find(name)) {
                if (const toml::table* table = asTable(key, node)) {
                    readSection(*section, *table, {});
                }
            } else {
                const std::vector<std::string> known{"base",   "title",    "watch",  "about",     "hero",
                                                     "travel", "seed",     "source", "time",      "world",
                                                     "ground", "obstacle", "goal",   "attractor", "species",
                                                     "camera", "look"};
                noteUnknown(node.is_table() ? "table" : "key", key, known);
            }
        }
    }

    void readSpecies(Species& species, const toml::table& table) {
        const std::string path = "species." + species.name;
        std::vector<std::string> parts{"perception", "start"};
        for (auto& rule : species.rules) {
            parts.emplace_back(rule->info().key);
        }
        std::vector<std::string> known = parts;
        known.emplace_back("boid");
        known.emplace_back("sees");
        known.emplace_back("mesh");
        readSection(*find(path), table, known);
        readParts(path, table, parts);
        if (const toml::node* node = table.get("mesh")) {
            readMesh(*node, species.mesh);
        }
        if (const toml::node* node = table.get("boid")) {
            if (const toml::table* placed = asTable(toml::key("boid", node->source()), *node)) {
                for (const PlacedBoid& boid : species.placed) {
                    if (const toml::table* own = tableOf(*placed, boid.name)) {
                        readSection(*find(fmt::format("{}.boid.{}", path, boid.name)), *own, {});
                    }
                }
            }
        }
        if (const toml::node* node = table.get("sees")) {
            if (const toml::table* seen = asTable(toml::key("sees", node->source()), *node)) {
                readInteractions(species, path + ".sees.", *seen);
            }
        }
    }

    // A relative path starts at the preset's folder.
    void readMesh(const toml::node& node, std::string& mesh) {
        const auto* value = node.as_string();
        if (value == nullptr || !isMeshName(value->get())) {
            note(node.source().begin,
                 "mesh must be the path of an OBJ file, such as \"dolphin.obj\", of at most 4 KiB");
            return;
        }
        const std::filesystem::path folder = std::filesystem::path(m_fileName).parent_path();
        std::error_code failed;
        const auto file = std::filesystem::absolute(folder / value->get(), failed).lexically_normal();
        if (failed) {
            note(node.source().begin, fmt::format("mesh: {}", failed.message()));
            return;
        }
        mesh = file.string();
    }

    void readInteractions(const Species& species, const std::string& path, const toml::table& seen) {
        for (const Interaction& interaction : species.sees) {
            std::vector<std::string> parts{"perception"};
            for (auto& rule : interaction.rules) {
                if (rule->kind() == RuleKind::pair) {
                    parts.emplace_back(rule->info().key);
                }
            }
            const toml::table* table = tableOf(seen, interaction.observed);
            if (table == nullptr) {
                continue;
            }
            for (const auto& [key, node] : *table) {
                if (std::ranges::find(parts, key.str()) != parts.end()) {
                    continue;
                }
                if (interaction.rules.find(key.str()) != nullptr) {
                    note(key.source().begin,
                         fmt::format("{} is no pair rule, but a species responds to another only by those",
                                     key.str()));
                } else {
                    m_mistakes.noteUnknownRule(key, parts);
                }
            }
            readParts(path + interaction.observed, *table, parts);
        }
    }

    // Reads those tables inside this one that are listed in `parts`; a rule that has one is on.
    void readParts(const std::string& path, const toml::table& table, const std::vector<std::string>& parts) {
        for (const auto& [key, node] : table) {
            if (std::ranges::find(parts, key.str()) == parts.end()) {
                continue;
            }
            const Section& section = *find(fmt::format("{}.{}", path, key.str()));
            if (const toml::table* part = asTable(key, node)) {
                if (section.rule != nullptr) {
                    section.rule->isEnabled = true;
                }
                readSection(section, *part, {});
            }
        }
    }

    /// Returns whether one of them has this key.
    bool readValue(const Tunables& tunables, std::string_view key, const toml::node& node) {
        const auto index = tunables.find(key);
        if (!index) {
            return false;
        }
        if (const auto stored = tomlValue(tunables.parameters[*index], node)) {
            tunables.set(*index, *stored);
        } else {
            note(node.source().begin, stored.problem().text);
        }
        return true;
    }

    /// Reads what files of earlier versions may ask for, and no longer exists: colours as natural ones.
    bool isFormer(const Section& section, std::string_view key, const toml::node& node) {
        const std::string_view value = node.value_or(std::string_view());
        if (key == "colour_by" && (value == "flock" || value == "rule" || value == "push")) {
            section.tunables.set(*section.tunables.find(key), 0.0);
            return true;
        }
        if (isFormerTunable(fmt::format("{}.{}", section.path, key)) && key == "gusts" &&
            node.value_or(1.0) != 0.0) {
            note(node.source().begin, "gusts are no longer simulated; without this line the wind is steady");
            return true;
        }
        return (key == "coloured" && section.rule != nullptr && !section.tunables.find(key)) ||
               isFormerTunable(fmt::format("{}.{}", section.path, key));
    }

    // `parts` are tables inside this one that are read separately.
    void readSection(const Section& section, const toml::table& table,
                     const std::vector<std::string>& parts) {
        for (const auto& [key, node] : table) {
            const std::string_view name = key.str();
            if (isFormer(section, name, node) || readValue(section.tunables, name, node) ||
                readValue(section.switches(), name, node)) {
                continue;
            }
            if (std::ranges::find(parts, name) == parts.end()) {
                if (node.is_table() && !parts.empty()) {
                    m_mistakes.noteUnknownRule(key, parts);
                } else {
                    noteUnknown("key", key, keysOf(section));
                }
            }
        }
    }

    static std::vector<std::string> keysOf(const Section& section) {
        std::vector<std::string> keys;
        for (const Tunables& tunables : {section.tunables, section.switches()}) {
            for (const Parameter& parameter : tunables.parameters) {
                keys.emplace_back(parameter.declared.key);
            }
        }
        return keys;
    }

    void readText(const toml::key& key, const toml::node& node, std::string& text,
                  std::size_t maxBytes = kMaxTextBytes) {
        const auto* value = node.as_string();
        if (value != nullptr && value->get().size() > maxBytes) {
            note(node.source().begin, fmt::format("{} is longer than {} bytes", key.str(), maxBytes));
        } else if (value != nullptr) {
            text = value->get();
        } else {
            note(node.source().begin,
                 fmt::format("{} is {}, but must be a string", key.str(), tomlTypeName(node)));
        }
    }

    /// A title starts a new source. Without one, the table adds to the source inherited from the base.
    void readSource(const toml::table& table) {
        PresetSource& source = m_scene.source;
        if (table.contains("title")) {
            source = {};
        }
        const std::array texts{std::pair{"title", &source.title}, std::pair{"author", &source.author},
                               std::pair{"address", &source.address}, std::pair{"note", &source.note}};
        // Presets of earlier versions say in these tables where each value comes from.
        constexpr std::array<std::string_view, 3> kFormerly{"given", "derived", "chosen"};
        for (const auto& [key, node] : table) {
            const auto text = std::ranges::find(texts, key.str(), &decltype(texts)::value_type::first);
            if (text != texts.end()) {
                readText(key, node, *text->second, kMaxSourceBytes);
            } else if (key.str() == "year") {
                readYear(key, node);
            } else if (std::ranges::find(kFormerly, key.str()) == kFormerly.end()) {
                noteUnknown("key", key, {"title", "author", "year", "address", "note"});
            }
        }
    }

    void readYear(const toml::key& key, const toml::node& node) {
        const auto* value = node.as_integer();
        if (value == nullptr) {
            note(node.source().begin,
                 fmt::format("{} is {}, but must be a whole number", key.str(), tomlTypeName(node)));
        } else if (value->get() < 1 || value->get() > kMaxSourceYear) {
            note(node.source().begin,
                 fmt::format("{} is {}, but must be from 1 to {}", key.str(), value->get(), kMaxSourceYear));
        } else {
            m_scene.source.year = static_cast<int>(value->get());
        }
    }

    void readHeroes(const toml::node& node) {
        const auto* list = node.as_array();
        if (list == nullptr || list->size() > kMaxHeroes) {
            const std::string found =
                list == nullptr ? std::string(tomlTypeName(node)) : fmt::format("a list of {}", list->size());
            note(node.source().begin,
                 fmt::format("hero is {}, but must be a list of at most {} keys of sliders, such as "
                             "[\"fish.count\"]",
                             found, kMaxHeroes));
            return;
        }
        m_scene.heroes.clear();
        for (const toml::node& each : *list) {
            const auto* key = each.as_string();
            if (key == nullptr) {
                note(each.source().begin,
                     fmt::format("hero names {}, but must name keys of sliders", tomlTypeName(each)));
            } else if (const auto full = sliderKey(key->get()); !full) {
                noteNoSlider("hero", key->get(), each.source().begin);
            } else if (std::ranges::find(m_scene.heroes, *full) != m_scene.heroes.end()) {
                note(each.source().begin, fmt::format("hero names {} twice", *full));
            } else {
                m_scene.heroes.push_back(*full);
            }
        }
    }

    void noteNoSlider(std::string_view what, const std::string& written, const toml::source_position& at) {
        const bool isOther = fullKey(m_scene, m_sections, written).has_value();
        note(at, fmt::format(
                     "{} names no slider of this scene: \"{}\"{}", what, oneLine(written, kMaxShownBytes),
                     isOther ? std::string() : suggestion(nearestName(written, writtenKeys(m_sections)))));
    }

    void readTravels(const toml::table& table) {
        std::vector<std::string> read;
        for (const auto& [key, node] : table) {
            const std::string written(key.str());
            const auto full = sliderKey(written);
            if (!full) {
                noteNoSlider("travel", written, key.source().begin);
            } else if (std::ranges::find(read, *full) != read.end()) {
                note(key.source().begin, fmt::format("travel names {} twice", *full));
            } else {
                read.push_back(*full);
                readTravel(*full, node);
            }
        }
    }

    void readTravel(const std::string& key, const toml::node& node) {
        const auto* ends = node.as_array();
        const auto min = ends != nullptr && ends->size() == 2 ? (*ends)[0].value<double>() : std::nullopt;
        const auto max = ends != nullptr && ends->size() == 2 ? (*ends)[1].value<double>() : std::nullopt;
        if (!min || !max) {
            note(node.source().begin, fmt::format("travel of {} must be two numbers, such as [0, 2.5]", key));
            return;
        }
        const std::size_t dot = key.rfind('.');
        const Tunables& tunables = find(key.substr(0, dot))->tunables;
        const Parameter& parameter =
            tunables.parameters[*tunables.find(std::string_view(key).substr(dot + 1))];
        if (!(*min < *max) || *min < parameter.declared.min || *max > parameter.declared.max) {
            note(node.source().begin, fmt::format("travel of {} is from {} to {}, but must rise within {}",
                                                  key, *min, *max, parameter.range()));
            return;
        }
        const auto inherited = std::ranges::find(m_scene.travels, key, &StatedTravel::key);
        if (inherited != m_scene.travels.end()) {
            *inherited = {key, *min, *max};
        } else {
            m_scene.travels.push_back({key, *min, *max});
        }
    }

    /// Returns the full key of a number of the scene that can be set while it runs; empty if there is none.
    std::optional<std::string> sliderKey(std::string_view written) const {
        const auto full = fullKey(m_scene, m_sections, written);
        const std::size_t dot = full ? full->rfind('.') : std::string::npos;
        const Section* section = dot == std::string::npos ? nullptr : find(full->substr(0, dot));
        const auto index = section == nullptr
                               ? std::nullopt
                               : section->tunables.find(std::string_view(*full).substr(dot + 1));
        if (!index || section->isFixed) {
            return std::nullopt;
        }
        const Form form = section->tunables.parameters[*index].form;
        return form == Form::number || form == Form::integer ? full : std::nullopt;
    }

    // TOML's integers end at 2⁶³ − 1, so seeds in the upper half are written as text.
    void readSeed(const toml::node& node) {
        if (const auto* number = node.as_integer(); number != nullptr && number->get() >= 0) {
            m_scene.seed = static_cast<std::uint64_t>(number->get());
            return;
        }
        if (const auto* digits = node.as_string()) {
            if (const auto seed = numberFrom<std::uint64_t>(digits->get())) {
                m_scene.seed = *seed;
                return;
            }
        }
        note(node.source().begin,
             "seed must be a whole number from 0 to 9223372036854775807, or up to "
             "18446744073709551615 in quotes");
    }

    const toml::table* asTable(const toml::key& key, const toml::node& node) {
        if (!node.is_table()) {
            note(node.source().begin, fmt::format("{} is {}, but must be a table: [{}]", key.str(),
                                                  tomlTypeName(node), key.str()));
        }
        return node.as_table();
    }

    const Section* find(std::string_view path) const {
        const auto section = m_sections.find(path);
        return section == m_sections.end() ? nullptr : &section->second;
    }

    const std::string& m_fileName;
    Scene m_scene;
    std::size_t m_interactionCount = 0;
    SectionIndex m_sections;
    TomlMistakes m_mistakes;
};

}  // namespace

Result<Scene> parsePreset(std::string_view toml, const std::string& fileName) {
    return PresetReader(fileName).read(toml);
}

}  // namespace shoal
