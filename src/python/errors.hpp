#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <pybind11/pybind11.h>

#include <shoal/result.hpp>

namespace shoal::python {

/// The class of a Python exception.
enum class Fault {
    wrongValue,  ///< shoal.Error
    noGraphics,  ///< shoal.GraphicsError
    deviated,    ///< shoal.DeviationError
};

/// Becomes a Python exception. Other exceptions of C++ become Python's own: MemoryError, RuntimeError.
struct Failed {
    Fault fault = Fault::wrongValue;
    std::string text;
};

/// Throws a Failed unless the outcome is a success.
template <class T>
void requireDone(const Result<T>& outcome, Fault fault = Fault::wrongValue) {
    if (!outcome) {
        throw Failed{fault, outcome.problem().text};
    }
}

/// Returns the value, or throws a Failed.
template <class T>
T valueOf(Result<T> result, Fault fault = Fault::wrongValue) {
    requireDone(result, fault);
    return *std::move(result);
}

/// Returns a text of Shoal as a str. It may hold a file's name, whose bytes need not be UTF-8: they become
/// what os.fsencode() turns back into them.
pybind11::str textOf(std::string_view text);

void addErrors(pybind11::module_& module);

}  // namespace shoal::python
