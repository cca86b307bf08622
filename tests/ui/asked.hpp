#pragma once

#include <algorithm>
#include <variant>
#include <vector>

#include "ui/command/command.hpp"

namespace shoal::test {

/// What a user asked for in some frames.
struct Asked {
    Commands commands;

    /// Returns the last command of a kind; null if there is none.
    template <class Kind>
    const Kind* last() const {
        const auto found = std::find_if(commands.rbegin(), commands.rend(), [](const Command& each) {
            return std::holds_alternative<Kind>(each);
        });
        return found == commands.rend() ? nullptr : &std::get<Kind>(*found);
    }

    template <class Kind>
    bool has(const Kind& command) const {
        return std::ranges::any_of(commands, [&](const Command& each) {
            const auto* same = std::get_if<Kind>(&each);
            return same != nullptr && *same == command;
        });
    }

    std::vector<Edit> edits() const {
        std::vector<Edit> all;
        for (const Command& each : commands) {
            if (const auto* set = std::get_if<SetTunables>(&each)) {
                all.insert(all.end(), set->edits.begin(), set->edits.end());
            }
        }
        return all;
    }
};

}  // namespace shoal::test
