#include "capture/format/film.hpp"

#include "sim/text/number.hpp"

namespace shoal {

std::optional<long long> bytesFrom(std::string_view text) {
    const auto takes = [&text](char letter) {
        const bool isThere = text.ends_with(letter);
        text.remove_suffix(isThere ? 1 : 0);
        return isThere;
    };
    takes('B');
    const double unit = takes('M') ? 1e6 : takes('k') || takes('K') ? 1e3 : 1.0;
    const auto value = numberFrom<double>(text);
    if (!value || !(*value * unit >= 1.0 && *value * unit <= 1e12)) {
        return std::nullopt;
    }
    return static_cast<long long>(*value * unit);
}

}  // namespace shoal
