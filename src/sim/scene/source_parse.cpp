#include "sim/scene/source_parse.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/text/did_you_mean.hpp"

namespace shoal {

namespace {

class SourceReader {
public:
    SourceReader(Scene& scene, const SectionIndex& sections, TomlMistakes& mistakes)
        : m_scene(scene), m_sections(sections), m_mistakes(mistakes) {}

    KeySet read(const toml::table& table) {
        PresetSource& source = m_scene.source;
        if (table.contains("title")) {
            source = {};
        }
        for (const auto& [key, node] : table) {
            const std::string_view name = key.str();
            if (name == "title") {
                readText(key, node, source.title);
            } else if (name == "author") {
                readText(key, node, source.author);
            } else if (name == "year") {
                readYear(key, node);
            } else if (name == "address") {
                readText(key, node, source.address);
            } else if (name == "note") {
                readText(key, node, source.note);
            } else if (const auto kind = std::ranges::find(SourceMark::kinds, name);
                       kind != SourceMark::kinds.end()) {
                readMarks(key, node,
                          static_cast<SourceMark::Kind>(std::distance(SourceMark::kinds.begin(), kind)));
            } else {
                m_mistakes.noteUnknown("key", key, kKeys);
            }
        }
        noteUnknownKey();
        if (source.marks.size() > kMaxMarks) {
            m_mistakes.note(table.source().begin,
                            fmt::format("source has {} marks, but a preset may have at most {}",
                                        source.marks.size(), kMaxMarks));
        }
        return std::move(m_read);
    }

private:
    void noteType(const toml::key& key, const toml::node& node, std::string_view expected) {
        m_mistakes.note(node.source().begin,
                        fmt::format("{} is {}, but must be {}", key.str(), tomlTypeName(node), expected));
    }

    void readText(const toml::key& key, const toml::node& node, std::string& text) {
        const auto* value = node.as_string();
        if (value == nullptr) {
            noteType(key, node, "a string");
        } else if (value->get().size() > kMaxSourceBytes) {
            m_mistakes.note(node.source().begin,
                            fmt::format("{} is longer than {} bytes", key.str(), kMaxSourceBytes));
        } else {
            text = value->get();
        }
    }

    void readYear(const toml::key& key, const toml::node& node) {
        const auto* value = node.as_integer();
        if (value == nullptr) {
            noteType(key, node, "a whole number");
        } else if (value->get() < 1 || value->get() > kMaxSourceYear) {
            m_mistakes.note(node.source().begin, fmt::format("year is {}, but must be from 1 to {}",
                                                             value->get(), kMaxSourceYear));
        } else {
            m_scene.source.year = static_cast<int>(value->get());
        }
    }

    void readMarks(const toml::key& key, const toml::node& node, SourceMark::Kind kind) {
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            return noteType(key, node, fmt::format("a table: [source.{}]", key.str()));
        }
        for (const auto& [markedKey, mark] : *table) {
            readMark(markedKey, mark, kind);
        }
    }

    void readMark(const toml::key& key, const toml::node& node, SourceMark::Kind kind) {
        const auto full = fullKey(m_scene, m_sections, key.str());
        if (!full) {
            if (m_unknown == nullptr || key.source().begin < m_unknown->source().begin) {
                m_unknown = &key;
            }
            return;
        }
        if (!m_read.insert(*full).second) {
            return m_mistakes.note(key.source().begin, fmt::format("\"{}\" is marked twice", key.str()));
        }
        SourceMark mark{.kind = kind, .text = {}, .unit = {}, .scale = 1.0};
        if (const toml::table* table = node.as_table()) {
            readMarkTable(key, *table, mark);
        } else if (node.is_string()) {
            readText(key, node, mark.text);
        } else {
            noteType(key, node, "a string or a table: { text = \"…\", unit = \"…\", scale = 1.0 }");
        }
        const toml::node* text = node.is_table() ? node.as_table()->get("text") : &node;
        if (text == nullptr || text->value_or(std::string_view("?")).empty()) {
            m_mistakes.note(key.source().begin, fmt::format("the mark of \"{}\" has no text", key.str()));
        }
        m_scene.source.marks.insert_or_assign(*full, std::move(mark));
    }

    void readMarkTable(const toml::key& key, const toml::table& table, SourceMark& mark) {
        for (const auto& [part, node] : table) {
            if (part.str() == "text") {
                readText(part, node, mark.text);
            } else if (part.str() == "unit") {
                readText(part, node, mark.unit);
            } else if (part.str() == "scale") {
                readScale(part, node, mark.scale);
            } else {
                m_mistakes.noteUnknown("key", part, kMarkKeys);
            }
        }
        if (table.contains("scale") && !table.contains("unit")) {
            m_mistakes.note(key.source().begin,
                            fmt::format("the mark of \"{}\" has a scale but no unit", key.str()));
        }
    }

    void readScale(const toml::key& key, const toml::node& node, double& scale) {
        const auto value = node.is_number() ? node.value<double>() : std::nullopt;
        if (!value) {
            noteType(key, node, "a number");
        } else if (!std::isfinite(*value) || *value == 0.0) {
            m_mistakes.note(node.source().begin, "scale must be finite and not 0");
        } else {
            scale = *value;
        }
    }

    /// Suggestions are costly, because a large scene has a million keys: only the first mistake gets one.
    void noteUnknownKey() {
        if (m_unknown == nullptr) {
            return;
        }
        const auto nearest = nearestName(m_unknown->str(), writtenKeys(m_sections));
        m_mistakes.note(m_unknown->source().begin,
                        fmt::format("there is no key \"{}\" to mark{}", m_unknown->str(),
                                    nearest ? suggestion(nearest) : std::string(kNeedsPlugin)),
                        nearest ? Problem::Kind::other : Problem::Kind::unknownName);
    }

    static inline const std::vector<std::string> kKeys{"title", "author", "year",    "address",
                                                       "note",  "given",  "derived", "chosen"};
    static inline const std::vector<std::string> kMarkKeys{"text", "unit", "scale"};

    Scene& m_scene;
    const SectionIndex& m_sections;
    TomlMistakes& m_mistakes;
    KeySet m_read;
    const toml::key* m_unknown = nullptr;  ///< the first in the file
};

}  // namespace

std::string_view markedStart(const KeySet& marked, std::string_view key) {
    while (!marked.contains(key)) {
        const std::size_t dot = key.rfind('.');
        if (dot == std::string_view::npos) {
            return {};
        }
        key = key.substr(0, dot);
    }
    return key;
}

KeySet readSource(const toml::table& table, Scene& scene, const SectionIndex& sections,
                  TomlMistakes& mistakes) {
    return SourceReader(scene, sections, mistakes).read(table);
}

}  // namespace shoal
