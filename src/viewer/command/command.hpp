#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include <shoal/scene.hpp>

#include "ui/widgets/command_table.hpp"

namespace shoal {

/// A command of the table, by its id.
struct Run {
    std::string_view id;
    CommandValue with = {};

    bool operator==(const Run&) const = default;
};

struct SetTunables {
    std::vector<Edit> edits;
    bool joinsLast = false;  ///< one undo step with the edits before, if they set the same value
};

/// A request of the user's. Panels append them to a list, which the viewer carries out once the panels of the
/// frame are built.
using Command = std::variant<Run, SetTunables>;
using Commands = std::vector<Command>;

}  // namespace shoal
