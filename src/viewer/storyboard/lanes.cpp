#include "viewer/storyboard/lanes.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace shoal {

namespace {

using Kind = ScriptMark::Kind;

constexpr std::size_t kMaxSettings = 5;  // rows; more share the last
constexpr std::size_t kMaxWordRows = 3;

}  // namespace

std::string rowName(const ScriptMark& mark) {
    switch (mark.kind) {
        case Kind::view:
        case Kind::key:
            return "Camera";
        case Kind::words:
            return "Words";
        case Kind::speed:
            return "Speed of time";
        case Kind::setting:
            break;
    }
    // Without its species.
    const std::size_t dot = mark.name.rfind('.');
    const std::size_t before = dot == std::string::npos || dot == 0 ? dot : mark.name.rfind('.', dot - 1);
    std::string name = before == std::string::npos ? mark.name : mark.name.substr(before + 1);
    std::ranges::replace(name, '.', ' ');
    std::ranges::replace(name, '_', ' ');
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

BoardLanes lanesOf(const ScriptOutline& outline) {
    std::vector<std::string> lanes{"Camera"};
    for (const ScriptMark& mark : outline.marks) {
        const std::string name = rowName(mark);
        if ((mark.kind == Kind::setting || mark.kind == Kind::speed) &&
            std::ranges::find(lanes, name) == lanes.end() && lanes.size() <= kMaxSettings) {
            lanes.push_back(name);
        }
    }
    const std::size_t firstWords = lanes.size();
    lanes.emplace_back("Words");
    BoardLanes all;
    std::vector<double> ends;  // of the latest words in each of their rows
    for (const ScriptMark& mark : outline.marks) {
        if (mark.kind != Kind::words) {
            const auto found = std::ranges::find(lanes, rowName(mark));
            all.ofMarks.push_back(std::min(static_cast<std::size_t>(found - lanes.begin()), firstWords - 1));
            continue;
        }
        // Below others that are shown at the same time.
        const double start = outline.shots[mark.shot].start;
        const auto from =
            std::ranges::find_if(ends, [&](double end) { return end <= start + mark.seconds + 1e-6; });
        const auto row = std::min(static_cast<std::size_t>(from - ends.begin()), kMaxWordRows - 1);
        ends.resize(std::max(ends.size(), row + 1));
        ends[row] = start + mark.until;
        all.ofMarks.push_back(firstWords + row);
    }
    lanes.resize(firstWords + std::max<std::size_t>(ends.size(), 1));
    all.names = std::move(lanes);
    all.firstWords = firstWords;
    return all;
}

}  // namespace shoal
