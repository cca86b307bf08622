#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "lab/sweep.hpp"
#include "sim/text/toml_mistakes.hpp"
#include "sim/text/toml_parse.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {
namespace {

/// A sweep file holds a few lines; a list may hold thousands of values.
constexpr TomlBudget kSweepBudget{.bytes = std::size_t{4} << 20, .values = 200'000};
constexpr std::int64_t kMaxCount = 1'000'000'000'000;

const std::vector<std::string> kKeys{"preset",   "steps", "burn_in", "every",
                                     "measures", "set",   "vary",    "sample"};

/// A value as `--set` takes it; empty if it is none.
std::optional<std::string> textOf(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) {
        return *text;
    }
    if (const auto flag = node.value_exact<bool>()) {
        return *flag ? "true" : "false";
    }
    if (const auto whole = node.value_exact<std::int64_t>()) {
        return fmt::format("{}", *whole);
    }
    if (const auto real = node.value_exact<double>()) {
        return fmt::format("{}", *real);
    }
    return std::nullopt;
}

class Reader {
public:
    explicit Reader(std::string fileName) : m_mistakes(std::move(fileName)) {}

    Result<SweepRequest> read(const toml::table& file) {
        for (const auto& [key, node] : file) {
            readKey(key, node);
        }
        if (!m_mistakes.isEmpty()) {
            return m_mistakes.problem();
        }
        return std::move(m_request);
    }

private:
    struct Placed {
        toml::source_position where;
        SweepRequest::Entry entry;
    };

    void readKey(const toml::key& key, const toml::node& node) {
        const std::string_view name = key.str();
        if (name == "preset") {
            readText(node, m_request.preset);
        } else if (name == "steps") {
            readCount(node, 0, m_request.sampling.steps);
        } else if (name == "burn_in") {
            readCount(node, 0, m_request.sampling.burnIn);
        } else if (name == "every") {
            readCount(node, 1, m_request.sampling.every);
        } else if (name == "measures") {
            readMeasures(node);
        } else if (name == "set" || name == "vary") {
            readEntries(node, name == "set" ? m_request.set : m_request.vary);
        } else if (name == "sample") {
            readSample(node);
        } else {
            m_mistakes.noteUnknown("key", key, kKeys);
        }
    }

    void note(const toml::node& node, const std::string& what) { m_mistakes.note(node.source().begin, what); }

    void readText(const toml::node& node, std::string& text) {
        const auto value = node.value_exact<std::string>();
        if (!value) {
            return note(node, fmt::format("expected a text, not {}", tomlTypeName(node)));
        }
        text = *value;
    }

    void readCount(const toml::node& node, std::int64_t min, std::uint64_t& count) {
        const auto value = node.value_exact<std::int64_t>();
        if (!value || *value < min || *value > kMaxCount) {
            return note(node, fmt::format("expected a whole number from {} to {}", min, kMaxCount));
        }
        count = static_cast<std::uint64_t>(*value);
    }

    void readMeasures(const toml::node& node) {
        const toml::array* list = node.as_array();
        std::string keys;
        for (std::size_t k = 0; list != nullptr && k < list->size(); ++k) {
            const auto name = list->get(k)->value_exact<std::string>();
            if (!name) {
                return note(*list->get(k), "expected the name of a measure");
            }
            keys += (k > 0 ? "," : "") + *name;
        }
        if (list == nullptr) {
            return note(node, R"(expected a list of measures, such as ["polarisation", "milling"])");
        }
        auto kinds = measureKindsNamed(keys);
        if (!kinds) {
            return note(node, kinds.problem().text);
        }
        m_request.sampling.kinds = std::move(*kinds);
    }

    void readSample(const toml::node& node) {
        static const std::vector<std::string> kSampleKeys{"runs", "seed"};
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            return note(node, "expected a table: [sample]");
        }
        m_request.sampleRuns = 0;
        for (const auto& [key, value] : *table) {
            if (key.str() == "runs") {
                readCount(value, 1, m_request.sampleRuns);
            } else if (key.str() == "seed") {
                readCount(value, 0, m_request.sampleSeed);
            } else {
                m_mistakes.noteUnknown("key", key, kSampleKeys);
            }
        }
        if (m_request.sampleRuns == 0) {
            note(node, "runs is missing: the number of points");
        }
    }

    /// In the order of the file, which toml++ does not keep.
    void readEntries(const toml::node& node, std::vector<SweepRequest::Entry>& entries) {
        const toml::table* table = node.as_table();
        if (table == nullptr) {
            return note(node, "expected a table of keys and values");
        }
        std::vector<Placed> placed;
        flatten(*table, "", placed);
        std::ranges::stable_sort(placed, [](const Placed& a, const Placed& b) {
            return a.where.line != b.where.line ? a.where.line < b.where.line
                                                : a.where.column < b.where.column;
        });
        for (Placed& each : placed) {
            entries.push_back(std::move(each.entry));
        }
    }

    void flatten(const toml::table& table, const std::string& prefix, std::vector<Placed>& placed) {
        for (const auto& [key, node] : table) {
            const std::string name = prefix + std::string(key.str());
            if (const toml::table* inner = node.as_table()) {
                flatten(*inner, name + ".", placed);
                continue;
            }
            std::string text;
            if (const toml::array* list = node.as_array()) {
                for (std::size_t k = 0; k < list->size(); ++k) {
                    const auto value = textOf(*list->get(k));
                    if (!value) {
                        return note(*list->get(k), "expected a number, a text, true or false");
                    }
                    text += (k > 0 ? "," : "") + *value;
                }
            } else if (const auto value = textOf(node)) {
                text = *value;
            } else {
                return note(node, "expected a number, a text, true, false or a list of these");
            }
            placed.push_back({key.source().begin, {name, text}});
        }
    }

    SweepRequest m_request;
    TomlMistakes m_mistakes;
};

}  // namespace

Result<SweepRequest> parseSweep(std::string_view text, const std::string& fileName) {
    const auto parsed = parseToml(text, fileName, kSweepBudget);
    if (!parsed) {
        return parsed.problem();
    }
    return Reader(fileName).read(*parsed);
}

Result<SweepRequest> loadSweep(const std::filesystem::path& file) {
    const auto text = readWholeFile(file, kSweepBudget.bytes);
    return text ? parseSweep(*text, file.string()) : text.problem();
}

std::string presetBeside(const std::filesystem::path& sweepFile, const std::string& preset) {
    if (isGivenDescriptor(sweepFile)) {
        return preset;  // a pipe is in no folder
    }
    const std::filesystem::path beside = sweepFile.parent_path() / preset;
    std::error_code ignored;
    return std::filesystem::is_regular_file(beside, ignored) ? beside.string() : preset;
}

}  // namespace shoal
