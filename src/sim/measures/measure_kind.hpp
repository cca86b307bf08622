#pragma once

#include <array>
#include <span>
#include <vector>

#include <shoal/measures.hpp>

#include "sim/measures/measured_flock.hpp"

namespace shoal {

/// Makes the entry of a measure from its struct. To add a measure, write one header in this layer's folder
/// `kinds`, named after its struct (local_order.hpp for LocalOrder):
///
///     struct LocalOrder {
///         static constexpr int order = 60;                 // its position in tables
///         static constexpr std::string_view key = "local_order", title = "Local order", source = "…";
///         static constexpr std::array columns{MeasureColumn{"local_order", "", "…"}};
///         static void compute(MeasuredFlock& flock, std::span<double> values);   // one value a column
///     };
///
/// `values` arrive as NaN, which stands for "not defined". For a curve, add two columns `profile` and
/// `computeProfile(flock, x, y)`.
template <class Kind>
constexpr MeasureKind measureKind() {
    MeasureKind kind{.key = Kind::key,
                     .title = Kind::title,
                     .source = Kind::source,
                     .columns = Kind::columns,
                     .profile = {},
                     .order = Kind::order,
                     .compute = Kind::compute,
                     .computeProfile = nullptr};
    if constexpr (requires { Kind::profile; }) {
        kind.profile = Kind::profile;
        kind.computeProfile = Kind::computeProfile;
    }
    kind.usesDisplacement = requires {
        Kind::usesDisplacement;
    };
    kind.usesEarlier = requires {
        Kind::usesEarlier;
    };
    return kind;
}

}  // namespace shoal
