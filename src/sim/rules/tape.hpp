#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/detail/recording.hpp>

namespace shoal {

/// What rules have recorded on this thread while the tape exists, in the order of their operations. Equal
/// operations on equal lines are one line. A thread has one tape at a time.
class Tape {
public:
    enum class Type : std::uint8_t { number, truth, word };

    Tape();
    ~Tape();
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    /// A variable of the shader. It `varies` if it changes in the loop over neighbours; values computed from
    /// it then vary, too. Each call makes a new line: the variable may have changed.
    ShaderNumber number(std::string_view variable, bool varies = false);
    Vec3<ShaderNumber> vector(std::string_view variable, bool varies = false);
    ShaderWord word(std::string_view variable, bool varies = false);

    /// The numbers and words that the processor supplies, in the order of their first use.
    std::span<const float> numbers() const { return m_numbers; }
    std::span<const std::uint32_t> words() const { return m_words; }

    /// Writes statements that compute these lines and their operands, except those written before: each line
    /// is a variable. `outer`: only what does not vary, as assignments to variables that declarations()
    /// declares.
    std::string statements(std::span<const std::uint32_t> lines, bool isOuter = false);
    /// Declares the variables that outer statements have assigned.
    std::string declarations() const;
    /// Ends the block of the statements written last: its variables are unknown from here on.
    void endBlock();
    /// The expression of a line that is written, or that needs no statement: `f12`, `k[3].y`, `true`.
    std::string name(std::uint32_t line) const;

    std::uint32_t add(detail::TapeOp op, std::uint32_t a, std::uint32_t b, std::uint32_t c);
    std::uint32_t addNumber(float value);
    std::uint32_t addWord(std::uint32_t value);

private:
    struct Line {
        detail::TapeOp op = detail::TapeOp::zero;
        std::uint32_t a = 0;
        std::uint32_t b = 0;
        std::uint32_t c = 0;
        Type type = Type::number;
        bool varies = false;

        auto operator<=>(const Line&) const = default;
    };
    /// Where a line's variable is known.
    enum class Known : std::uint8_t { nowhere, inBlock, everywhere };

    std::uint32_t addInput(std::string_view variable, Type type, bool varies);
    std::uint32_t append(const Line& line);
    std::string expression(const Line& line) const;
    std::string operand(std::uint32_t line, Type type) const;
    bool isLeaf(std::uint32_t line) const;

    std::vector<Line> m_lines;
    std::map<Line, std::uint32_t> m_known;
    std::vector<Known> m_written;
    std::vector<std::string> m_variables;
    std::vector<float> m_numbers;
    std::vector<std::uint32_t> m_words;
};

}  // namespace shoal
