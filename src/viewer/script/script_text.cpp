#include "viewer/script/script_text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "sim/text/budget.hpp"
#include "sim/text/toml_parse.hpp"
#include "sim/text/toml_text.hpp"

namespace shoal {

namespace {

constexpr std::string_view kBlank = " \t\r\n";

/// Bytes of a text.
struct Span {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// A mark, and where it is written.
struct LocatedMark {
    ScriptMark mark;
    const toml::node* whole = nullptr;    ///< an item of a list, or the only value
    const toml::node* list = nullptr;     ///< that list; null if there is none
    const toml::node* seconds = nullptr;  ///< of a list's item
    const toml::node* value = nullptr;
};

std::optional<double> numberOf(const toml::node* node) {
    return node != nullptr && node->is_number() ? node->value<double>() : std::nullopt;
}

/// A script's text, parsed, with the places of everything in it.
class Source {
public:
    static std::optional<Source> read(std::string_view text) {
        auto table = parseToml(text, "script", kFlightBudget);
        return table ? std::optional(Source(text, std::move(*table))) : std::nullopt;
    }

    const toml::table& head() const { return m_table; }
    const std::vector<const toml::table*>& shots() const { return m_shots; }
    const std::vector<LocatedMark>& marks() const { return m_marks; }
    /// Whether the shots are a list in one place, without headers.
    bool areInBraces() const { return !m_shots.empty() && m_shots.front()->is_inline(); }

    const LocatedMark* find(const ScriptMark& mark) const {
        const auto found =
            std::ranges::find_if(m_marks, [&](const LocatedMark& each) { return each.mark.isSame(mark); });
        return found != m_marks.end() ? &*found : nullptr;
    }

    Span spanOf(const toml::source_region& region) const { return {at(region.begin), at(region.end)}; }
    Span spanOf(const toml::node& node) const { return spanOf(node.source()); }
    std::string textOf(const toml::node& node) const {
        const Span span = spanOf(node);
        return std::string(m_text.substr(span.begin, span.end - span.begin));
    }

    /// The start of the line behind this byte; the text's end if there is none.
    std::size_t nextLine(std::size_t byte) const {
        const std::size_t end = m_text.find('\n', byte);
        return end == m_text.npos ? m_text.size() : end + 1;
    }

    /// Where a shot ends: before the comments that stand directly above the next one.
    std::size_t endOf(std::size_t shot) const {
        if (shot + 1 >= m_shots.size()) {
            return m_text.size();
        }
        std::size_t end = spanOf(*m_shots[shot + 1]).begin;
        while (end > 0) {
            const std::size_t line = end >= 2 ? m_text.rfind('\n', end - 2) + 1 : 0;
            if (m_text.substr(line, end - line).find_first_not_of(" \t") == m_text.npos ||
                m_text[m_text.find_first_not_of(" \t", line)] != '#') {
                break;
            }
            end = line;
        }
        return end;
    }

private:
    Source(std::string_view text, toml::table table) : m_text(text), m_table(std::move(table)) {
        for (std::size_t at = 0; at < text.size(); at = nextLine(at)) {
            m_lines.push_back(at);
        }
        const toml::array* shots = m_table["shot"].as_array();
        for (std::size_t i = 0; shots != nullptr && i < shots->size(); ++i) {
            if (const toml::table* shot = (*shots)[i].as_table()) {
                m_shots.push_back(shot);
                addMarks(*shot);
            }
        }
    }

    /// Lines and columns of toml++ count from 1, columns in characters.
    std::size_t at(const toml::source_position& position) const {
        std::size_t byte = position.line <= m_lines.size() ? m_lines[position.line - 1] : m_text.size();
        for (toml::source_index column = 1; column < position.column && byte < m_text.size(); ++column) {
            ++byte;
            while (byte < m_text.size() && (static_cast<unsigned char>(m_text[byte]) & 0xc0U) == 0x80U) {
                ++byte;
            }
        }
        return byte;
    }

    void addMarks(const toml::table& shot) {
        using enum ScriptMark::Kind;
        m_length = numberOf(shot.get("seconds")).value_or(ScriptBlock().seconds);
        if (const toml::node* camera = shot.get("camera")) {
            addTrack(view, {}, *camera);
        }
        if (const toml::node* keys = shot.get("key"); keys != nullptr && keys->is_array()) {
            for (const toml::node& each : *keys->as_array()) {
                if (const toml::table* table = each.as_table()) {
                    add(key, {},
                        {.mark = {}, .whole = table, .list = keys, .seconds = table->get("seconds")});
                }
            }
        }
        if (const toml::node* node = shot.get("speed")) {
            addTrack(speed, {}, *node);
        }
        if (const toml::table* set = shot["set"].as_table()) {
            addSettings(*set, {});
        }
        if (const toml::node* text = shot.get("text"); text != nullptr && !isSpread(*text)) {
            if (const toml::array* list = text->as_array()) {
                for (const toml::node& each : *list) {
                    addWords(each, list);
                }
            } else {
                addWords(*text, nullptr);
            }
        }
    }

    void add(ScriptMark::Kind kind, std::string name, LocatedMark located) {
        ScriptMark& mark = located.mark;
        mark.kind = kind;
        mark.name = std::move(name);
        mark.shot = m_shots.size() - 1;
        mark.index = static_cast<std::size_t>(std::ranges::count_if(m_marks, [&](const LocatedMark& each) {
            return each.mark.kind == kind && each.mark.shot == mark.shot && each.mark.name == mark.name;
        }));
        if (kind != ScriptMark::Kind::words) {
            mark.canMove = located.seconds != nullptr;
            mark.seconds = numberOf(located.seconds).value_or(0.0);
            mark.value = located.value != nullptr ? textOf(*located.value) : std::string();
        }
        m_marks.push_back(std::move(located));
    }

    void addTrack(ScriptMark::Kind kind, const std::string& name, const toml::node& node) {
        const toml::array* list = node.as_array();
        if (list == nullptr) {
            add(kind, name, {.mark = {}, .whole = &node, .value = &node});
            return;
        }
        for (const toml::node& each : *list) {
            const toml::array* item = each.as_array();
            if (item != nullptr && item->size() >= 2) {
                add(kind, name,
                    {.mark = {}, .whole = &each, .list = list, .seconds = &(*item)[0], .value = &(*item)[1]});
            }
        }
    }

    void addSettings(const toml::table& table, const std::string& start) {
        for (const auto& [key, node] : table) {
            const std::string name =
                start.empty() ? std::string(key.str()) : fmt::format("{}.{}", start, key.str());
            if (const toml::table* inner = node.as_table()) {
                addSettings(*inner, name);
            } else {
                addTrack(ScriptMark::Kind::setting, name, node);
            }
        }
    }

    /// Whether it is a table that a header or dotted keys write: [shot.text]. A list cannot stand in its
    /// place.
    static bool isSpread(const toml::node& node) {
        const toml::table* const table = node.as_table();
        return table != nullptr && !table->is_inline();
    }

    void addWords(const toml::node& node, const toml::node* list) {
        LocatedMark located{.mark = {}, .whole = &node, .list = list};
        ScriptMark& mark = located.mark;
        mark.until = m_length;
        if (const toml::table* table = node.as_table()) {
            located.value = table->get("text");
            mark.seconds = numberOf(table->get("from")).value_or(0.0);
            mark.until = std::min(numberOf(table->get("to")).value_or(m_length), m_length);
            mark.isTitle = (*table)["place"].value<std::string_view>() == "title";
        } else {
            located.value = &node;
        }
        mark.value = located.value != nullptr ? located.value->value<std::string>().value_or("") : "";
        add(ScriptMark::Kind::words, {}, std::move(located));
    }

    std::string_view m_text;
    std::vector<std::size_t> m_lines;  ///< where each begins
    toml::table m_table;
    std::vector<const toml::table*> m_shots;
    std::vector<LocatedMark> m_marks;
    double m_length = 0.0;  ///< [s] of the shot being read
};

std::string replaced(const std::string& text, const Span& span, std::string_view by) {
    return text.substr(0, span.begin) + std::string(by) + text.substr(span.end);
}

std::string inserted(const std::string& text, std::size_t at, std::string_view what) {
    return replaced(text, {at, at}, what);
}

/// Removes something; of a list or a table in braces, with the comma that parts it from its neighbours. If
/// nothing else is left of its line, with that.
std::string erased(const std::string& text, Span span, bool isListed) {
    const std::size_t next = std::min(text.find_first_not_of(kBlank, span.end), text.size());
    const std::size_t before = span.begin == 0 ? text.npos : text.find_last_not_of(kBlank, span.begin - 1);
    // A comma behind a # belongs to a comment.
    const bool isBehindComma = before != text.npos && text[before] == ',' &&
                               text.substr(0, before).find('#', text.rfind('\n', before) + 1) == text.npos;
    if (isListed && next < text.size() && text[next] == ',') {
        span.end = std::min(text.find_first_not_of(" \t", next + 1), text.size());
    } else if (isListed && isBehindComma) {
        span.begin = before;
    }
    const std::size_t line = span.begin == 0 ? 0 : text.rfind('\n', span.begin - 1) + 1;
    const std::size_t end = std::min(text.find('\n', span.end), text.size());
    const auto isBlank = [&](std::size_t from, std::size_t to) {
        return std::string_view(text).substr(from, to - from).find_first_not_of(kBlank) == text.npos;
    };
    const std::size_t comment = std::min(text.find_first_not_of(" \t", span.end), end);
    if (isBlank(line, span.begin) && (comment == end || text[comment] == '#')) {
        span = {line, std::min(end + 1, text.size())};
    }
    return replaced(text, span, "");
}

/// Sets a key in a table, wherever that is written.
std::string withKey(const Source& source, const std::string& text, const toml::table& table,
                    std::string_view key, std::string_view value) {
    const toml::node* const node = table.get(key);
    if (node != nullptr && value.empty()) {
        Span span = source.spanOf(*node);
        for (const auto& [each, ignored] : table) {
            if (each.str() == key) {
                span.begin = source.spanOf(each.source()).begin;
            }
        }
        return erased(text, span, table.is_inline());
    }
    if (node != nullptr) {
        return replaced(text, source.spanOf(*node), value);
    }
    if (value.empty()) {
        return text;
    }
    const Span span = source.spanOf(table);
    if (table.is_inline()) {
        const std::size_t last = text.find_last_not_of(kBlank, span.end - 2);
        return inserted(text, last + 1, fmt::format("{}{} = {}", table.empty() ? " " : ", ", key, value));
    }
    // Below what a shot begins with.
    std::size_t end = span.end;
    for (const char* first : {"preset", "take", "seconds"}) {
        const toml::node* const before = table.get(first);
        end = before != nullptr ? std::max(end, source.spanOf(*before).end) : end;
    }
    const std::size_t at = source.nextLine(end);
    const bool needsBreak = at > 0 && text[at - 1] != '\n';
    return inserted(text, at, fmt::format("{}{} = {}\n", needsBreak ? "\n" : "", key, value));
}

std::string itemOf(const ScriptMark& mark) {
    if (mark.kind == ScriptMark::Kind::key) {
        std::string values = mark.value;
        for (std::size_t end = values.find('\n'); end != values.npos; end = values.find('\n', end)) {
            values.replace(end, 1, ", ");
        }
        return fmt::format("{{ seconds = {}, {} }}", scriptNumber(mark.seconds), values);
    }
    if (mark.kind != ScriptMark::Kind::words) {
        return fmt::format("[{}, {}]", scriptNumber(mark.seconds), mark.value);
    }
    return fmt::format("{{ text = {}, {}from = {}, to = {} }}", tomlText(mark.value),
                       mark.isTitle ? "place = \"title\", " : "", scriptNumber(mark.seconds),
                       scriptNumber(mark.until));
}

/// The same with a header of its own.
std::string markTable(const ScriptMark& mark) {
    if (mark.kind == ScriptMark::Kind::key) {
        return fmt::format("[[shot.key]]\nseconds = {}\n{}\n", scriptNumber(mark.seconds), mark.value);
    }
    return fmt::format("[[shot.text]]\ntext = {}\n{}from = {}\nto = {}\n", tomlText(mark.value),
                       mark.isTitle ? "place = \"title\"\n" : "", scriptNumber(mark.seconds),
                       scriptNumber(mark.until));
}

std::string_view keyOf(ScriptMark::Kind kind) {
    using enum ScriptMark::Kind;
    return kind == view    ? "camera"
           : kind == speed ? "speed"
           : kind == words ? "text"
           : kind == key   ? "key"
                           : "";
}

/// Adds the first mark of its kind and name to a shot.
std::string withFirst(const Source& source, const std::string& text, const ScriptMark& mark) {
    const toml::table& shot = *source.shots()[mark.shot];
    const std::string list = "[" + itemOf(mark) + "]";
    if (mark.kind != ScriptMark::Kind::setting) {
        return withKey(source, text, shot, keyOf(mark.kind), list);
    }
    const std::string key = tomlText(mark.name);
    const toml::table* set = shot["set"].as_table();
    // In braces, or below its own header; not dotted, and not only above [shot.set.cohesion].
    const bool isOwn = set != nullptr && (set->is_inline() || source.textOf(*set).ends_with("set]"));
    return isOwn ? withKey(source, text, *set, key, list) : withKey(source, text, shot, "set." + key, list);
}

/// Adds the first key of the camera to a shot, behind all else that it has; in place of the one view that it
/// may have.
std::string withFirstKey(const Source& source, const std::string& text, const ScriptMark& mark) {
    const toml::table& shot = *source.shots()[mark.shot];
    const toml::node* const camera = shot.get("camera");
    if (source.areInBraces() || shot.contains("key") || (camera != nullptr && camera->is_array())) {
        return text;
    }
    if (camera != nullptr) {
        return withNewMark(withKey(source, text, shot, "camera", ""), mark);
    }
    const std::size_t last = text.find_last_not_of(kBlank, source.endOf(mark.shot) - 1);
    const std::size_t at = source.nextLine(last);
    return inserted(text, at, (text[at - 1] == '\n' ? "" : "\n") + markTable(mark));
}

/// The line after a table with its own header, such as [[shot.text]], and after its keys.
std::size_t endOfTable(const Source& source, const toml::table& table) {
    std::size_t end = source.spanOf(table).end;
    for (const auto& [key, node] : table) {
        end = std::max(end, source.spanOf(node).end);
    }
    return source.nextLine(end);
}

}  // namespace

bool ScriptOutline::has(std::string_view key) const {
    return std::ranges::find(keys, key) != keys.end();
}

std::size_t ScriptOutline::shotAt(double filmSeconds) const {
    std::size_t shot = 0;
    while (shot + 1 < shots.size() && shots[shot + 1].start <= filmSeconds) {
        ++shot;
    }
    return shot;
}

std::optional<ScriptOutline> outlineOf(std::string_view text) {
    const auto source = Source::read(text);
    if (!source) {
        return std::nullopt;
    }
    ScriptOutline outline;
    double end = 0.0;
    for (const toml::table* shot : source->shots()) {
        ScriptBlock block;
        const auto name = (*shot)["preset"].value<std::string>();
        block.title = name ? *name : (*shot)["take"].value<std::string>().value_or("");
        block.seconds = std::max(0.0, numberOf(shot->get("seconds")).value_or(block.seconds));
        block.dissolve = std::clamp(numberOf(shot->get("dissolve")).value_or(0.0), 0.0, end);
        block.fadeIn = numberOf(shot->get("fade_in")).value_or(0.0);
        block.fadeOut = numberOf(shot->get("fade_out")).value_or(0.0);
        block.start = end - block.dissolve;
        end = block.start + block.seconds;
        outline.shots.push_back(std::move(block));
    }
    for (const LocatedMark& each : source->marks()) {
        outline.marks.push_back(each.mark);
    }
    for (const auto& [key, node] : source->head()) {
        outline.keys.emplace_back(key.str());
    }
    const toml::node* const size = source->head().get("size");
    outline.size = size != nullptr ? source->textOf(*size) : std::string();
    return outline;
}

std::string withHeadKey(const std::string& text, std::string_view key, std::string_view value) {
    const auto source = Source::read(text);
    const toml::node* const old = source ? source->head().get(key) : nullptr;
    if (old != nullptr) {
        return replaced(text, source->spanOf(*old), value);
    }
    const toml::node* const film = source ? source->head().get("film") : nullptr;
    return film == nullptr ? text
                           : inserted(text, source->nextLine(source->spanOf(*film).end),
                                      fmt::format("{} = {}\n", key, value));
}

std::string withShotKey(const std::string& text, std::size_t shot, std::string_view key,
                        std::string_view value) {
    const auto source = Source::read(text);
    return source && shot < source->shots().size()
               ? withKey(*source, text, *source->shots()[shot], key, value)
               : text;
}

std::string withMark(const std::string& text, const ScriptMark& mark) {
    const auto source = Source::read(text);
    const LocatedMark* const old = source ? source->find(mark) : nullptr;
    if (old == nullptr) {
        return text;
    }
    if (mark.kind != ScriptMark::Kind::words) {
        // From the end, so that the earlier places stay.
        std::string changed = text;
        if (old->value != nullptr && mark.value != old->mark.value) {
            changed = replaced(changed, source->spanOf(*old->value), mark.value);
        }
        return old->seconds != nullptr && mark.seconds != old->mark.seconds
                   ? replaced(changed, source->spanOf(*old->seconds), scriptNumber(mark.seconds))
                   : changed;
    }
    const toml::table* const table = old->whole->as_table();
    if (table == nullptr) {
        const bool isWhole = mark.seconds == old->mark.seconds && mark.until == old->mark.until;
        const std::string words = isWhole && !mark.isTitle ? tomlText(mark.value) : itemOf(mark);
        return mark.value == old->mark.value && isWhole && !mark.isTitle
                   ? text
                   : replaced(text, source->spanOf(*old->whole), words);
    }
    const auto with = [&](const std::string& before, std::string_view key, const std::string& value) {
        const auto again = Source::read(before);
        const LocatedMark* const found = again ? again->find(mark) : nullptr;
        return found != nullptr ? withKey(*again, before, *found->whole->as_table(), key, value) : before;
    };
    std::string changed = text;
    if (mark.value != old->mark.value) {
        changed = with(changed, "text", tomlText(mark.value));
    }
    if (mark.isTitle != old->mark.isTitle) {
        changed = with(changed, "place", mark.isTitle ? "\"title\"" : "");
    }
    if (mark.seconds != old->mark.seconds) {
        changed = with(changed, "from", scriptNumber(mark.seconds));
    }
    return mark.until != old->mark.until ? with(changed, "to", scriptNumber(mark.until)) : changed;
}

std::string withNewMark(const std::string& text, const ScriptMark& mark) {
    const auto source = Source::read(text);
    if (!source || mark.shot >= source->shots().size()) {
        return text;
    }
    const LocatedMark* before = nullptr;
    const LocatedMark* after = nullptr;
    for (const LocatedMark& each : source->marks()) {
        if (each.mark.kind != mark.kind || each.mark.shot != mark.shot || each.mark.name != mark.name) {
            continue;
        }
        if (each.mark.seconds <= mark.seconds) {
            before = &each;
        } else if (after == nullptr) {
            after = &each;
        }
    }
    const LocatedMark* const beside = before != nullptr ? before : after;
    const bool isKey = mark.kind == ScriptMark::Kind::key;
    if (beside == nullptr && isKey) {
        return withFirstKey(*source, text, mark);
    }
    if (beside == nullptr) {
        const bool isSpread =
            mark.kind == ScriptMark::Kind::words && source->shots()[mark.shot]->contains("text");
        return isSpread ? text : withFirst(*source, text, mark);
    }
    if (before != nullptr && mark.kind != ScriptMark::Kind::words && !isKey &&
        before->mark.seconds == mark.seconds) {
        ScriptMark changed = before->mark;
        changed.value = mark.value;
        return withMark(text, changed);
    }
    Span span = source->spanOf(*beside->whole);
    const bool isReplaced = isKey && beside->mark.seconds == mark.seconds;
    const toml::table* const table = beside->whole->as_table();
    if (table != nullptr && !table->is_inline()) {
        span.end = endOfTable(*source, *table);
        span = isReplaced                   ? span
               : isKey && before == nullptr ? Span{span.begin, span.begin}
                                            : Span{span.end, span.end};
        const bool needsBreak = span.begin > 0 && text[span.begin - 1] != '\n';
        return replaced(text, span, (needsBreak ? "\n" : "") + markTable(mark));
    }
    if (isReplaced) {
        return replaced(text, span, itemOf(mark));
    }
    if (beside->list == nullptr) {
        // The only value becomes the first of a list.
        return replaced(text, span, fmt::format("[{}, {}]", itemOf(beside->mark), itemOf(mark)));
    }
    return before != nullptr ? inserted(text, span.end, ", " + itemOf(mark))
                             : inserted(text, span.begin, itemOf(mark) + ", ");
}

std::string withoutMark(const std::string& text, const ScriptMark& mark) {
    const auto source = Source::read(text);
    const LocatedMark* const old = source ? source->find(mark) : nullptr;
    if (old == nullptr) {
        return text;
    }
    const auto kin = std::ranges::count_if(source->marks(), [&](const LocatedMark& each) {
        return each.mark.kind == mark.kind && each.mark.shot == mark.shot && each.mark.name == mark.name;
    });
    if (mark.kind == ScriptMark::Kind::key && kin == 1 && source->shots()[mark.shot]->contains("aim")) {
        // An aim needs keys.
        return withoutMark(withShotKey(text, mark.shot, "aim", ""), mark);
    }
    const toml::table* const table = old->whole->as_table();
    if (table != nullptr && !table->is_inline()) {
        return replaced(text, {source->spanOf(*table).begin, endOfTable(*source, *table)}, "");
    }
    if (kin > 1) {
        return erased(text, source->spanOf(*old->whole), true);
    }
    const toml::table& shot = *source->shots()[mark.shot];
    if (mark.kind != ScriptMark::Kind::setting) {
        return withKey(*source, text, shot, keyOf(mark.kind), "");
    }
    // With the key before it, which begins behind the comma, brace or line break before.
    Span span = source->spanOf(old->list != nullptr ? *old->list : *old->whole);
    const std::size_t equals = text.rfind('=', span.begin);
    const std::size_t open = text.find_last_of(",{\n", equals);
    span.begin = text.find_first_not_of(" \t", open + 1);
    const toml::table* const set = shot["set"].as_table();
    return erased(text, span, set != nullptr && set->is_inline());
}

std::string withNewShot(const std::string& text, std::size_t after, std::string_view preset, double seconds) {
    const auto source = Source::read(text);
    if (!source || source->areInBraces()) {
        return text;
    }
    const std::size_t at =
        source->shots().empty() ? text.size() : source->endOf(std::min(after, source->shots().size() - 1));
    // A blank line before it.
    const std::string lead = at == 0 || text.substr(0, at).ends_with("\n\n") ? ""
                             : text[at - 1] == '\n'                          ? "\n"
                                                                             : "\n\n";
    return inserted(text, at,
                    fmt::format("{}[[shot]]\n{}seconds = {}\n{}", lead,
                                preset.empty() ? "" : fmt::format("preset = {}\n", tomlText(preset)),
                                scriptNumber(seconds), at == text.size() ? "" : "\n"));
}

std::string withoutShot(const std::string& text, std::size_t shot) {
    const auto source = Source::read(text);
    if (!source || source->areInBraces() || shot >= source->shots().size()) {
        return text;
    }
    const std::size_t begin = shot == 0 ? source->spanOf(*source->shots()[0]).begin : source->endOf(shot - 1);
    return replaced(text, {begin, source->endOf(shot)}, "");
}

std::string scriptNumber(double value) {
    return fmt::format("{}", std::round(value * 1000.0) / 1000.0);
}

}  // namespace shoal
