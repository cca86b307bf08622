#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <shoal/result.hpp>

#include "lab/life/tracks.hpp"

namespace shoal {

/// Where the columns of a file of tracks are.
struct TrackColumns {
    std::optional<std::size_t> seconds;
    std::optional<std::size_t> frame;
    std::optional<std::size_t> id;
    std::optional<std::size_t> species;
    std::array<std::optional<std::size_t>, 3> position{};
    std::array<std::optional<std::size_t>, 3> velocity{};
    double secondsOfTime = 1.0;    ///< of the time's unit
    double metres = 1.0;           ///< of the positions' unit
    double metresPerSecond = 1.0;  ///< of the velocities' unit
};

/// Whether a cell is what trackers write for an animal not seen, or for a number that is not known.
bool isUnseen(std::string_view cell);

/// Puts the lines of a file of tracks in order: by species, by time, and in each frame by id.
class TracksBuilder {
public:
    /// `fileName` is for messages; `species` and `period` as in readTracks().
    TracksBuilder(std::string fileName, std::string species, const Vec3d& period);

    /// Adds an animal, unless its id or a coordinate is missing, as for one not seen. `cells` has all of
    /// `columns`; `species` is empty if the file does not say. Returns the mistake in the cells, if
    /// there is one.
    std::optional<std::string> add(const std::vector<std::string_view>& cells, const TrackColumns& columns,
                                   double time, const std::string& species);

    /// `hasTime`: the times are in seconds. `columns` as in Tracks.
    Result<Tracks> finish(bool hasTime, bool hasId, std::string columns) &&;

private:
    /// In double precision, so that positions far from the origin do not lose their differences.
    struct Sighting {
        std::uint64_t id = 0;
        Vec3d position;  ///< z is NaN if it is not known
        Vec3d velocity;  ///< NaN if it is not known
    };
    using Frames = std::map<double, std::vector<Sighting>>;
    using Tracked = std::map<std::uint64_t, std::vector<std::pair<double, Sighting*>>>;

    Result<Frames*> chosenSpecies();
    std::uint64_t idNamed(std::string_view cell);
    Outcome settleAxes(Frames& frames);
    Vec3d wayBetween(const Sighting& from, const Sighting& to) const;
    void takeDifferences(const Tracked& tracked);
    Outcome judgeVelocities(const Tracked& tracked, bool hasTime);
    void addFrames(const Frames& frames);

    std::string m_fileName;
    std::string m_species;
    Vec3d m_period;
    std::map<std::string, Frames> m_frames;                   ///< of each species
    std::map<std::string, std::uint64_t, std::less<>> m_ids;  ///< of animals with names
    Tracks m_tracks;                                          ///< how the file was understood
};

}  // namespace shoal
