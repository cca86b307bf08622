#include "ui/sliders/watch_links.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "ui/widgets/value_text.hpp"

namespace shoal {

namespace {

// How far before a rule's name its tunable may be named: "the orientation radius of Zones".
constexpr std::size_t kNearby = 24;
constexpr std::string_view kSwitch = "switch ";

std::string lowered(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

bool isLetter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether the words stand alone from `at` on.
bool standsAt(const std::string& text, std::size_t at, const std::string& words) {
    const std::size_t end = at + words.size();
    return text.compare(at, words.size(), words) == 0 && (at == 0 || !isLetter(text[at - 1])) &&
           (end == text.size() || !isLetter(text[end]));
}

/// Words that name a tunable.
struct Name {
    std::string words;
    const Section* section = nullptr;
    std::optional<std::size_t> parameter;  ///< empty for a name of the whole section
};

std::vector<Name> namesIn(const std::vector<Section>& sections) {
    std::vector<Name> names;
    for (const Section& section : sections) {
        if (section.rule == nullptr || section.tunables.parameters.empty()) {
            continue;
        }
        std::string title = lowered(section.title);
        // "Flee (tuna)" may be called just "flee".
        if (const std::size_t observed = title.find(" ("); observed != std::string::npos) {
            names.push_back({title.substr(0, observed), &section, std::nullopt});
        }
        names.push_back({std::move(title), &section, std::nullopt});
        for (std::size_t index = 0; section.rule->isEnabled && index < section.tunables.parameters.size();
             ++index) {
            std::string label = lowered(labelOf(section.tunables.parameters[index].declared.key));
            // One word, such as "weight" or "spread", is too common to name the slider.
            if (label.find(' ') != std::string::npos) {
                names.push_back({std::move(label), &section, index});
            }
        }
    }
    // Longer names first: "flock alignment" before "alignment".
    std::ranges::stable_sort(names, std::ranges::greater(),
                             [](const Name& name) { return name.words.size(); });
    return names;
}

/// Finds the tunable that the text names at a position.
class Finder {
public:
    Finder(std::string text, const std::vector<Section>& sections, const std::vector<Species>& species)
        : m_text(std::move(text)), m_names(namesIn(sections)), m_species(species) {}

    const Name* at(std::size_t place) const {
        const Name* found = nullptr;
        for (const Name& name : m_names) {
            if (found != nullptr && name.words.size() < found->words.size()) {
                break;
            }
            if (standsAt(m_text, place, name.words) && isMeant(name, place) &&
                (found == nullptr || rank(name, place) > rank(*found, place))) {
                found = &name;
            }
        }
        return found;
    }

    std::string keyOf(const Name& name, std::size_t place) const {
        const auto& parameters = name.section->tunables.parameters;
        std::size_t chosen = name.parameter.value_or(name.section->tunables.find("weight").value_or(0));
        const std::size_t from = place < kNearby ? 0 : place - kNearby;
        const std::string before = m_text.substr(from, place - from);
        for (std::size_t index = 0; !name.parameter && index < parameters.size(); ++index) {
            const std::string label = lowered(labelOf(parameters[index].declared.key));
            for (std::size_t k = 0; k < before.size(); ++k) {
                chosen = standsAt(before, k, label) ? index : chosen;
            }
        }
        return name.section->path + "." + std::string(parameters[chosen].declared.key);
    }

private:
    /// A name of a disabled rule counts only where the text says to switch it.
    bool isMeant(const Name& name, std::size_t place) const {
        return name.section->rule->isEnabled ||
               (place >= kSwitch.size() &&
                m_text.compare(place - kSwitch.size(), kSwitch.size(), kSwitch) == 0);
    }

    /// Higher for the species named last before the place, in the same sentence.
    std::size_t rank(const Name& name, std::size_t place) const {
        const auto index = static_cast<std::size_t>(std::max(name.section->speciesIndex, 0));
        const std::size_t end = m_text.rfind(". ", place);
        const std::size_t sentence = end == std::string::npos ? 0 : end;
        const std::size_t at = index < m_species.size() ? m_text.rfind(lowered(m_species[index].name), place)
                                                        : std::string::npos;
        return at == std::string::npos || at < sentence ? 0 : at + 1;
    }

    std::string m_text;  ///< in lower case
    std::vector<Name> m_names;
    const std::vector<Species>& m_species;
};

}  // namespace

std::vector<WatchPiece> watchPieces(std::string_view text, const std::vector<Section>& sections,
                                    const std::vector<Species>& species) {
    const Finder finder(lowered(text), sections, species);
    std::vector<WatchPiece> pieces;
    std::size_t plain = 0;
    const auto endPlain = [&](std::size_t at) {
        if (at > plain) {
            pieces.push_back({std::string(text.substr(plain, at - plain)), {}});
        }
    };
    for (std::size_t at = 0; at < text.size();) {
        const Name* name = finder.at(at);
        if (name == nullptr) {
            ++at;
            continue;
        }
        endPlain(at);
        pieces.push_back({std::string(text.substr(at, name->words.size())), finder.keyOf(*name, at)});
        at += name->words.size();
        plain = at;
    }
    endPlain(text.size());
    return pieces;
}

}  // namespace shoal
