#pragma once

#include <shoal/parameter.hpp>

namespace shoal {

/// Returns the name of a form, as `shoal list` prints it and the Python package reads it.
constexpr const char* formName(Form form) {
    switch (form) {
        case Form::integer:
            return "integer";
        case Form::toggle:
            return "toggle";
        case Form::choice:
            return "choice";
        case Form::number:
            break;
    }
    return "number";
}

}  // namespace shoal
