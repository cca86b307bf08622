#include "sim/measures/measured_run.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <shoal/detail/require.hpp>

#include "sim/measures/measured_flock.hpp"
#include "sim/scene/scene_check.hpp"
#include "sim/text/did_you_mean.hpp"

namespace shoal {
namespace {

/// Position or velocity of every boid of some species, in the order of species and ids.
void appendById(std::vector<Vec3d>& to, const FlockState& state, const Column3& column) {
    for (const Vec3f& value : state.byId(column)) {
        to.push_back(
            {static_cast<double>(value.x), static_cast<double>(value.y), static_cast<double>(value.z)});
    }
}

std::vector<Vec3d> positionsOf(const Simulation& simulation) {
    std::vector<Vec3d> positions;
    for (const Flock& flock : simulation.flocks()) {
        appendById(positions, flock.now(), flock.now().position);
    }
    return positions;
}

std::vector<const MeasureKind*> allKinds() {
    std::vector<const MeasureKind*> kinds;
    for (const MeasureKind& kind : measureKinds()) {
        kinds.push_back(&kind);
    }
    return kinds;
}

/// One value for each column of these kinds; NaN where undefined.
std::vector<double> valuesOf(MeasuredFlock& flock, const std::vector<const MeasureKind*>& kinds) {
    std::vector<double> values;
    for (const MeasureKind* kind : kinds) {
        const std::size_t at = values.size();
        values.resize(at + kind->columns.size(), kUndefined);
        kind->compute(flock, std::span(values).subspan(at));
    }
    return values;
}

}  // namespace

/// One or all species of a simulation as one flock. Ids continue from one species to the next.
class MeasuredRun::Joined {
public:
    /// Displacements and earlier positions are of all boids, or empty.
    Joined(const Simulation& simulation, std::optional<std::size_t> speciesIndex,
           std::span<const Vec3d> displacement, std::span<const Vec3d> earlier)
        : m_state(stateOf(simulation, speciesIndex)),
          m_flock(m_state, m_count, measureSpace(simulation.scene(), speciesIndex)) {
        const auto flocks = simulation.flocks();
        const std::size_t from = speciesIndex.value_or(0);
        const std::size_t to = speciesIndex ? from + 1 : flocks.size();
        std::vector<Vec3d> before;
        if (simulation.stepCount() > 0) {
            for (std::size_t index = from; index < to; ++index) {
                appendById(before, flocks[index].now(), flocks[index].before().velocity);
            }
        }
        m_flock.setVelocityBefore(std::move(before));
        m_flock.setSinceAlarm(sinceAlarmOf(flocks.subspan(from, to - from)));
        std::size_t boids = 0;
        std::size_t first = 0;
        for (std::size_t index = 0; index < flocks.size(); ++index) {
            first += index < from ? flocks[index].count() : 0;
            boids += flocks[index].count();
        }
        if (displacement.size() == boids) {
            m_flock.setDisplacement(displacement.subspan(first, m_count));
        }
        if (earlier.size() == boids) {
            const auto steps = static_cast<double>(stepsEarlier(simulation));
            m_flock.setEarlier(earlier.subspan(first, m_count),
                               steps * static_cast<double>(simulation.scene().time.step));
        }
    }

    MeasuredFlock& flock() { return m_flock; }

private:
    FlockState stateOf(const Simulation& simulation, std::optional<std::size_t> speciesIndex) {
        const auto flocks = simulation.flocks();
        if (speciesIndex) {
            requireSpecies(simulation.scene(), *speciesIndex);
        }
        if (speciesIndex || flocks.size() == 1) {
            const Flock& flock = flocks[speciesIndex.value_or(0)];
            m_count = flock.count();
            return flock.now();
        }
        for (const Flock& flock : flocks) {
            m_count += flock.count();
        }
        FlockState all;
        all.resize(m_count);
        std::size_t slot = 0;
        std::uint32_t firstId = 0;
        for (const Flock& flock : flocks) {
            for (std::size_t each = 0; each < flock.count(); ++each, ++slot) {
                all.position.put(slot, flock.now().position.at(each));
                all.velocity.put(slot, flock.now().velocity.at(each));
                all.id[slot] = firstId + flock.now().id[each];
            }
            firstId += static_cast<std::uint32_t>(flock.count());
        }
        return all;
    }

    std::size_t m_count = 0;
    FlockState m_state;
    MeasuredFlock m_flock;
};

MeasuredRun::MeasuredRun(std::vector<const MeasureKind*> kinds)
    : m_kinds(kinds.empty() ? allKinds() : std::move(kinds)) {
    for (const MeasureKind* kind : m_kinds) {
        m_columns.insert(m_columns.end(), kind->columns.begin(), kind->columns.end());
        m_grows.resize(m_columns.size(), kind->usesDisplacement);
    }
}

bool MeasuredRun::usesDisplacement() const {
    return std::ranges::any_of(m_kinds, [](const MeasureKind* kind) { return kind->usesDisplacement; });
}

void MeasuredRun::begin(const Simulation& simulation) {
    m_last = positionsOf(simulation);
    m_displacement.assign(m_last.size(), Vec3d{});
}

void MeasuredRun::follow(const Simulation& simulation) {
    std::vector<Vec3d> positions = positionsOf(simulation);
    if (positions.size() != m_last.size()) {
        m_displacement.clear();
        m_last.clear();
        return;
    }
    const auto flocks = simulation.flocks();
    std::size_t boid = 0;
    for (std::size_t index = 0; index < flocks.size(); ++index) {
        const Vec3d period = measureSpace(simulation.scene(), index).period;
        for (const std::size_t end = boid + flocks[index].count(); boid < end; ++boid) {
            m_displacement[boid] += nearestImage(positions[boid] - m_last[boid], period);
        }
    }
    m_last = std::move(positions);
}

std::uint64_t MeasuredRun::stepsEarlier(const Simulation& simulation) {
    const double steps = std::round(1.0 / static_cast<double>(simulation.scene().time.step));
    return static_cast<std::uint64_t>(std::max(1.0, steps));
}

void MeasuredRun::noteEarlier(const Simulation& simulation) {
    const bool isRead =
        std::ranges::any_of(m_kinds, [](const MeasureKind* kind) { return kind->usesEarlier; });
    const std::uint64_t now = simulation.stepCount();
    if (isRead && (m_earlier.empty() || now >= m_earlierStep + stepsEarlier(simulation))) {
        m_earlier = positionsOf(simulation);
        m_earlierStep = now;
    }
}

std::span<const Vec3d> MeasuredRun::earlierOf(const Simulation& simulation) const {
    const bool isThen = simulation.stepCount() == m_earlierStep + stepsEarlier(simulation);
    return isThen ? std::span<const Vec3d>(m_earlier) : std::span<const Vec3d>();
}

std::vector<double> MeasuredRun::values(const Simulation& simulation,
                                        std::optional<std::size_t> speciesIndex) const {
    Joined joined(simulation, speciesIndex, m_displacement, earlierOf(simulation));
    return valuesOf(joined.flock(), m_kinds);
}

std::vector<MeasuredRun::Profile> MeasuredRun::profiles(const Simulation& simulation,
                                                        std::optional<std::size_t> speciesIndex) const {
    Joined joined(simulation, speciesIndex, m_displacement, earlierOf(simulation));
    std::vector<Profile> profiles;
    for (const MeasureKind* kind : m_kinds) {
        if (kind->computeProfile != nullptr) {
            Profile& profile = profiles.emplace_back(Profile{kind, {}, {}});
            kind->computeProfile(joined.flock(), profile.x, profile.y);
        }
    }
    return profiles;
}

MeasuredInstant::MeasuredInstant(const Simulation& simulation, std::optional<std::size_t> speciesIndex)
    : m_boids(std::make_unique<MeasuredRun::Joined>(simulation, speciesIndex, std::span<const Vec3d>(),
                                                    std::span<const Vec3d>())),
      m_values(measureKinds().size()) {}

MeasuredInstant::~MeasuredInstant() = default;

double MeasuredInstant::value(std::size_t column) {
    detail::require(column < measureColumns().size(), "there is no measure with this index");
    std::size_t kind = 0;
    for (; column >= measureKinds()[kind].columns.size(); ++kind) {
        column -= measureKinds()[kind].columns.size();
    }
    if (m_values[kind].empty()) {
        m_values[kind] = valuesOf(m_boids->flock(), {&measureKinds()[kind]});
    }
    return m_values[kind][column];
}

std::vector<double> measuredValues(MeasuredFlock& flock, const std::vector<const MeasureKind*>& kinds) {
    std::vector<double> values(measureColumns().size(), kUndefined);
    std::size_t first = 0;
    for (const MeasureKind& kind : measureKinds()) {
        if (std::ranges::find(kinds, &kind) != kinds.end()) {
            kind.compute(flock, std::span(values).subspan(first, kind.columns.size()));
        }
        first += kind.columns.size();
    }
    return values;
}

Result<std::vector<const MeasureKind*>> measureKindsNamed(std::string_view keys) {
    std::vector<std::string> known;
    for (const MeasureKind& kind : measureKinds()) {
        known.emplace_back(kind.key);
    }
    std::vector<const MeasureKind*> kinds;
    while (!keys.empty()) {
        const std::string_view key = keys.substr(0, keys.find(','));
        keys.remove_prefix(std::min(keys.size(), key.size() + 1));
        const auto found = std::ranges::find(measureKinds(), key, &MeasureKind::key);
        if (found == measureKinds().end()) {
            return Problem{fmt::format("there is no measure \"{}\"{}", key, didYouMean(key, known))};
        }
        if (std::ranges::find(kinds, &*found) == kinds.end()) {
            kinds.push_back(&*found);
        }
    }
    return kinds;
}

}  // namespace shoal
