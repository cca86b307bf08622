#include "sim/scene/renamed_keys.hpp"

#include <algorithm>

namespace shoal {
namespace {

struct Renamed {
    std::string_view table;
    std::string_view old;
    std::string_view present;
};

/// Old takes and captures hold the old names, so never remove a line.
constexpr Renamed kRenamed[] = {{"perception", "crowd", "max_candidates"},
                                {"limit_speed", "least", "min"},
                                {"limit_speed", "most", "max"},
                                {"own_speed", "least", "min"},
                                {"own_speed", "most", "max"},
                                {"limit_acceleration", "most", "max"}};

}  // namespace

std::string_view renamedKey(std::string_view table, std::string_view key) {
    const auto* found = std::ranges::find_if(
        kRenamed, [&](const Renamed& each) { return each.old == key && each.table == table; });
    return found == std::end(kRenamed) ? std::string_view() : found->present;
}

std::string withPresentNames(std::string_view dotted) {
    std::string result;
    std::string_view table;
    for (std::size_t at = 0; at <= dotted.size();) {
        const std::size_t end = std::min(dotted.find('.', at), dotted.size());
        const std::string_view part = dotted.substr(at, end - at);
        const std::string_view present = renamedKey(table, part);
        result += present.empty() ? part : present;
        result += end < dotted.size() ? "." : "";
        table = part;
        at = end + 1;
    }
    return result;
}

}  // namespace shoal
