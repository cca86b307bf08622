#pragma once

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <shoal/result.hpp>
#include <shoal/shoal.h>

namespace shoal::c {

/// Why a call fails.
struct Failure {
    shoal_status status = SHOAL_INTERNAL;
    std::string text;
};

/// Fills `error`, which may be null, and returns the status. Cuts a long text between two characters.
shoal_status fail(shoal_error* error, shoal_status status, std::string_view text) noexcept;

inline Failure badCall(std::string text) {
    return {SHOAL_BAD_CALL, std::move(text)};
}

/// Throws a Failure if a pointer that the caller must give is null.
inline void requireGiven(const void* pointer, const char* name) {
    if (pointer == nullptr) {
        throw badCall(std::string(name) + " is null");
    }
}

/// Throws a Failure unless the outcome is a success.
template <class T>
void requireDone(const Result<T>& outcome, shoal_status status = SHOAL_BAD_VALUE) {
    if (!outcome) {
        throw Failure{status, outcome.problem().text};
    }
}

/// Returns the value, or throws a Failure.
template <class T>
T valueOf(Result<T> result, shoal_status status = SHOAL_BAD_VALUE) {
    requireDone(result, status);
    return *std::move(result);
}

/// Runs the body of a C function and turns its exceptions into a status.
template <class Body>
shoal_status guarded(shoal_error* error, const Body& body) noexcept {
    try {
        body();
        return SHOAL_OK;
    } catch (const Failure& failure) {
        return fail(error, failure.status, failure.text);
    } catch (const std::bad_alloc&) {
        return fail(error, SHOAL_NO_MEMORY, "out of memory");
    } catch (const std::exception& exception) {
        return fail(error, SHOAL_INTERNAL, exception.what());
    } catch (...) {
        return fail(error, SHOAL_INTERNAL, "an unknown fault");
    }
}

/// Runs the body of a C function that makes something: `*made` is null unless the body sets it.
template <class Made, class Body>
shoal_status making(Made** made, const char* name, shoal_error* error, const Body& body) noexcept {
    return guarded(error, [&] {
        requireGiven(made, name);
        *made = nullptr;
        *made = body();
    });
}

/// Runs the body of a C function without a status, which returns `otherwise` if it fails.
template <class T, class Body>
T guardedOr(T otherwise, const Body& body) noexcept {
    try {
        return body();
    } catch (...) {
        return otherwise;
    }
}

/// Returns a copy for shoal_text_free.
char* copied(std::string_view text);

}  // namespace shoal::c
