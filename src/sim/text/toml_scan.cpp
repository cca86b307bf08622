#include "sim/text/toml_scan.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sim/text/one_line.hpp"

namespace shoal {

namespace {

/// If the text is not TOML, the scan ends without a flaw: toml++ reads no further either, and reports why.
class TomlScan {
public:
    TomlScan(std::string_view text, const TomlBudget& budget)
        : m_text(withoutByteOrderMark(text)), m_budget(budget) {}

    std::optional<TomlFlaw> run() {
        if (m_text.size() > m_budget.bytes) {
            return TomlFlaw{1, 1, fmt::format("the text is longer than {} KiB", m_budget.bytes >> 10)};
        }
        while (m_at < m_text.size() && !m_flaw && !m_isOver) {
            scanNext();
        }
        return m_flaw;
    }

private:
    void scanNext() {
        switch (const char c = m_text[m_at]) {
            case '#':
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
                return;
            case '"':
            case '\'':
                return scanString(c);
            case '\n':
                if (m_depth == 0) {
                    m_isKey = true;
                    m_parts = 1;
                }
                ++m_at;
                return;
            case ' ':
            case '\t':
            case '\r':
                ++m_at;
                return;
            case '[':
                // At the start of a line it opens a table name, elsewhere a list.
                return m_depth == 0 && m_isKey ? count() : open(false);
            case '{':
                return open(true);
            case ']':
            case '}':
                return close();
            case ',':
                m_isKey = m_depth > 0 && m_isTable[m_depth - 1];
                m_parts = 1;
                return count();
            case '=':
                if (!m_isKey) {
                    return scanBareValue();
                }
                m_isKey = false;
                return count();
            case '.':
                return m_isKey ? scanDot() : scanBareValue();
            default:
                return m_isKey ? scanBareKey() : scanBareValue();
        }
    }

    void open(bool isTable) {
        if (m_depth == kMaxNesting) {
            return note(fmt::format("lists and tables are nested more than {} deep", kMaxNesting));
        }
        m_isTable[m_depth++] = isTable;
        m_isKey = isTable;
        m_parts = 1;
        count();
    }

    void close() {
        if (m_depth > 0) {
            --m_depth;
            m_isKey = false;
        } else if (!m_isKey) {
            // toml++ refuses the bracket, but reads on in a word that it takes for a date with a space in it.
            m_isOver = true;
            return scanBare("\n#");
        }
        ++m_at;
    }

    void scanDot() {
        if (++m_parts > kMaxKeyParts) {
            return note(fmt::format("a name has more than {} parts", kMaxKeyParts));
        }
        count();
    }

    void scanBareKey() {
        const std::size_t start = m_at;
        scanBare("#\"'\n \t\r[]{},=.");
        checkName(m_at - start);
    }

    /// Quotes do not end a number in toml++ either: it reads +"é" as one word.
    void scanBareValue() { scanBare("\n \t\r]},#"); }

    void scanBare(std::string_view ends) {
        const std::size_t end = std::min(m_text.find_first_of(ends, m_at), m_text.size());
        const std::string_view word = m_text.substr(m_at, end - m_at);
        m_at += static_cast<std::size_t>(std::ranges::find_if_not(word, isAscii) - word.begin());
        if (m_at < end) {
            note("outside quotes only ASCII letters, digits, _ and - are allowed: put this in quotes");
        }
    }

    void scanString(char quote) {
        const std::string_view rest = m_text.substr(m_at);
        const bool isLong = rest.size() >= 3 && rest[1] == quote && rest[2] == quote;
        const std::size_t start = m_at;
        m_at += isLong ? 3 : 1;
        const std::size_t end = isLong ? longStringEnd(quote) : shortStringEnd(quote);
        if (end == std::string_view::npos) {
            m_isOver = true;
            return;
        }
        m_at = start;
        checkName(end - start);
        m_at = end;
    }

    /// Returns the position after the closing quote; npos if the line ends before it.
    std::size_t shortStringEnd(char quote) const {
        for (std::size_t at = m_at; at < m_text.size() && m_text[at] != '\n'; ++at) {
            if (m_text[at] == quote) {
                return at + 1;
            }
            if (m_text[at] == '\\' && quote == '"') {
                ++at;
            }
        }
        return std::string_view::npos;
    }

    /// Returns the position after the closing quotes: three, or up to five, of which the first belong to the
    /// string.
    std::size_t longStringEnd(char quote) {
        constexpr std::size_t kMinQuotes = 3;
        constexpr std::size_t kMaxQuotes = 5;
        std::size_t quotes = 0;
        bool skipsSpace = false;  // after a backslash that ends a line
        for (std::size_t at = m_at; at < m_text.size(); ++at) {
            const char c = m_text[at];
            if (c == quote) {
                skipsSpace = false;
                if (++quotes == kMaxQuotes) {
                    return at + 1;
                }
                continue;
            }
            if (quotes >= kMinQuotes) {
                return at;
            }
            quotes = 0;
            if (skipsSpace && !isAscii(c)) {
                m_at = at;
                note(
                    "after a backslash at the end of a line, write this character as \\u and its code point");
                return std::string_view::npos;
            }
            if (c == '\\' && quote == '"') {
                const char next = at + 1 < m_text.size() ? m_text[at + 1] : '\0';
                skipsSpace = isSpace(next) || !isAscii(next);
                at += skipsSpace ? 0 : 1;
            } else {
                skipsSpace = skipsSpace && isSpace(c);
            }
        }
        return quotes >= kMinQuotes ? m_text.size() : std::string_view::npos;
    }

    static bool isAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }
    static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

    void checkName(std::size_t bytes) {
        if (m_isKey && bytes > kMaxNameBytes) {
            note(fmt::format("a name has more than {} bytes", kMaxNameBytes));
        }
    }

    /// Counts one more value and skips its character.
    void count() {
        if (++m_values > m_budget.values) {
            return note(
                fmt::format("the text has more than {} keys, tables and list items", m_budget.values));
        }
        ++m_at;
    }

    void note(std::string what) {
        const std::string_view before = m_text.substr(0, m_at);
        const std::size_t line = before.rfind('\n') + 1;  // npos + 1 is 0
        const auto isCharacter = [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; };
        m_flaw = TomlFlaw{
            .line = static_cast<std::uint32_t>(1 + std::ranges::count(before, '\n')),
            .column = static_cast<std::uint32_t>(1 + std::ranges::count_if(before.substr(line), isCharacter)),
            .what = std::move(what)};
    }

    std::string_view m_text;
    TomlBudget m_budget;
    std::size_t m_at = 0;
    std::size_t m_values = 0;
    std::size_t m_depth = 0;                    ///< number of open lists and inline tables
    std::array<bool, kMaxNesting> m_isTable{};  ///< whether each of them is a table
    std::size_t m_parts = 1;                    ///< of the current key
    bool m_isKey = true;                        ///< a key may stand here, not a value
    bool m_isOver = false;                      ///< toml++ reads no further
    std::optional<TomlFlaw> m_flaw;
};

}  // namespace

std::optional<TomlFlaw> scanToml(std::string_view text, const TomlBudget& budget) {
    return TomlScan(text, budget).run();
}

}  // namespace shoal
