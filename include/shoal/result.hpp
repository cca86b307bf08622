#pragma once

#include <string>
#include <utility>
#include <variant>

#include <shoal/detail/require.hpp>

namespace shoal {

/// A user's mistake, in one line: what, where and what to do. For example
/// `night.toml:12:1: unknown key "wieght" (did you mean "weight"?)`.
struct Problem {
    enum class Kind {
        other,
        unknownName,  ///< of a rule or a key: a plugin may have it
    };

    std::string text;
    Kind kind = Kind::other;
};

/// A value, or the problem that prevented it.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Problem problem) : m_state(std::in_place_index<1>, std::move(problem)) {}

    explicit operator bool() const { return m_state.index() == 0; }

    /// Returns the value. Without one, prints the problem on standard error and aborts.
    T& operator*() & {
        requireValue();
        return *std::get_if<0>(&m_state);
    }
    const T& operator*() const& {
        requireValue();
        return *std::get_if<0>(&m_state);
    }
    T&& operator*() && {
        requireValue();
        return std::move(*std::get_if<0>(&m_state));
    }
    T* operator->() { return &**this; }
    const T* operator->() const { return &**this; }

    /// Returns the problem. Without one, aborts.
    const Problem& problem() const {
        detail::require(!*this, "read the problem of a Result that holds a value");
        return *std::get_if<1>(&m_state);
    }

private:
    void requireValue() const {
        if (!*this) [[unlikely]] {
            detail::abortWithProblem(problem().text);
        }
    }

    std::variant<T, Problem> m_state;
};

/// Success, or the problem.
struct Done {};
using Outcome = Result<Done>;

}  // namespace shoal
