#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <shoal/lanes.hpp>
#include <shoal/rule_inputs.hpp>

/// Rules written down instead of computed. A rule's functions are templates over the type of their lanes.
/// Called with `ShaderNumber`, each operation appends a line to the tape of this thread, whose text is GLSL:
/// so the rule's one file also runs on a graphics card.

namespace shoal {

namespace detail {

/// What a line of a tape does with the lines that it names.
enum class TapeOp : std::uint8_t {
    // Leaves
    zero,    ///< 0.0; the line 0 of every tape
    number,  ///< a float of a uniform array
    word,    ///< an unsigned integer of another
    yes,
    no,
    input,  ///< a variable of the shader
    // Of numbers
    add,
    subtract,
    multiply,
    divide,
    negate,
    smaller,
    larger,
    absolute,
    root,
    whole,  ///< to the nearest whole number
    exponential,
    logarithm,
    choose,   ///< the first, a truth, decides between the others
    toWords,  ///< drops the fraction
    // Truths
    less,
    atMost,
    equal,
    equalWords,
    both,
    either,
    opposite,
    // Of words
    addWords,
    multiplyWords,
    exclusiveOr,
    commonBits,
    shiftRight,  ///< by the number that stands in place of the second line
    toNumber,
};

/// Appends a line to this thread's tape, unless it has an equal one, and returns its number. Aborts if no
/// tape is being recorded.
std::uint32_t recordLine(TapeOp op, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0);
/// A value that the processor supplies anew at each step. No two are merged, even if they are equal now.
std::uint32_t recordNumber(float value);
std::uint32_t recordWord(std::uint32_t value);

}  // namespace detail

struct ShaderNumber;

/// A truth that a shader will compute.
struct ShaderTruth {
    std::uint32_t line = 0;  ///< 0: false

    // A recording follows every path: lanes may differ.
    bool any() const { return true; }
    bool all() const { return false; }

    friend ShaderTruth operator&(const ShaderTruth& a, const ShaderTruth& b) {
        return {detail::recordLine(detail::TapeOp::both, a.line, b.line)};
    }
    friend ShaderTruth operator|(const ShaderTruth& a, const ShaderTruth& b) {
        return {detail::recordLine(detail::TapeOp::either, a.line, b.line)};
    }
    friend ShaderTruth operator!(const ShaderTruth& a) {
        return {detail::recordLine(detail::TapeOp::opposite, a.line)};
    }
};

/// An unsigned integer that a shader will compute.
struct ShaderWord {
    std::uint32_t line = 0;  ///< 0: zero

    ShaderWord() = default;
    ShaderWord(std::uint32_t value)  // NOLINT(google-explicit-constructor)
        : line(detail::recordWord(value)) {}
    static ShaderWord at(std::uint32_t line) {
        ShaderWord result;
        result.line = line;
        return result;
    }

    friend ShaderWord operator+(const ShaderWord& a, const ShaderWord& b) {
        return at(detail::recordLine(detail::TapeOp::addWords, a.line, b.line));
    }
    friend ShaderWord operator*(const ShaderWord& a, const ShaderWord& b) {
        return at(detail::recordLine(detail::TapeOp::multiplyWords, a.line, b.line));
    }
    friend ShaderWord operator^(const ShaderWord& a, const ShaderWord& b) {
        return at(detail::recordLine(detail::TapeOp::exclusiveOr, a.line, b.line));
    }
    friend ShaderWord operator&(const ShaderWord& a, const ShaderWord& b) {
        return at(detail::recordLine(detail::TapeOp::commonBits, a.line, b.line));
    }
    friend ShaderWord operator>>(const ShaderWord& a, int count) {
        return at(detail::recordLine(detail::TapeOp::shiftRight, a.line, static_cast<std::uint32_t>(count)));
    }
    friend ShaderTruth operator==(const ShaderWord& a, const ShaderWord& b) {
        return {detail::recordLine(detail::TapeOp::equalWords, a.line, b.line)};
    }

    ShaderNumber toFloat() const;
};

/// A number that a shader will compute, for one boid or one of its neighbours.
struct ShaderNumber {
    static constexpr int kCount = 1;
    using MaskType = ShaderTruth;
    using WordsType = ShaderWord;

    std::uint32_t line = 0;  ///< 0: zero

    ShaderNumber() = default;
    ShaderNumber(float value)  // NOLINT(google-explicit-constructor)
        : line(detail::recordNumber(value)) {}
    static ShaderNumber at(std::uint32_t line) {
        ShaderNumber result;
        result.line = line;
        return result;
    }
    static ShaderNumber of(detail::TapeOp op, const ShaderNumber& a) {
        return at(detail::recordLine(op, a.line));
    }
    static ShaderNumber of(detail::TapeOp op, const ShaderNumber& a, const ShaderNumber& b) {
        return at(detail::recordLine(op, a.line, b.line));
    }

    ShaderNumber& operator+=(const ShaderNumber& other) { return *this = *this + other; }
    ShaderNumber& operator-=(const ShaderNumber& other) { return *this = *this - other; }
    ShaderNumber& operator*=(const ShaderNumber& other) { return *this = *this * other; }

    friend ShaderNumber operator+(const ShaderNumber& a, const ShaderNumber& b) {
        return of(detail::TapeOp::add, a, b);
    }
    friend ShaderNumber operator-(const ShaderNumber& a, const ShaderNumber& b) {
        return of(detail::TapeOp::subtract, a, b);
    }
    friend ShaderNumber operator*(const ShaderNumber& a, const ShaderNumber& b) {
        return of(detail::TapeOp::multiply, a, b);
    }
    friend ShaderNumber operator/(const ShaderNumber& a, const ShaderNumber& b) {
        return of(detail::TapeOp::divide, a, b);
    }
    friend ShaderNumber operator-(const ShaderNumber& a) { return of(detail::TapeOp::negate, a); }

    friend ShaderTruth operator<(const ShaderNumber& a, const ShaderNumber& b) {
        return {detail::recordLine(detail::TapeOp::less, a.line, b.line)};
    }
    friend ShaderTruth operator<=(const ShaderNumber& a, const ShaderNumber& b) {
        return {detail::recordLine(detail::TapeOp::atMost, a.line, b.line)};
    }
    friend ShaderTruth operator>(const ShaderNumber& a, const ShaderNumber& b) { return b < a; }
    friend ShaderTruth operator>=(const ShaderNumber& a, const ShaderNumber& b) { return b <= a; }
    friend ShaderTruth operator==(const ShaderNumber& a, const ShaderNumber& b) {
        return {detail::recordLine(detail::TapeOp::equal, a.line, b.line)};
    }
};

inline ShaderNumber ShaderWord::toFloat() const {
    return ShaderNumber::at(detail::recordLine(detail::TapeOp::toNumber, line));
}

template <>
inline ShaderTruth everyLane<ShaderNumber>() {
    return {detail::recordLine(detail::TapeOp::yes)};
}

inline ShaderNumber select(const ShaderTruth& mask, const ShaderNumber& yes, const ShaderNumber& no) {
    return ShaderNumber::at(detail::recordLine(detail::TapeOp::choose, mask.line, yes.line, no.line));
}
inline ShaderNumber where(const ShaderTruth& mask, const ShaderNumber& value) {
    return select(mask, value, ShaderNumber());
}
inline void addWhere(const ShaderTruth& mask, ShaderNumber& sum, const ShaderNumber& value) {
    sum = sum + where(mask, value);
}
inline ShaderNumber min(const ShaderNumber& a, const ShaderNumber& b) {
    return ShaderNumber::of(detail::TapeOp::smaller, a, b);
}
inline ShaderNumber max(const ShaderNumber& a, const ShaderNumber& b) {
    return ShaderNumber::of(detail::TapeOp::larger, a, b);
}
inline ShaderNumber abs(const ShaderNumber& a) {
    return ShaderNumber::of(detail::TapeOp::absolute, a);
}
inline ShaderNumber sqrt(const ShaderNumber& a) {
    return ShaderNumber::of(detail::TapeOp::root, a);
}
inline ShaderNumber nearestWhole(const ShaderNumber& a) {
    return ShaderNumber::of(detail::TapeOp::whole, a);
}
inline ShaderWord wholePart(const ShaderNumber& a) {
    return ShaderWord::at(detail::recordLine(detail::TapeOp::toWords, a.line));
}
inline ShaderNumber exponential(const ShaderNumber& power) {
    return where(power >= -87.0f, ShaderNumber::of(detail::TapeOp::exponential, min(power, 88.0f)));
}
inline ShaderNumber logarithm(const ShaderNumber& value) {
    return ShaderNumber::of(detail::TapeOp::logarithm, value);
}

namespace detail {

/// A part of a rule to be recorded, with its inputs and results.
struct RuleRecording {
    enum class Part {
        sums,        ///< only gives `sums` the rule's number of sums, all zero
        accumulate,  ///< reads `others`, adds to `sums`
        steer,       ///< reads `self` and, of a pair rule, `sums` and `memory`; gives `push` and `memory`
        limit,       ///< changes `motion` and `memory`
    };

    Part part = Part::sums;
    const Surroundings& around;
    Self<ShaderNumber> self;
    const Neighbours<ShaderNumber>* others = nullptr;
    std::vector<ShaderNumber> sums = {};
    Motion<ShaderNumber> motion = {};
    Vec3<ShaderNumber> memory = {};
    Vec3<ShaderNumber> push = {};
};

}  // namespace detail

}  // namespace shoal
