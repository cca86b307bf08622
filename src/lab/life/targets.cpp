#include "lab/life/targets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

#include "embedded_targets.hpp"
#include "lab/life/track_targets.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

constexpr TomlBudget kTargetsBudget{.bytes = std::size_t{1} << 20, .values = 10'000};
constexpr std::string_view kBodyLengths = "body lengths";
constexpr double kMaxWeight = 1e6;

const std::vector<std::string> kFileKeys{"title", "species", "target"};
const std::vector<std::string> kTargetKeys{"title", "measure", "over",   "in",
                                           "min",   "max",     "source", "weight"};

/// The power of length in a unit: 1 for "m" and "m/s", -3 for "1/m³". Empty for units that are no power of
/// length and time.
std::optional<int> powerIn(std::string_view unit) {
    static constexpr std::array<std::pair<std::string_view, int>, 9> kPowers{{{"", 0},
                                                                              {"s", 0},
                                                                              {"m", 1},
                                                                              {"m/s", 1},
                                                                              {"m/s²", 1},
                                                                              {"m²", 2},
                                                                              {"m²/s⁴", 2},
                                                                              {"1/m²", -2},
                                                                              {"1/m³", -3}}};
    const auto found = std::ranges::find(kPowers, unit, &std::pair<std::string_view, int>::first);
    return found == kPowers.end() ? std::nullopt : std::optional(found->second);
}

class TargetReader {
public:
    explicit TargetReader(std::string fileName) : m_mistakes(std::move(fileName)) {}

    Result<TargetSet> read(const toml::table& file) {
        for (const auto& [key, node] : file) {
            if (key.str() == "title") {
                readText(node, m_set.title);
            } else if (key.str() == "species") {
                readSpecies(node);
            } else if (key.str() == "target") {
                readTargets(node);
            } else {
                m_mistakes.noteUnknown("key", key, kFileKeys);
            }
        }
        if (m_mistakes.isEmpty() && m_set.targets.empty()) {
            note(file, "there is no [[target]]");
        }
        if (!m_mistakes.isEmpty()) {
            return m_mistakes.problem();
        }
        return std::move(m_set);
    }

private:
    void note(const toml::node& node, const std::string& what) { m_mistakes.note(node.source().begin, what); }

    /// False if there is none, which is noted.
    bool readText(const toml::node& node, std::string& text) {
        const auto value = node.value_exact<std::string>();
        if (!value) {
            note(node, fmt::format("expected a text, not {}", tomlTypeName(node)));
            return false;
        }
        if (std::ranges::any_of(*value, [](unsigned char each) { return each < 0x20 || each == 0x7f; })) {
            note(node, "a text has no line breaks or other control characters");
            return false;
        }
        text = *value;
        return true;
    }

    template <class Number>
    void readNumber(const toml::node& node, Number& number) {
        const auto value = node.value<double>();
        if (!node.is_number() || !std::isfinite(*value)) {
            return note(node, fmt::format("expected a number, not {}", tomlTypeName(node)));
        }
        number = *value;
    }

    template <class Column>
    void readColumn(const toml::node& node, Column& column) {
        std::string key;
        if (!readText(node, key)) {
            return;
        }
        const auto found = columnNamed(key);
        if (!found) {
            return note(node, found.problem().text);
        }
        column = *found;
    }

    void readSpecies(const toml::node& node) {
        const toml::array* list = node.as_array();
        if (list == nullptr) {
            return note(node, "expected a list of names, such as [\"starling\"]");
        }
        for (const toml::node& each : *list) {
            readText(each, m_set.species.emplace_back());
        }
    }

    void readTargets(const toml::node& node) {
        const toml::array* list = node.as_array();
        if (list == nullptr || list->empty() || !list->is_homogeneous(toml::node_type::table)) {
            return note(node, "expected tables: [[target]]");
        }
        for (const toml::node& each : *list) {
            readTarget(*each.as_table());
        }
    }

    void readTarget(const toml::table& table) {
        Target target;
        bool hasMeasure = false;
        for (const auto& [key, node] : table) {
            const std::string_view name = key.str();
            if (name == "title") {
                readText(node, target.title);
            } else if (name == "measure") {
                hasMeasure = true;
                readColumn(node, target.column);
            } else if (name == "over") {
                readColumn(node, target.over);
            } else if (name == "in") {
                std::string text;
                target.isInBodyLengths = readText(node, text) && text == kBodyLengths;
                if (!target.isInBodyLengths) {
                    note(node, fmt::format("expected \"{}\"", kBodyLengths));
                }
            } else if (name == "min") {
                readNumber(node, target.interval.min);
            } else if (name == "max") {
                readNumber(node, target.interval.max);
            } else if (name == "source") {
                readText(node, target.source);
            } else if (name == "weight") {
                readNumber(node, target.weight);
                if (target.weight < 0.0 || target.weight > kMaxWeight) {
                    note(node, fmt::format("a weight lies between 0 and {}", kMaxWeight));
                }
            } else {
                m_mistakes.noteUnknown("key", key, kTargetKeys);
            }
        }
        const Interval& interval = target.interval;
        if (!m_mistakes.isEmpty()) {
            return;  // a key that seems missing may be misspelt
        }
        if (!hasMeasure) {
            note(table, "measure is missing: the quantity to compare");
        } else if (!interval.min && !interval.max) {
            note(table, "min and max are missing: give at least one");
        } else if (interval.min && interval.max && *interval.min > *interval.max) {
            note(table, "min is above max");
        } else if (target.isInBodyLengths && target.lengthPower() == 0) {
            note(table, "the quantity has no length in it: leave out in");
        } else if (const std::string why = target.whyNoTarget(); !why.empty()) {
            note(table, why);
        }
        if (target.title.empty()) {
            target.title = std::string(measureColumns()[target.column].key);
            if (target.over) {
                target.title += fmt::format(" / {}", measureColumns()[*target.over].key);
            }
        }
        m_set.targets.push_back(std::move(target));
    }

    TargetSet m_set;
    TomlMistakes m_mistakes;
};

}  // namespace

Result<std::size_t> columnNamed(std::string_view key) {
    const auto found = std::ranges::find(measureColumns(), key, &MeasureColumn::key);
    if (found != measureColumns().end()) {
        return static_cast<std::size_t>(found - measureColumns().begin());
    }
    std::vector<std::string> keys;
    for (const MeasureColumn& column : measureColumns()) {
        keys.emplace_back(column.key);
    }
    return Problem{fmt::format("no measure has a column \"{}\"{}", key, didYouMean(key, keys))};
}

Verdict verdictOf(double value, const Interval& interval, double bound) {
    if (!std::isfinite(value)) {
        return Verdict::outside;
    }
    const bool reachesMin = !interval.min || value >= *interval.min;
    const bool keepsMax = !interval.max || value <= *interval.max;
    if (reachesMin && keepsMax) {
        return Verdict::within;
    }
    if (interval.min && interval.max) {
        const double end = reachesMin ? *interval.max : *interval.min;
        double tolerance = std::min((*interval.max - *interval.min) / 2.0, std::abs(end) / 4.0);
        if (bound > 0.0) {
            tolerance = std::min(tolerance, std::abs(bound - end) / 4.0);
        }
        if (std::abs(value - end) <= tolerance) {
            return Verdict::near;
        }
    }
    return Verdict::outside;
}

std::string_view verdictName(Verdict verdict) {
    static constexpr std::array<std::string_view, 3> kNames{"within", "near", "outside"};
    return kNames[static_cast<std::size_t>(verdict)];
}

int Target::lengthPower() const {
    const auto powerOf = [](std::size_t each) { return powerIn(measureColumns()[each].unit).value_or(0); };
    return powerOf(column) - (over ? powerOf(*over) : 0);
}

std::string Target::unit() const {
    const auto unitOf = [&](std::size_t each) {
        std::string text(measureColumns()[each].unit);
        if (const std::size_t metre = text.find('m'); isInBodyLengths && metre != std::string::npos) {
            text.replace(metre, 1, "BL");
        }
        return text;
    };
    const std::string unit = unitOf(column);
    if (!over || unitOf(*over).empty()) {
        return unit;
    }
    return unit == unitOf(*over) ? "" : fmt::format("({})/({})", unit.empty() ? "1" : unit, unitOf(*over));
}

double Target::bound() const {
    return over ? 0.0 : measureColumns()[column].max;
}

std::string Target::whyNoTarget() const {
    // No measure with a unit or a bound is negative.
    const bool isNegative = bound() == 0.0 && measureColumns()[column].unit.empty();
    const bool holdsZero = !interval.min || *interval.min <= 0.0;
    const bool holdsMax = !interval.max || (bound() > 0.0 && *interval.max >= bound());
    const bool isAbove = bound() > 0.0 && interval.min && *interval.min > bound();
    const bool isBelow = interval.max && *interval.max < 0.0;
    const bool isAlways = holdsZero && holdsMax;
    if (isNegative || !(isAlways || isAbove || isBelow)) {
        return "";
    }
    const std::string values =
        bound() > 0.0 ? fmt::format("between 0 and {:g}", bound()) : std::string("at or above 0");
    return fmt::format("nothing can {} this range: every value of {} is {}", isAlways ? "miss" : "meet",
                       measureColumns()[column].key, values);
}

double Target::valueIn(std::span<const double> values, double bodyLength) const {
    double value = over ? values[column] / values[*over] : values[column];
    value = isInBodyLengths ? value / std::pow(bodyLength, lengthPower()) : value;
    return std::isfinite(value) ? value : std::nan("");  // as after a division by 0
}

std::vector<const MeasureKind*> TargetSet::kinds() const {
    std::vector<const MeasureKind*> kinds;
    std::size_t first = 0;
    for (const MeasureKind& kind : measureKinds()) {
        const std::size_t end = first + kind.columns.size();
        const auto isOurs = [&](std::size_t column) { return column >= first && column < end; };
        if (std::ranges::any_of(targets, [&](const Target& each) {
                return isOurs(each.column) || (each.over && isOurs(*each.over));
            })) {
            kinds.push_back(&kind);
        }
        first = end;
    }
    return kinds;
}

Result<TargetSet> parseTargets(std::string_view text, const std::string& fileName) {
    const auto parsed = parseToml(text, fileName, kTargetsBudget);
    if (!parsed) {
        return parsed.problem();
    }
    return TargetReader(fileName).read(*parsed);
}

TracksPlan tracksPlan(const Scene& scene, std::size_t species, const std::vector<const MeasureKind*>& kinds) {
    return {scene.species[species].name, measureSpace(scene, species), kinds,
            static_cast<std::size_t>(scene.species[species].count)};
}

Result<TargetSet> openTargets(const std::string& nameOrFile, const TracksPlan& plan) {
    for (const EmbeddedFile& file : embeddedTargets) {
        if (file.name == nameOrFile + ".toml") {
            return parseTargets(file.bytes, nameOrFile);
        }
    }
    std::error_code ignored;
    if (nameOrFile.find_first_of("./") == std::string::npos &&
        !std::filesystem::exists(nameOrFile, ignored)) {
        return Problem{fmt::format("there are no targets \"{}\"{}; or name a file, such as mine.toml",
                                   nameOrFile, didYouMean(nameOrFile, targetNames()))};
    }
    if (isTracksFile(nameOrFile)) {
        const auto tracks = readTracks(nameOrFile, plan.species, plan.space.period);
        if (!tracks) {
            return tracks.problem();
        }
        TargetSet set = targetsOfTracks(*tracks, nameOrFile, plan);
        return set.targets.empty() ? Result<TargetSet>(Problem{set.understood.front() +
                                                               "; nothing is left: choose other measures"})
                                   : std::move(set);
    }
    const auto text = readWholeFile(nameOrFile, kTargetsBudget.bytes);
    auto set = text ? parseTargets(*text, nameOrFile) : text.problem();
    if (text && !set && !nameOrFile.ends_with(".toml")) {
        return Problem{set.problem().text + " (read as targets; tables of tracks end in .csv or .tsv)"};
    }
    return set;
}

std::vector<std::string> targetNames() {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : embeddedTargets) {
        names.emplace_back(file.name.substr(0, file.name.rfind('.')));
    }
    return names;
}

std::string targetsSuiting(std::string_view species) {
    static const std::vector<std::pair<std::string, std::vector<std::string>>> kSuited = [] {
        std::vector<std::pair<std::string, std::vector<std::string>>> suited;
        for (std::string& name : targetNames()) {
            const auto set = openTargets(name);
            suited.emplace_back(std::move(name), set ? set->species : std::vector<std::string>());
        }
        return suited;
    }();
    const auto found = std::ranges::find_if(kSuited, [&](const auto& each) {
        return std::ranges::find(each.second, species) != each.second.end();
    });
    return found == kSuited.end() ? std::string() : found->first;
}

}  // namespace shoal
