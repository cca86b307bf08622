#include "sim/rules/tape.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

#include <shoal/detail/require.hpp>

namespace shoal {
namespace {

using detail::TapeOp;

thread_local Tape* recording = nullptr;

Tape& tape() {
    detail::require(recording != nullptr, "a rule was recorded without a tape");
    return *recording;
}

struct OpForm {
    TapeOp op;
    std::array<Tape::Type, 3> takes;  ///< the types of its lines
    Tape::Type gives;
    std::string_view form;  ///< with {0}, {1} and {2} for its lines
};

constexpr auto kNumber = Tape::Type::number;
constexpr auto kTruth = Tape::Type::truth;
constexpr auto kWord = Tape::Type::word;

// The smaller and the larger are written out, because GLSL's own may give either of a number and a NaN.
constexpr std::array kForms{
    OpForm{TapeOp::add, {kNumber, kNumber}, kNumber, "{0} + {1}"},
    OpForm{TapeOp::subtract, {kNumber, kNumber}, kNumber, "{0} - {1}"},
    OpForm{TapeOp::multiply, {kNumber, kNumber}, kNumber, "{0} * {1}"},
    OpForm{TapeOp::divide, {kNumber, kNumber}, kNumber, "{0} / {1}"},
    OpForm{TapeOp::negate, {kNumber}, kNumber, "-{0}"},
    OpForm{TapeOp::smaller, {kNumber, kNumber}, kNumber, "{0} < {1} ? {0} : {1}"},
    OpForm{TapeOp::larger, {kNumber, kNumber}, kNumber, "{0} > {1} ? {0} : {1}"},
    OpForm{TapeOp::absolute, {kNumber}, kNumber, "abs({0})"},
    OpForm{TapeOp::root, {kNumber}, kNumber, "sqrt({0})"},
    OpForm{TapeOp::whole, {kNumber}, kNumber, "roundEven({0})"},
    OpForm{TapeOp::exponential, {kNumber}, kNumber, "exponentialOf({0})"},
    OpForm{TapeOp::logarithm, {kNumber}, kNumber, "logarithmOf({0})"},
    OpForm{TapeOp::choose, {kTruth, kNumber, kNumber}, kNumber, "{0} ? {1} : {2}"},
    OpForm{TapeOp::toWords, {kNumber}, kWord, "uint(int({0}))"},
    OpForm{TapeOp::less, {kNumber, kNumber}, kTruth, "{0} < {1}"},
    OpForm{TapeOp::atMost, {kNumber, kNumber}, kTruth, "{0} <= {1}"},
    OpForm{TapeOp::equal, {kNumber, kNumber}, kTruth, "{0} == {1}"},
    OpForm{TapeOp::equalWords, {kWord, kWord}, kTruth, "{0} == {1}"},
    OpForm{TapeOp::both, {kTruth, kTruth}, kTruth, "{0} && {1}"},
    OpForm{TapeOp::either, {kTruth, kTruth}, kTruth, "{0} || {1}"},
    OpForm{TapeOp::opposite, {kTruth}, kTruth, "!{0}"},
    OpForm{TapeOp::addWords, {kWord, kWord}, kWord, "{0} + {1}"},
    OpForm{TapeOp::multiplyWords, {kWord, kWord}, kWord, "{0} * {1}"},
    OpForm{TapeOp::exclusiveOr, {kWord, kWord}, kWord, "{0} ^ {1}"},
    OpForm{TapeOp::commonBits, {kWord, kWord}, kWord, "{0} & {1}"},
    OpForm{TapeOp::shiftRight, {kWord, kWord}, kWord, "{0} >> {1}"},
    OpForm{TapeOp::toNumber, {kWord}, kNumber, "float(int({0}))"},
};

/// The operations from `add` on, in their order.
constexpr std::size_t kFirstForm = static_cast<std::size_t>(TapeOp::add);

const OpForm& formOf(TapeOp op) {
    static_assert([] {
        for (std::size_t k = 0; k < kForms.size(); ++k) {
            if (static_cast<std::size_t>(kForms[k].op) != kFirstForm + k) {
                return false;
            }
        }
        return true;
    }());
    return kForms[static_cast<std::size_t>(op) - kFirstForm];
}

bool isOperation(TapeOp op) {
    return static_cast<std::size_t>(op) >= kFirstForm;
}

/// How many lines it takes.
std::size_t takenBy(TapeOp op) {
    if (!isOperation(op)) {
        return 0;
    }
    const std::string_view form = formOf(op).form;
    return form.find("{2}") != form.npos ? 3 : form.find("{1}") != form.npos ? 2 : 1;
}

constexpr std::array<std::string_view, 3> kTypeNames{"float", "bool", "uint"};
constexpr std::array<std::string_view, 3> kLetters{"f", "b", "u"};

}  // namespace

std::uint32_t detail::recordLine(TapeOp op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return tape().add(op, a, b, c);
}

std::uint32_t detail::recordNumber(float value) {
    return tape().addNumber(value);
}

std::uint32_t detail::recordWord(std::uint32_t value) {
    return tape().addWord(value);
}

Tape::Tape() {
    detail::require(recording == nullptr, "a thread records one tape at a time");
    recording = this;
    append({});
}

Tape::~Tape() {
    recording = nullptr;
}

std::uint32_t Tape::append(const Line& line) {
    m_lines.push_back(line);
    m_written.push_back(Known::nowhere);
    return static_cast<std::uint32_t>(m_lines.size() - 1);
}

std::uint32_t Tape::add(TapeOp op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (op == TapeOp::both && m_lines[b].op == TapeOp::yes) {
        return a;  // most neighbours are only looked at if they are seen
    }
    Line line{.op = op, .a = a, .b = b, .c = c};
    if (isOperation(op)) {
        const OpForm& form = formOf(op);
        line.type = form.gives;
        // The second of a shift is a number, not a line.
        line.varies =
            m_lines[a].varies || (op != TapeOp::shiftRight && m_lines[b].varies) || m_lines[c].varies;
    } else {
        line.type = kTruth;
    }
    const auto [known, isNew] = m_known.try_emplace(line, 0);
    if (isNew) {
        known->second = append(line);
    }
    return known->second;
}

std::uint32_t Tape::addNumber(float value) {
    m_numbers.push_back(value);
    return append({.op = TapeOp::number, .a = static_cast<std::uint32_t>(m_numbers.size() - 1)});
}

std::uint32_t Tape::addWord(std::uint32_t value) {
    m_words.push_back(value);
    return append({.op = TapeOp::word, .a = static_cast<std::uint32_t>(m_words.size() - 1), .type = kWord});
}

std::uint32_t Tape::addInput(std::string_view variable, Type type, bool varies) {
    m_variables.emplace_back(variable);
    return append({.op = TapeOp::input,
                   .a = static_cast<std::uint32_t>(m_variables.size() - 1),
                   .type = type,
                   .varies = varies});
}

ShaderNumber Tape::number(std::string_view variable, bool varies) {
    return ShaderNumber::at(addInput(variable, kNumber, varies));
}

Vec3<ShaderNumber> Tape::vector(std::string_view variable, bool varies) {
    return {number(fmt::format("{}.x", variable), varies), number(fmt::format("{}.y", variable), varies),
            number(fmt::format("{}.z", variable), varies)};
}

ShaderWord Tape::word(std::string_view variable, bool varies) {
    return ShaderWord::at(addInput(variable, kWord, varies));
}

bool Tape::isLeaf(std::uint32_t line) const {
    return !isOperation(m_lines[line].op);
}

std::string Tape::name(std::uint32_t line) const {
    const Line& from = m_lines[line];
    constexpr std::string_view kAxes = "xyzw";
    switch (from.op) {
        case TapeOp::zero:
            return "0.0";
        case TapeOp::number:
            return fmt::format("k[{}].{}", from.a / 4, kAxes[from.a % 4]);
        case TapeOp::word:
            return fmt::format("w[{}].{}", from.a / 4, kAxes[from.a % 4]);
        case TapeOp::yes:
            return "true";
        case TapeOp::no:
            return "false";
        case TapeOp::input:
            return m_variables[from.a];
        default:
            return fmt::format("{}{}", kLetters[static_cast<std::size_t>(from.type)], line);
    }
}

/// The line 0 is the zero of every type.
std::string Tape::operand(std::uint32_t line, Type type) const {
    return line != 0 || type == kNumber ? name(line) : type == kTruth ? "false" : "0u";
}

std::string Tape::expression(const Line& line) const {
    const OpForm& form = formOf(line.op);
    const std::string second =
        line.op == TapeOp::shiftRight ? fmt::format("{}u", line.b) : operand(line.b, form.takes[1]);
    return fmt::format(fmt::runtime(form.form), operand(line.a, form.takes[0]), second,
                       operand(line.c, form.takes[2]));
}

std::string Tape::statements(std::span<const std::uint32_t> lines, bool isOuter) {
    std::vector<bool> isNeeded(m_lines.size());
    for (const std::uint32_t line : lines) {
        isNeeded[line] = true;
    }
    // A line needs only lines before it.
    for (std::size_t index = m_lines.size(); index-- > 0;) {
        const Line& line = m_lines[index];
        if (!isNeeded[index] || m_written[index] != Known::nowhere) {
            continue;
        }
        const std::size_t taken = takenBy(line.op);
        isNeeded[line.a] = isNeeded[line.a] || taken > 0;
        if (line.op != TapeOp::shiftRight) {
            isNeeded[line.b] = isNeeded[line.b] || taken > 1;
        }
        isNeeded[line.c] = isNeeded[line.c] || taken > 2;
    }
    std::string text;
    for (std::uint32_t index = 0; index < m_lines.size(); ++index) {
        const Line& line = m_lines[index];
        if (!isNeeded[index] || isLeaf(index) || m_written[index] != Known::nowhere ||
            (isOuter && line.varies)) {
            continue;
        }
        const std::string_view type = isOuter ? "" : kTypeNames[static_cast<std::size_t>(line.type)];
        text += fmt::format("    {}{}{} = {};\n", type, isOuter ? "" : " ", name(index), expression(line));
        m_written[index] = isOuter ? Known::everywhere : Known::inBlock;
    }
    return text;
}

std::string Tape::declarations() const {
    std::string text;
    for (std::uint32_t index = 0; index < m_lines.size(); ++index) {
        if (m_written[index] == Known::everywhere) {
            text += fmt::format("{} {};\n", kTypeNames[static_cast<std::size_t>(m_lines[index].type)],
                                name(index));
        }
    }
    return text;
}

void Tape::endBlock() {
    for (Known& known : m_written) {
        known = known == Known::inBlock ? Known::nowhere : known;
    }
}

}  // namespace shoal
