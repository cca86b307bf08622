#include "lab/life/tracks_builder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/measures/measured_flock.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxTrackedSpecies = 100;
constexpr double kMaxTrackNumber = 1e9;  ///< [m] and [m/s]; floats hold it, and its square
constexpr double kFarAway = 1e4;         ///< [m] from the origin; there a float rounds to millimetres
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A jump is this many times faster than three of four steps, and than the steps before and after it. Fish
/// that burst and glide stay below it.
constexpr double kJump = 10.0;
constexpr double kUsual = 0.75;
constexpr std::size_t kAroundJump = 5;  ///< steps, with its own: two make a sighting that is out of place

/// Refused if positions move this many times faster than the velocities; measured over `kJitter` sightings,
/// because jitter dominates shorter spans. Likewise if the velocities are that many times faster than any
/// step.
constexpr double kContradiction = 3.0;
constexpr std::size_t kJitter = 8;
constexpr double kStraight = 0.5;  ///< cosine between a velocity and the step that follows

/// Empty if a cell is neither a number nor what trackers write for an animal not seen, which is NaN.
std::optional<double> coordinateIn(std::string_view cell, double unit) {
    const auto number = numberFrom<double>(cell);
    if (!number || !std::isfinite(*number)) {
        return number || isUnseen(cell) ? std::optional(kUnknown) : std::nullopt;
    }
    return std::abs(*number * unit) <= kMaxTrackNumber ? std::optional(*number * unit) : std::nullopt;
}

/// Size of a number's last digit.
double lastDigit(std::string_view cell) {
    const std::size_t point = cell.find('.');
    return cell.find_first_of("eE") != std::string_view::npos ? 0.0
           : point == std::string_view::npos                  ? 1.0
                                             : std::pow(10.0, 1.0 - static_cast<double>(cell.size() - point));
}

bool isKnown(const Vec3d& vector) {
    return std::isfinite(vector.x) && std::isfinite(vector.y) && std::isfinite(vector.z);
}

/// The value that this fraction of the others does not exceed; 0 without values.
double quantile(std::vector<double> values, double fraction) {
    if (values.empty()) {
        return 0.0;
    }
    const auto rank = static_cast<std::ptrdiff_t>(fraction * static_cast<double>(values.size() - 1));
    std::ranges::nth_element(values, values.begin() + rank);
    return values[static_cast<std::size_t>(rank)];
}

/// Whether a speed of one animal, whose others stand before and after it in time, is a jump. NaN is no speed.
bool isJump(const std::vector<double>& speeds, std::size_t at, double usual) {
    if (!(speeds[at] > kJump * usual)) {
        return false;
    }
    const std::size_t width = std::min(kAroundJump, speeds.size());
    const std::size_t first = std::min(at - std::min(at, kAroundJump / 2), speeds.size() - width);
    std::vector<double> around;
    for (std::size_t index = first; index < first + width; ++index) {
        if (std::isfinite(speeds[index])) {
            around.push_back(speeds[index]);
        }
    }
    return around.size() == 1 || speeds[at] > kJump * quantile(around, 0.5);
}

}  // namespace

bool isUnseen(std::string_view cell) {
    static constexpr std::array<std::string_view, 9> kNames{"",     "#N/A", "NA",   "N/A", "-",
                                                            "None", "none", "null", "NULL"};
    const auto number = numberFrom<double>(cell);
    return number ? !std::isfinite(*number) : std::ranges::find(kNames, cell) != kNames.end();
}

TracksBuilder::TracksBuilder(std::string fileName, std::string species, const Vec3d& period)
    : m_fileName(std::move(fileName)), m_species(std::move(species)), m_period(period) {}

/// Names get numbers above all numeric ids.
std::uint64_t TracksBuilder::idNamed(std::string_view cell) {
    const auto number = numberFrom<double>(cell);
    if (number && *number >= 0.0 && *number < 0x1p53 && *number == std::floor(*number)) {
        return static_cast<std::uint64_t>(*number);
    }
    const auto known = m_ids.find(cell);
    return known != m_ids.end() ? known->second
                                : m_ids.emplace(cell, (std::uint64_t{1} << 53) + m_ids.size()).first->second;
}

std::optional<std::string> TracksBuilder::add(const std::vector<std::string_view>& cells,
                                              const TrackColumns& columns, double time,
                                              const std::string& species) {
    Sighting sighting;
    for (const bool isVelocity : {false, true}) {
        std::array<double, 3> numbers{kUnknown, kUnknown, kUnknown};
        for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
            const auto& column = (isVelocity ? columns.velocity : columns.position)[axis];
            const auto number =
                column ? coordinateIn(cells[*column], isVelocity ? columns.metresPerSecond : columns.metres)
                       : std::optional(kUnknown);
            if (!number) {
                return fmt::format("\"{}\" is no number, in m or m/s", cells[*column]);
            }
            numbers[axis] = *number;
        }
        (isVelocity ? sighting.velocity : sighting.position) = Vec3d{numbers[0], numbers[1], numbers[2]};
    }
    const std::string_view id = columns.id ? cells[*columns.id] : std::string_view();
    if (!std::isfinite(sighting.position.x) || !std::isfinite(sighting.position.y)) {
        return std::nullopt;
    }
    if (columns.id && (isUnseen(id) || numberFrom<double>(id).value_or(0.0) < 0.0)) {
        ++m_tracks.unused;  // seen, but not followed
        return std::nullopt;
    }
    const double digit = columns.metres * std::min(lastDigit(cells[*columns.position[0]]),
                                                   lastDigit(cells[*columns.position[1]]));
    m_tracks.rounding = m_frames.empty() ? digit : std::min(m_tracks.rounding, digit);
    std::vector<Sighting>& frame = m_frames[species][time];
    sighting.id = columns.id ? idNamed(id) : frame.size();
    frame.push_back(sighting);
    if (m_frames.size() > kMaxTrackedSpecies) {
        return fmt::format("has more than {} species", kMaxTrackedSpecies);
    }
    return std::nullopt;
}

Result<TracksBuilder::Frames*> TracksBuilder::chosenSpecies() {
    if (m_frames.empty()) {
        return Problem{m_fileName + ": no animal in it has a position" +
                       (m_tracks.unused > 0 ? " and an id" : "")};
    }
    if (const auto named = m_frames.find(m_species); named != m_frames.end()) {
        return &named->second;
    }
    if (m_frames.size() == 1) {
        return &m_frames.begin()->second;
    }
    std::vector<std::string> names;
    for (const auto& [name, frames] : m_frames) {
        names.push_back(name);
    }
    return Problem{oneLine(fmt::format("{}: none of its species ({}) is called {}, as in the scene",
                                       m_fileName, fmt::join(names, ", "), m_species))};
}

/// Makes the plane of x and y horizontal if no animal has a z, or all have the same, as trackers write for a
/// plane; up is y here.
Outcome TracksBuilder::settleAxes(Frames& frames) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    bool hasVelocity = false;  // along x and y
    bool hasVertical = false;
    bool hasClimb = false;
    for (const auto& [time, sightings] : frames) {
        for (const Sighting& each : sightings) {
            if (std::isfinite(each.position.z)) {
                low = std::min(low, each.position.z);
                high = std::max(high, each.position.z);
            }
            hasVelocity = hasVelocity || std::isfinite(each.velocity.x + each.velocity.y);
            hasVertical = hasVertical || std::isfinite(each.velocity.z);
            hasClimb = hasClimb || std::abs(each.velocity.z) > 0.0;
        }
    }
    const bool hasHeight = low < high || (low == high && hasClimb);
    if (hasHeight ? hasVelocity && !hasVertical : hasClimb) {
        return Problem{fmt::format("{}: has {}, but no {}; give both or neither", m_fileName,
                                   hasHeight ? "vx, vy and z" : "vz", hasHeight ? "vz" : "z")};
    }
    for (auto& [time, sightings] : frames) {
        if (hasHeight) {
            std::erase_if(sightings, [](const Sighting& each) { return !std::isfinite(each.position.z); });
            continue;
        }
        for (Sighting& each : sightings) {
            each.position = {each.position.x, 0.0, each.position.y};
            each.velocity = {each.velocity.x, 0.0, each.velocity.y};
        }
    }
    return Done{};
}

Vec3d TracksBuilder::wayBetween(const Sighting& from, const Sighting& to) const {
    return nearestImage(to.position - from.position, m_period);
}

/// Central differences; to one side where an animal was not seen before or after, or a gap or a jump is
/// there.
void TracksBuilder::takeDifferences(const Tracked& tracked) {
    std::vector<double> intervals;
    for (const auto& [id, path] : tracked) {
        for (std::size_t step = 0; step + 1 < path.size(); ++step) {
            intervals.push_back(path[step + 1].first - path[step].first);
        }
    }
    m_tracks.differenceSeconds = quantile(std::move(intervals), 0.5);
    const double longest = Tracks::kMaxGap * m_tracks.differenceSeconds;
    std::vector<double> pooled;
    std::map<std::uint64_t, std::vector<double>> speedsOf;  // NaN across a gap
    for (const auto& [id, path] : tracked) {
        std::vector<double>& speeds = speedsOf[id];
        for (std::size_t step = 0; step + 1 < path.size(); ++step) {
            const double seconds = path[step + 1].first - path[step].first;
            const double way = vectorLength(wayBetween(*path[step].second, *path[step + 1].second));
            // Nor so short that a speed would overflow.
            const bool isStep = seconds <= longest && seconds * kMaxTrackNumber > 1.0;
            speeds.push_back(isStep ? way / seconds : kUnknown);
            m_tracks.gaps += isStep ? 0 : 1;
            if (isStep && way > 0.0) {
                pooled.push_back(speeds.back());
            }
        }
    }
    const double usual = quantile(std::move(pooled), kUsual);
    for (const auto& [id, path] : tracked) {
        const std::vector<double>& speeds = speedsOf[id];
        std::vector<bool> isStep(path.size() + 1);  // before each sighting, and after the last
        for (std::size_t step = 0; step < speeds.size(); ++step) {
            const bool isLeap = isJump(speeds, step, usual);
            m_tracks.jumps += isLeap ? 1 : 0;
            isStep[step + 1] = std::isfinite(speeds[step]) && !isLeap;
        }
        for (std::size_t at = 0; at < path.size(); ++at) {
            const auto& [fromTime, from] = path[isStep[at] ? at - 1 : at];
            const auto& [toTime, to] = path[isStep[at + 1] ? at + 1 : at];
            Sighting& here = *path[at].second;
            here.velocity = toTime > fromTime ? (wayBetween(*from, here) + wayBetween(here, *to)) *
                                                    (1.0 / (toTime - fromTime))
                                              : Vec3d{kUnknown, kUnknown, kUnknown};
        }
    }
}

/// Forgets velocities that a tracker has computed across a jump. Fails if they contradict the positions, as
/// those in other units do: slower than the animals move, or faster than even jitter takes them from one
/// sighting to the next. Not the latter if most steps lead elsewhere than the velocity: the animals turn in
/// between.
Outcome TracksBuilder::judgeVelocities(const Tracked& tracked, bool hasTime) {
    std::vector<double> pooled;
    std::vector<double> moved;
    std::vector<double> stated;  // of the animals that are not at rest, and how fast and how straight their
    std::vector<double> steps;   // steps are
    std::vector<double> straight;
    for (const auto& [id, path] : tracked) {
        for (const auto& [time, sighting] : path) {
            if (const double speed = vectorLength(sighting->velocity); speed > 0.0) {
                pooled.push_back(speed);
            }
        }
    }
    for (const auto& [id, path] : tracked) {
        for (std::size_t to = kJitter; hasTime && to < path.size(); ++to) {
            const auto& [fromTime, from] = path[to - kJitter];
            moved.push_back(vectorLength(wayBetween(*from, *path[to].second)) / (path[to].first - fromTime));
        }
        for (std::size_t to = 1; hasTime && to < path.size(); ++to) {
            const auto& [fromTime, from] = path[to - 1];
            const double seconds = path[to].first - fromTime;
            const double speed = vectorLength(from->velocity);
            const Vec3d ahead = from->velocity * seconds;
            if (speed > 0.0 && nearestImage(ahead, m_period) == ahead) {  // else round a wrapped world
                const Vec3d way = wayBetween(*from, *path[to].second);
                stated.push_back(speed);
                steps.push_back((vectorLength(way) + m_tracks.rounding) / seconds);
                straight.push_back(dot(unitVector(way), from->velocity) / speed);
            }
        }
    }
    const auto contradiction = [&](const char* side, double byVelocities, double byPositions) {
        return Problem{
            fmt::format("{}: its velocities, half of them {} {:.3g}, contradict its positions, "
                        "which move at {:.3g} m/s; give m/s, or leave them out",
                        m_fileName, side, byVelocities, byPositions)};
    };
    const double byPositions = quantile(std::move(moved), 0.5);
    const double byVelocities = quantile(pooled, 0.5);
    if (byPositions > kContradiction * byVelocities) {
        return contradiction("below", byVelocities, byPositions);
    }
    const double speed = quantile(std::move(stated), 0.5);
    const double fastest = std::max(byPositions, quantile(std::move(steps), 0.5));
    if (speed > kContradiction * fastest && quantile(std::move(straight), 0.5) > kStraight) {
        return contradiction("above", speed, fastest);
    }
    const double usual = quantile(std::move(pooled), kUsual);
    for (const auto& [id, path] : tracked) {
        std::vector<double> speeds;
        for (const auto& [time, sighting] : path) {
            speeds.push_back(vectorLength(sighting->velocity));
        }
        for (std::size_t at = 0; at < path.size(); ++at) {
            if (isJump(speeds, at, usual)) {
                path[at].second->velocity.x = kUnknown;
                ++m_tracks.jumps;
            }
        }
    }
    return Done{};
}

Result<Tracks> TracksBuilder::finish(bool hasTime, bool hasId, std::string columns) && {
    const auto chosen = chosenSpecies();
    if (!chosen) {
        return chosen.problem();
    }
    Frames& frames = **chosen;
    if (auto settled = settleAxes(frames); !settled) {
        return settled.problem();
    }
    Tracked tracked;
    bool hasVelocity = false;
    std::size_t most = 0;
    for (auto& [time, sightings] : frames) {
        std::ranges::sort(sightings, {}, &Sighting::id);
        const auto twice = std::ranges::adjacent_find(sightings, {}, &Sighting::id);
        if (twice != sightings.end()) {
            const auto named =
                std::ranges::find(m_ids, twice->id, [](const auto& each) { return each.second; });
            return Problem{oneLine(fmt::format(
                "{}: animal {} is twice in the frame at {:g}; give one position for each animal and time",
                m_fileName, named == m_ids.end() ? std::to_string(twice->id) : named->first, time))};
        }
        for (Sighting& each : sightings) {
            hasVelocity = hasVelocity || isKnown(each.velocity);
            if (hasId) {
                tracked[each.id].emplace_back(time, &each);
            }
        }
        most = std::max(most, sightings.size());
    }
    if (!hasVelocity && (!hasTime || !hasId)) {
        return Problem{
            fmt::format("{}: has no velocities (vx, vy, vz); without them it needs {} of each position",
                        m_fileName, hasTime ? "the id" : "the time (seconds)")};
    }
    if (!hasVelocity) {
        takeDifferences(tracked);
    } else if (auto judged = judgeVelocities(tracked, hasTime); !judged) {
        return judged.problem();
    }
    m_tracks.columns = std::move(columns);
    m_tracks.hasSeconds = hasTime;
    m_tracks.animals = hasId ? tracked.size() : most;
    addFrames(frames);
    if (m_tracks.frames.empty()) {
        return Problem{m_fileName +
                       ": no frame has two animals whose velocities are known; one table holds "
                       "all animals, with the same times"};
    }
    return std::move(m_tracks);
}

void TracksBuilder::addFrames(const Frames& frames) {
    Vec3d origin;
    Vec3d low;
    Vec3d high;
    bool isFirst = true;
    for (const auto& [time, sightings] : frames) {
        Tracks::Frame frame{time, {}};
        for (const Sighting& each : sightings) {
            if (!isKnown(each.velocity)) {
                ++m_tracks.unused;
                continue;
            }
            if (std::exchange(isFirst, false)) {
                origin = vectorLength(each.position) > kFarAway ? each.position : Vec3d{};
                low = high = each.position;
            }
            low = {std::min(low.x, each.position.x), std::min(low.y, each.position.y),
                   std::min(low.z, each.position.z)};
            high = {std::max(high.x, each.position.x), std::max(high.y, each.position.y),
                    std::max(high.z, each.position.z)};
            frame.animals.push_back({each.id, asFloat(each.position - origin), asFloat(each.velocity)});
        }
        if (frame.animals.size() >= 2) {
            m_tracks.frames.push_back(std::move(frame));
        }
    }
    m_tracks.isFlat = low.x == high.x || low.y == high.y || low.z == high.z;
}

}  // namespace shoal
