#include "lab/life/tracks_builder.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxTrackedSpecies = 100;
constexpr double kMaxTrackNumber = 1e9;  ///< [m] and [m/s]; floats hold it, and its square

using Cells = std::vector<std::string_view>;
using AxisColumns = std::array<std::optional<std::size_t>, 3>;

/// The first cell of a vector that is neither a number nor what trackers write for an animal not seen.
std::optional<std::string_view> noNumberIn(const Cells& cells, const AxisColumns& at) {
    for (const auto& column : at) {
        if (!column) {
            continue;
        }
        const std::string_view cell = cells[*column];
        const auto number = numberFrom<double>(cell);
        const bool isUnseen = cell.empty() || cell == "NaN" || cell == "NA" || cell == "-";
        if (number ? std::isfinite(*number) && std::abs(*number) > kMaxTrackNumber : !isUnseen) {
            return cell;
        }
    }
    return std::nullopt;
}

/// Empty if a number is missing. An axis without a column is 0.
std::optional<Vec3f> vectorIn(const Cells& cells, const AxisColumns& at) {
    std::array<float, 3> numbers{};
    for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
        const auto number = at[axis] ? finiteNumberFrom(cells[*at[axis]]) : std::optional(0.0);
        if (!number) {
            return std::nullopt;
        }
        numbers[axis] = static_cast<float>(*number);
    }
    return Vec3f{numbers[0], numbers[1], numbers[2]};
}

const Tracks::Animal* animalIn(const Tracks::Frame* frame, std::uint64_t id) {
    if (frame == nullptr) {
        return nullptr;
    }
    const auto found = std::ranges::lower_bound(frame->animals, id, {}, &Tracks::Animal::id);
    return found != frame->animals.end() && found->id == id ? &*found : nullptr;
}

/// Central differences; to one side where an animal was not seen before or after. Animals that were seen once
/// are left out.
std::vector<Tracks::Frame> withVelocities(const std::vector<Tracks::Frame>& seen) {
    std::vector<Tracks::Frame> frames;
    for (std::size_t index = 0; index < seen.size(); ++index) {
        const Tracks::Frame& now = seen[index];
        const Tracks::Frame* before = index > 0 ? &seen[index - 1] : nullptr;
        const Tracks::Frame* after = index + 1 < seen.size() ? &seen[index + 1] : nullptr;
        Tracks::Frame& frame = frames.emplace_back(Tracks::Frame{now.time, {}});
        for (Tracks::Animal animal : now.animals) {
            const Tracks::Animal* from = animalIn(before, animal.id);
            const Tracks::Animal* to = animalIn(after, animal.id);
            const double seconds =
                (to != nullptr ? after->time : now.time) - (from != nullptr ? before->time : now.time);
            const Vec3f way = (to != nullptr ? to->position : animal.position) -
                              (from != nullptr ? from->position : animal.position);
            if (seconds * kMaxTrackNumber > 1.0) {  // not 0, nor so short that a speed would overflow
                animal.velocity = way * static_cast<float>(1.0 / seconds);
                frame.animals.push_back(animal);
            }
        }
    }
    return frames;
}

}  // namespace

void TrackColumns::layFlat() {
    std::swap(position[1], position[2]);
    std::swap(velocity[1], velocity[2]);
}

TracksBuilder::TracksBuilder(std::string fileName, std::string species)
    : m_fileName(std::move(fileName)), m_species(std::move(species)) {}

std::optional<std::string> TracksBuilder::add(const Cells& cells, const TrackColumns& columns, double time,
                                              const std::string& species) {
    const auto id =
        columns.id ? numberFrom<std::uint64_t>(cells[*columns.id]) : std::optional<std::uint64_t>(0);
    if (!id) {
        return fmt::format("\"{}\" is no id: a whole number", cells[*columns.id]);
    }
    for (const AxisColumns* at : {&columns.position, &columns.velocity}) {
        if (const auto cell = noNumberIn(cells, *at)) {
            return fmt::format("\"{}\" is no number, in m or m/s", *cell);
        }
    }
    const auto position = vectorIn(cells, columns.position);
    const auto velocity = columns.hasVelocity() ? vectorIn(cells, columns.velocity) : Vec3f{};
    if (!position || !velocity) {
        return std::nullopt;
    }
    std::vector<Tracks::Animal>& animals = m_frames[species][time];
    animals.push_back({columns.id ? *id : animals.size(), *position, *velocity});
    m_lacksVelocity = m_lacksVelocity || !columns.hasVelocity();
    if (m_frames.size() > kMaxTrackedSpecies) {
        return fmt::format("has more than {} species", kMaxTrackedSpecies);
    }
    return std::nullopt;
}

Result<TracksBuilder::Frames*> TracksBuilder::chosenSpecies() {
    if (m_frames.empty()) {
        return Problem{m_fileName + ": no animal in it has a position"};
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

Result<Tracks> TracksBuilder::finish(bool hasTime, bool hasId) && {
    const auto chosen = chosenSpecies();
    if (!chosen) {
        return chosen.problem();
    }
    if (m_lacksVelocity && (!hasTime || !hasId)) {
        return Problem{
            fmt::format("{}: has no velocities (vx, vy, vz); without them it needs {} of each position",
                        m_fileName, hasTime ? "the id" : "the time (seconds)")};
    }
    Tracks tracks;
    for (auto& [time, animals] : **chosen) {
        std::ranges::sort(animals, {}, &Tracks::Animal::id);
        const auto twice = std::ranges::adjacent_find(animals, {}, &Tracks::Animal::id);
        if (twice != animals.end()) {
            return Problem{
                fmt::format("{}: animal {} is twice in the frame at {:g}", m_fileName, twice->id, time)};
        }
        tracks.frames.push_back({time, std::move(animals)});
    }
    if (m_lacksVelocity) {
        tracks.frames = withVelocities(tracks.frames);
    }
    std::erase_if(tracks.frames, [](const Tracks::Frame& frame) { return frame.animals.size() < 2; });
    if (tracks.frames.empty()) {
        return Problem{m_fileName + ": no frame has two animals whose velocities are known"};
    }
    return tracks;
}

}  // namespace shoal
